import { STATUS_TABS } from '../../../domain/invoices/invoice-status.ts';
import {
  inIskSql,
  isOwedSql,
  isUnsettledInvoiceSql,
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

interface Balances {
  /** Of the invoice `i`: whether it is owed, and what is left of it. */
  isOwed: Sql;
  balance: Sql;
  /** Of the credit note `i`: whether it is still to be paid back. */
  isToRefund: Sql;
}

const CURRENT: Balances = {
  isOwed: isOwedSql,
  balance: balanceSql,
  isToRefund: sql`i.kind = 'credit' and i.is_refund and i.status = 'Sent'`,
};

/**
 * What was owed at the end of a day, by the days of issue, credit notes and payment that are known now. A note of an
 * unpaid invoice lowers it from the day of the note on; one of a paid invoice is owed to the customer until it is paid back.
 */
function balancesOn(day: string): Balances {
  const isOpen = sql`i.status <> 'Draft' and i.issue_date <= ${day} and (i.paid_on is null or i.paid_on > ${day})`;
  const credited = sql`case when i.credited_amount = 0 then 0 else (
    select coalesce(sum(n.amount), 0) from invoices n where n.account_id = i.account_id and n.refer_id = i.id
      and n.status <> 'Draft' and not n.is_refund and n.issue_date <= ${day}) end`;
  return {
    isOwed: sql`i.kind = 'invoice' and ${isOpen}`,
    balance: payableSql(sql`(i.amount - ${credited})`),
    isToRefund: sql`i.kind = 'credit' and i.is_refund and ${isOpen}`,
  };
}

/** What each customer owes by age band, and what is owed to it, in ISK. `asOf`: on that day; null: now. */
export function sumAged(
  db: Queryable,
  accountId: number,
  today: string,
  asOf: string | null,
): Promise<AgedRow[]> {
  const { isOwed, balance, isToRefund } = asOf ? balancesOn(asOf) : CURRENT;
  const band = (number: number) => sql`coalesce(sum(isk) filter (where band = ${number}), 0)::text`;
  return db.query(
    agedRow,
    sql`select customer_guid, max(customer) as customer, coalesce(sum(isk), 0)::text as total,
        array[${band(0)}, ${band(1)}, ${band(2)}, ${band(3)}, ${band(4)}] as bands,
        coalesce(sum(isk) filter (where band is null), 0)::text as credit
      from (
        select c.guid::text as customer_guid, c.name as customer, open.band, open.isk
        from (
          select i.customer_id, ${ageBandSql(asOf ?? today)} as band, ${inIskSql(balance)} as isk
          from invoices i where i.account_id = ${accountId} and ${isOwed}
          union all
          select i.customer_id, null, -${inIskSql(payableSql(sql`i.amount`))}
          from invoices i where i.account_id = ${accountId} and ${isToRefund}) open
        join customers c on c.account_id = ${accountId} and c.id = open.customer_id
        where open.isk <> 0) balances
      group by grouping sets ((customer_guid), ())
      order by grouping(customer_guid) desc, sum(isk) desc, customer_guid limit ${1 + MAX_ROWS}`,
  );
}
