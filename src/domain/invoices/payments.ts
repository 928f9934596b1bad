import type { PlainDate } from '../values/dates.ts';
import { currencyPlaces, type Decimal, decimal, fixed2, roundTo } from '../values/money.ts';

export interface AmountOwed {
  /** The unpaid amount of the invoice, net of its credit notes. */
  remaining: string;
  paymentFee: string;
  currency: string;
}

/** What is to be paid of an amount in the books: whole krónur, on paper, in the e-invoice, by link and at the bank. */
export function payableAmount(amount: Decimal | string, currency: string): Decimal {
  return roundTo(decimal(amount), currencyPlaces(currency));
}

/** The amount that a payer is charged for an invoice. The fee is rounded by itself, because the bank adds it itself. */
export function amountDue({ remaining, paymentFee, currency }: AmountOwed): Decimal {
  return payableAmount(remaining, currency).plus(payableAmount(paymentFee, currency));
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
