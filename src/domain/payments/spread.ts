import { payableAmount } from '../invoices/payments.ts';
import { type Decimal, decimal, fixed2, isZero, sum, ZERO } from '../values/money.ts';
import { type InvoiceFigures, mostPayable } from './settlement.ts';

/** What a payment is asked to settle. */
interface RequestedAllocation {
  /** As much as fits when left out. */
  amount?: Decimal | undefined;
  /** What it takes of the payment, where that is in another currency than the invoice. */
  paid?: Decimal | undefined;
}

export interface SpreadAllocation {
  /** In the currency of the invoice. */
  amount: Decimal;
  /** In the currency of the payment. */
  paid: Decimal;
}

export type SpreadProblem =
  | { code: 'exceeds_remaining'; index: number; fits: string }
  | { code: 'exceed_payment'; allocated: string; available: string };

interface SpreadTarget {
  invoice: InvoiceFigures;
  request: RequestedAllocation;
}

/**
 * Spreads what a payment has for invoices over them, in the order of the list. An allocation without an amount takes as
 * much as fits, of the invoice and of the money. What was sent with an amount is taken exactly or refused.
 */
export function spreadPayment(
  available: Decimal,
  currency: string,
  targets: readonly SpreadTarget[],
): SpreadAllocation[] | SpreadProblem {
  const sent = targets.map(({ request }) => request.paid ?? request.amount ?? ZERO);
  let free = available.minus(sum(sent));
  if (free.lt(ZERO))
    return { code: 'exceed_payment', allocated: fixed2(sum(sent)), available: fixed2(available) };
  const spread: SpreadAllocation[] = [];
  for (const [index, { invoice, request }] of targets.entries()) {
    const most = mostPayable(invoice);
    if (request.amount) {
      if (request.amount.gt(most)) return { code: 'exceeds_remaining', index, fits: fixed2(most) };
      spread.push({ amount: request.amount, paid: request.paid ?? request.amount });
      continue;
    }
    const payable = payableAmount(most, currency);
    if (isZero(payable)) return { code: 'exceeds_remaining', index, fits: '0.00' };
    const amount = payable.lt(free) ? payable : free;
    free = free.minus(amount);
    spread.push({ amount, paid: amount });
  }
  return spread;
}

/** The difference in ISK between what came in for an invoice and what it was booked at. */
export function exchangeDifference(
  { amount, paid }: SpreadAllocation,
  invoiceRate: string,
  paymentRate: string,
): Decimal {
  return decimal(fixed2(paid.times(paymentRate).minus(amount.times(invoiceRate))));
}
