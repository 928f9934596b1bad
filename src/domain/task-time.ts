import { addDays, daysBetween, type PlainDate } from './dates.ts';
import { type Decimal, decimal, divide, roundTo, ZERO } from './money.ts';

/** Hours are kept with three decimals, as invoices take them: a few seconds. */
const PLACES = 3;
const SIXTY = decimal(60);
const SECONDS_PER_HOUR = decimal(3600);
const MINUTES_PER_DAY = 24 * 60;
const LEAST: Decimal = decimal('0.001');

const CLOCK = /^([01]?\d|2[0-4])(?::([0-5]\d))?$/;

/** Minutes after midnight of `9`, `09` or `09:30`; null when it is no time of day. 24:00 ends a day. */
export function parseClock(text: string): number | null {
  const match = CLOCK.exec(text.trim());
  if (!match) return null;
  const minutes = Number(match[1]) * 60 + Number(match[2] ?? 0);
  return minutes <= MINUTES_PER_DAY ? minutes : null;
}

/** A clock time on each of two days, the second of which may be the first. */
export interface Span {
  from: PlainDate;
  start: number;
  to: PlainDate;
  end: number;
}

/** The hours from one clock time to another; null when the end is not after the start. */
export function hoursOfSpan({ from, start, to, end }: Span): Decimal | null {
  const minutes = daysBetween(from, to) * MINUTES_PER_DAY + end - start;
  return minutes > 0 ? roundTo(divide(decimal(minutes), SIXTY), PLACES) : null;
}

/** What a timer has counted in whole seconds. Even the shortest run is worth a moment. */
export function hoursElapsed(startedAt: Date, endedAt: Date): Decimal {
  const seconds = Math.max(0, Math.floor((endedAt.getTime() - startedAt.getTime()) / 1000));
  return atLeastAMoment(divide(decimal(seconds), SECONDS_PER_HOUR));
}

/** Hours that somebody has typed, as they are kept. */
export function storedHours(hours: Decimal): Decimal {
  return atLeastAMoment(hours);
}

/** The same hours on every day from one to another, both included. */
export function hoursOverDays(perDay: Decimal, from: PlainDate, to: PlainDate): Decimal {
  return roundTo(perDay.times(daysBetween(from, to) + 1), PLACES);
}

function atLeastAMoment(hours: Decimal): Decimal {
  const rounded = roundTo(hours, PLACES);
  return rounded.lt(LEAST) ? LEAST : rounded;
}

/** Time as it was logged: all on its first day, or the same hours on every day of a range. */
export interface LoggedTime {
  advanced: boolean;
  from_date: PlainDate;
  to_date: PlainDate;
  quantity: number;
  hours_per_day: number;
}

/** The hours of each day that has any, in the order of the calendar. */
export function hoursByDay(logs: readonly LoggedTime[]): { date: PlainDate; hours: Decimal }[] {
  const byDay = new Map<PlainDate, Decimal>();
  const add = (date: PlainDate, hours: number) =>
    byDay.set(date, (byDay.get(date) ?? ZERO).plus(decimal(hours)));
  for (const { advanced, from_date, to_date, quantity, hours_per_day } of logs) {
    if (!advanced) add(from_date, quantity);
    else for (let day = from_date; day <= to_date; day = addDays(day, 1)) add(day, hours_per_day);
  }
  return [...byDay].sort(([a], [b]) => (a < b ? -1 : 1)).map(([date, hours]) => ({ date, hours }));
}
