import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, type RowOf } from '../../../kernel/database/row.ts';
import { type Sql, sql } from '../../../kernel/database/sql.ts';
import { invoices } from '../../invoices/records/tables.ts';
import { isNumber } from '../store.ts';
import { saleOrders } from '../tables.ts';

const order = saleOrders.pick('id', 'qty', 'attended', 'seats_in');
/** `guid` is that of the sale. */
const lockedOrder = order.with({ guid: col.uuid(), invoice_guid: col.uuid() });
export type LockedOrder = RowOf<typeof lockedOrder>;

/** Only orders of events have attendees. */
export function lockOrder(
  tx: Queryable,
  accountId: number,
  sale: string,
  invoiceNumber: string,
): Promise<LockedOrder | null> {
  return tx.find(
    lockedOrder,
    sql`select ${order.list('o')}, p.guid, i.guid as invoice_guid
        from product_sales p
        join sale_orders o on o.account_id = p.account_id and o.sale_id = p.id
        join invoices i on i.account_id = o.account_id and i.id = o.invoice_id
        where p.account_id = ${accountId} and p.guid = ${sale} and p.type = 'EVENT' and ${isNumber(sql`i`, invoiceNumber)}
        for update of o`,
  );
}

const ticketFacts = invoices.pick('status', 'credited').with({ credited_qty: col.integer() });

/** What the invoice of a locked order says. A statement of its own, which sees what others committed before the lock. */
export async function readTicketFacts(tx: Queryable, accountId: number, invoiceGuid: string) {
  const [facts] = await tx.query(
    ticketFacts,
    sql`select i.status, i.credited, l.credited_qty::integer as credited_qty
      from invoices i
      join invoice_lines l on l.account_id = i.account_id and l.invoice_id = i.id and l.position = 1
      where i.account_id = ${accountId} and i.guid = ${invoiceGuid}`,
  );
  if (!facts) throw new Error('An order has an invoice');
  return facts;
}

export function tickOrder(accountId: number, { id, guid }: LockedOrder, seats: readonly number[]): Sql {
  return sql`
    update sale_orders set attended = ${seats.length > 0}, seats_in = ${seats}::integer[]
    where account_id = ${accountId} and id = ${id}
    returning ${guid}::uuid as guid, id`;
}
