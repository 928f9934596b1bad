import { addDays, addMonthsAnchored, type Period, type PlainDate } from '../values/dates.ts';

export const INTERVALS = ['weekly', 'monthly', 'quarterly', 'yearly'] as const;
export type Interval = (typeof INTERVALS)[number];

/** Clients spell the yearly interval in several ways; the API returns one of them. */
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

/**
 * The day of occurrence `index`, counted from 0. Each is computed from the start day: 31 January, 28 February, 31
 * March.
 */
export function occurrenceDate(start: PlainDate, interval: Interval, index: number): PlainDate {
  if (interval === 'weekly') return addDays(start, 7 * index);
  return addMonthsAnchored(start, MONTHS[interval] * index);
}

export const PERIODS = ['', 'ahead', 'behind'] as const;
export type OccurrencePeriod = (typeof PERIODS)[number];

/** The days that an occurrence is for: up to the next one, or since the one before; null where that is not stated. */
export function occurrencePeriod(
  {
    start_date: start,
    interval,
    period,
  }: { start_date: PlainDate; interval: Interval; period: OccurrencePeriod },
  index: number,
): Period | null {
  if (period === '') return null;
  const first = period === 'ahead' ? index : index - 1;
  return {
    start: occurrenceDate(start, interval, first),
    end: addDays(occurrenceDate(start, interval, first + 1), -1),
  };
}

export interface Schedule {
  start: PlainDate;
  interval: Interval;
  /** Index of the first occurrence that was neither issued nor skipped. */
  next: number;
  /** Total number of occurrences; null if unlimited. */
  max: number | null;
}

/**
 * Limit for catching up after downtime. With more missed occurrences a person has to decide, because nobody wants
 * a year of invoices to be sent overnight.
 */
export const MAX_CATCH_UP = 3;

type DueOccurrences =
  | { kind: 'wait'; until: PlainDate }
  | { kind: 'issue'; occurrences: { index: number; date: PlainDate }[] }
  | { kind: 'pause'; missed: number }
  | { kind: 'finished' };

/** The action that a schedule requires on a day. */
export function dueOccurrences(today: PlainDate, { start, interval, next, max }: Schedule): DueOccurrences {
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

/** The index at which a paused schedule resumes: the first occurrence today or later. */
export function resumeIndex(today: PlainDate, { start, interval, next }: Schedule): number {
  let index = next;
  while (occurrenceDate(start, interval, index) < today) index += 1;
  return index;
}

/** Keeps a loop over occurrences short, whatever dates a person types. */
const MAX_OCCURRENCES = 10_000;

/** How many occurrences there are from the start day up to and including `last`. */
export function countOccurrences(start: PlainDate, interval: Interval, last: PlainDate): number {
  let count = 0;
  while (count < MAX_OCCURRENCES && occurrenceDate(start, interval, count) <= last) count += 1;
  return count;
}

/** The days of the next occurrences from `first` on; at most `count`, and none after the last of `max`. */
export function comingDates(
  { start, interval, max }: Pick<Schedule, 'start' | 'interval' | 'max'>,
  first: PlainDate,
  count: number,
): PlainDate[] {
  const dates: PlainDate[] = [];
  const end = Math.min(max ?? MAX_OCCURRENCES, MAX_OCCURRENCES);
  for (let index = 0; index < end && dates.length < count; index += 1) {
    const date = occurrenceDate(start, interval, index);
    if (date >= first) dates.push(date);
  }
  return dates;
}
