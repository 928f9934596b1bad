/** A calendar day, `Y-m-d`. Strings of this form compare in calendar order with `<` and `>`. */
export type PlainDate = string;

/** From the first to the last day, both included. */
/** Both days are part of it. */
export interface DateRange {
  from: PlainDate;
  to: PlainDate;
}

export interface Period {
  start: PlainDate;
  end: PlainDate;
}

/** The range of days accepted in the books. */
export const FIRST_DAY: PlainDate = '1900-01-01';
export const LAST_DAY: PlainDate = '2999-12-31';

const MS_PER_DAY = 86_400_000;
const PLAIN = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAY_FIRST = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Whether the day exists in the calendar; any year is accepted. */
export function isRealDay(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

function formatParts(year: number, month: number, day: number): PlainDate {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function parseParts(date: PlainDate): [year: number, month: number, day: number] {
  const match = PLAIN.exec(date);
  if (match === null) throw new RangeError('not a Y-m-d date');
  return [Number(match[1]), Number(match[2]), Number(match[3])];
}

function dayNumber(date: PlainDate): number {
  const [year, month, day] = parseParts(date);
  return Date.UTC(year, month - 1, day) / MS_PER_DAY;
}

/** The last day that was formatted: nearly every call asks for today. */
let lastFormatted: { number: number; date: PlainDate } = { number: 0, date: '1970-01-01' };

/** The day of a moment in UTC, which is the time of Iceland all year. */
export function toPlainDate(moment: Date): PlainDate {
  const number = Math.floor(moment.getTime() / MS_PER_DAY);
  if (number !== lastFormatted.number) lastFormatted = { number, date: moment.toISOString().slice(0, 10) };
  return lastFormatted.date;
}

/** Whether the text is an existing day of the years 1 to 9999, written `Y-m-d`. */
export function isCalendarDate(s: string): boolean {
  const match = PLAIN.exec(s);
  if (match === null) return false;
  const year = Number(match[1]);
  return year >= 1 && isRealDay(year, Number(match[2]), Number(match[3]));
}

/** Whether the text is an existing day of the years 1900 to 2999, written `Y-m-d`. */
export function isPlainDate(s: string): boolean {
  return isCalendarDate(s) && s >= FIRST_DAY && s <= LAST_DAY;
}

export function addDays(date: PlainDate, days: number): PlainDate {
  return toPlainDate(new Date((dayNumber(date) + days) * MS_PER_DAY));
}

/**
 * The day `n` months after the start, or the last day of a shorter month. Always count from the start and not from
 * the previous occurrence: a series that began on the 31st must return to the 31st after 28 February.
 */
export function addMonthsAnchored(start: PlainDate, n: number): PlainDate {
  const [year, month, day] = parseParts(start);
  const months = year * 12 + (month - 1) + n;
  const toYear = Math.floor(months / 12);
  const toMonth = months - toYear * 12 + 1;
  return formatParts(toYear, toMonth, Math.min(day, daysInMonth(toYear, toMonth)));
}

/** Days from `a` to `b`; negative if `b` is earlier. */
export function daysBetween(a: PlainDate, b: PlainDate): number {
  return dayNumber(b) - dayNumber(a);
}

export function firstOfMonth(year: number, month: number): PlainDate {
  return formatParts(year, month, 1);
}

export function lastOfMonth(year: number, month: number): PlainDate {
  return formatParts(year, month, daysInMonth(year, month));
}

/** Parses the Icelandic notation, `5.3.2026` or `05.03.2026`; null if the day does not exist. */
export function parseDayFirst(s: string): PlainDate | null {
  const match = DAY_FIRST.exec(s);
  if (match === null) return null;
  const date = formatParts(Number(match[3]), Number(match[2]), Number(match[1]));
  return isPlainDate(date) ? date : null;
}
