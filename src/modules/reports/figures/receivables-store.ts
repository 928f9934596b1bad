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
import { col, type RowOf, row } from '../../../kernel/database/row.ts';
import { join, type Sql, sql } from '../../../kernel/database/sql.ts';
import { balanceSql, payableSql, tabAmountSql } from '../../customers/balance-store.ts';

/** Band 0 is not due; then up to 30, 60 and 90 days past the due date, which is that of the invoice `i`, and more. */
export function ageBandSql(today: string, dueDate = sql`i.due_date`): Sql {
  const age = sql`${today}::date - ${dueDate}`;
  return sql`case when ${age} <= 0 then 0 when ${age} <= 30 then 1 when ${age} <= 60 then 2 when ${age} <= 90 then 3 else 4 end`;
}

const unsettledRow = row({
  tab: col.oneOf(STATUS_TABS),
  band: col.integer(),
  count: col.integer(),
  total: col.text(),
});
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
  customer_guid: col.text().nullable(),
  customer: col.text().nullable(),
  bands: col.textArray(),
  /** What is owed to the customer, negative. */
  credit: col.text(),
  total: col.text(),
});
export type AgedRow = RowOf<typeof agedRow>;

const MAX_ROWS = 500;

const bandSql = (number: number) => sql`coalesce(sum(isk) filter (where band = ${number}), 0)::text`;

/** The sums of open items in ISK: of each band, without a band, and all together. */
export const agedSumsSql = sql`coalesce(sum(isk), 0)::text as total,
  array[${join([0, 1, 2, 3, 4].map(bandSql), ', ')}] as bands,
  coalesce(sum(isk) filter (where band is null), 0)::text as credit`;

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

/** Whether the payment `p` counts at the end of a day. */
const countsOn = (day: string): Sql =>
  sql`p.paid_on <= ${day} and (p.reversed_on is null or p.reversed_on > ${day})`;

/**
 * What is not settled, or has changed after a day; of everything else nothing was owed at the end of that day. `documents` are the invoices
 * with all their credit notes, because a note counts by those before it. Every part has an index.
 */
function changedSince(accountId: number, day: string): Sql {
  const family = sql`coalesce(i.refer_id, i.id) as id`;
  const mine = sql`from invoices i where i.account_id = ${accountId}`;
  return sql`later as materialized (
      select id from payments where account_id = ${accountId} and paid_on > ${day}
      union select id from payments where account_id = ${accountId} and reversed_on > ${day}),
    families as materialized (
      select ${family} ${mine} and ${isOwedSql}
      union select ${family} ${mine} and i.kind = 'credit' and i.refund_amount > i.paid_amount
      union select ${family} ${mine} and i.issue_date > ${day}
      union select ${family} ${mine} and i.written_off_on > ${day}
      union select ${family} ${mine} and i.id = any(array(
        select a.invoice_id from allocations a
        where a.account_id = ${accountId} and a.payment_id = any(array(select id from later)) and a.invoice_id is not null))),
    document_ids as materialized (
      select id from families
      union all select i.id ${mine} and i.refer_id = any(array(select id from families))),
    payment_ids as materialized (
      select p.id from payments p where p.account_id = ${accountId} and p.unallocated > 0 and p.reversed_on is null
      union select id from later
      union select a.from_payment_id from allocations a
        where a.account_id = ${accountId} and a.payment_id = any(array(select id from later)) and a.from_payment_id is not null)`;
}

/**
 * The same at the end of a day, by the days of issue, payment, reversal and write-off that are known now. Each document and
 * each payment counts by its own day: what was paid on an invoice before it was issued, or twice until one of the payments was
 * reversed, is owed to the customer until then. Each part is computed once: a database without statistics would compute the
 * settled sums anew for every document.
 */
