import type { InvoiceStatus } from '../invoices/invoice-states.ts';
import { unsettledAmount } from '../invoices/invoice-status.ts';
import { payableAmount } from '../invoices/payments.ts';
import { type Decimal, decimal, isNegative, isZero, ZERO } from '../values/money.ts';

/** The figures of an invoice that its payments and credit notes change. */
export interface InvoiceFigures {
  amount: string;
  currency: string;
  credited_amount: string;
  paid_amount: string;
  /** Nothing of it is left to credit. */
  credited: boolean;
}

/** The most that a payment can settle of an invoice. */
export function mostPayable(invoice: InvoiceFigures): Decimal {
  return mostOf(unsettledAmount(invoice), invoice.currency);
}

/** What is left as it is paid, or to the last cent where that is more; nothing where nobody could pay it. */
export function mostOf(left: Decimal, currency: string): Decimal {
  if (isPaidUp(left, currency)) return ZERO;
  const payable = payableAmount(left, currency);
  return payable.gt(left) ? payable : left;
}

/** Whether nothing that anybody could pay is left: less than half of a króna or of a cent. */
export function isPaidUp(left: Decimal, currency: string): boolean {
  return payableAmount(left, currency).lte(ZERO);
}

/**
 * The status that an issued invoice has by what was paid and credited. `open` is the status of what is still owed: in
 * collection or not. Without any payment, an invoice that was credited in full is cancelled.
 */
export function statusBySettlement(invoice: InvoiceFigures, open: 'Sent' | 'Collection'): InvoiceStatus {
  if (isZero(decimal(invoice.paid_amount))) {
    if (isZero(payableAmount(invoice.amount, invoice.currency))) return 'Paid';
    return invoice.credited ? 'Cancelled' : open;
  }
  const left = decimal(invoice.amount).minus(invoice.credited_amount).minus(invoice.paid_amount);
  return isPaidUp(left, invoice.currency) ? 'Paid' : open;
}

/**
 * How much of each credit note is owed to the customer: what it credits beyond the unpaid part of the invoice. The notes
 * are in the order in which they were issued. It follows from the sums alone, so that a payment that is recorded or
 * reversed later changes it in the same way as one that came before the note.
 */
export function refundsOfNotes(
  { amount, currency, paid_amount }: Pick<InvoiceFigures, 'amount' | 'currency' | 'paid_amount'>,
  notes: readonly string[],
): Decimal[] {
  const isPaid = !isZero(decimal(paid_amount));
  let owed = payableOrNothing(decimal(amount).minus(paid_amount), currency);
  return notes.map((one) => {
    const note = decimal(one);
    if (!isPaid) return ZERO;
    const beyond = note.minus(owed);
    owed = payableOrNothing(owed.minus(note), currency);
    return payableOrNothing(beyond, currency);
  });
}

/**
 * What a credit note does with the money, in amounts as they are paid: what it takes off its invoice, and what of it is
 * owed to the customer. Of a note on a partly paid invoice both may be more than zero.
 */
export function partsOfNote(
  amount: Decimal | string,
  refund: Decimal | string,
  currency: string,
): { reduction: Decimal; refund: Decimal } {
  const owed = payableAmount(refund, currency);
  return { reduction: payableAmount(amount, currency).minus(owed), refund: owed };
}

/** Without what is below zero, or so little that nobody can pay it. */
function payableOrNothing(amount: Decimal, currency: string): Decimal {
  return isNegative(amount) || isPaidUp(amount, currency) ? ZERO : amount;
}
