import type { PlainDate } from '../values/dates.ts';
import { type Decimal, decimal, fixed2, isZero, sum, toWire, ZERO } from '../values/money.ts';

/** A transaction with the balance after it; null where no statement says it. */
export interface BalancedLine {
  booked_on: PlainDate;
  amount: string;
  balance: string | null;
}

/** Days between which the balance changed by an amount that no transaction says; the first and the last may be known in part. */
export interface Gap {
  from_date: PlainDate;
  to_date: PlainDate;
  amount: number;
}

interface FollowedBalances {
  /** What was there before the first transaction; null where no balance is known. */
  opening: Decimal | null;
  gaps: Gap[];
}

/**
 * Follows the balances of transactions from day to day, and says where one does not lead to the next. The transactions of a
 * day come in the order in which they were stored, which need not be that in which the bank booked them. What is missing
 * within one day is one gap: balances do not say in which order the known parts of a day follow each other. Transactions
 * without a balance fill the gap in which their day is.
 */
export function followBalances(lines: readonly BalancedLine[]): FollowedBalances {
  const days = toDays(lines);
  const gaps: Gap[] = [];
  const add = (from_date: PlainDate, to_date: PlainDate, amount: Decimal) => {
    if (!isZero(amount)) gaps.push({ from_date, to_date, amount: toWire(amount) });
  };
  let opening: Decimal | null = null;
  /** The last day, the balance with which it ended, and what its transactions without a balance add to it. */
  let last: { day: PlainDate; end: Decimal; unplaced: Decimal } | null = null;
  for (const [at, day] of days.entries()) {
    const next = days[at + 1];
    const expected: Decimal | null = last ? last.end.plus(last.unplaced).plus(day.before) : null;
    const start = day.startFrom(expected);
    let { unplaced } = day;
    if (!last || !expected) {
      opening = start.minus(day.before);
    } else {
      const amount = start.minus(expected);
      const isBeforeOthers = !isZero(amount) && (amount.eq(unplaced) || day.leadsTo(next, start));
      add(last.day, day.day, isBeforeOthers ? amount.minus(unplaced) : amount);
      if (isBeforeOthers) unplaced = ZERO;
    }
    const end = day.endBefore(start, unplaced, next);
    const inside = end.minus(start).minus(day.moved);
    if (inside.eq(unplaced)) unplaced = ZERO;
    // Where a day has transactions without a place, its own gap and the one after it can't be told apart.
    else if (next && !isZero(unplaced)) unplaced = unplaced.minus(inside);
    else add(day.day, day.day, inside);
    last = { day: day.day, end, unplaced };
  }
  return { opening, gaps };
}

/** The days on which balances are known. */
function toDays(lines: readonly BalancedLine[]): Day[] {
  const days: Day[] = [];
  let before = ZERO;
  const byDay = [...Map.groupBy(lines, ({ booked_on }) => booked_on)];
  for (const [day, ofDay] of byDay.sort(([a], [b]) => a.localeCompare(b))) {
    const unplaced = sum(
      ofDay.filter(({ balance }) => balance === null).map(({ amount }) => decimal(amount)),
    );
    const steps = ofDay.flatMap(({ amount, balance }) =>
      balance === null ? [] : [{ from: decimal(balance).minus(amount), to: decimal(balance) }],
    );
    if (steps.length === 0) {
      before = before.plus(unplaced);
    } else {
      days.push(new Day(day, steps, { before, unplaced }));
      before = ZERO;
    }
  }
  return days;
}

/** The transactions of a day, each of which leads from one balance to another. */
class Day {
  readonly day: PlainDate;
  readonly moved: Decimal;
  /** What transactions without a balance add up to: on days before it that have no other ones, and on the day itself. */
  readonly before: Decimal;
  readonly unplaced: Decimal;
  /** Balances with which it may have begun: from which more transactions lead away than to them. */
  readonly #starts: readonly Decimal[];
  readonly #startsAt: ReadonlySet<string>;
  readonly #ends: readonly Decimal[];
  /** It ended as it began, so it may have begun with any of its balances. */
  readonly #isCircle: boolean;

  constructor(
    day: PlainDate,
    steps: readonly { from: Decimal; to: Decimal }[],
    { before, unplaced }: { before: Decimal; unplaced: Decimal },
  ) {
    this.day = day;
    this.before = before;
    this.unplaced = unplaced;
    this.moved = sum(steps.map(({ from, to }) => to.minus(from)));
    const [froms, tos] = [steps.map(({ from }) => from), steps.map(({ to }) => to)];
    const starts = moreOften(froms, tos);
    this.#isCircle = starts.length === 0;
    this.#starts = this.#isCircle ? froms : starts;
    this.#startsAt = new Set(this.#starts.map(fixed2));
    this.#ends = moreOften(tos, froms);
  }

  /** The balance with which it began: the expected one if it may be, else that before the transaction stored first. */
  startFrom(expected: Decimal | null): Decimal {
    if (expected && this.mayStartWith(expected)) return expected;
    return this.#starts[0] ?? ZERO;
  }

  mayStartWith(balance: Decimal): boolean {
    return this.#startsAt.has(fixed2(balance));
  }

  /** Whether the next day goes on where it ends, without its transactions that have no place. */
  leadsTo(next: Day | undefined, start: Decimal): boolean {
    return next?.mayStartWith(this.endBefore(start, ZERO, next).plus(next.before)) ?? false;
  }

  /** The balance with which it ended: one that leads to the next day, else that after the transaction stored last. */
  endBefore(start: Decimal, unplaced: Decimal, next: Day | undefined): Decimal {
    if (this.#isCircle) return start;
    const more = next ? unplaced.plus(next.before) : ZERO;
    return this.#ends.find((end) => next?.mayStartWith(end.plus(more))) ?? this.#ends.at(-1) ?? start;
  }
}

/** What is in one list more often than in another, in its order. */
export function moreOften(all: readonly Decimal[], others: readonly Decimal[]): Decimal[] {
  const left = new Map<string, number>();
  for (const one of others) left.set(fixed2(one), (left.get(fixed2(one)) ?? 0) + 1);
  return all.filter((one) => {
    const count = left.get(fixed2(one)) ?? 0;
    left.set(fixed2(one), count - 1);
    return count <= 0;
  });
}
