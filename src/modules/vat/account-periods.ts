import {
  lengthInYear,
  type PeriodLength,
  periodsOfYear,
  type VatPeriod,
  yearOf,
} from '../../domain/vat/periods.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { listPeriodLengths } from '../accounts/vat-periods-store.ts';

/** The settlement periods of an account, which may have another length in another year. */
export interface AccountPeriods {
  lengthIn(year: number): PeriodLength;
  ofYear(year: number): VatPeriod[];
  /** The period that a call names; refuses a month with which none ends. */
  named(name: string): VatPeriod;
  before(period: VatPeriod): VatPeriod;
}

export async function readAccountPeriods(db: Queryable, accountId: number): Promise<AccountPeriods> {
  const lengths = await listPeriodLengths(db, accountId);
  const lengthIn = (year: number) => lengthInYear(lengths, year);
  const ofYear = (year: number) => periodsOfYear(year, lengthIn(year));
  return {
    lengthIn,
    ofYear,
    named(name) {
      const periods = /^[12]\d{3}-\d{2}$/.test(name) ? ofYear(yearOf(name)) : [];
      const known = periods.map(({ period }) => period).join(', ') || 'a year and month such as 2026-10';
      return (
        periods.find(({ period }) => period === name) ??
        fail('field_invalid', 'period', violation('one_of', known))
      );
    },
    before({ from }) {
      const year = yearOf(from);
      const earlier = [...ofYear(year - 1), ...ofYear(year)].filter(({ to }) => to < from);
      return earlier.at(-1) ?? fail('field_invalid', 'period', violation('one_of', String(year)));
    },
  };
}
