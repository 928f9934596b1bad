import { CURRENCIES, type Currency } from '../values/codes.ts';
import { type DateRange, firstOfMonth, isCalendarDate, lastOfMonth } from '../values/dates.ts';
import { type Decimal, ZERO } from '../values/money.ts';
import type { Violation } from '../values/violation.ts';
import { BUCKETS, type Bucket } from './invoice-status.ts';

export interface PeriodInput {
  year?: number | undefined;
  month?: number | undefined;
  from_month?: number | undefined;
  to_month?: number | undefined;
  from_date?: string | undefined;
  to_date?: string | undefined;
}

/** Both ends are inclusive. */
export type PeriodViolation = Violation<
  'period_mode' | 'period_year' | 'period_month' | 'period_date' | 'period_order'
>;

const MODES: readonly (readonly (keyof PeriodInput)[])[] = [
  ['year'],
  ['year', 'month'],
  ['year', 'from_month', 'to_month'],
  ['from_date', 'to_date'],
];

function isOneMode(input: PeriodInput): boolean {
  const keys = ['year', 'month', 'from_month', 'to_month', 'from_date', 'to_date'] as const;
  const presentKeys = keys.filter((key) => input[key] !== undefined);
  return MODES.some(
    (mode) => mode.length === presentKeys.length && mode.every((key) => presentKeys.includes(key)),
  );
}

function resolveDates(from: string, to: string): DateRange | PeriodViolation {
  for (const [name, date] of [
    ['from_date', from],
    ['to_date', to],
  ] as const) {
    if (!isCalendarDate(date))
      return { code: 'period_date', message: `${name} must be a real date, sent as Y-m-d` };
  }
  if (from > to) return { code: 'period_order', message: 'from_date must not be later than to_date' };
  return { from, to };
}

function resolveMonths(year: number, first: number, last: number): DateRange | PeriodViolation {
  if (!Number.isInteger(year) || year < 1900 || year > 2999) {
    return { code: 'period_year', message: 'year must be a whole number from 1900 to 2999' };
  }
  for (const month of [first, last]) {
    if (!Number.isInteger(month) || month < 1 || month > 12) {
      return { code: 'period_month', message: 'Months must be whole numbers from 1 to 12' };
    }
  }
  if (first > last) return { code: 'period_order', message: 'from_month must not be later than to_month' };
  return { from: firstOfMonth(year, first), to: lastOfMonth(year, last) };
}

/** Resolves the requested period to its first and last day. */
export function resolvePeriod(input: PeriodInput): DateRange | PeriodViolation {
  if (!isOneMode(input)) {
    return {
      code: 'period_mode',
      message:
        'Send exactly one period: year, year with month, year with from_month and to_month, or from_date with to_date',
    };
  }
  const { year, month, from_month, to_month, from_date, to_date } = input;
  if (year === undefined) return resolveDates(from_date ?? '', to_date ?? '');
  return resolveMonths(year, month ?? from_month ?? 1, month ?? to_month ?? 12);
}

/** The sum of one bucket in one currency. `total` is negative where credit notes outweigh the invoices. */
export interface BucketSum {
  bucket: Bucket;
  currency: string;
  count: number;
  total: Decimal;
}

export interface Summary {
  status: 'total' | Bucket;
  count: number;
  amounts: { currency: string; total: Decimal }[];
}

/** The order of currencies within a summary: ISK first. */
function currencyRank(currency: string): number {
  return CURRENCIES.indexOf(currency as Currency);
}

function sumBuckets(status: Summary['status'], sums: readonly BucketSum[]): Summary {
  const byCurrency = new Map<string, Decimal>();
  let count = 0;
  for (const { currency, count: documents, total } of sums) {
    count += documents;
    byCurrency.set(currency, (byCurrency.get(currency) ?? ZERO).plus(total));
  }
  const amounts = Array.from(byCurrency, ([currency, total]) => ({ currency, total }));
  return {
    status,
    count,
    amounts: amounts.sort((a, b) => currencyRank(a.currency) - currencyRank(b.currency)),
  };
}

/** Sums `total` from all buckets and puts it first. The buckets follow in a fixed order; empty ones are left out. */
export function summarize(sums: readonly BucketSum[]): Summary[] {
  const filled = BUCKETS.map((bucket) =>
    sumBuckets(
      bucket,
      sums.filter((s) => s.bucket === bucket),
    ),
  );
  return [sumBuckets('total', sums), ...filled.filter((s) => s.count > 0)];
}
