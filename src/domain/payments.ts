import type { PlainDate } from './dates.ts';
import { type Decimal, decimal, fixed2, roundTo } from './money.ts';

/** Currencies without a minor unit: cards are charged whole amounts only. */
const ZERO_DECIMAL_CURRENCIES: readonly string[] = ['ISK', 'JPY', 'KRW', 'VND'];

export interface AmountOwed {
  /** The unpaid amount of the invoice, net of its credit notes. */
  remaining: string;
  paymentFee: string;
  currency: string;
}

/** The amount that a payer is charged for an invoice. */
export function amountDue({ remaining, paymentFee, currency }: AmountOwed): Decimal {
  const total = decimal(remaining).plus(decimal(paymentFee));
  return roundTo(total, ZERO_DECIMAL_CURRENCIES.includes(currency) ? 0 : 2);
}

interface ReceivedPayment {
  amount: string;
  currency: string;
  paidOn: PlainDate;
}

/**
 * Whether a payment by link settles the invoice, and an instruction for a person where one is needed (empty
 * otherwise).
 */
export function assessPayment(
  isSettled: boolean,
  owed: AmountOwed,
  received: ReceivedPayment,
): { settles: boolean; note: string } {
  const paid = `${fixed2(decimal(received.amount))} ${received.currency}`;
  const paymentText = `${paid} came in by the payment link on ${received.paidOn}`;
  if (isSettled)
    return {
      settles: false,
      note: `${paymentText}, when the invoice was already settled: refund it to the payer`,
    };
  const due = amountDue(owed);
  const dueText = `${fixed2(due)} ${owed.currency}`;
  if (received.currency !== owed.currency)
    return {
      settles: false,
      note: `${paymentText}, and not ${dueText} as was due: refund it, or mark the invoice paid`,
    };
  const excess = decimal(received.amount).minus(due);
  if (excess.lt(0))
    return {
      settles: false,
      note: `${paymentText}, which is less than the ${dueText} that were due: ask for the rest`,
    };
  if (excess.eq(0)) return { settles: true, note: '' };
  return {
    settles: true,
    note: `${paymentText}, when ${dueText} were due: refund ${fixed2(excess)} to the payer`,
  };
}
