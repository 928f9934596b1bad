import { readAccountNumber } from '../../domain/bank/account-number.ts';
import { type VatCharger, vatFits } from '../../domain/costs/cost-figures.ts';
import type { CostState } from '../../domain/costs/cost-states.ts';
import { needsTwoApprovals } from '../../domain/costs/second-approval.ts';
import { bookedVatRates, type VatRates } from '../../domain/invoices/vat.ts';
import { checkKennitala, normalizeKennitala } from '../../domain/values/kennitala.ts';
import { type Decimal, decimal, fixed2, isZero, round2 } from '../../domain/values/money.ts';
import type { Account } from '../../kernel/access/account.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import type { ReadContext, WriteContext } from '../../kernel/operations/context.ts';
import { settingsOf } from '../accounts/settings.ts';
import { type CostFields, findRate, findRates, type LockedCost, lockCost } from './store.ts';

/** The content of a cost before anything is known. */
export const EMPTY_COST: CostFields = {
  description: '',
  supplier_name: '',
  supplier_id: '',
  supplier_country: '',
  issue_date: null,
  due_date: null,
  payee_account: '',
  payee_iban: '',
  amount: null,
  currency: 'ISK',
  exchange_rate: null,
  vat_aa: '0',
  vat_s: '0',
  vat_deductible: null,
  vat_charged_by: 'supplier',
  cost_code: '',
  how_paid: null,
  credit_note: false,
  invoice_number: '',
  project_name: '',
};

/** A hidden cost is one whose receipt is being read. */
export function toCostState({
  accounting_status: status,
  show_api,
  is_imported: imported,
}: Pick<LockedCost, 'accounting_status' | 'show_api' | 'is_imported'>): CostState {
  return { status, processing: !show_api, imported };
}

export function parseSupplierId(
  { policy }: Pick<ReadContext | WriteContext, 'policy'>,
  input: string,
): string {
  const kennitala = normalizeKennitala(input);
  if (kennitala === '' || checkKennitala(kennitala, policy.kennitala)) return kennitala;
  return fail('field_invalid', 'supplier_id', violation('kennitala'));
}

/** The account of the supplier: as it was sent, in one way or both, or else as it was. */
export function resolvePayee(
  { payee_account, payee_iban }: { payee_account?: string | undefined; payee_iban?: string | undefined },
  before: Pick<CostFields, 'payee_account' | 'payee_iban'> = EMPTY_COST,
): Pick<CostFields, 'payee_account' | 'payee_iban'> {
  if (payee_account === undefined && payee_iban === undefined)
    return { payee_account: before.payee_account, payee_iban: before.payee_iban };
  const read = readAccountNumber({ account_no: payee_account ?? '', iban: payee_iban ?? '' });
  if ('violation' in read) {
    const field = read.field === 'iban' ? 'payee_iban' : 'payee_account';
    fail('field_invalid', field, violation(read.violation));
  }
  return { payee_account: read.account_no, payee_iban: read.iban };
}

/** What the UBL of an approved cost needs. */
export function checkRequired(fields: CostFields): { issue_date: string; amount: string } {
  const { issue_date, amount } = fields;
  if (!issue_date) fail('field_required', 'issue_date');
  if (!amount) fail('field_required', 'amount');
  if (!fields.supplier_name && !fields.supplier_id) fail('field_required', 'supplier_name');
  return { issue_date, amount };
}

type Vat = Pick<CostFields, 'vat_s' | 'vat_aa' | 'vat_charged_by'>;

/**
 * The VAT of a cost. Of a service from abroad for which none is stated it is that of all of it at the standard rate. VAT that is too high
 * refuses the larger of the two amounts, by its name in requests.
 */
