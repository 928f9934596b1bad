import type { Lang } from '../i18n/lang.ts';

export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}

/** 5.3.2026 in Icelandic, 05/03/2026 in English: the format of a date input. */
export function formatInputDate(date: string, lang: Lang): string {
  if (!isDate(date)) return date;
  const [year, month = 0, day = 0] = date.split('-').map(Number);
  const two = (n: number) => String(n).padStart(2, '0');
  return lang === 'is' ? `${day}.${month}.${year}` : `${two(day)}/${two(month)}/${year}`;
}

/** How the names of the months begin in both languages, without accents. */
const MONTHS = [
  'jan',
  'feb',
  'mar',
  'apr',
  'ma[iy]',
  'jun',
  'jul',
  'a[ug]',
  'sep',
  'o[ck]t',
  'nov',
  'de[cs]',
];

/** The number of a month that is written as a number or a name; empty where it is neither. */
function monthNumber(written: string): string {
  if (/^\d/.test(written)) return written;
  const name = written.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const index = MONTHS.findIndex((start) => new RegExp(`^${start}`).test(name));
  return index === -1 ? '' : String(index + 1);
}

/** The next day of the month with this number, today included; a month that does not have it is passed over. */
export function nextDayOfMonth(typed: string, today: string): string {
  const day = Number(/^(\d{1,2})\.?$/.exec(typed.trim())?.[1] ?? 0);
  if (day < 1 || day > 31) return '';
  for (let date = today; ; date = plusDays(date, 1)) if (Number(date.slice(8)) === day) return date;
}

/** A typed date, day before month, in wire format; empty if there is no such day. The month may be a name: 5. mars 2026. */
export function parseInputDate(typed: string, today: string): string {
  const text = typed.trim();
  if (isDate(text)) return text;
  const found = /^(\d{1,2})[./\-\s]\s*(\d{1,2}|\p{L}{3,})(?:[./\-\s]\s*(\d{2}|\d{4}))?\.?$/u.exec(text);
  if (!found) return '';
  const [, day = '', written = '', year = today.slice(0, 4)] = found;
  const month = monthNumber(written);
  const whole = year.length === 2 ? `20${year}` : year;
  const date = `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return new Date(`${date}T00:00:00Z`).toJSON()?.slice(0, 10) === date ? date : '';
}

/** The Monday of the week of a date. */
export function mondayOf(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toJSON().slice(0, 10);
}

export function plusDays(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toJSON().slice(0, 10);
}
