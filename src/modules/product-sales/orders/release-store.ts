import { isOwedSql } from '../../../kernel/database/invoice-status-sql.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../../kernel/database/sql.ts';
import { isNumber } from '../store.ts';
import { saleOrders } from '../tables.ts';

const order = saleOrders.pick('id', 'attended', 'pay_by', 'email');
const unpaidOrder = order.with({
  invoice_guid: col.uuid(),
  due_date: col.date(),
  /** The template of a subscription. */
  template: col.uuid().nullable(),
});
export type UnpaidOrder = RowOf<typeof unpaidOrder>;

/** Locked until the transaction ends: a concurrent check-in at the door, or a second release, waits. */
export function lockUnpaidOrder(
  tx: Queryable,
  accountId: number,
  sale: string,
  invoiceNumber: string,
): Promise<UnpaidOrder | null> {
  return tx.find(
    unpaidOrder,
    sql`select ${order.list('o')}, v.guid as invoice_guid, v.due_date,
          (select d.guid from sales_documents d where d.account_id = v.account_id and d.id = v.sales_document_id
            and d.kind = 'recurring') as template
        from product_sales s
        join sale_orders o on o.account_id = s.account_id and o.sale_id = s.id
        join invoices v on v.account_id = o.account_id and v.id = o.invoice_id
        where s.account_id = ${accountId} and s.guid = ${sale}
          and ${isNumber(sql`v`, invoiceNumber)}
        for update of o`,
  );
}

/** Whether a payment is pending. The caller has locked the invoice, so that none can start meanwhile. */
export async function isBeingPaid(tx: Queryable, accountId: number, invoiceId: number): Promise<boolean> {
  const rows = await tx.query(
    row({}),
    sql`select from checkouts where account_id = ${accountId} and invoice_id = ${invoiceId} and status = 'pending'`,
  );
  return rows.length > 0;
}

/** Credits the invoice, which puts back on sale what the order held. */
export function releaseCtes(accountId: number, credit: Sql, { id }: UnpaidOrder, now: Date): Sql {
  return sql`${credit},
    released as (
      update sale_orders set released_at = ${now}, pay_by = null
      where account_id = ${accountId} and id = ${id})`;
}

const orderKey = saleOrders.pick('account_id', 'id');
/** `guid` is that of the sale. */
const overdueOrder = orderKey.with({ guid: col.uuid(), invoice_number: col.text() });
export type OverdueOrder = RowOf<typeof overdueOrder>;

const overdueColumns = sql`${orderKey.list('o')}, s.guid, i.number::text as invoice_number`;
const unpaidOrders = sql`sale_orders o
  join product_sales s on s.account_id = o.account_id and s.id = o.sale_id
  join invoices i on i.account_id = o.account_id and i.id = o.invoice_id and ${isOwedSql}`;

/** Orders of all accounts that have lapsed. */
export function listOverdueOrders(
  db: Queryable,
  today: string,
  take: number,
  after: OverdueOrder | null,
): Promise<OverdueOrder[]> {
  const cursor = after ? sql`and (o.account_id, o.id) > (${after.account_id}, ${after.id})` : EMPTY;
  return db.query(
    overdueOrder,
    sql`select ${overdueColumns} from ${unpaidOrders}
      where o.pay_by < ${today} ${cursor}
      order by o.account_id, o.id limit ${take}`,
  );
}

/** Clears the deadline of settled orders, so that the index on it stays small. */
export async function clearSettledDeadlines(db: Queryable, today: string): Promise<void> {
  await db.query(
    row({}),
    sql`update sale_orders o set pay_by = null from invoices v
      where o.pay_by < ${today} and v.account_id = o.account_id and v.id = o.invoice_id
        and v.status in ('Paid', 'Cancelled')`,
  );
}

/** Queues a release of every overdue order of a sale, in the statement that counts them. */
export function queueReleases(accountId: number, sale: string, today: string, now: Date) {
  return {
    row: row({ queued: col.bigint() }),
    ctes: sql`
      overdue as (
        select ${overdueColumns} from ${unpaidOrders}
        where o.account_id = ${accountId} and s.guid = ${sale}
          and i.due_date < ${today} and not o.attended
        order by o.id limit ${BATCH_SIZE}),
      queued as (
        insert into jobs (account_id, kind, payload, run_at)
        select ${accountId}, 'release-order',
          jsonb_build_object('guid', overdue.guid, 'invoice_number', overdue.invoice_number), ${now}::timestamptz
        from overdue)`,
    result: sql`select count(*) as queued from overdue having count(*) > 0`,
  };
}

const BATCH_SIZE = 500;
