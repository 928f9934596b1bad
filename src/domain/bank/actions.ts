import { type Decimal, decimal, isNegative, sum, ZERO } from '../values/money.ts';

/** What the money of a line is. Amounts are positive decimal text in the currency of the line. */
export type BankAction =
  | {
      type: 'payment';
      /** Who pays, or gets the money back; left out: the customer of the allocations. */
      customer_guid?: string;
      allocations?: readonly ActionAllocation[];
      amount: string;
    }
  | {
      type: 'cost';
      cost_guid: string;
      amount: string;
      /** What it pays in the currency of the cost, where that is another. */
      cost_amount?: string;
    }
  | { type: 'fee'; amount: string }
  | { type: 'transfer'; bank_account_guid: string; amount: string }
  | { type: 'other'; code: string; note: string; amount: string }
  | { type: 'settled'; payments: readonly string[] };

interface ActionAllocation {
  invoice_guid: string;
  /** In the currency of the invoice; as much as fits when left out. */
  amount?: string;
  /** In the currency of the line, where the invoice has another. */
  paid?: string;
}

export const ACTION_TYPES = ['payment', 'cost', 'fee', 'transfer', 'other', 'settled'] as const;

/** What other money usually is, and under which code it is booked; any other code may be sent. */
export const OTHER_CODES = ['salary', 'vat', 'tax', 'pension', 'interest', 'loan'] as const;
export type OtherCode = (typeof OTHER_CODES)[number];

/** What a payment that is recorded already has brought: negative where money went out. */
export interface SettledPayment {
  guid: string;
  received: Decimal;
}

/**
 * What actions make of a line. On a credit line they bring money in, on a debit line they take it out; a fee is what
 * somebody kept, and payments that are recorded already count as they were.
 */
export function totalOf(
  lineAmount: Decimal,
  actions: readonly BankAction[],
  settled: readonly SettledPayment[],
): Decimal {
  const isOut = isNegative(lineAmount);
  const parts = actions.map((action): Decimal => {
    if (action.type === 'settled') return ZERO;
    const amount = decimal(action.amount);
    return action.type === 'fee' || isOut ? amount.times(-1) : amount;
  });
  return sum([...parts, ...settled.map(({ received }) => received)]);
}

/** What an action that names no amount takes, so that all of them add up to the line. */
export function remainderOf(
  lineAmount: Decimal,
  type: BankAction['type'],
  others: readonly BankAction[],
  settled: readonly SettledPayment[],
): Decimal {
  const remainder = lineAmount.minus(totalOf(lineAmount, others, settled));
  return type === 'fee' || isNegative(lineAmount) ? remainder.times(-1) : remainder;
}
