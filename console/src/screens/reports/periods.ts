import type { ReportPeriod } from '../../lib/report-period.ts';

export const PRESETS = [
  'this-month',
  'last-month',
  'this-vat',
  'last-vat',
  'year-to-date',
  'this-year',
  'last-year',
] as const;
export type Preset = (typeof PRESETS)[number];

/** Days are computed in UTC, so that no time zone moves them. */
function day(year: number, month: number, date: number): string {
  return new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);
}

const months = (year: number, first: number, count: number): ReportPeriod => ({
  from_date: day(year, first, 1),
  to_date: day(year, first + count, 0),
});

/** The period of a preset on a day. A VAT period is two months, beginning with January. */
export function periodOf(preset: Preset, today: string): ReportPeriod {
  const [year = 0, monthNumber = 1] = today.split('-').map(Number);
  const month = monthNumber - 1;
  const pair = month - (month % 2);
  const periods: Record<Preset, ReportPeriod> = {
    'this-month': months(year, month, 1),
    'last-month': months(year, month - 1, 1),
    'this-vat': months(year, pair, 2),
    'last-vat': months(year, pair - 2, 2),
    'year-to-date': { from_date: day(year, 0, 1), to_date: today },
    'this-year': months(year, 0, 12),
    'last-year': months(year - 1, 0, 12),
  };
  return periods[preset];
}

/** The same days one year earlier, for comparison. A period that ends with a month is compared with whole months: with February to its 29th in a leap year. */
export function yearBefore({ from_date, to_date }: ReportPeriod): ReportPeriod {
  const lastDay = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();
  const back = (date: string, isEnd: boolean) => {
    const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number);
    const last = lastDay(year - 1, month);
    const endsMonth = isEnd && dayOfMonth === lastDay(year, month);
    return day(year - 1, month - 1, endsMonth ? last : Math.min(dayOfMonth, last));
  };
  return { from_date: back(from_date, false), to_date: back(to_date, true) };
}

/** The days that two periods have in common. */
export function overlap(a: ReportPeriod, b: ReportPeriod): ReportPeriod {
  return {
    from_date: a.from_date > b.from_date ? a.from_date : b.from_date,
    to_date: a.to_date < b.to_date ? a.to_date : b.to_date,
  };
}

/** The first and the last day of a month, as `2026-03`. */
export function monthPeriod(month: string): ReportPeriod {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return months(year, number - 1, 1);
}
