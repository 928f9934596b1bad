import { type Decimal, decimal, ZERO } from '../values/money.ts';

/** By debit card or bank, by credit card, or by the owner in cash. */
const PAID_AT_PURCHASE = [2, 3, 4];

interface CostPayment {
  amount: string | null;
  /** What lines of the bank have paid, without a sign. */
  paid_amount: string;
  how_paid: number | null;
  due_date: string | null;
  credit_note: boolean;
}

/** Such a receipt is paid: nothing is owed to the supplier. A document with a due date is to be paid still. */
function isPaidAtPurchase({ how_paid, due_date }: CostPayment): boolean {
  return due_date === null && PAID_AT_PURCHASE.includes(how_paid ?? 0);
}

/** What was paid of a cost and what is left, negative on a credit note: the supplier pays that back. */
export function paymentOfCost(cost: CostPayment): { paid: Decimal; remaining: Decimal } {
  const amount = decimal(cost.amount ?? '0');
  const paid = isPaidAtPurchase(cost) ? amount : decimal(cost.paid_amount);
  const remaining = amount.gt(paid) ? amount.minus(paid) : ZERO;
  return cost.credit_note ? { paid: paid.neg(), remaining: remaining.neg() } : { paid, remaining };
}
