import { type Decimal, decimal, fixed2, sum } from '../../domain/values/money.ts';
import type { ClaimPayment } from '../../kernel/ports/ports.ts';
import type { Transaction } from './shapes.ts';

/**
 * The total of all payments, or null while the claim is not fully paid. A bank may report a payment more than
 * once, so duplicates and repeated closing payments count once. Partial payments before the closing one are
 * included.
 */
export function sumPayments(transactions: readonly Transaction[], claimAmount: number): ClaimPayment | null {
  const distinct = new Map(transactions.map((one) => [JSON.stringify(Object.entries(one).sort()), one]));
  const last = transactions.findLast(({ paymentType = 'Complete' }) => paymentType === 'Complete');
  if (!last) return null;
  const parts = [...distinct.values()].filter(({ paymentType }) => paymentType === 'Partial');
  const payments = [...parts, last];
  const total = (figure: (one: Transaction) => number | undefined) =>
    fixed2(sum(payments.map((one) => decimal(figure(one) ?? 0))));
  return {
    paidOn: paymentDay(last),
    principal: principalOf(payments, claimAmount),
    capitalGainsTax: total(({ capitalGainsTax }) => capitalGainsTax),
    otherDefaultCosts: total(({ otherDefaultCostsAmountPaid }) => otherDefaultCostsAmountPaid),
    defaultCharge: total(({ defaultChargeAmountPaid }) => defaultChargeAmountPaid),
    defaultInterest: total(({ defaultInterestAmountPaid }) => defaultInterestAmountPaid),
    transactionAmount: fixed2(sum(payments.map(depositedAmountOf))),
  };
}

/**
 * The principal. A bank may omit it, or repeat the full claim amount on every partial payment, so the sum of
 * partial payments is limited to the claim amount.
 */
function principalOf(payments: readonly Transaction[], claimAmount: number): string {
  const whole = decimal(claimAmount);
  const paid = sum(payments.map(({ amount }) => (amount === undefined ? whole : decimal(amount))));
  return fixed2(payments.length > 1 && paid.gt(whole) ? whole : paid);
}

function depositedAmountOf({
  depositedAmount,
  totalAmountPaid = 0,
  capitalGainsTax = 0,
}: Transaction): Decimal {
  if (depositedAmount !== undefined) return decimal(depositedAmount);
  return decimal(totalAmountPaid).minus(decimal(capitalGainsTax));
}

/** The value date, up to which interest accrues; otherwise the day of the transaction. */
function paymentDay({ valueDate, bookingDate, transactionTimestamp }: Transaction): string {
  const day = valueDate ?? transactionTimestamp ?? bookingDate;
  if (!day) throw new Error('The bank reports a payment without a date');
  return day;
}
