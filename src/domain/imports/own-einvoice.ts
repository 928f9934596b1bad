import { checkEinvoice } from '../receipts/check-einvoice.ts';
import type { Einvoice } from '../receipts/einvoice.ts';
import type { PlainDate } from '../values/dates.ts';
import { type Decimal, decimal, fixed2, isZero, sum, ZERO } from '../values/money.ts';

/** An invoice that the company has sent from another system, as a row of a list of open invoices, or why it is none. */
export function toOpenInvoiceFields(
  einvoice: Einvoice,
  company: { kennitala: string; today: PlainDate },
): { fields: Record<string, string> } | { refusal: string } {
  const { seller, buyer, totals, kind } = einvoice;
  if (seller.kennitala !== company.kennitala)
    return { refusal: `It is from ${seller.kennitala || seller.name}, and not from this company` };
  const wrong = checkEinvoice(einvoice, { ...company, kennitala: buyer.kennitala });
  const fatal = wrong.find(({ isFatal }) => isFatal);
  if (fatal) return { refusal: fatal.message };
  const [payable, prepaid] = [amountOf(totals.payable ?? totals.gross), amountOf(totals.prepaid)];
  const signed = (amount: Decimal) => fixed2(kind === 'credit_note' ? amount.neg() : amount);
  return {
    fields: withoutEmpty({
      invoice_number: einvoice.number,
      issue_date: einvoice.issue_date,
      due_date: einvoice.due_date,
      currency: einvoice.currency,
      name: buyer.name,
      registration_no: buyer.kennitala,
      email: buyer.email,
      amount: signed(payable.plus(prepaid)),
      paid_amount: isZero(prepaid) ? '' : signed(prepaid),
      vat_24: vatAt(einvoice, '24'),
      vat_11: vatAt(einvoice, '11'),
    }),
  };
}

function vatAt({ vat }: Einvoice, percent: string): string {
  const rows = vat.filter((row) => row.percent !== null && decimal(row.percent).eq(percent));
  return rows.length === 0 ? '' : fixed2(sum(rows.map(({ amount }) => amountOf(amount).abs())));
}

function amountOf(amount: string | null): Decimal {
  return amount === null ? ZERO : decimal(amount);
}

function withoutEmpty(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}
