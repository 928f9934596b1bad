import type { Queryable } from '../../../kernel/context.ts';
import { boolean, first, integer, type RowOf, text, uuid } from '../../../kernel/database/row.ts';
import { sql } from '../../../kernel/database/sql.ts';
import { invoices } from '../../invoices/tables.ts';
import { productSales, saleOrders } from '../tables.ts';

/** `pay_by` is the last day for paying; null where the order does not lapse. */
const order = saleOrders.pick('qty', 'attended', 'seats_in', 'name', 'email', 'pay_by');
const sale = productSales.pick('type', 'event_date', 'event_minute', 'event_place');
const invoice = invoices.pick(
  'status',
  'credited',
  'amount',
  'credited_amount',
  'due_date',
  'is_payment_link',
  'seller',
);
const publicOrder = order.with({
  ...sale.columns,
  ...invoice.columns,
  /** The description on the line of its invoice. */
  title: text(),
  sale_guid: uuid(),
  invoice_guid: uuid(),
  invoice_number: text(),
  credited_qty: integer(),
  /** What the seller has paid back, of what was credited after the payment. */
  refunded_amount: text(),
  /** It was taken back because it was not paid. */
  is_released: boolean(),
  /** A payment is pending at the payment provider. */
  is_pending: boolean(),
  /** How the customer of the invoice receives it. The customer may be another person than the buyer. */
  lang: text(),
  output_select: text(),
  invoice_email: text(),
  /** The invoice names only what the buyer typed, so that its PDF tells the holder of the link nothing new. */
  is_as_typed: boolean(),
});
/** An order as its buyer sees it. */
export type PublicOrder = RowOf<typeof publicOrder>;

export function readPublicOrder(
  db: Queryable,
  accountId: number,
  invoiceGuid: string,
): Promise<PublicOrder | null> {
  const statement = sql`
    select ${order.list('o')}, ${sale.list('s')}, ${invoice.list('v')}, o.released_at is not null as is_released,
      s.guid as sale_guid, v.guid as invoice_guid, v.number::text as invoice_number, v.buyer ->> 'lang' as lang,
      v.buyer ->> 'output_select' as output_select, v.buyer ->> 'email' as invoice_email,
      (v.buyer ->> 'name', v.buyer ->> 'email', v.buyer ->> 'address', v.buyer ->> 'registration_no')
        = (o.name, o.email, o.address, o.kennitala) as is_as_typed,
      l.description as title, l.credited_qty::integer as credited_qty,
      (select coalesce(sum(n.amount), 0)::text from invoices n where n.account_id = v.account_id and n.refer_id = v.id
        and n.is_refund and n.status = 'Paid') as refunded_amount,
      exists (select from checkouts c
        where c.account_id = v.account_id and c.invoice_id = v.id and c.status = 'pending') as is_pending
    from invoices v
    join sale_orders o on o.account_id = v.account_id and o.invoice_id = v.id
    join product_sales s on s.account_id = o.account_id and s.id = o.sale_id
    join invoice_lines l on l.account_id = v.account_id and l.invoice_id = v.id and l.position = 1
    where v.account_id = ${accountId} and v.guid = ${invoiceGuid}`;
  return first(db.query(publicOrder, statement));
}
