import type { PlainDate } from '../values/dates.ts';
import { type Decimal, decimal, fixed2 } from '../values/money.ts';
import type { LineSource, StatementLine } from './statement.ts';

/** A transaction that is stored already. */
export interface KnownLine {
  booked_on: PlainDate;
  amount: string;
  text: string;
  reference: string;
  balance: string | null;
  format: LineSource;
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

type Likeness = (line: StatementLine, known: KnownLine, format: LineSource) => boolean;

/**
 * When two lines of the same day and amount are one transaction, the surest sign first. Formats differ in what they call text
 * and reference: between two of them an equal text, or the same balance after the transaction, is enough.
 */
const LIKENESSES: readonly Likeness[] = [
  (line, known) => line.reference !== '' && plain(line.reference) === plain(known.reference),
  (line, known) =>
    (line.reference === '' || known.reference === '') && plain(line.text) === plain(known.text),
  (line, known, format) =>
    format !== known.format && plain(line.text) !== '' && plain(line.text) === plain(known.text),
  (line, known, format) =>
    format !== known.format &&
    line.balance !== null &&
    known.balance !== null &&
    decimal(line.balance).eq(known.balance),
];

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
  const dayAndAmount = (day: PlainDate, amount: string) => `${day} ${fixed2(decimal(amount))}`;
  const stored = Map.groupBy(known, ({ booked_on, amount }) => dayAndAmount(booked_on, amount));
  const found = new Map<StatementLine, K | null>();
  const foundKnown = new Set<K>();
  for (const [key, ofKey] of Map.groupBy(lines, ({ bookedOn, amount }) => dayAndAmount(bookedOn, amount))) {
    const left = [...(stored.get(key) ?? [])];
    for (const isLike of LIKENESSES)
      for (const line of ofKey) {
        if (found.has(line)) continue;
        const at = left.findIndex((one) => isLike(line, one, format));
        const [same] = at < 0 ? [] : left.splice(at, 1);
        if (!same) continue;
        found.set(line, same);
        foundKnown.add(same);
      }
  }
  matchBatches(lines, known, found, foundKnown);
  return found;
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
    const place = (balance: Decimal) => `${dayOf(of)} ${fixed2(balance)}`;
    const to = decimal(of.balance);
    return [{ of, from: place(to.minus(of.amount)), to: place(to) }];
  });
}

/** As many steps are taken for one file, so that none keeps the node busy; a real one has far fewer. */
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
