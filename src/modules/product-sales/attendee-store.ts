import type { Seats } from '../../domain/selling.ts';
import type { Queryable } from '../../kernel/context.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import type { SaleField } from './store.ts';

export interface LockedOrder extends Seats {
  id: number;
  guid: string;
}

/** Of an event only: nobody attends a subscription. */
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

export interface SaleChange {
  open: boolean | undefined;
  description: string | undefined;
  terms: string | undefined;
  amount: string | undefined;
  requires: readonly string[] | undefined;
  tax: string | undefined;
  fields: readonly SaleField[] | undefined;
  /** Null takes away what was there. */
  event_date: string | null | undefined;
  event_minute: number | null | undefined;
  hold_days: number | null | undefined;
  event_place: string | undefined;
  /** How many come on top, or are taken away; null leaves the count alone. */
  added: number | null;
}

/** More than there are cannot be taken away: the rule of the table sees to it. */
export function changeSale(accountId: number, sale: string, c: SaleChange, now: Date): Sql {
  const stock =
    c.added === null
      ? EMPTY
      : sql`, inventory_control = true,
        inventory_count = case when inventory_control then inventory_count else 0 end + ${c.added}::integer`;
  return sql`
    update product_sales set
      is_open = coalesce(${c.open ?? null}::boolean, is_open),
      description = coalesce(${c.description ?? null}::text, description),
      terms = coalesce(${c.terms ?? null}::text, terms),
      amount = coalesce(${c.amount ?? null}::numeric, amount),
      requires = coalesce(${c.requires ?? null}::text[], requires),
      tax = coalesce(${c.tax ?? null}::text, tax),
      fields = coalesce(${c.fields ? JSON.stringify(c.fields) : null}::jsonb, fields),
      event_date = ${c.event_date === undefined ? sql`event_date` : sql`${c.event_date}::date`},
      event_minute = ${c.event_minute === undefined ? sql`event_minute` : sql`${c.event_minute}::smallint`},
      hold_days = ${c.hold_days === undefined ? sql`hold_days` : sql`${c.hold_days}::smallint`},
      event_place = coalesce(${c.event_place ?? null}::text, event_place),
      updated_at = ${now} ${stock}
    where account_id = ${accountId} and guid = ${sale} returning guid, id`;
}
