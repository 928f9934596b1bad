import type { PlainDate } from '../values/dates.ts';
import { type Decimal, decimal, sum, ZERO } from '../values/money.ts';
import type { LineSource } from './statement.ts';

/** A statement that says balances: before the transactions of its first day, and after its last one. */
export interface StatedBalances {
  format: LineSource;
  from_date: PlainDate;
  to_date: PlainDate;
  opening_balance: string;
  closing_balance: string;
  /** It opens with the balance after a transaction of its first day that came with another statement. */
  opens_within_day: boolean;
}

/** The sum of the transactions of a day. */
export interface DayTotal {
  booked_on: PlainDate;
  amount: string;
}

/** Days between which the balance changed by an amount that no transaction says; the first and the last may be known in part. */
export interface MissingDays {
  from_date: PlainDate;
  to_date: PlainDate;
  amount: Decimal;
}

/**
 * Where one statement does not follow the one before it. It does where it opens with the balance with which that one closed,
 * or with what the transactions since an earlier opening add up to. Nothing is stored, so a hole is gone once the transactions
 * are there. Statements come in the order in which they arrived.
 */
export function findMissingDays(
  statements: readonly StatedBalances[],
  days: readonly DayTotal[],
): MissingDays[] {
  const totals = new RunningTotal(days);
  const missing: MissingDays[] = [];
  /** The balance before a day is this and all known transactions before the day. It changes with each hole. */
  let start: Decimal | null = null;
  /** The day on which a statement was last found to fit, and the statement that reaches furthest so far. */
  let fitOn: PlainDate = '';
  let last: { to: PlainDate; closing: Decimal } | null = null;
  for (const one of inOrder(withoutRestated(statements))) {
    const { from_date: from, to_date: to } = one;
    const [opening, closing] = [decimal(one.opening_balance), decimal(one.closing_balance)];
    const before = totals.before(from);
    if (last && start && !one.opens_within_day) {
      const expected = start.plus(before);
      const isNext = last.to <= from && !opening.eq(expected);
      // A statement that goes on with the last day of the one before opens with its closing balance, and not with that of a day.
      const amount = opening.minus(isNext && last.to === from ? last.closing : expected);
      const isHole = !amount.eq(ZERO) && !(isNext && opening.eq(last.closing));
      if (isHole) missing.push({ from_date: isNext ? last.to : fitOn, to_date: from, amount });
      start = start.plus(amount);
    }
    start ??= opening.minus(before);
    if (!one.opens_within_day) fitOn = from;
    if (!last || to >= last.to) last = { to, closing };
  }
  return missing;
}

function inOrder(statements: readonly StatedBalances[]): StatedBalances[] {
  return statements.toSorted(
    (a, b) =>
      a.from_date.localeCompare(b.from_date) ||
      Number(a.opens_within_day) - Number(b.opens_within_day) ||
      a.to_date.localeCompare(b.to_date),
  );
}

/** The bank itself may book something late: what it says later of a day counts, and not what it said before. */
function withoutRestated(statements: readonly StatedBalances[]): StatedBalances[] {
  let restatedFrom: PlainDate | null = null;
  return statements
    .toReversed()
    .filter(({ format, from_date }) => {
      if (format !== 'bank') return true;
      const isRestated = restatedFrom !== null && restatedFrom <= from_date;
      if (!isRestated) restatedFrom = from_date;
      return !isRestated;
    })
    .reverse();
}

/** The sum of all transactions before a day; the days that are asked for do not go back. */
class RunningTotal {
  readonly #days: readonly DayTotal[];
  #at = 0;
  #total = ZERO;

  constructor(days: readonly DayTotal[]) {
    this.#days = days.toSorted((a, b) => a.booked_on.localeCompare(b.booked_on));
  }

  before(day: PlainDate): Decimal {
    const from = this.#at;
    while ((this.#days[this.#at]?.booked_on ?? day) < day) this.#at += 1;
    const passed = this.#days.slice(from, this.#at).map(({ amount }) => decimal(amount));
    this.#total = this.#total.plus(sum(passed));
    return this.#total;
  }
}
