import { type Decimal, decimal, fixed2, sum } from '../../domain/money.ts';
import type { ClaimPayment } from '../../kernel/ports/ports.ts';
import type { Transaction } from './shapes.ts';

/**
 * What was paid in all, or null as long as the claim is not paid up. A bank may report the same payment
 * more than once; it counts once, as does the one that closed the claim. Parts paid before it count with it.
 */
export function paymentIn(transactions: readonly Transaction[], claimAmount: number): ClaimPayment | null {
  const distinct = new Map(transactions.map((one) => [JSON.stringify(Object.entries(one).sort()), one]));
  const last = transactions.findLast(({ paymentType = 'Complete' }) => paymentType === 'Complete');
  if (!last) return null;
  const parts = [...distinct.values()].filter(({ paymentType }) => paymentType === 'Partial');
  const payments = [...parts, last];
  const total = (figure: (one: Transaction) => number | undefined) =>
    fixed2(sum(payments.map((one) => decimal(figure(one) ?? 0))));
  return {
    paidOn: dayOf(last),
    principal: principalOf(payments, claimAmount),
    capitalGainsTax: total(({ capitalGainsTax }) => capitalGainsTax),
    otherDefaultCosts: total(({ otherDefaultCostsAmountPaid }) => otherDefaultCostsAmountPaid),
    defaultCharge: total(({ defaultChargeAmountPaid }) => defaultChargeAmountPaid),
    defaultInterest: total(({ defaultInterestAmountPaid }) => defaultInterestAmountPaid),
    transactionAmount: fixed2(sum(payments.map(deposited))),
  };
}

/**
 * Of the claim itself. A bank may leave it out, or write the whole of it beside each part; what was paid in parts is
 * then no more than the claim.
 */
function principalOf(payments: readonly Transaction[], claimAmount: number): string {
  const whole = decimal(claimAmount);
  const paid = sum(payments.map(({ amount }) => (amount === undefined ? whole : decimal(amount))));
  return fixed2(payments.length > 1 && paid.gt(whole) ? whole : paid);
}

function deposited({ depositedAmount, totalAmountPaid = 0, capitalGainsTax = 0 }: Transaction): Decimal {
  if (depositedAmount !== undefined) return decimal(depositedAmount);
  return decimal(totalAmountPaid).minus(decimal(capitalGainsTax));
}

/** The day that interest is counted to, which is that of the payment itself where it is left blank. */
function dayOf({ valueDate, bookingDate, transactionTimestamp }: Transaction): string {
  const day = valueDate ?? transactionTimestamp ?? bookingDate;
  if (!day) throw new Error('The bank reports a payment without a date');
  return day;
}
