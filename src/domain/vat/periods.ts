import { addMonthsAnchored, firstOfMonth, lastOfMonth, type PlainDate } from '../values/dates.ts';
import { nextWorkingDay } from '../values/icelandic-holidays.ts';

/**
 * How long the settlement periods of an account are (regulation 667/1995): two months for most, half a year for farmers, the
 * calendar year below a turnover of `YEARLY_LIMIT`.
 */
export const PERIOD_LENGTHS = ['two_months', 'half_year', 'year'] as const;
export type PeriodLength = (typeof PERIOD_LENGTHS)[number];
const DEFAULT_LENGTH: PeriodLength = 'two_months';

const MONTHS: Readonly<Record<PeriodLength, number>> = { two_months: 2, half_year: 6, year: 12 };

/** In krónur of taxable turnover a year, without VAT. */
export const YEARLY_LIMIT = '4000000';

/** A settlement period, named by its last month: `2026-10` is September and October, half a year or a year end with it. */
export interface VatPeriod {
  period: string;
  from: PlainDate;
  to: PlainDate;
  due: PlainDate;
}

export function periodsOfYear(year: number, length: PeriodLength): VatPeriod[] {
  const months = MONTHS[length];
  return Array.from({ length: 12 / months }, (_, index) => periodEnding(year, (index + 1) * months, months));
}

function periodEnding(year: number, month: number, months: number): VatPeriod {
  const to = lastOfMonth(year, month);
  return {
    period: to.slice(0, 7),
    from: firstOfMonth(year, month - months + 1),
    to,
    // The return is due on the fifth day of the second month after the period, or on the next working day.
    due: nextWorkingDay(addMonthsAnchored(`${to.slice(0, 7)}-05`, 2)),
  };
}

/** From which year on an account has periods of a length. */
export interface LengthSince {
  from_year: number;
  periods: PeriodLength;
}

/** `chosen` in any order. */
export function lengthInYear(chosen: readonly LengthSince[], year: number): PeriodLength {
  const before = chosen.filter(({ from_year }) => from_year <= year);
  return before.sort((a, b) => b.from_year - a.from_year)[0]?.periods ?? DEFAULT_LENGTH;
}

/**
 * The period whose return is next to be filed: the first one that is not locked and not past its due date. An open period of
 * long ago is not it, because its return may have been filed elsewhere.
 */
export function nextToFile(
  chosen: readonly LengthSince[],
  { today, isLocked }: { today: PlainDate; isLocked(to: PlainDate): boolean },
): VatPeriod | null {
  const years = [-1, 0, 1].map((offset) => yearOf(today) + offset);
  const periods = years.flatMap((year) => periodsOfYear(year, lengthInYear(chosen, year)));
  return periods.find(({ to, due }) => due >= today && !isLocked(to)) ?? null;
}

export function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}

/** What the tax office calls a period in its service: its year, and four times its last month. */
export function officeCode(period: string): { year: string; code: string } {
  return { year: period.slice(0, 4), code: String(Number(period.slice(5, 7)) * 4).padStart(2, '0') };
}
