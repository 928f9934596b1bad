import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, type RowOf } from '../../../kernel/database/row.ts';
import { sql } from '../../../kernel/database/sql.ts';
import { subscriptionRow, subscriptionSql } from '../../invoices/records/subscription-store.ts';
import { invoices } from '../../invoices/records/tables.ts';
import { productSales, saleOrders } from '../tables.ts';

/** `pay_by` is the last day for paying; null where the order does not lapse. */
const order = saleOrders.pick('qty', 'attended', 'seats_in', 'name', 'email', 'pay_by');
const sale = productSales.pick('type', 'event_date', 'event_minute', 'event_place');
const invoice = invoices.pick(
  'status',
  'credited',
  'amount',
  'credited_amount',
  'paid_amount',
  'written_off_on',
  'written_off_amount',
  'currency',
  'due_date',
  'is_payment_link',
  'seller',
);
const publicOrder = order.with({
  ...sale.columns,
  ...invoice.columns,
  /** The description on the line of its invoice. */
  title: col.text(),
  sale_guid: col.uuid(),
  invoice_guid: col.uuid(),
  invoice_number: col.text(),
  credited_qty: col.integer(),
  /** What the seller has paid back, of what was credited after the payment. */
  refunded_amount: col.text(),
  /** It was taken back because it was not paid; `is_released_early`: before the last day for paying had passed. */
  is_released: col.boolean(),
  is_released_early: col.boolean(),
  subscription: col.json(subscriptionRow).nullable(),
  /** A payment is pending at the payment provider. */
  is_pending: col.boolean(),
  /** How the customer of the invoice receives it. The customer may be another person than the buyer. */
  lang: col.text(),
  output_select: col.text(),
  invoice_email: col.text(),
  /** The invoice names only what the buyer typed, so that its PDF tells the holder of the link nothing new. */
  is_as_typed: col.boolean(),
});
/** An order as its buyer sees it. */
export type PublicOrder = RowOf<typeof publicOrder>;

export function readPublicOrder(
  db: Queryable,
  accountId: number,
  invoiceGuid: string,
): Promise<PublicOrder | null> {
  const statement = sql`
    select ${order.list('o')}, ${sale.list('s')}, ${invoice.list('i')}, o.released_at is not null as is_released,
      coalesce((o.released_at at time zone 'UTC')::date <= i.due_date, false) as is_released_early, ${subscriptionSql} as subscription,
      s.guid as sale_guid, i.guid as invoice_guid, i.number::text as invoice_number, i.buyer ->> 'lang' as lang,
      i.buyer ->> 'output_select' as output_select, i.buyer ->> 'email' as invoice_email,
      (i.buyer ->> 'name', i.buyer ->> 'email', i.buyer ->> 'address', i.buyer ->> 'registration_no')
        = (o.name, o.email, o.address, o.kennitala) as is_as_typed,
      l.description as title, l.credited_qty::integer as credited_qty,
      (select coalesce(sum(n.paid_amount), 0)::text from invoices n
        where n.account_id = i.account_id and n.refer_id = i.id) as refunded_amount,
      exists (select from checkouts c
        where c.account_id = i.account_id and c.invoice_id = i.id and c.status = 'pending') as is_pending
    from invoices i
    join sale_orders o on o.account_id = i.account_id and o.invoice_id = i.id
    join product_sales s on s.account_id = o.account_id and s.id = o.sale_id
    join invoice_lines l on l.account_id = i.account_id and l.invoice_id = i.id and l.position = 1
    where i.account_id = ${accountId} and i.guid = ${invoiceGuid}`;
  return db.find(publicOrder, statement);
}