function openItemsOn(accountId: number, day: string): Sql {
  const payableOrNone = (amount: Sql) => sql`case when ${payableSql(amount)} > 0 then ${amount} else 0 end`;
  // Half a króna is rounded up below zero too: what is paid in whole krónur may be that much more than what was left.
  const payableRemainder = (amount: Sql, settled: Sql) => payableSql(sql`(${amount} - ${settled} + 0.001)`);
  const counted = sql`join payments p on p.account_id = ${accountId} and p.id = a.payment_id and ${countsOn(day)}
      where a.account_id = ${accountId}`;
  return sql`
    with ${changedSince(accountId, day)},
    settled as materialized (
      select a.invoice_id, sum(a.amount) as amount from allocations a ${counted}
        and a.invoice_id = any(array(select id from document_ids)) group by a.invoice_id),
    documents as (
      select i.id, i.refer_id, i.kind, i.customer_id, i.due_date, i.currency, i.exchange_rate, i.amount,
        coalesce(settled.amount, 0) as settled, i.issue_date <= ${day} as is_issued,
        case when i.written_off_on <= ${day} then i.written_off_amount else 0 end as lost,
        coalesce(sum(i.amount) filter (where i.kind = 'credit' and i.issue_date <= ${day}) over (
          partition by coalesce(i.refer_id, i.id) order by i.id rows between unbounded preceding and 1 preceding), 0)
          as credited_before
      from invoices i left join settled on settled.invoice_id = i.id
      where i.account_id = ${accountId} and i.status <> 'Draft' and i.id = any(array(select id from document_ids))),
    notes as (
      select i.*, case when invoice.settled > 0
        then ${payableOrNone(sql`(i.amount - ${payableOrNone(sql`(invoice.amount - invoice.settled - i.credited_before)`)})`)}
        else 0 end as refund
      from documents i join documents invoice on invoice.id = i.refer_id where i.is_issued),
    used as materialized (
      select used.id, sum(used.amount) as amount
      from (
        select a.payment_id as id, a.paid as amount from allocations a ${counted}
          and a.payment_id = any(array(select id from payment_ids)) and ${isReceipt}
        union all
        select a.from_payment_id, a.amount from allocations a ${counted}
          and a.from_payment_id = any(array(select id from payment_ids))) used
      group by used.id),
    reductions as materialized (select n.refer_id, sum(n.amount - n.refund) as amount from notes n group by n.refer_id),
    owed as (
      select i.*, i.amount - coalesce(reductions.amount, 0) - i.lost as to_settle
      from documents i left join reductions on reductions.refer_id = i.id where i.kind = 'invoice' and i.is_issued)
    select i.customer_id, case when i.to_settle > i.settled then ${ageBandSql(day)} end as band,
      ${inIskSql(payableRemainder(sql`i.to_settle`, sql`i.settled`))} as isk
    from owed i
    union all
    select i.customer_id, null, -${inIskSql(payableRemainder(sql`i.refund`, sql`i.settled`))} from notes i
    union all
    select i.customer_id, null, ${inIskSql(sql`case i.kind when 'credit' then i.settled else -i.settled end`)}
    from documents i where not i.is_issued
    union all
    select p.customer_id, null, -round(p.exchange_rate * (
      case when ${countsOn(day)} and ${isReceipt} then p.amount - p.interest - p.charge - p.fee else 0 end - coalesce(used.amount, 0)), 2)
    from payments p left join used on used.id = p.id
    where p.account_id = ${accountId} and p.id = any(array(select id from payment_ids))`;
}

/** Whether the payment `p` brings credit that can be left over. */
const isReceipt = sql`p.direction = 'in' and p.source <> 'credit'`;

/** Whether an invoice, a payment or a reversal that counts already has a later day than today. */
async function hasDatedAhead(db: Queryable, accountId: number, today: string): Promise<boolean> {
  const [found] = await db.query(
    row({ is_ahead: col.boolean() }),
    sql`select exists (select from payments p where p.account_id = ${accountId} and p.paid_on > ${today})
        or exists (select from payments p where p.account_id = ${accountId} and p.reversed_on > ${today})
        or exists (select from invoices i
          where i.account_id = ${accountId} and i.issue_date > ${today} and i.status <> 'Draft') as is_ahead`,
  );
  return found?.is_ahead ?? false;
}

/**
 * What each customer owes by age band, and what is owed to it, in ISK. `asOf`: on that day; null: today. What is owed today
 * stands in the invoices themselves, unless something is dated ahead.
 */
export async function sumAged(
  db: Queryable,
  accountId: number,
  today: string,
  asOf: string | null,
): Promise<AgedRow[]> {
  const day = asOf ?? ((await hasDatedAhead(db, accountId, today)) ? today : null);
  const items = day ? openItemsOn(accountId, day) : openItems(accountId, today);
  return db.query(
    agedRow,
    sql`with open as materialized (${items})
      select customer_guid, max(customer) as customer, ${agedSumsSql}
      from (
        select c.guid::text as customer_guid, c.name as customer, open.band, open.isk
        from open
        join customers c on c.account_id = ${accountId} and c.id = open.customer_id
        where open.isk <> 0) balances
      group by grouping sets ((customer_guid), ())
      order by grouping(customer_guid) desc, sum(isk) desc, customer_guid limit ${1 + MAX_ROWS}`,
  );
}
