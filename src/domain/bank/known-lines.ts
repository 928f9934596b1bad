import type { PlainDate } from '../values/dates.ts';
import { type Decimal, decimal, fixed2 } from '../values/money.ts';
import { moreOften } from './gaps.ts';
import type { LineSource, StatementLine } from './statement.ts';

/** A transaction that is stored already. */
export interface KnownLine {
  booked_on: PlainDate;
  amount: string;
  text: string;
  reference: string;
  balance: string | null;
  format: LineSource;
  /** The first and the last day of the statement with which it came. */
  from_date: PlainDate | null;
  to_date: PlainDate | null;
}

/** What a transaction is called beside its day and amount: its reference, or its text where it has none. */
export function lineKey({ text, reference }: Pick<StatementLine, 'text' | 'reference'>): string {
  return plain(reference) || plain(text);
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Keys by which two lines of one day and amount are the same transaction. Null: the line has no such key. */
interface Sign {
  ofLine(line: StatementLine): string | null;
  ofKnown(known: KnownLine): string | null;
}

/** The surest sign first. */
function signsOf(format: LineSource): readonly Sign[] {
  const ofOtherFormat = (known: KnownLine, key: string | null) => (known.format === format ? null : key);
  return [
    { ofLine: keyOfReference, ofKnown: keyOfReference },
    {
      ofLine: (line) => (line.reference === '' ? plain(line.text) : null),
      ofKnown: ({ text }) => plain(text),
    },
    {
      ofLine: ({ text }) => plain(text),
      ofKnown: (known) => (known.reference === '' ? plain(known.text) : null),
    },
    // Formats differ in what they call text and reference.
    {
      ofLine: ({ text }) => plain(text) || null,
      ofKnown: (known) => ofOtherFormat(known, plain(known.text)),
    },
    { ofLine: keyOfBalance, ofKnown: (known) => ofOtherFormat(known, keyOfBalance(known)) },
  ];
}

const BALANCE: Sign = { ofLine: keyOfBalance, ofKnown: keyOfBalance };
const AMOUNT_ALONE: Sign = { ofLine: () => '', ofKnown: () => '' };

function keyOfReference({ reference }: { reference: string }): string | null {
  return reference === '' ? null : plain(reference);
}

function keyOfBalance({ balance }: { balance: string | null }): string | null {
  return balance === null ? null : fixed2(decimal(balance));
}

/**
 * The stored lines that lines of a statement are, by the lines of the statement; those that are left over are new. Each stored
 * line is found once at most, so that two equal transactions of one day stay two, and a file that overlaps another adds only
 * what is new. Null: the line is a part of a stored one, or made up of several.
 */
export function matchLines<K extends KnownLine>(
  lines: readonly StatementLine[],
  known: readonly K[],
  format: LineSource,
): Map<StatementLine, K | null> {
  const found = new Map<StatementLine, K | null>();
  const foundKnown = new Set<K>();
  const all = lines.map(({ bookedOn }) => bookedOn).sort();
  const days = { from: all[0] ?? '', to: all.at(-1) ?? '' };
  const storedByDay = Map.groupBy(known, ({ booked_on }) => booked_on);
  for (const [day, ofDay] of Map.groupBy(lines, ({ bookedOn }) => bookedOn)) {
    const storedOfDay = storedByDay.get(day) ?? [];
    const { beginsAlike, isSame } = compareDay(ofDay, storedOfDay, days);
    const signs = [...(beginsAlike ? [BALANCE] : []), ...signsOf(format), ...(isSame ? [AMOUNT_ALONE] : [])];
    for (const sign of signs) {
      const keyed = (amount: string, key: string | null) =>
        key === null ? null : `${fixed2(decimal(amount))} ${key}`;
      const left = Map.groupBy(storedOfDay.filter((one) => !foundKnown.has(one)).reverse(), (one) =>
        keyed(one.amount, sign.ofKnown(one)),
      );
      for (const line of ofDay) {
        const key = found.has(line) ? null : keyed(line.amount, sign.ofLine(line));
        const same = key === null ? undefined : left.get(key)?.pop();
        if (!same) continue;
        found.set(line, same);
        foundKnown.add(same);
      }
    }
  }
  matchBatches(lines, known, found, foundKnown);
  return found;
}

/**
 * Two layouts of one format may say everything in other words. Where both begin the day with the same balance, equal balances
 * tell which lines are the same. Where the movements of the day are the same, all lines are, if both lists have them from the
 * same balance on, or both are known to begin or to end with the day itself: a list ends in the middle of a day at its last
 * day, and begins there at its first.
 */
function compareDay(
  ofDay: readonly StatementLine[],
  stored: readonly KnownLine[],
  { from, to }: { from: PlainDate; to: PlainDate },
): { beginsAlike: boolean; isSame: boolean } {
  const [first] = ofDay;
  if (!first || stored.length === 0) return { beginsAlike: false, isSame: false };
  const day = first.bookedOn;
  const start = first.balance === null ? null : decimal(first.balance).minus(first.amount);
  const starts = startsOf(stored);
  const beginsAlike = start !== null && starts.some((one) => one.eq(start));
  const isFollowed = beginsAlike && starts.length === 1 && stored.every(({ balance }) => balance !== null);
  const bothBegin = from < day && stored.every(({ from_date }) => from_date !== null && from_date < day);
  const bothEnd = to > day && stored.every(({ to_date }) => to_date !== null && to_date > day);
  const isSame = (isFollowed || bothBegin || bothEnd) && movements(ofDay) === movements(stored);
  return { beginsAlike, isSame };
}

/** The balances with which a day may have begun, by its stored lines. */
function startsOf(stored: readonly KnownLine[]): Decimal[] {
  const followed = stored.flatMap(({ amount, balance }) =>
    balance === null ? [] : [{ from: decimal(balance).minus(amount), to: decimal(balance) }],
  );
  const froms = followed.map(({ from }) => from);
  const starts = moreOften(
    froms,
    followed.map(({ to }) => to),
  );
  return starts.length === 0 ? froms.slice(0, 1) : starts;
}

function movements(lines: readonly { amount: string }[]): string {
  return lines
    .map(({ amount }) => fixed2(decimal(amount)))
    .sort()
    .join(' ');
}

/**
 * What one file lists as a batch of transactions, another one has as their sum. The balances tell: the transactions lead from
 * the balance before the sum to the balance after it, on the same day.
 */
function matchBatches<K extends KnownLine>(
  lines: readonly StatementLine[],
  known: readonly K[],
  found: Map<StatementLine, K | null>,
  foundKnown: ReadonlySet<K>,
): void {
  const added = steps(
    lines.filter((line) => !found.has(line)),
    ({ bookedOn }) => bookedOn,
  );
  const stored = steps(
    known.filter((one) => !foundKnown.has(one)),
    ({ booked_on }) => booked_on,
  );
  const isPartOf = new StepIndex(added);
  const madeUpOf = new StepIndex(stored);
  for (const sum of stored) {
    const parts = isPartOf.take(sum);
    for (const { of } of parts) found.set(of, null);
    if (parts.length > 0) madeUpOf.drop(sum);
  }
  for (const sum of added) if (!found.has(sum.of) && madeUpOf.take(sum).length > 0) found.set(sum.of, null);
}

/** A transaction as the way from one balance to the next, in cents. */
interface Step<T> {
  of: T;
  from: string;
  to: string;
}

function steps<T extends Pick<KnownLine, 'amount' | 'balance'>>(
  all: readonly T[],
  dayOf: (one: T) => PlainDate,
): Step<T>[] {
  return all.flatMap((of) => {
    if (of.balance === null) return [];
    const keyAt = (balance: Decimal) => `${dayOf(of)} ${fixed2(balance)}`;
    const to = decimal(of.balance);
    return [{ of, from: keyAt(to.minus(of.amount)), to: keyAt(to) }];
  });
}

/** The most steps for one file, so that none keeps the node busy; a real one needs far fewer. */
const MAX_STEPS = 200_000;

/** Steps by the balance that they lead to. Each is taken once. */
class StepIndex<T> {
  readonly #to: Map<string, Step<T>[]>;
  readonly #from: ReadonlySet<string>;
  readonly #taken = new Set<Step<T>>();
  #left = MAX_STEPS;

  constructor(all: readonly Step<T>[]) {
    this.#to = Map.groupBy(all, ({ to }) => to);
    this.#from = new Set(all.map(({ from }) => from));
  }

  drop(step: Step<T>): void {
    this.#taken.add(step);
  }

  /** Takes two or more that lead from where the sum begins to where it ends; none where they do not. */
  take({ from, to }: Step<unknown>): Step<T>[] {
    if (!this.#from.has(from)) return [];
    const way = new Set<Step<T>>();
    for (let at = to; this.#left > 0; this.#left -= 1) {
      const next = this.#to.get(at)?.findLast((one) => !this.#taken.has(one) && !way.has(one));
      if (!next) return [];
      way.add(next);
      at = next.from;
      if (at !== from) continue;
      if (way.size < 2) return [];
      for (const step of way) this.#taken.add(step);
      return [...way];
    }
    return [];
  }
}
