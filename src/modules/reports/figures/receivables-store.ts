import { STATUS_TABS } from '../../../domain/invoices/invoice-status.ts';
import {
  inIskSql,
  isOwedSql,
  isUnsettledInvoiceSql,
  remainingSql,
  statusColumns,
  statusTabSql,
} from '../../../kernel/database/invoice-status-sql.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { integer, oneOf, type RowOf, row, text, textArray } from '../../../kernel/database/row.ts';
import { type Sql, sql } from '../../../kernel/database/sql.ts';
import { balanceSql, payableSql, tabAmountSql } from '../../customers/balance-store.ts';

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
  /** What is owed to the customer, negative. */
  credit: text(),
  total: text(),
});
export type AgedRow = RowOf<typeof agedRow>;

const MAX_ROWS = 500;

/** What customers owe now, and what is owed to them; `band` is null for the latter. */
function openItems(accountId: number, today: string): Sql {
  return sql`
    select i.customer_id, ${ageBandSql(today)} as band, ${inIskSql(balanceSql)} as isk
    from invoices i where i.account_id = ${accountId} and ${isOwedSql}
    union all
    select i.customer_id, null, -${inIskSql(payableSql(remainingSql))}
    from invoices i where i.account_id = ${accountId} and i.kind = 'credit' and i.refund_amount > i.paid_amount
    union all
    select p.customer_id, null, -round(p.unallocated * p.exchange_rate, 2)
    from payments p where p.account_id = ${accountId} and p.unallocated > 0 and p.reversed_on is null`;
}

/**
 * The same at the end of a day, by the days of issue, payment, reversal and write-off that are known now. Notes lower an
 * invoice from their day on; what they credit beyond its unpaid part is owed to the customer until it is paid back or applied.
 */
function openItemsOn(accountId: number, day: string): Sql {
  const counts = sql`p.paid_on <= ${day} and (p.reversed_on is null or p.reversed_on > ${day})`;
  const allocated = (condition: Sql) => sql`(select coalesce(sum(a.amount), 0) from allocations a
    join payments p on p.account_id = a.account_id and p.id = a.payment_id and ${counts}
    where a.account_id = ${accountId} and ${condition})`;
  const families = sql`select i.customer_id, i.due_date, i.currency, i.exchange_rate, i.written_off_on,
      i.amount - coalesce(notes.credited, 0) - ${allocated(sql`a.invoice_id = i.id`)} as left_over,
      ${allocated(sql`a.invoice_id = any(notes.ids)`)} as used
    from invoices i
    left join lateral (
      select sum(n.amount) as credited, array_agg(n.id) as ids from invoices n
      where n.account_id = i.account_id and n.refer_id = i.id and n.status <> 'Draft' and n.issue_date <= ${day}) notes
      on i.credited_amount <> 0
    where i.account_id = ${accountId} and i.kind = 'invoice' and i.status <> 'Draft' and i.issue_date <= ${day}`;
  return sql`
    select i.customer_id, ${ageBandSql(day)} as band, ${inIskSql(payableSql(sql`greatest(i.left_over, 0)`))} as isk
    from (${families}) i where i.written_off_on is null or i.written_off_on > ${day}
    union all
    select i.customer_id, null, ${inIskSql(sql`i.used - ${payableSql(sql`greatest(-i.left_over, 0)`)}`)}
    from (${families}) i
    union all
    select p.customer_id, null, -round(p.exchange_rate * (p.amount - p.interest - p.charge - p.fee - (
        select coalesce(sum(a.paid), 0) from allocations a
        join invoices i on i.account_id = a.account_id and i.id = a.invoice_id and i.issue_date <= ${day}
        where a.account_id = p.account_id and a.payment_id = p.id)
      - (select coalesce(sum(a.amount), 0) from allocations a
        join payments u on u.account_id = a.account_id and u.id = a.payment_id
          and u.paid_on <= ${day} and (u.reversed_on is null or u.reversed_on > ${day})
        where a.account_id = p.account_id and a.from_payment_id = p.id)), 2)
    from payments p where p.account_id = ${accountId} and p.direction = 'in' and p.source <> 'credit' and ${counts}`;
}

/** What each customer owes by age band, and what is owed to it, in ISK. `asOf`: on that day; null: now. */
export function sumAged(
  db: Queryable,
  accountId: number,
  today: string,
  asOf: string | null,
): Promise<AgedRow[]> {
  const items = asOf ? openItemsOn(accountId, asOf) : openItems(accountId, today);
  const band = (number: number) => sql`coalesce(sum(isk) filter (where band = ${number}), 0)::text`;
  return db.query(
    agedRow,
    sql`select customer_guid, max(customer) as customer, coalesce(sum(isk), 0)::text as total,
        array[${band(0)}, ${band(1)}, ${band(2)}, ${band(3)}, ${band(4)}] as bands,
        coalesce(sum(isk) filter (where band is null), 0)::text as credit
      from (
        select c.guid::text as customer_guid, c.name as customer, open.band, open.isk
        from (${items}) open
        join customers c on c.account_id = ${accountId} and c.id = open.customer_id
        where open.isk <> 0) balances
      group by grouping sets ((customer_guid), ())
      order by grouping(customer_guid) desc, sum(isk) desc, customer_guid limit ${1 + MAX_ROWS}`,
  );
}
