import { addDays, daysBetween, type PlainDate } from '../values/dates.ts';
import { type Decimal, decimal, divide, roundTo, ZERO } from '../values/money.ts';

/** Hours are stored with three decimals, the precision of invoice quantities: 3.6 seconds. */
const HOUR_DECIMALS = 3;
const SIXTY = decimal(60);
const SECONDS_PER_HOUR = decimal(3600);
const MINUTES_PER_DAY = 24 * 60;
const SMALLEST_UNIT: Decimal = decimal('0.001');

const CLOCK = /^([01]?\d|2[0-4])(?::([0-5]\d))?$/;

/** Minutes after midnight of `9`, `09` or `09:30`; null if it is not a time of day. 24:00 is the end of a day. */
export function parseClock(text: string): number | null {
  const match = CLOCK.exec(text.trim());
  if (!match) return null;
  const minutes = Number(match[1]) * 60 + Number(match[2] ?? 0);
  return minutes <= MINUTES_PER_DAY ? minutes : null;
}

/** Two clock times, on the same day or on different ones. */
export interface Span {
  from: PlainDate;
  start: number;
  to: PlainDate;
  end: number;
}

/** The hours between two clock times; null if the end is not after the start. */
export function hoursOfSpan({ from, start, to, end }: Span): Decimal | null {
  const minutes = daysBetween(from, to) * MINUTES_PER_DAY + end - start;
  return minutes > 0 ? roundTo(divide(decimal(minutes), SIXTY), HOUR_DECIMALS) : null;
}

/** The hours of a timer, in whole seconds. Even the shortest run counts as the smallest unit. */
export function hoursElapsed(startedAt: Date, endedAt: Date): Decimal {
  const seconds = Math.max(0, Math.floor((endedAt.getTime() - startedAt.getTime()) / 1000));
  return roundUpToUnit(divide(decimal(seconds), SECONDS_PER_HOUR));
}

/** Rounds hours typed by a person to the stored precision. */
export function storedHours(hours: Decimal): Decimal {
  return roundUpToUnit(hours);
}

/** The same hours on every day of a range, both ends included. */
export function hoursOverDays(perDay: Decimal, from: PlainDate, to: PlainDate): Decimal {
  return roundTo(perDay.times(daysBetween(from, to) + 1), HOUR_DECIMALS);
}

function roundUpToUnit(hours: Decimal): Decimal {
  const rounded = roundTo(hours, HOUR_DECIMALS);
  return rounded.lt(SMALLEST_UNIT) ? SMALLEST_UNIT : rounded;
}

/** A time entry: all hours on its first day, or (`advanced`) the same hours on every day of a range. */
interface LoggedTime {
  advanced: boolean;
  from_date: PlainDate;
  to_date: PlainDate;
  quantity: number;
  hours_per_day: number;
}

/** The hours of each day that has any, in calendar order. */
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
