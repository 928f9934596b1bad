import type { TicketFacts } from '../../../domain/selling.ts';
import type { Queryable } from '../../../kernel/context.ts';
import { sql } from '../../../kernel/database/sql.ts';
import type { SaleRow } from '../store.ts';

/** An order as its buyer sees it. */
export interface PublicOrder
  extends TicketFacts,
    Pick<SaleRow, 'event_date' | 'event_minute' | 'event_place'> {
  /** The description on the line of its invoice. */
  title: string;
  type: SaleRow['type'];
  sale_guid: string;
  invoice_guid: string;
  invoice_number: string;
  name: string;
  email: string;
  amount: string;
  credited_amount: string;
  due_date: string;
  is_payment_link: boolean;
  /** The last day for paying; null where the order does not lapse. */
  pay_by: string | null;
  /** It was taken back because it was not paid. */
  is_released: boolean;
  /** A payment is pending at the payment provider. */
  is_pending: boolean;
  seller: { name: string; registration_no: string; bank_account: string };
  /** How the customer of the invoice receives it. The customer may be another person than the buyer. */
  lang: string;
  output_select: string;
  invoice_email: string;
}

export async function readPublicOrder(
  db: Queryable,
  accountId: number,
  invoiceGuid: string,
): Promise<PublicOrder | null> {
  const [row] = await db.query<PublicOrder>(sql`
    select o.qty, o.attended, o.seats_in, o.name, o.email, o.pay_by, o.released_at is not null as is_released,
      s.type, s.guid as sale_guid, s.event_date, s.event_minute, s.event_place,
      v.guid as invoice_guid, v.number::text as invoice_number, v.status, v.credited, v.amount, v.credited_amount,
      v.due_date, v.is_payment_link, v.seller, v.buyer ->> 'lang' as lang,
      v.buyer ->> 'output_select' as output_select, v.buyer ->> 'email' as invoice_email,
      l.description as title, l.credited_qty::integer as credited_qty,
      exists (select from checkouts c
        where c.account_id = v.account_id and c.invoice_id = v.id and c.status = 'pending') as is_pending
    from invoices v
    join sale_orders o on o.account_id = v.account_id and o.invoice_id = v.id
    join product_sales s on s.account_id = o.account_id and s.id = o.sale_id
    join invoice_lines l on l.account_id = v.account_id and l.invoice_id = v.id and l.position = 1
    where v.account_id = ${accountId} and v.guid = ${invoiceGuid}`);
  return row ?? null;
}
