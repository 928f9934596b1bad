import type { VatCharger } from '../../../../src/domain/costs/cost-figures.ts';
import { deductibleShare } from '../../../../src/domain/costs/deductible-vat.ts';
import { formatKennitala } from '../../../../src/domain/values/kennitala.ts';
import type { Cost, InputOf, OutputOf } from '../../api/types.ts';
import { writeAccountNo } from '../../lib/account-no.ts';

export type Reading = OutputOf<'get-cost-reading'>;
export type Place = NonNullable<Reading['fields'][number]['place']>;
export type SimilarCosts = OutputOf<'find-similar-costs'>;
export type ReviewFieldValues = ReturnType<typeof toFields>;

export function toFields(cost: Cost) {
  const figure = (value: number) => (value === 0 ? '' : String(value));
  return {
    supplier_name: cost.supplier_name,
    supplier_id: formatKennitala(cost.supplier_id),
    supplier_country: cost.supplier_country,
    issue_date: cost.read_date ?? '',
    due_date: cost.due_date ?? '',
    payee_account: writtenPayee(cost),
    amount: figure(cost.amount),
    currency: cost.currency as string,
    vat_24: figure(cost.vat_S),
    vat_11: figure(cost.vat_AA),
    vat_charged_by: cost.vat_charged_by as VatCharger,
    // Empty where nobody has stated a share, so that it follows the code.
    vat_deductible: isShareOfCode(cost) ? '' : String(cost.vat_deductible),
    // The stored rate is of the stored day. It counts while that day stays, so it is not sent again.
    exchange_rate: '',
    cost_code: cost.cost_code as string,
    how_paid: cost.how_paid ? String(cost.how_paid) : '',
    description: cost.description,
    invoice_number: cost.invoice_number,
    credit_note: cost.credit_note,
  };
}

function isShareOfCode({ cost_code, vat_deductible }: Cost): boolean {
  return deductibleShare(cost_code, null).share === vat_deductible;
}

type Payee = Pick<Cost, 'payee_account' | 'payee_iban'>;

/** The account of the supplier in one field: its IBAN where that is known, because the twelve digits do not say whose it is. */
function writtenPayee({ payee_account, payee_iban: iban }: Payee): string {
  return writeAccountNo({ account_no: iban ? '' : payee_account, iban });
}

/** An IBAN begins with the letters of its country. */
function toPayee(written: string): Payee {
  const isIban = /^\s*[a-z]/i.test(written);
  return { payee_account: isIban ? '' : written, payee_iban: isIban ? written : '' };
}

/** The cost by the names of the fields in the request. */
export function toRecord(cost: Cost) {
  return { ...cost, issue_date: cost.read_date, vat_24: cost.vat_S, vat_11: cost.vat_AA };
}

export function toRequest(fields: ReviewFieldValues) {
  const { vat_24, vat_11, exchange_rate, cost_code, how_paid, issue_date, due_date, ...others } = fields;
  const { payee_account, ...unchanged } = others;
  return {
    ...unchanged,
    ...toPayee(payee_account),
    vat_24: vat_24 || '0',
    vat_11: vat_11 || '0',
    ...(exchange_rate && { exchange_rate }),
    ...(cost_code && { cost_code }),
    ...(how_paid && { how_paid }),
    ...(issue_date && { issue_date }),
    ...(due_date && { due_date }),
  };
}

/** What a cost is compared by. An amount that is not a number yet is left out. */
export function toCompared(
  guid: string,
  {
    supplier_name,
    supplier_id,
    issue_date,
    amount,
    currency,
    invoice_number,
    credit_note,
  }: ReviewFieldValues,
): InputOf<'find-similar-costs'> {
  return {
    guid,
    supplier_name,
    supplier_id: supplier_id.slice(0, 20),
    invoice_number,
    currency,
    credit_note,
    ...(issue_date && { issue_date }),
    ...(Number(amount) >= 0.01 && { amount }),
  } as InputOf<'find-similar-costs'>;
}

/** The empty fields, filled in as on the supplier's last cost. */
export function fillFromLast(
  fields: ReviewFieldValues,
  last: NonNullable<SimilarCosts['last_booked']>,
): Partial<ReviewFieldValues> {
  const remembered = {
    supplier_name: last.supplier_name,
    supplier_id: formatKennitala(last.supplier_id),
    cost_code: last.cost_code as string,
    how_paid: last.how_paid ? String(last.how_paid) : '',
    payee_account: writtenPayee(last),
  };
  const missing = Object.entries(remembered).filter(([name]) => fields[name as 'cost_code'] === '');
  return Object.fromEntries(missing);
}
