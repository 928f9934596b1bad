import type { PlainDate } from './dates.ts';
import { type Decimal, decimal, fixed2, roundTo } from './money.ts';

/** Currencies without coins below their unit: cards are charged whole amounts only. */
const WHOLE: readonly string[] = ['ISK', 'JPY', 'KRW', 'VND'];

export interface Owed {
  /** What is left of the invoice after its credit notes. */
  remaining: string;
  paymentFee: string;
  currency: string;
}

/** What a payer is charged for an invoice. */
export function amountDue({ remaining, paymentFee, currency }: Owed): Decimal {
  const total = decimal(remaining).plus(decimal(paymentFee));
  return roundTo(total, WHOLE.includes(currency) ? 0 : 2);
}

export interface Received {
  amount: string;
  currency: string;
  paidOn: PlainDate;
}

/** Whether a payment by the link settles the invoice, and what a person must do about it; empty: nothing. */
export function judgePayment(
  isSettled: boolean,
  owed: Owed,
  received: Received,
): { settles: boolean; note: string } {
  const paid = `${fixed2(decimal(received.amount))} ${received.currency}`;
  const came = `${paid} came in by the payment link on ${received.paidOn}`;
  if (isSettled)
    return { settles: false, note: `${came}, when the invoice was already settled: refund it to the payer` };
  const due = amountDue(owed);
  const asked = `${fixed2(due)} ${owed.currency}`;
  if (received.currency !== owed.currency)
    return {
      settles: false,
      note: `${came}, and not ${asked} as was due: refund it, or mark the invoice paid`,
    };
  const excess = decimal(received.amount).minus(due);
  if (excess.lt(0))
    return {
      settles: false,
      note: `${came}, which is less than the ${asked} that were due: ask for the rest`,
    };
  if (excess.eq(0)) return { settles: true, note: '' };
  return { settles: true, note: `${came}, when ${asked} were due: refund ${fixed2(excess)} to the payer` };
}
