import { isRealDay, type PlainDate } from './dates.ts';

/** `relaxed` asks no check digit of any person. */
export type KennitalaMode = 'strict' | 'relaxed';

const WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2];

// By law the numbers of people born from this day on carry no check digit.
const NO_CHECK_DIGIT_SINCE: PlainDate = '2026-02-18';

const CENTURIES: Readonly<Record<string, number>> = { '8': 1800, '9': 1900, '0': 2000 };

/** Drops the hyphen and spaces that people write; says nothing about validity. */
export function normalizeKennitala(input: string): string {
  return input.replace(/[\s\u002d\u2010-\u2013]/g, '');
}

export function formatKennitala(k: string): string {
  return `${k.slice(0, 6)}-${k.slice(6)}`;
}

/** Companies and other legal entities have 40 added to the day. */
export function isCompany(k: string): boolean {
  const first = k.charAt(0);
  return first >= '4' && first <= '7';
}

/** Numbers handed out by the registry to people who never had a legal domicile; they encode no birthday. */
function isSystemNumber(k: string): boolean {
  const first = k.charAt(0);
  return first === '8' || first === '9';
}

function checkDigitFits(k: string): boolean {
  let weighted = 0;
  for (const [i, weight] of WEIGHTS.entries()) weighted += weight * Number(k.charAt(i));
  // A remainder of 1 would need the digit 10, so no ninth digit fits such a number.
  return (11 - (weighted % 11)) % 11 === Number(k.charAt(8));
}

/** The day of birth or founding in `Y-m-d`, or null when the first six digits and the century are no real day. */
function dayOf(k: string): PlainDate | null {
  const century = CENTURIES[k.charAt(9)];
  if (century === undefined) return null;
  const year = century + Number(k.slice(4, 6));
  const month = Number(k.slice(2, 4));
  const day = Number(k.slice(0, 2)) - (isCompany(k) ? 40 : 0);
  if (!isRealDay(year, month, day)) return null;
  return `${year}-${k.slice(2, 4)}-${String(day).padStart(2, '0')}`;
}

/** Takes a normalized number. */
export function checkKennitala(k: string, mode: KennitalaMode): boolean {
  if (!/^\d{10}$/.test(k)) return false;
  if (isSystemNumber(k)) return true;
  const day = dayOf(k);
  if (day === null) return false;
  if (!isCompany(k) && (mode === 'relaxed' || day >= NO_CHECK_DIGIT_SINCE)) return true;
  return checkDigitFits(k);
}

/** Whether a valid number carries a check digit, so that a slip in one of its digits would show. */
export function hasCheckDigit(k: string): boolean {
  if (!/^\d{10}$/.test(k) || isSystemNumber(k)) return false;
  const day = dayOf(k);
  return day !== null && (isCompany(k) || day < NO_CHECK_DIGIT_SINCE) && checkDigitFits(k);
}
