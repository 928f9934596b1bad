import { addDays, addMonthsAnchored, type PlainDate } from './dates.ts';

export const INTERVALS = ['weekly', 'monthly', 'quarterly', 'yearly'] as const;
export type Interval = (typeof INTERVALS)[number];

/** The yearly interval is spelled in several ways by those who send it; it is read back in one. */
const SPELLINGS: ReadonlyMap<string, Interval> = new Map([
  ...INTERVALS.map((interval) => [interval, interval] as const),
  ['annually', 'yearly'],
  ['annuall', 'yearly'],
]);

export function parseInterval(text: string): Interval | null {
  return SPELLINGS.get(text.trim().toLowerCase()) ?? null;
}

const MONTHS: Readonly<Record<Exclude<Interval, 'weekly'>, number>> = {
  monthly: 1,
  quarterly: 3,
  yearly: 12,
};

/** The day of occurrence `index`, counted from 0. All hang on the start day: 31 January, 28 February, 31 March. */
export function occurrenceDate(start: PlainDate, interval: Interval, index: number): PlainDate {
  if (interval === 'weekly') return addDays(start, 7 * index);
  return addMonthsAnchored(start, MONTHS[interval] * index);
}

export interface Schedule {
  start: PlainDate;
  interval: Interval;
  /** The index of the first occurrence that has not been issued or passed over. */
  next: number;
  /** How many occurrences there are in all; null when there is no end. */
  max: number | null;
}

/** More than this many at once is for a person to decide: nobody wants to find a year of invoices sent overnight. */
export const MAX_CATCH_UP = 3;

export type DueOccurrences =
  | { kind: 'wait'; until: PlainDate }
  | { kind: 'issue'; occurrences: { index: number; date: PlainDate }[] }
  | { kind: 'pause'; missed: number }
  | { kind: 'finished' };

/** What a schedule asks for on a day. */
export function dueOn(today: PlainDate, { start, interval, next, max }: Schedule): DueOccurrences {
  const end = max ?? Number.POSITIVE_INFINITY;
  if (next >= end) return { kind: 'finished' };
  const occurrences: { index: number; date: PlainDate }[] = [];
  for (let index = next; index < end; index += 1) {
    const date = occurrenceDate(start, interval, index);
    if (date > today) break;
    occurrences.push({ index, date });
  }
  if (occurrences.length === 0) return { kind: 'wait', until: occurrenceDate(start, interval, next) };
  if (occurrences.length > MAX_CATCH_UP) return { kind: 'pause', missed: occurrences.length };
  return { kind: 'issue', occurrences };
}

/** Where a paused schedule goes on: with the first occurrence that is still to come, or due today. */
export function nextFrom(today: PlainDate, { start, interval, next }: Schedule): number {
  let index = next;
  while (occurrenceDate(start, interval, index) < today) index += 1;
  return index;
}
