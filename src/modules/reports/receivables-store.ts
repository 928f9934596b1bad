import { STATUS_TABS } from '../../domain/invoice-status.ts';
import type { Queryable } from '../../kernel/context.ts';
import {
  inIskSql,
  isOwedSql,
  isUnsettledInvoiceSql,
  statusColumns,
  statusTabSql,
} from '../../kernel/database/invoice-status-sql.ts';
import { integer, oneOf, type RowOf, row, text, textArray } from '../../kernel/database/row.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import { balanceSql, tabAmountSql } from '../customers/balance-store.ts';

/** Band 0 is not due; then up to 30, 60 and 90 days past the due date of the invoice `i`, and more. */
function ageBandSql(today: string): Sql {
  const age = sql`${today}::date - i.due_date`;
  return sql`case when ${age} <= 0 then 0 when ${age} <= 30 then 1 when ${age} <= 60 then 2 when ${age} <= 90 then 3 else 4 end`;
}

const unsettledRow = row({ tab: oneOf(STATUS_TABS), band: integer(), count: integer(), total: text() });
export type UnsettledRow = RowOf<typeof unsettledRow>;

/** Drafts by their amount and unpaid invoices by their balance, in ISK. Credit notes are not counted. */
export function sumUnsettled(db: Queryable, accountId: number, today: string): Promise<UnsettledRow[]> {
  return db.query(
    unsettledRow,
    sql`select ${statusTabSql(statusColumns(today))} as tab, ${ageBandSql(today)} as band, count(*)::int as count,
        sum(${inIskSql(tabAmountSql)})::text as total
      from invoices i where i.account_id = ${accountId} and ${isUnsettledInvoiceSql}
      group by 1, 2 order by 1, 2`,
  );
}

/** The first row has no customer: it is the sum over all of them. */
const agedRow = row({
  customer_guid: text().nullable(),
  customer: text().nullable(),
  bands: textArray(),
  total: text(),
});
export type AgedRow = RowOf<typeof agedRow>;

const MAX_ROWS = 500;

/** What remains of each customer's unpaid invoices, by age band, in ISK. */
export function sumAged(db: Queryable, accountId: number, today: string): Promise<AgedRow[]> {
  const band = (number: number) => sql`coalesce(sum(isk) filter (where band = ${number}), 0)::text`;
  return db.query(
    agedRow,
    sql`select customer_guid, max(customer) as customer, coalesce(sum(isk), 0)::text as total,
        array[${band(0)}, ${band(1)}, ${band(2)}, ${band(3)}, ${band(4)}] as bands
      from (
        select c.guid::text as customer_guid, c.name as customer, ${ageBandSql(today)} as band,
          ${inIskSql(balanceSql)} as isk
        from invoices i join customers c on c.account_id = ${accountId} and c.id = i.customer_id
        where i.account_id = ${accountId} and ${isOwedSql}) owed
      group by grouping sets ((customer_guid), ())
      order by grouping(customer_guid) desc, sum(isk) desc, customer_guid limit ${1 + MAX_ROWS}`,
  );
}