export function resolveVat(cost: Vat & { issue_date: string; amount: string }): Vat {
  const { vat_charged_by: charger } = cost;
  const rates = bookedVatRates(cost.issue_date);
  const stated = { amount: decimal(cost.amount), vat_aa: decimal(cost.vat_aa), vat_s: decimal(cost.vat_s) };
  const isUnstated = charger === 'buyer' && isZero(stated.vat_s) && isZero(stated.vat_aa);
  const figures = isUnstated ? { ...stated, vat_s: round2(stated.amount.times(rates.S)) } : stated;
  if (!vatFits(figures, charger, rates)) refuseVat(figures, charger, rates);
  return { vat_charged_by: charger, vat_aa: cost.vat_aa, vat_s: figures.vat_s.toFixed() };
}

function refuseVat(
  { amount, vat_s, vat_aa }: { amount: Decimal; vat_s: Decimal; vat_aa: Decimal },
  charger: VatCharger,
  rates: VatRates,
): never {
  const [field, other, rate] = vat_s.gt(vat_aa)
    ? (['vat_24', 'vat_11', rates.S] as const)
    : (['vat_11', 'vat_24', rates.AA] as const);
  const reasons = {
    supplier: () => violation('vat_over_amount', other, amount.toFixed()),
    customs: () => violation('vat_over_whole_amount', other, amount.toFixed()),
    buyer: () => violation('vat_over_rate', other, fixed2(amount.times(rate))),
  };
  return fail('field_invalid', field, reasons[charger]());
}

/** The rate of a cost on its day: the one that was sent, or else the table's. Null for ISK, and where none is known. */
export async function resolveCostRate(
  db: Queryable,
  { currency, issue_date }: Pick<CostFields, 'currency' | 'issue_date'>,
  { today, sent }: { today: string; sent: Decimal | undefined },
): Promise<string | null> {
  if (currency === 'ISK') return null;
  return sent?.toFixed() ?? findRate(db, currency, issue_date ?? today);
}

type Rated = Pick<CostFields, 'currency' | 'issue_date'>;

/** The rates of many costs, which are read at once; of each the one that was sent with it, or else the table's. */
export async function resolveCostRates(
  db: Queryable,
  costs: readonly Rated[],
  today: string,
): Promise<(cost: Rated, sent: Decimal | undefined) => string | null> {
  const foreign = costs.filter(({ currency }) => currency !== 'ISK');
  const wanted = foreign.map(({ currency, issue_date }) => ({ currency, date: issue_date ?? today }));
  const known = await findRates(db, wanted);
  return ({ currency, issue_date }, sent) => {
    if (currency === 'ISK') return null;
    return sent?.toFixed() ?? known.get(`${currency} ${issue_date ?? today}`) ?? null;
  };
}

/** Whether the account wants two people to approve a cost of this sum. */
export async function isForTwoPeople(
  db: Queryable,
  account: Pick<Account, 'settings'>,
  cost: Pick<CostFields, 'amount' | 'currency' | 'exchange_rate'> & { issue_date: string },
): Promise<boolean> {
  const { cost_second_approval_above: above } = settingsOf(account);
  if (!above) return false;
  const known_rate = cost.currency === 'ISK' ? null : await findRate(db, cost.currency, cost.issue_date);
  return needsTwoApprovals({ ...cost, known_rate }, above);
}

/** The day by which a cost is in the books; none before it is approved. */
export function bookedDays({ accounting_status, issue_date }: LockedCost): string[] {
  return accounting_status === 'Created' && issue_date ? [issue_date] : [];
}

/** What lines of the bank have paid stays paid: of the same kind of document, in the same currency, and not more than its sum. */
export function checkPaid(before: LockedCost, after: CostFields): void {
  const paid = decimal(before.paid_amount);
  const isSame = before.currency === after.currency && before.credit_note === after.credit_note;
  if (paid.eq(0) || (isSame && paid.lte(after.amount ?? '0'))) return;
  fail('cost_paid', `${fixed2(paid)} ${before.currency}`);
}

/** Locks the cost until the end of the transaction. */
export async function lockCostOrFail(ctx: WriteContext, guid: string): Promise<LockedCost> {
  return (await lockCost(ctx.tx, ctx.account.id, guid)) ?? fail('cost_not_found');
}
