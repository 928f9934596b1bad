import type { InvoiceStatus } from '../../domain/invoice-states.ts';
import type { SaleType } from '../../domain/selling.ts';
import type { VatCode } from '../../domain/vat.ts';
import type { Queryable } from '../../kernel/context.ts';
import { caseInsensitivePattern } from '../../kernel/database/search-sql.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import type { Requirable } from './schema.ts';

export interface SaleField {
  label: string;
  required: boolean;
}

interface SaleFields {
  type: SaleType;
  is_open: boolean;
  description: string;
  terms: string;
  amount: string;
  tax: VatCode;
  inventory_control: boolean;
  inventory_count: number;
  fields: SaleField[];
  requires: Requirable[];
  event_date: string | null;
  event_minute: number | null;
  event_place: string;
  hold_days: number | null;
}

export interface SaleRow extends SaleFields {
  id: number;
  guid: string;
  name: string;
  image: string | null;
}

export const saleColumns = sql`s.id, s.guid, s.type, s.is_open, s.description, s.terms, s.amount, s.tax,
  s.inventory_control, s.inventory_count, s.fields, s.requires, s.event_date, s.event_minute, s.event_place, s.hold_days,
  s.image,
  i.description as name`;

/** Every sale has an item in the catalogue, whose description is the name of the sale. */
export const sales = sql`product_sales s join items i on i.account_id = s.account_id and i.id = s.item_id`;

function saleFilter(accountId: number, search: string | undefined): Sql {
  const pattern = search && caseInsensitivePattern(search);
  const found = pattern ? sql`and (i.description ~ ${pattern} or s.description ~ ${pattern})` : EMPTY;
  return sql`s.account_id = ${accountId} ${found}`;
}

export function listSales(
  db: Queryable,
  accountId: number,
  search: string | undefined,
  take: number,
  skip: number,
  after: SaleRow | null,
): Promise<SaleRow[]> {
  return db.query<SaleRow>(sql`
    select ${saleColumns} from ${sales}
    where ${saleFilter(accountId, search)} ${after ? sql`and s.id > ${after.id}` : EMPTY}
    order by s.id limit ${take} offset ${skip}`);
}

export async function countSales(
  db: Queryable,
  accountId: number,
  search: string | undefined,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*) from ${sales} where ${saleFilter(accountId, search)}`,
  );
  return row?.count ?? 0;
}

export async function findSale(db: Queryable, accountId: number, guid: string): Promise<SaleRow | null> {
  const [row] = await db.query<SaleRow>(
    sql`select ${saleColumns} from ${sales} where s.account_id = ${accountId} and s.guid = ${guid}`,
  );
  return row ?? null;
}

export interface NewSale extends SaleFields {
  guid: string;
}

/** Reads the item from the CTE `item`, which `itemCte` makes. */
export function insertSale(accountId: number, s: NewSale, now: Date): Sql {
  return sql`
    insert into product_sales (account_id, guid, type, item_id, is_open, description, terms, amount, tax,
      inventory_control, inventory_count, fields, requires, event_date, event_minute, event_place, hold_days,
      created_at, updated_at)
    select ${accountId}, ${s.guid}::uuid, ${s.type}, item.id, ${s.is_open}::boolean, ${s.description}, ${s.terms},
      ${s.amount}::numeric, ${s.tax}, ${s.inventory_control}::boolean, ${s.inventory_count}::integer,
      ${JSON.stringify(s.fields)}::jsonb, ${s.requires}::text[], ${s.event_date}::date, ${s.event_minute}::smallint,
      ${s.event_place}, ${s.hold_days}::smallint, ${now}::timestamptz, ${now}::timestamptz
    from item
    returning guid, id`;
}

export function itemCte(insert: Sql): Sql {
  return sql`item as (${insert})`;
}

export interface SaleChange {
  open: boolean | undefined;
  description: string | undefined;
  terms: string | undefined;
  amount: string | undefined;
  requires: readonly string[] | undefined;
  tax: string | undefined;
  fields: readonly SaleField[] | undefined;
  /** Null clears the column. */
  event_date: string | null | undefined;
  event_minute: number | null | undefined;
  hold_days: number | null | undefined;
  event_place: string | undefined;
  /** Change of the stock; null leaves it as it is. */
  added: number | null;
}

/** A check constraint keeps the stock from falling below zero. */
export function updateSale(accountId: number, sale: string, c: SaleChange, now: Date): Sql {
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

export interface AttendeeRow {
  id: number;
  name: string;
  email: string;
  phone_number: string;
  kennitala: string;
  address: string;
  zip: string;
  city: string;
  message: string;
  qty: number;
  attended: boolean;
  fields: { label: string; value: string }[];
  invoice_number: string;
  status: InvoiceStatus;
  credited: boolean;
  due_date: string;
}

/** The type of a sale and the number of its orders, or null when there is no such sale. */
export async function countBuyers(
  db: Queryable,
  accountId: number,
  guid: string,
): Promise<{ type: SaleType; count: number } | null> {
  const [row] = await db.query<{ type: SaleType; count: number }>(sql`
    select s.type, (select count(*) from sale_orders o where o.account_id = s.account_id and o.sale_id = s.id)
    from product_sales s where s.account_id = ${accountId} and s.guid = ${guid}`);
  return row ?? null;
}

export function listAttendees(
  db: Queryable,
  accountId: number,
  guid: string,
  take: number,
  skip: number,
  after: AttendeeRow | null,
): Promise<AttendeeRow[]> {
  return db.query<AttendeeRow>(sql`
    select o.id, o.name, o.email, o.phone_number, o.kennitala, o.address, o.zip, o.city, o.message, o.qty, o.attended,
      o.fields, v.number::text as invoice_number, v.status, v.credited, v.due_date
    from product_sales s
    join sale_orders o on o.account_id = s.account_id and o.sale_id = s.id
    join invoices v on v.account_id = o.account_id and v.id = o.invoice_id
    where s.account_id = ${accountId} and s.guid = ${guid} and s.type = 'EVENT'
      ${after ? sql`and o.id > ${after.id}` : EMPTY}
    order by o.id limit ${take} offset ${skip}`);
}
