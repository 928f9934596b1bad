import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../../kernel/database/row.ts';
import { type Sql, sql } from '../../../kernel/database/sql.ts';
import { paidOfCostSql } from '../../bank/paid-costs-store.ts';
import { costInIskSql } from '../../costs/figures-store.ts';
import { dueOnSql, isApprovedAnywhereSql, isOwedToSupplierSql } from '../../costs/payable-store.ts';
import { supplierKeySql } from '../../costs/search-store.ts';
import { costs } from '../../costs/tables.ts';
import { ageBandSql, agedSumsSql } from './receivables-store.ts';

/** The first row has no supplier: it is the sum over all of them. */
const agedCosts = row({
  key: col.text().nullable(),
  supplier: col.text().nullable(),
  supplier_id: col.text().nullable(),
  bands: col.textArray(),
  /** What suppliers owe, negative. */
  credit: col.text(),
  total: col.text(),
  /** How many are in a foreign currency without an exchange rate, and not in the sums. */
  without_rate: col.integer(),
});
export type AgedCosts = RowOf<typeof agedCosts>;

const MAX_ROWS = 500;

const paidElsewhere = sql`case when c.is_imported then c.paid_amount - coalesce(paid.booked, 0) else 0 end`;

const candidate = costs.pick(
  ...(['guid', 'issue_date', 'listed_on', 'due_date', 'amount', 'paid_amount', 'is_imported'] as const),
  ...(['supplier_name', 'supplier_id', 'currency', 'exchange_rate', 'credit_note'] as const),
);

/** Costs that are not settled, that are of a later day, or that were paid later: of all others nothing was owed. Each has an index. */
function countedIds(accountId: number, day: string): Sql {
  return sql`select c.id from costs c
      where c.account_id = ${accountId} and c.amount <> c.paid_amount and ${isOwedToSupplierSql}
    union select c.id from costs c where c.account_id = ${accountId} and c.listed_on > ${day}
    union select c.id from bank_lines l
      join bank_bookings k on k.account_id = l.account_id and k.line_id = l.id
      join bank_actions a on a.account_id = k.account_id and a.booking_id = k.id and a.is_active
      join costs c on c.account_id = a.account_id and c.guid = a.cost_guid
      where l.account_id = ${accountId} and coalesce(l.value_on, l.booked_on) > ${day}`;
}

/**
 * What is owed to each supplier at the end of a day, in ISK, by the days of costs and of the lines that paid them. What was paid
 * before the day of the cost is owed by the supplier until then. Of what another account has paid of a cost that came from there
 * the day is not known: it counts from the day of the cost.
 */
export function sumAgedCosts(db: Queryable, accountId: number, day: string): Promise<AgedCosts[]> {
  return db.query(
    agedCosts,
    sql`with ids as materialized (${countedIds(accountId, day)}),
    counted as materialized (
      select ${candidate.list('c')} from costs c
      where c.account_id = ${accountId} and c.id = any(array(select id from ids))
        and ${isApprovedAnywhereSql} and c.amount is not null and ${isOwedToSupplierSql}),
    paid as materialized (
      select a.cost_guid, sum(${paidOfCostSql}) as booked,
        sum(${paidOfCostSql}) filter (where coalesce(l.value_on, l.booked_on) <= ${day}) as settled
      from counted c
      join bank_actions a on a.account_id = ${accountId} and a.cost_guid = c.guid and a.is_active
      join bank_bookings k on k.account_id = a.account_id and k.id = a.booking_id
      join bank_lines l on l.account_id = k.account_id and l.id = k.line_id
      group by a.cost_guid),
    owed as (
      select c.*, case when c.issue_date <= ${day} then c.amount - ${paidElsewhere} else 0 end
        - coalesce(paid.settled, 0) as rest
      from counted c left join paid on paid.cost_guid = c.guid),
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
