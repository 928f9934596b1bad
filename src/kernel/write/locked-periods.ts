import { firstOfMonth, lastOfMonth, type PlainDate } from '../../domain/values/dates.ts';
import { col, emptyRow, row } from '../database/row.ts';
import { type Sql, sql } from '../database/sql.ts';
import { type Failure, failure } from '../failures/failure.ts';
import type { FinalStep, ReadContext, WriteContext } from '../operations/context.ts';
import type { OpenWrite } from './write-call.ts';

/** The SQLSTATE that the function refuse_locked_days raises. */
const LOCKED = 'KV001';

/**
 * Refuses a write into a locked settlement period, in the statement that stores it: `refuse_locked_days` waits for a call that
 * locks a period at the same moment. Null where none of its days can be in one. The final statement reads the CTE, so that it runs.
 */
export function openPeriodCte({ ctx }: OpenWrite, { bookedOn = [] }: FinalStep): Sql | null {
  const days = bookedOn.filter((day) => mayBeLocked(day, ctx.today));
  if (days.length === 0) return null;
  return sql`open_period as (select refuse_locked_days(${ctx.account.id}, ${days}::date[]) as is_open)`;
}

/**
 * A period ends with a month and can be locked only after that, so most writes need not look: their days are of the month that
 * is running. On its last day they do, because the next one may have begun before they are committed.
 */
function mayBeLocked(day: PlainDate, today: PlainDate): boolean {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  return day < firstOfMonth(year, month) || (today === lastOfMonth(year, month) && day <= today);
}

/** Refuses the days now, for `prepare` of a write that calls services outside; the final statement checks them again. */
export async function requireOpenPeriod(
  { db, account, today }: Pick<ReadContext, 'db' | 'account' | 'today'>,
  days: readonly PlainDate[],
): Promise<void> {
  const past = days.filter((day) => mayBeLocked(day, today));
  if (past.length === 0) return;
  const check = sql`select from refuse_locked_days(${account.id}, ${past}::date[])`;
  await db.query(emptyRow, check).catch((error) => {
    throw asLockedPeriod(error);
  });
}

const lockedDay = row({ locked: col.date(), opened: col.date() });

/** The refusal of each of the days that is in a locked period. None of the others is locked before the transaction ends. */
export async function lockedDays(
  { tx, account, today }: Pick<WriteContext, 'tx' | 'account' | 'today'>,
  days: readonly PlainDate[],
): Promise<ReadonlyMap<PlainDate, Failure>> {
  const past = days.filter((day) => mayBeLocked(day, today));
  if (past.length === 0) return new Map();
  const found = await tx.query(
    lockedDay,
    sql`select locked, opened from locked_days(${account.id}, ${past}::date[])`,
  );
  return new Map(found.map(({ locked, opened }) => [locked, failure('period_locked', locked, opened)]));
}

/** The refusal of the database as a failure; any other error as it is. */
export function asLockedPeriod(error: unknown): unknown {
  const { code, detail } = Object(error);
  if (code !== LOCKED) return error;
  const [day = '', opened = ''] = String(detail).split(' ');
  return failure('period_locked', day, opened);
}
