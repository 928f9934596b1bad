import { payableAmount } from '../invoices/payments.ts';
import { bookedVatRates, VAT_CODES, type VatCode } from '../invoices/vat.ts';
import type { PlainDate } from '../values/dates.ts';
import { type Decimal, divide, isZero, round2, sum, ZERO } from '../values/money.ts';

/** A row of a list of open invoices. Where the amount is negative, the customer has credit. */
export interface OpenInvoiceRow {
  issue_date: PlainDate;
  due_date?: PlainDate | undefined;
  settlement_date?: PlainDate | undefined;
  amount: Decimal;
  paid_amount?: Decimal | undefined;
  remaining?: Decimal | undefined;
  paid_on?: PlainDate | undefined;
  currency: string;
  vat_24?: Decimal | undefined;
  vat_11?: Decimal | undefined;
  claim_id?: string | undefined;
}

export interface OpenInvoice {
  /** What was paid of it, as it is paid; the rest is owed, or is the customer's credit. */
  paid: Decimal;
  remainder: Decimal;
  paidOn: PlainDate;
  dueDate: PlainDate;
  settlementDate: PlainDate;
  /** Its net amount and VAT by VAT code; of credit none. */
  parts: VatPart[];
}

export interface VatPart {
  tax: VatCode;
  net: Decimal;
  vat: Decimal;
}

/** What a row means, or why it cannot be imported. `maySettle`: it may be one of which nothing is left to pay. */
export function readOpenInvoice(
  row: OpenInvoiceRow,
  today: PlainDate,
  maySettle = false,
): { value: OpenInvoice } | { refusal: string } {
  const { amount, currency, issue_date: issuedOn, due_date: dueDate = issuedOn } = row;
  const { settlement_date: settlementDate = dueDate, paid_on: paidOn = issuedOn } = row;
  if (isZero(amount) && !maySettle) return { refusal: 'amount must not be 0' };
  if (issuedOn > today) return { refusal: `issue_date must not be after today, ${today}` };
  if (dueDate < issuedOn) return { refusal: `due_date must not be before issue_date, ${issuedOn}` };
  if (settlementDate < dueDate) return { refusal: `settlement_date must not be before due_date, ${dueDate}` };
  if (paidOn > today) return { refusal: `paid_on must not be after today, ${today}` };
  const settled = readPaid(row);
  if ('refusal' in settled) return settled;
  const split = amount.lt(ZERO) ? { parts: [] } : splitVat(row);
  if ('refusal' in split) return split;
  if (amount.lt(ZERO) && row.claim_id) return { refusal: 'claim_id is only for what the customer owes' };
  const paid = payableAmount(settled.paid.abs(), currency);
  const remainder = amount.abs().minus(paid);
  if (payableAmount(remainder, currency).lte(ZERO) && !maySettle)
    return { refusal: 'Nothing is left of it to pay; leave out what is settled' };
  return { value: { paid, remainder, paidOn, dueDate, settlementDate, parts: split.parts } };
}

/** What was paid, by what the row says of it or of the rest. */
function readPaid({
  amount,
  paid_amount: paid,
  remaining,
}: OpenInvoiceRow): { paid: Decimal } | { refusal: string } {
  const settled = paid ?? (remaining ? amount.minus(remaining) : ZERO);
  if (paid && remaining && !amount.minus(paid).eq(remaining))
    return { refusal: `remaining must be amount less paid_amount, ${amount.minus(paid).toFixed()}` };
  const isOpposite = settled.times(amount).lt(ZERO);
  return isOpposite ? { refusal: 'It must not have more left than its amount' } : { paid: settled };
}

/** An amount of VAT in whole krónur leaves the net amount uncertain by so much. */
const ROUNDING = 5;

/** The net amounts that the VAT belongs to. What is left of the amount has no VAT. */
function splitVat({
  amount,
  issue_date,
  vat_24,
  vat_11,
}: OpenInvoiceRow): { parts: VatPart[] } | { refusal: string } {
  const rates = bookedVatRates(issue_date);
  const vat = { S: vat_24 ?? ZERO, AA: vat_11 ?? ZERO, Z: ZERO };
  const parts = VAT_CODES.filter((tax) => vat[tax].gt(ZERO)).map((tax) => ({
    tax,
    net: round2(divide(vat[tax], rates[tax])),
    vat: vat[tax],
  }));
  const remainder = amount.minus(sum(parts.map((part) => part.net.plus(part.vat))));
  if (remainder.lt(-ROUNDING)) return { refusal: 'vat_24 and vat_11 are more than the VAT of the amount' };
  const [largest] = [...parts].sort((a, b) => b.net.cmp(a.net));
  if (!largest) return { parts: [{ tax: 'Z', net: amount, vat: ZERO }] };
  if (remainder.gt(ROUNDING)) return { parts: [...parts, { tax: 'Z', net: remainder, vat: ZERO }] };
  return {
    parts: parts.map((part) => (part === largest ? { ...part, net: part.net.plus(remainder) } : part)),
  };
}
