import type { DateRange, PlainDate } from '../../domain/values/dates.ts';
import type { PeriodLength, VatPeriod } from '../../domain/vat/periods.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, emptyRow, type RowOf, row } from '../../kernel/database/row.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import { vatLocks, vatPeriodLengths } from './tables.ts';

const lengthRow = vatPeriodLengths.pick('from_year', 'periods');

/** Which settlement periods of VAT the account has had from which year on; none: the usual ones. */
export function listPeriodLengths(db: Queryable, accountId: number) {
  return db.query(
    lengthRow,
    sql`select ${lengthRow.list()} from vat_period_lengths where account_id = ${accountId}`,
  );
}

/** The length that was chosen last, which may count from next January on. */
export const chosenLengthSql = sql`coalesce((
  select periods from vat_period_lengths v where v.account_id = accounts.account_id
  order by v.from_year desc limit 1), 'two_months')`;

/** The length counts for `year` and all after it, or from the next one on where a period of `year` is locked. */
export function choosePeriodsCtes(accountId: number, periods: PeriodLength, year: number): Sql {
  const record = { account_id: accountId, from_year: sql`first.year`, periods };
  return sql`
    first as (
      select ${year}::int + case when exists (
        select from vat_locks where account_id = ${accountId} and unlocked_at is null
          and extract(year from to_date) = ${year}::int) then 1 else 0 end as year),
    later_lengths as (
      delete from vat_period_lengths where account_id = ${accountId} and from_year > (select year from first)),
    chosen_length as (
      ${vatPeriodLengths.insertSelect(record)} from first
      on conflict (account_id, from_year) do update set periods = excluded.periods)`;
}

/** Waits for all writes that book by a day, and holds up the next ones until the transaction ends. */
export async function lockBooks(tx: Queryable, accountId: number): Promise<void> {
  await tx.query(emptyRow, sql`select from ${waitForBooks(accountId)}`);
}

function waitForBooks(accountId: number): Sql {
  return sql`pg_advisory_xact_lock(hashtextextended(${`vat_locks ${accountId}`}, 0))`;
}

const lockRow = vatLocks.pick('id', 'from_date', 'to_date', 'locked_at', 'unlocked_at', 'unlock_reason');
export type LockRow = RowOf<typeof lockRow>;

/** All locks of periods that end within the days, those that were undone too, in their order. */
export function listVatLocks(db: Queryable, accountId: number, { from, to }: DateRange): Promise<LockRow[]> {
  return db.query(
    lockRow,
    sql`select ${lockRow.list()} from vat_locks
      where account_id = ${accountId} and to_date between ${from} and ${to} order by id`,
  );
}

export interface LockChange {
  days: VatPeriod;
  person: number | null;
  now: Date;
}

const periodState = row({ period: col.text(), state: col.text() });

/**
 * Locks the period after all that books by a day has ended, as a step of a statement. `locked` has the lock, and whether it is new:
 * a period that is locked already stays so. The update changes nothing; it finds a lock that was made while the statement waited.
 */
export function lockPeriodCtes(accountId: number, { days, person, now }: LockChange): Sql {
  const record = {
    ...{ account_id: accountId, from_date: days.from, to_date: days.to },
    ...{ locked_at: now, locked_by: person },
  };
  return sql`
    waited as (select from ${waitForBooks(accountId)}),
    locked as (${vatLocks.insertSelect(record)} from waited
      on conflict (account_id, to_date) where unlocked_at is null do update set from_date = excluded.from_date
      returning id, xmax = 0 as is_new)`;
}

export function lockPeriodStatement(accountId: number, change: LockChange) {
  return {
    row: periodState,
    ctes: lockPeriodCtes(accountId, change),
    result: sql`select ${change.days.period}::text as period, 'locked' as state`,
  };
}

export function unlockPeriodStatement(
  accountId: number,
  { days, person, now }: LockChange,
  unlock_reason: string,
) {
  return {
    row: periodState,
    result: sql`${unlockSql(accountId, { to: days.to, person, now }, unlock_reason)}
      returning ${days.period}::text as period, 'open' as state`,
  };
}

/** Unlocks the period that ends on a day, if it is locked. */
export function unlockSql(
  accountId: number,
  { to, person, now }: { to: PlainDate; person: number | null; now: Date },
  unlock_reason: string,
): Sql {
  const changes = { unlocked_at: now, unlocked_by: person, unlock_reason };
  return sql`${vatLocks.update(changes)} where account_id = ${accountId} and to_date = ${to} and unlocked_at is null`;
}
