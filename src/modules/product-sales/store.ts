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

/** What is sold is an item of the account; its description is the name of the sale. */
export const sales = sql`product_sales s join items i on i.account_id = s.account_id and i.id = s.item_id`;

function where(accountId: number, search: string | undefined): Sql {
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
    where ${where(accountId, search)} ${after ? sql`and s.id > ${after.id}` : EMPTY}
    order by s.id limit ${take} offset ${skip}`);
}

export async function countSales(
  db: Queryable,
  accountId: number,
  search: string | undefined,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*) from ${sales} where ${where(accountId, search)}`,
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

/** With the step `item`, which makes the item that is sold. */
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

export function itemStep(insert: Sql): Sql {
  return sql`item as (${insert})`;
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

/** The kind of a sale and how many have bought, or null when there is no such sale. */
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
