import type { Seats } from '../../../domain/selling.ts';
import type { Queryable } from '../../../kernel/context.ts';
import { type Sql, sql } from '../../../kernel/database/sql.ts';

export interface LockedOrder extends Seats {
  id: number;
  guid: string;
}

/** Only orders of events have attendees. */
export async function lockOrder(
  tx: Queryable,
  accountId: number,
  sale: string,
  invoiceNumber: string,
): Promise<LockedOrder | null> {
  const [row] = await tx.query<LockedOrder>(sql`
    select o.id, p.guid, o.qty, o.attended, o.seats_in
    from product_sales p
    join sale_orders o on o.account_id = p.account_id and o.sale_id = p.id
    join invoices i on i.account_id = o.account_id and i.id = o.invoice_id
    where p.account_id = ${accountId} and p.guid = ${sale} and p.type = 'EVENT' and i.number::text = ${invoiceNumber}
    for update of o`);
  return row ?? null;
}

export function tickOrder(accountId: number, { id, guid }: LockedOrder, seats: readonly number[]): Sql {
  return sql`
    update sale_orders set attended = ${seats.length > 0}, seats_in = ${seats}::integer[]
    where account_id = ${accountId} and id = ${id}
    returning ${guid}::uuid as guid, id`;
}
