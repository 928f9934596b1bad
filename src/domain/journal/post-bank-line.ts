import type { OtherCode } from '../bank/actions.ts';
import { isCostCode } from '../values/codes.ts';
import { type Decimal, decimal, isNegative, ONE, sum } from '../values/money.ts';
import { costKey, type JournalKey, moneyKey } from './accounts.ts';
import { balanced, type JournalLine, line, missingOf, type Party, toIsk } from './entry.ts';

interface PaidCost {
  amount: string;
  /** What was paid of the cost, in its currency. */
  cost_amount: string;
  cost_currency: string;
  /** Null where the cost has none: it is then taken at the rate of the line. */
  cost_rate: string | null;
  supplier: Party;
}

interface TiedPayment {
  /** What it brought, negative where money went out, and what was kept of it. */
  received: string;
  kept: string;
  exchange_rate: string;
  method_payment: number | null;
}

/** `payment`: the line has recorded it. `settled`: it was recorded before. */
export type PostedAction =
  | { type: 'fee' | 'transfer'; amount: string }
  | { type: 'other'; amount: string; code: string }
  | ({ type: 'cost' } & PaidCost)
  | ({ type: 'payment' } & TiedPayment)
  | ({ type: 'settled' } & TiedPayment);

export interface PostedBankLine {
  /** Signed, in the currency of the line. */
  amount: string;
  currency: string;
  exchange_rate: string;
  actions: readonly PostedAction[];
}

/** The way of payments that lines record; its account is that of the bank. */
const BANK_KEY = moneyKey(9);
const OTHER_KEYS: Readonly<Record<OtherCode, JournalKey>> = {
  salary: 'bank_salary',
  vat: 'bank_vat',
  tax: 'bank_tax',
  pension: 'bank_pension',
  interest: 'bank_interest',
  loan: 'bank_loan',
};

/**
 * What a line is beside the payments that it has recorded, which have entries of their own. Payments that were recorded
 * before move from the account of their way, such as that of cards, to the bank.
 */
export function postBankLine(bankLine: PostedBankLine): JournalLine[] {
  const { actions } = bankLine;
  const isOut = isNegative(decimal(bankLine.amount));
  const sign = isOut ? ONE.neg() : ONE;
  const isk = (amount: Decimal) => toIsk(amount, bankLine.exchange_rate);
  const recorded = actions.filter((one) => one.type === 'payment');
  const settled = actions.filter((one) => one.type === 'settled');
  const inBank = [...recorded, ...settled.filter(isInBank)].map(({ received }) => decimal(received));
  const costs = actions.filter((one) => one.type === 'cost');
  const out = (amount: string) => isk(sign.times(amount).neg());
  const isForeign = [bankLine.currency, ...costs.map((cost) => cost.cost_currency)].some(
    (currency) => currency !== 'ISK',
  );
  const lines = [
    line(BANK_KEY, isk(decimal(bankLine.amount).minus(sum(inBank)))),
    ...movedLines(settled),
    ...costs.flatMap((cost) => costLines(cost, sign, out(cost.amount), isForeign)),
    ...actions.flatMap((one) => (one.type === 'transfer' ? [line('bank_transfer', out(one.amount))] : [])),
    ...actions.flatMap((one) =>
      one.type === 'other' ? [line(otherKey(one.code, isOut), out(one.amount))] : [],
    ),
    line(isOut ? 'bank_fee' : 'acquirer_fee', isk(feesBeside(actions, recorded))),
  ];
  return balanced(isForeign ? [...lines, line('exchange_difference', missingOf(lines))] : lines);
}

/** Whether the entry of the payment has put its money on the account of the bank. */
function isInBank({ method_payment }: TiedPayment): boolean {
  return method_payment === null || moneyKey(method_payment) === BANK_KEY;
}

/** One line for each way of payment, at the rates of the payments. */
function movedLines(settled: readonly TiedPayment[]): JournalLine[] {
  const byKey = Map.groupBy(
    settled.filter((one) => !isInBank(one)),
    ({ method_payment }) => moneyKey(method_payment),
  );
  return [...byKey].map(([key, group]) =>
    line(key, sum(group.map(({ received, exchange_rate }) => toIsk(decimal(received).neg(), exchange_rate)))),
  );
}

/** A cost is taken of the payables at its own rate. In krónur the bank pays whole ones, and the rest is rounding. */
function costLines(
  { cost_amount, cost_rate, supplier }: PaidCost,
  sign: Decimal,
  paid: Decimal,
  isForeign: boolean,
): JournalLine[] {
  const settled = cost_rate === null ? paid : toIsk(sign.times(cost_amount).neg(), cost_rate);
  const payables = line('payables', settled, { party: supplier });
  return isForeign ? [payables] : [payables, line('rounding', paid.minus(settled))];
}

/** The code of a cost is its account; what nobody has an account for waits on one of its own. */
function otherKey(code: string, isOut: boolean): JournalKey {
  if (code === 'interest' && isOut) return 'bank_interest_paid';
  if (isCostCode(code)) return costKey(code);
  return Object.hasOwn(OTHER_KEYS, code) ? OTHER_KEYS[code as OtherCode] : 'bank_other';
}

/** Fees that no payment of the line carries. */
function feesBeside(actions: readonly PostedAction[], recorded: readonly TiedPayment[]): Decimal {
  const fees = actions.flatMap((one) => (one.type === 'fee' ? [decimal(one.amount)] : []));
  return sum(fees).minus(sum(recorded.map(({ kept }) => decimal(kept))));
}
