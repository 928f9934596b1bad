import type { DateRange } from '../../domain/values/dates.ts';
import type { PeriodLength, VatPeriod } from '../../domain/vat/periods.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { emptyRow, type RowOf, row, text } from '../../kernel/database/row.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import { vatLocks, vatPeriodLengths } from './tables.ts';

const lengthRow = vatPeriodLengths.pick('from_year', 'periods');

/** Which settlement periods of VAT the account has had from which year on; none: the usual ones. */
export function listPeriodLengths(db: Queryable, accountId: number): Promise<RowOf<typeof lengthRow>[]> {
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
  const key = `vat_locks ${accountId}`;
  await tx.query(emptyRow, sql`select from pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

const lockRow = vatLocks.pick('from_date', 'to_date', 'locked_at', 'unlocked_at', 'unlock_reason');
export type LockRow = RowOf<typeof lockRow>;

/** All locks of periods that end within the days, those that were undone too, in their order. */
export function listVatLocks(db: Queryable, accountId: number, { from, to }: DateRange): Promise<LockRow[]> {
  return db.query(
    lockRow,
    sql`select ${lockRow.list()} from vat_locks
      where account_id = ${accountId} and to_date between ${from} and ${to} order by id`,
  );
}

interface LockChange {
  days: VatPeriod;
  person: number | null;
  now: Date;
}

const periodState = row({ period: text(), state: text() });

/** A period that is locked already stays so. */
export function lockPeriodStatement(accountId: number, { days, person, now }: LockChange) {
  const record = {
    ...{ account_id: accountId, from_date: days.from, to_date: days.to },
    ...{ locked_at: now, locked_by: person },
  };
  return {
    row: periodState,
    ctes: sql`locked as (${vatLocks.insert(record)} on conflict (account_id, to_date) where unlocked_at is null do nothing)`,
    result: sql`select ${days.period}::text as period, 'locked' as state`,
  };
}

export function unlockPeriodStatement(
  accountId: number,
  { days, person, now }: LockChange,
  unlock_reason: string,
) {
  const changes = { unlocked_at: now, unlocked_by: person, unlock_reason };
  return {
    row: periodState,
    result: sql`${vatLocks.update(changes)}
      where account_id = ${accountId} and to_date = ${days.to} and unlocked_at is null
      returning ${days.period}::text as period, 'open' as state`,
  };
}
