import type { VatKind } from '../../domain/invoices/vat.ts';
import { pageOf } from '../../kernel/database/page-sql.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, first, type RowOf, recordRow, row } from '../../kernel/database/row.ts';
import { caseInsensitivePattern } from '../../kernel/database/search-sql.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import { cte } from '../../kernel/events/emitted-events.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { countOf } from '../../kernel/operations/count-of.ts';
import type { BatchRange } from '../../kernel/operations/paging.ts';
import { invoices } from '../invoices/records/tables.ts';
import { productSales, type SaleField, saleOrders } from './tables.ts';

const sale = productSales.omit('account_id', 'item_id', 'created_at', 'updated_at', 'vat_kind');
export const saleRow = sale.with({ name: col.text(), vat_kind: productSales.columns.vat_kind });
export type SaleRow = RowOf<typeof saleRow>;

/** A page without VAT that does not say why follows its item. */
export const saleColumns = sql`${sale.list('s')}, i.description as name,
  case when s.tax = 'Z' then coalesce(s.vat_kind, i.vat_kind) end as vat_kind`;

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
  { take, skip, after }: BatchRange<SaleRow>,
): Promise<SaleRow[]> {
  return db.query(
    saleRow,
    pageOf(
      sql`select ${saleColumns} from ${sales}
      where ${saleFilter(accountId, search)} ${after ? sql`and s.id > ${after.id}` : EMPTY}
      order by s.id`,
      take,
      skip,
    ),
  );
}

export function countSales(db: Queryable, accountId: number, search: string | undefined): Promise<number> {
  return countOf(db, sql`select count(*) from ${sales} where ${saleFilter(accountId, search)}`);
}

export function findSale(db: Queryable, accountId: number, guid: string): Promise<SaleRow | null> {
  return db.find(
    saleRow,
    sql`select ${saleColumns} from ${sales} where s.account_id = ${accountId} and s.guid = ${guid}`,
  );
}

export type NewSale = Omit<SaleRow, 'id' | 'name' | 'image'>;

