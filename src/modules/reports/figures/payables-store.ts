import type { Queryable } from '../../../kernel/database/queryable.ts';
import { integer, type RowOf, row, text, textArray } from '../../../kernel/database/row.ts';
import { sql } from '../../../kernel/database/sql.ts';
import { paidOfCostSql } from '../../bank/paid-costs-store.ts';
import { costInIskSql } from '../../costs/figures-store.ts';
import { dueOnSql, isApprovedAnywhereSql, isOwedToSupplierSql } from '../../costs/payable-store.ts';
import { supplierKeySql } from '../../costs/search-store.ts';
import { ageBandSql, agedSumsSql } from './receivables-store.ts';

/** The first row has no supplier: it is the sum over all of them. */
const agedCosts = row({
  key: text().nullable(),
  supplier: text().nullable(),
  supplier_id: text().nullable(),
  bands: textArray(),
  /** What suppliers owe, negative. */
  credit: text(),
  total: text(),
  /** How many are in a foreign currency without an exchange rate, and not in the sums. */
  without_rate: integer(),
});
export type AgedCosts = RowOf<typeof agedCosts>;

const MAX_ROWS = 500;

const paidElsewhere = sql`case when c.is_imported then c.paid_amount - coalesce(paid.booked, 0) else 0 end`;

/**
 * What is owed to each supplier at the end of a day, in ISK, by the days of costs and of the lines that paid them. What was paid
 * before the day of the cost is owed by the supplier until then. Of what another account has paid of a cost that came from there
 * the day is not known: it counts from the day of the cost.
 */
export function sumAgedCosts(db: Queryable, accountId: number, day: string): Promise<AgedCosts[]> {
  return db.query(
    agedCosts,
    sql`with paid as materialized (
      select a.cost_guid, sum(${paidOfCostSql}) as booked,
        sum(${paidOfCostSql}) filter (where coalesce(l.value_on, l.booked_on) <= ${day}) as settled
      from bank_actions a
      join bank_bookings k on k.account_id = a.account_id and k.id = a.booking_id
      join bank_lines l on l.account_id = k.account_id and l.id = k.line_id
      where a.account_id = ${accountId} and a.is_active and a.cost_guid is not null
      group by a.cost_guid),
    owed as (
      select c.*, case when c.issue_date <= ${day} then c.amount - ${paidElsewhere} else 0 end
        - coalesce(paid.settled, 0) as rest
      from costs c left join paid on paid.cost_guid = c.guid
      where c.account_id = ${accountId} and ${isApprovedAnywhereSql} and c.amount is not null and ${isOwedToSupplierSql}),
    open as (
      select ${supplierKeySql} as key, c.supplier_name, c.supplier_id, ${costInIskSql(sql`c.rest`)} as isk,
        case when c.rest > 0 and not c.credit_note then ${ageBandSql(day, dueOnSql)} end as band
      from owed c where c.rest <> 0)
    select key, max(supplier_name) as supplier, max(supplier_id) as supplier_id, ${agedSumsSql},
      (count(*) filter (where isk is null))::int as without_rate
    from open group by grouping sets ((key), ())
    order by grouping(key) desc, sum(isk) desc nulls last, key limit ${1 + MAX_ROWS}`,
  );
}
