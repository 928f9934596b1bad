import type { PeriodLength } from '../../domain/vat/periods.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import type { RowOf } from '../../kernel/database/row.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import { vatPeriodLengths } from './tables.ts';

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

/** The length counts for the year of `today` and all after it, whatever was chosen for them before. */
export function choosePeriodsCtes(accountId: number, periods: PeriodLength, year: number): Sql {
  const record = { account_id: accountId, from_year: year, periods };
  return sql`
    later_lengths as (
      delete from vat_period_lengths where account_id = ${accountId} and from_year > ${year}),
    chosen_length as (
      ${vatPeriodLengths.insert(record)} on conflict (account_id, from_year) do update set periods = excluded.periods)`;
}
