import type { PlainDate } from '../values/dates.ts';
import { decimal, fixed2 } from '../values/money.ts';
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
 * what is new.
 */
export function matchLines<K extends KnownLine>(
  lines: readonly StatementLine[],
  known: readonly K[],
  format: LineSource,
): Map<StatementLine, K> {
  const dayAndAmount = (day: PlainDate, amount: string) => `${day} ${fixed2(decimal(amount))}`;
  const stored = Map.groupBy(known, ({ booked_on, amount }) => dayAndAmount(booked_on, amount));
  const found = new Map<StatementLine, K>();
  for (const [key, ofKey] of Map.groupBy(lines, ({ bookedOn, amount }) => dayAndAmount(bookedOn, amount))) {
    const left = [...(stored.get(key) ?? [])];
    for (const isLike of LIKENESSES)
      for (const line of ofKey) {
        if (found.has(line)) continue;
        const at = left.findIndex((one) => isLike(line, one, format));
        const [same] = at < 0 ? [] : left.splice(at, 1);
        if (same) found.set(line, same);
      }
  }
  return found;
}
