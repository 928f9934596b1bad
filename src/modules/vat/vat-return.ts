import { addMonthsAnchored, lastOfMonth } from '../../domain/values/dates.ts';
import { type VatPeriod, yearOf } from '../../domain/vat/periods.ts';
import type { ReadContext } from '../../kernel/operations/context.ts';
import { type LockRow, listVatLocks } from '../accounts/vat-periods-store.ts';
import { type AccountPeriods, readAccountPeriods } from './account-periods.ts';
import { listMissing } from './missing-store.ts';
import { boxesOf, readMonths } from './period-boxes.ts';
import { listSubmissions, type SubmissionRow } from './submission-store.ts';

/** The return of a period with all that is shown beside it, in exact sums. */
export async function readVatReturn({ db, account }: ReadContext, name: string) {
  const periods = await readAccountPeriods(db, account.id);
  const period = periods.named(name);
  const [last, yearBefore] = [periods.before(period), periods.named(previousYear(periods, period))];
  const lastDay = { from: period.to, to: period.to };
  const [months, missing, locks, submissions] = await Promise.all([
    readMonths(db, account.id, { from: yearBefore.from, to: lastOfMonth(yearOf(period.to), 12) }),
    listMissing(db, account.id, period),
    listVatLocks(db, account.id, lastDay),
    listSubmissions(db, account.id, lastDay),
  ]);
  return {
    ...{ periods, period, last, yearBefore, months, missing, locks, submissions },
    submitted: currentSubmission(currentLock(period, locks), submissions),
    sums: boxesOf(months, period),
    lastSums: boxesOf(months, last),
    yearBeforeSums: boxesOf(months, yearBefore),
  };
}

/** The lock of a period; undefined where it is open. */
export function currentLock({ to }: VatPeriod, locks: readonly LockRow[]): LockRow | undefined {
  return locks.find(({ to_date, unlocked_at }) => to_date === to && unlocked_at === null);
}

/** The submission of a period as it is locked now; null where it was not handed in since. */
export function currentSubmission(
  lock: LockRow | undefined,
  submissions: readonly SubmissionRow[],
): SubmissionRow | null {
  return submissions.find(({ state, lock_id }) => state === 'submitted' && lock_id === lock?.id) ?? null;
}

/** Of a year with periods of another length it is the one that has the same last month, or the first one after it. */
function previousYear(periods: AccountPeriods, { to }: VatPeriod): string {
  const ended = addMonthsAnchored(to.slice(0, 8).concat('01'), -12).slice(0, 7);
  const found = periods.ofYear(yearOf(ended)).find(({ period }) => period >= ended);
  return found?.period ?? ended;
}