/** Reads the item from the CTE `item`, which `itemCte` makes. */
export function insertSale(accountId: number, fields: NewSale, now: Date): Sql {
  const record = {
    ...fields,
    account_id: accountId,
    item_id: sql`item.id`,
    created_at: now,
    updated_at: now,
  };
  return sql`${productSales.insertSelect(record)} from item returning guid, id`;
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
  vat_kind: VatKind | undefined;
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
export function updateSale(accountId: number, sale: string, c: SaleChange, now: Date) {
  const stock =
    c.added === null
      ? EMPTY
      : sql`, inventory_control = true,
        inventory_count = case when inventory_control then inventory_count else 0 end + ${c.added}::integer`;
  const update = sql`
    update product_sales set
      is_open = coalesce(${c.open ?? null}::boolean, is_open),
      description = coalesce(${c.description ?? null}::text, description),
      terms = coalesce(${c.terms ?? null}::text, terms),
      amount = coalesce(${c.amount ?? null}::numeric, amount),
      requires = coalesce(${c.requires ?? null}::text[], requires),
      tax = coalesce(${c.tax ?? null}::text, tax),
      vat_kind = case when coalesce(${c.tax ?? null}::text, tax) = 'Z' then coalesce(${c.vat_kind ?? null}::text, vat_kind) end,
      fields = coalesce(${c.fields ? JSON.stringify(c.fields) : null}::jsonb, fields),
      event_date = ${c.event_date === undefined ? sql`event_date` : sql`${c.event_date}::date`},
      event_minute = ${c.event_minute === undefined ? sql`event_minute` : sql`${c.event_minute}::smallint`},
      hold_days = ${c.hold_days === undefined ? sql`hold_days` : sql`${c.hold_days}::smallint`},
      event_place = coalesce(${c.event_place ?? null}::text, event_place),
      updated_at = ${now} ${stock}
    where account_id = ${accountId} and guid = ${sale} returning guid, id, is_open`;
  return { row: recordRow, ctes: sql`changed as (${update})`, result: sql`select guid, id from changed` };
}

/** Takes what the event says from the step `changed` of `updateSale`: the sale as it is afterwards. */
export function emitSaleUpdated(ctx: WriteContext, guid: string): void {
  ctx.emit('sale.updated', { guid, open: sql`changed.is_open` }, cte('changed'));
}

const order = saleOrders.pick(
  'id',
  'name',
  'email',
  'phone_number',
  'kennitala',
  'address',
  'zip',
  'city',
  'message',
  'qty',
  'attended',
  'fields',
);
const orderInvoice = invoices.pick('status', 'credited', 'due_date');
export const attendeeRow = order.with({
  ...orderInvoice.columns,
  invoice_number: col.text(),
  credited_qty: col.integer(),
});
export type AttendeeRow = RowOf<typeof attendeeRow>;

/**
 * How many pieces of the order `o` were credited on its invoice `i`. Most invoices have no notes, and only the lines of the
 * others are read; notes of what was free have no amount.
 */
export const creditedPieces = sql`case when i.credited or i.status = 'Cancelled' then o.qty
  when i.credited_amount = 0 and i.amount <> 0 then 0
  else (select l.credited_qty::integer from invoice_lines l
    where l.account_id = i.account_id and l.invoice_id = i.id and l.position = 1) end`;

/** The columns of an attendee, from the order `o` and its invoice `i`. */
export const attendeeColumns = sql`${order.list('o')}, ${orderInvoice.list('i')}, i.number::text as invoice_number,
  ${creditedPieces} as credited_qty`;

/** Whether the invoice was issued here with the number that a person sent. It is compared as a number, so that the index serves it. */
export function isNumber(invoice: Sql, sent: string): Sql {
  return /^(0|[1-9]\d{0,17})$/.test(sent)
    ? sql`${invoice}.number = ${sent}::bigint and not ${invoice}.is_imported`
    : sql`false`;
}

const buyerCount = row({ type: productSales.columns.type, count: col.bigint() });

/** The type of a sale and the number of its orders, or null when there is no such sale. */
export function countBuyers(db: Queryable, accountId: number, guid: string) {
  return first(
    db.query(
      buyerCount,
      sql`select s.type, (select count(*) from sale_orders o where o.account_id = s.account_id and o.sale_id = s.id)
        from product_sales s where s.account_id = ${accountId} and s.guid = ${guid}`,
    ),
  );
}

export function listAttendees(
  db: Queryable,
  accountId: number,
  guid: string,
  { take, skip, after }: BatchRange<AttendeeRow>,
): Promise<AttendeeRow[]> {
  return db.query(
    attendeeRow,
    pageOf(
      sql`select ${attendeeColumns}
      from product_sales s
      join sale_orders o on o.account_id = s.account_id and o.sale_id = s.id
      join invoices i on i.account_id = o.account_id and i.id = o.invoice_id
      where s.account_id = ${accountId} and s.guid = ${guid} and s.type = 'EVENT'
        ${after ? sql`and o.id > ${after.id}` : EMPTY}
      order by o.id`,
      take,
      skip,
    ),
  );
}

const saleSums = row({ guid: col.uuid(), sold: col.integer(), income: col.text() });

/** What was sold on the pages of an account, without what was credited, and what was paid for it. */
export function readSaleSums(db: Queryable, accountId: number, guid: string | undefined) {
  // The months of a subscription are invoices of its template.
  const paid = sql`case when i.sales_document_id is null
    then (case when i.status = 'Paid' then i.amount - i.credited_amount else 0 end)
    else (select coalesce(sum(p.amount - p.credited_amount), 0) from invoices p
      where p.account_id = ${accountId} and p.sales_document_id = i.sales_document_id and p.status = 'Paid') end`;
  return db.query(
    saleSums,
    sql`select s.guid, sum(o.qty - ${creditedPieces})::int as sold, sum(${paid})::text as income
      from product_sales s
      join sale_orders o on o.account_id = ${accountId} and o.sale_id = s.id
      join invoices i on i.account_id = ${accountId} and i.id = o.invoice_id
      where s.account_id = ${accountId} ${guid ? sql`and s.guid = ${guid}` : EMPTY}
      group by s.guid`,
  );
}
