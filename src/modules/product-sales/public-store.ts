import type { TicketFacts } from '../../domain/selling.ts';
import type { Queryable } from '../../kernel/context.ts';
import { sql } from '../../kernel/database/sql.ts';
import type { SaleRow } from './store.ts';

/** A purchase as who has bought sees it. */
export interface PublicOrder
  extends TicketFacts,
    Pick<SaleRow, 'event_date' | 'event_minute' | 'event_place'> {
  /** What was bought, in the words of its invoice. */
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
  /** The last day for paying before it lapses; null where it does not. */
  pay_by: string | null;
  /** It was not paid, and does not stand any more. */
  is_released: boolean;
  /** Paid, and the money is on its way. */
  is_pending: boolean;
  seller: { name: string; registration_no: string; bank_account: string };
  /** How the customer gets the invoice; it may be somebody whom the buyer only named. */
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
