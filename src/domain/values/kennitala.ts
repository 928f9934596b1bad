import { isRealDay, type PlainDate } from './dates.ts';

/** `relaxed` skips the check digit of all persons. */
export type KennitalaMode = 'strict' | 'relaxed';

const WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2];

// By law, people born on this day or later get a kennitala without a check digit.
const NO_CHECK_DIGIT_SINCE: PlainDate = '2026-02-18';

const CENTURIES: Readonly<Record<string, number>> = { '8': 1800, '9': 1900, '0': 2000 };

/** Removes hyphens and spaces; does not validate. */
export function normalizeKennitala(input: string): string {
  return input.replace(/[\s\u002d\u2010-\u2013]/g, '');
}

/** 550123-4520; any other text stays as it is. */
export function formatKennitala(k: string): string {
  return /^\d{10}$/.test(k) ? `${k.slice(0, 6)}-${k.slice(6)}` : k;
}

/** The day of a company's or other legal entity's kennitala is increased by 40. */
export function isCompany(k: string): boolean {
  const first = k.charAt(0);
  return first >= '4' && first <= '7';
}

/** System numbers are issued to people without a legal domicile in Iceland; they encode no birthday. */
function isSystemNumber(k: string): boolean {
  const first = k.charAt(0);
  return first === '8' || first === '9';
}

function checkDigitFits(k: string): boolean {
  let weightedSum = 0;
  for (const [i, weight] of WEIGHTS.entries()) weightedSum += weight * Number(k.charAt(i));
  // A remainder of 1 would need the check digit 10, so such a number is never valid.
  return (11 - (weightedSum % 11)) % 11 === Number(k.charAt(8));
}

/** The day of birth or foundation, or null if the digits do not form an existing day. */
function dayOf(k: string): PlainDate | null {
  const century = CENTURIES[k.charAt(9)];
  if (century === undefined) return null;
  const year = century + Number(k.slice(4, 6));
  const month = Number(k.slice(2, 4));
  const day = Number(k.slice(0, 2)) - (isCompany(k) ? 40 : 0);
  if (!isRealDay(year, month, day)) return null;
  return `${year}-${k.slice(2, 4)}-${String(day).padStart(2, '0')}`;
}

/** Expects a normalized number. */
export function checkKennitala(k: string, mode: KennitalaMode): boolean {
  if (!/^\d{10}$/.test(k)) return false;
  if (isSystemNumber(k)) return true;
  const day = dayOf(k);
  if (day === null) return false;
  if (!isCompany(k) && (mode === 'relaxed' || day >= NO_CHECK_DIGIT_SINCE)) return true;
  return checkDigitFits(k);
}

/** Whether a valid number has a check digit, so that one wrong digit would be detected. */
export function hasCheckDigit(k: string): boolean {
  if (!/^\d{10}$/.test(k) || isSystemNumber(k)) return false;
  const day = dayOf(k);
  return day !== null && (isCompany(k) || day < NO_CHECK_DIGIT_SINCE) && checkDigitFits(k);
}
