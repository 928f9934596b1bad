import { daysBetween, isPlainDate, type PlainDate } from '../values/dates.ts';
import { type Decimal, decimal, decimalPlaces } from '../values/money.ts';

/** How people and banks write amounts and days in files. */

export type DecimalSign = ',' | '.';
export type DateOrder = 'dmy' | 'mdy' | 'ymd';

interface WrittenNumber {
  isNegative: boolean;
  /** Digits with commas and points. */
  digits: string;
}

const MINUS = /[-\u2010-\u2015\u2212]/;

/** Null for what is no number in any notation. */
function splitNumber(written: string): WrittenNumber | null {
  const compact = written.replace(/[\s\u00a0\u202f'’]/g, '').replace(/^(?:kr\.?|ISK)|(?:kr\.?|ISK)$/gi, '');
  const inParentheses = /^\((.*)\)$/.exec(compact);
  const signed = inParentheses?.[1] ?? compact;
  const digits = signed.replace(MINUS, '').replace(/^\+/, '');
  const isMinusAtEnd = signed.search(MINUS) > 0 && signed.search(MINUS) < signed.length - 1;
  if (isMinusAtEnd || !/^(?:\d[\d.,]*|[.,]\d+)$/.test(digits)) return null;
  return { isNegative: inParentheses !== null || MINUS.test(signed), digits };
}

export function isWrittenNumber(written: string): boolean {
  return splitNumber(written) !== null;
}

/**
 * The decimal sign of a column of amounts. A sign that stands before one or two digits, or after the other one, decides; three
 * digits after the only sign are thousands, because no amount has three decimals.
 */
export function findDecimalSign(column: readonly string[]): DecimalSign {
  const votes = { certain: 0, likely: 0 };
  for (const written of column) {
    const digits = splitNumber(written)?.digits ?? '';
    const [comma, point] = [digits.lastIndexOf(','), digits.lastIndexOf('.')];
    if (comma < 0 && point < 0) continue;
    const isComma = comma > point;
    const sign = isComma ? ',' : '.';
    const isRepeated = digits.indexOf(sign) !== digits.lastIndexOf(sign);
    const after = digits.length - 1 - Math.max(comma, point);
    const isDecimal = !isRepeated && (after !== 3 || (comma >= 0 && point >= 0));
    const forComma = isComma === isDecimal ? 1 : -1;
    if (isDecimal || isRepeated) votes.certain += forComma;
    else votes.likely += forComma;
  }
  return (votes.certain || votes.likely || 1) > 0 ? ',' : '.';
}

const MAX_DIGITS = 15;

/** Reads an amount of at most two decimals; null where the text is none. */
export function parseAmount(written: string, sign: DecimalSign): Decimal | null {
  return parseNumber(written, sign, 2);
}

export function parseNumber(written: string, sign: DecimalSign, places: number): Decimal | null {
  const number = splitNumber(written);
  if (!number) return null;
  const [whole = '', fraction = '', ...more] = number.digits.split(sign);
  const grouping = sign === ',' ? '.' : ',';
  const isGrouped = whole.includes(grouping);
  const isWellGrouped = !isGrouped || new RegExp(`^\\d{1,3}(?:\\${grouping}\\d{3})+$`).test(whole);
  if (more.length > 0 || !isWellGrouped || fraction.includes(grouping)) return null;
  const plain = whole.replaceAll(grouping, '') || '0';
  if (plain.length > MAX_DIGITS || fraction.length > MAX_DIGITS) return null;
  const amount = decimal(`${plain}.${fraction || '0'}`);
  if (decimalPlaces(amount) > places) return null;
  return number.isNegative ? amount.times(-1) : amount;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'maí', 'jún', 'júl', 'ágú', 'sep', 'okt', 'nóv', 'des'];
const ENGLISH_MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** The days that spreadsheets count from 1899-12-30: from 1954 to 2091. */
const SHEET_DAYS = { first: 20_000, last: 70_000 };
const SHEET_START = Date.UTC(1899, 11, 30);

/** Reads a day; a time after it is ignored. Null where the text is no day of the calendar. */
export function parseWrittenDate(written: string, order: DateOrder = 'dmy'): PlainDate | null {
  const text = written.trim().toLowerCase();
  const serial = Number(text);
  if (/^\d{5}(?:\.\d+)?$/.test(text) && serial >= SHEET_DAYS.first && serial <= SHEET_DAYS.last)
    return new Date(SHEET_START + Math.floor(serial) * 86_400_000).toISOString().slice(0, 10);
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (compact) return realDay(compact[1], compact[2], compact[3]);
  const yearFirst = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?:[t\s].*)?$/.exec(text);
  if (yearFirst) return realDay(yearFirst[1], yearFirst[2], yearFirst[3]);
  const yearLast = /^(\d{1,2})[-./]\s?(\d{1,2})[-./]\s?(\d{4}|\d{2})\.?(?:[t\s].*)?$/.exec(text);
  if (yearLast) {
    const [, first, second, year = ''] = yearLast;
    const full = year.length === 2 ? `20${year}` : year;
    if (order === 'ymd' && year.length === 2) return realDay(`20${first}`, second, year);
    return order === 'mdy' ? realDay(full, first, second) : realDay(full, second, first);
  }
  const named = /^(\d{1,2})\.?\s*([a-záéíóúýþæö]{3})[a-záéíóúýþæö]*\.?,?\s*(\d{4})(?:\s.*)?$/.exec(text);
  if (!named) return null;
  const [, day, month = '', year] = named;
  const number = [MONTHS, ENGLISH_MONTHS].map((names) => names.indexOf(month) + 1).find((at) => at > 0);
  return number === undefined ? null : realDay(year, String(number), day);
}

/** A day without its year, as Landsbankinn writes days of value: the one that is nearest to the day of booking. */
function nearestDay(written: string, near: PlainDate): PlainDate | null {
  const [, day, month] = /^(\d{1,2})\.(\d{1,2})\.?$/.exec(written.trim()) ?? [];
  if (day === undefined) return null;
  const year = Number(near.slice(0, 4));
  const days = [year - 1, year, year + 1].flatMap((one) => realDay(String(one), month, day) ?? []);
  const apart = (one: PlainDate) => Math.abs(daysBetween(one, near));
  return days.reduce<PlainDate | null>(
    (best, one) => (best === null || apart(one) < apart(best) ? one : best),
    null,
  );
}

/** A day of value, which may be written without its year. */
export function parseValueDay(written: string, order: DateOrder, bookedOn: PlainDate): PlainDate | null {
  return parseBookedDay(written, order) ?? nearestDay(written, bookedOn);
}

/** No statement is older than banks' files, and one of another century is a slip of the pen. */
const BOOKED_DAYS = { first: '1990-01-01', last: '2099-12-31' };

/** A day on which a bank may have booked something; null for every other text. */
export function parseBookedDay(written: string, order?: DateOrder): PlainDate | null {
  const day = parseWrittenDate(written, order);
  return day !== null && day >= BOOKED_DAYS.first && day <= BOOKED_DAYS.last ? day : null;
}

function realDay(year = '', month = '', day = ''): PlainDate | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isPlainDate(date) ? date : null;
}

/** The order of `dd.mm.yyyy`, `yyyy-mm-dd` or `mm/dd/yyyy`; null for a text that names no order. */
export function dateOrderOf(format: string): DateOrder | null {
  const letters = format.toLowerCase().replace(/[^dmy]/g, '');
  const order = [...new Set(letters)].join('');
  return order === 'dmy' || order === 'mdy' || order === 'ymd' ? order : null;
}
