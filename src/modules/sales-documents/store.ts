import type { Queryable, WriteContext } from '../../kernel/context.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import { insertCustomer } from '../customers/store.ts';
import {
  type Buyer,
  type BuyerSnapshot,
  buyerColumns,
  insertItems,
  type LineFields,
  type NewItem,
  summedQuantities,
} from '../invoices/issue/issue-store.ts';

/** A template of recurring invoices is a row of the same table; the module `recurring` owns it. */
export type StoredKind = 'order' | 'draft' | 'quote' | 'recurring';

export interface SalesDocumentLineRow extends LineFields {
  invoiced_qty: string;
}

export interface SalesDocumentColumns {
  buyer: BuyerSnapshot;
  tax_exempt: boolean;
  currency: string;
  exchange_rate: string | null;
  due_days: number | null;
  due_date: string | null;
  settlement_days: number | null;
  settlement_date: string | null;
  delivery_date: string | null;
  description: string;
  booking: string;
  cost_provide: string;
  terms: string;
  trading_partner_id: string;
  amount: string;
  is_discount: boolean;
  discount_is_percent: boolean;
  discount_value: string;
  payment_fee: string;
  is_claim: boolean;
  is_payment_link: boolean;
  mark_paid: boolean;
  method_payment: number | null;
}

export interface SalesDocumentRow extends SalesDocumentColumns {
  id: number;
  guid: string;
  kind: StoredKind;
  status: 'open' | 'invoiced';
  number: string | null;
  customer_id: number;
  created_at: string;
  updated_at: string;
  lines: SalesDocumentLineRow[];
}

const columns = sql`d.id, d.guid, d.kind, d.status, d.number::text, d.customer_id, d.buyer, d.tax_exempt, d.currency,
  d.exchange_rate, d.due_days, d.due_date, d.settlement_days, d.settlement_date, d.delivery_date, d.description,
  d.booking, d.cost_provide, d.terms, d.trading_partner_id, d.amount, d.is_discount, d.discount_is_percent,
  d.discount_value, d.payment_fee, d.is_claim, d.is_payment_link, d.mark_paid, d.method_payment, d.created_at,
  d.updated_at`;

const lines = sql`(select coalesce(json_agg(json_build_object('guid', l.guid, 'item_guid', l.item_guid,
    'item_number', l.item_number, 'description', l.description, 'category', l.category, 'qty', l.qty::text,
    'invoiced_qty', l.invoiced_qty::text, 'uom', l.uom, 'tax', l.tax, 'unit_price', l.unit_price::text,
    'product_cost', l.product_cost::text, 'discount', l.discount::text,
    'discount_is_percent', l.discount_is_percent) order by l.position), '[]')
  from sales_document_lines l where l.account_id = d.account_id and l.sales_document_id = d.id) as lines`;

/** The columns of a document `d` and its lines. */
export const salesDocumentColumns = sql`${columns}, ${lines}`;

export async function findSalesDocument(
  db: Queryable,
  accountId: number,
  kind: StoredKind,
  guid: string,
): Promise<SalesDocumentRow | null> {
  const [row] = await db.query<SalesDocumentRow>(sql`
    select ${salesDocumentColumns} from sales_documents d
    where d.account_id = ${accountId} and d.guid = ${guid} and d.kind = ${kind}`);
  return row ?? null;
}

export function listSalesDocuments(
  db: Queryable,
  accountId: number,
  kind: StoredKind,
  take: number,
  skip: number,
  after: SalesDocumentRow | null,
): Promise<SalesDocumentRow[]> {
  return db.query<SalesDocumentRow>(sql`
    select ${salesDocumentColumns} from sales_documents d
    where d.account_id = ${accountId} and d.kind = ${kind} ${after ? sql`and d.id < ${after.id}` : EMPTY}
    order by d.id desc limit ${take} offset ${skip}`);
}

/** The customer's details as the profile is now. */
export interface CurrentBuyer {
  snapshot: BuyerSnapshot;
  tax_exempt: boolean;
}

/** A locked document, with the profile and the exchange rate that an invoice of today takes. */
export interface LockedSalesDocument extends SalesDocumentRow {
  current: CurrentBuyer;
  rate: string | null;
}

/** Locks the document and reads its lines in a second statement, so that of two concurrent part deliveries the second sees the first. */
export async function lockSalesDocument(
  { tx, account, today }: Pick<WriteContext, 'tx' | 'account' | 'today'>,
  kind: StoredKind,
  guid: string,
): Promise<LockedSalesDocument | null> {
  const [row] = await tx.query<Omit<LockedSalesDocument, 'lines'>>(sql`
    select ${columns},
      (select json_build_object('tax_exempt', c.tax_exempt, 'snapshot', (select row_to_json(s) from (
          select ${buyerColumns} from customers where account_id = c.account_id and id = c.id) s))
        from customers c where c.account_id = d.account_id and c.id = d.customer_id) as current,
      (select rate::text from exchange_rates r where r.currency = d.currency and r.date <= ${today}
        order by r.date desc limit 1) as rate
    from sales_documents d
    where d.account_id = ${account.id} and d.guid = ${guid} and d.kind = ${kind} for update of d`);
  if (!row) return null;
  const [found] = await tx.query<{ lines: SalesDocumentLineRow[] }>(
    sql`select ${lines} from sales_documents d where d.account_id = ${account.id} and d.id = ${row.id}`,
  );
  return { ...row, lines: found?.lines ?? [] };
}

export interface NewSalesDocument {
  guid: string;
  kind: StoredKind;
  record: SalesDocumentColumns;
  lines: LineFields[];
  buyer: Buyer;
  newItems: NewItem[];
  now: Date;
}

/** Orders and quotes have number series of their own, which may have gaps. */
const SERIES: Partial<Record<StoredKind, string>> = { order: 'order', quote: 'quote' };

export function insertSalesDocument(
  accountId: number,
  { guid, kind, record, lines, buyer, newItems, now }: NewSalesDocument,
): Sql {
  const series = SERIES[kind];
  const counter = series
    ? sql`counter as (
        insert into counters (account_id, series, last) values (${accountId}, ${series}, 1)
        on conflict (account_id, series) do update set last = counters.last + 1 returning last),`
    : EMPTY;
  return sql`${newCustomer(accountId, buyer, now)} ${insertItems(accountId, newItems, now)} ${counter}
    document as (
      insert into sales_documents (account_id, guid, kind, number, customer_id, created_at, updated_at, buyer, tax_exempt,
        currency, exchange_rate, due_days, due_date, settlement_days, settlement_date, delivery_date, description,
        booking, cost_provide, terms, trading_partner_id, amount, is_discount, discount_is_percent, discount_value,
        payment_fee, is_claim, is_payment_link, mark_paid, method_payment)
      select ${accountId}, ${guid}, ${kind}, ${series ? sql`(select last from counter)` : sql`null`},
        ${customerId(buyer)}, ${now}::timestamptz, ${now}::timestamptz, buyer, tax_exempt, currency, exchange_rate,
        due_days, due_date, settlement_days, settlement_date, delivery_date, description, booking, cost_provide, terms,
        trading_partner_id, amount, is_discount, discount_is_percent, discount_value, payment_fee, is_claim,
        is_payment_link, mark_paid, method_payment
      from jsonb_populate_record(null::sales_documents, ${JSON.stringify(record)}::jsonb)
      returning id, guid, customer_id),
    lines as (${insertLines(accountId, lines, newItems)})`;
}

function newCustomer(accountId: number, buyer: Buyer, now: Date): Sql {
  return 'id' in buyer
    ? EMPTY
    : sql`customer as (${insertCustomer(accountId, buyer.guid, buyer.fields, now)}),`;
}

function customerId(buyer: Buyer): Sql {
  return 'id' in buyer ? sql`${buyer.id}::bigint` : sql`(select id from customer)`;
}

function insertLines(accountId: number, lines: LineFields[], newItems: NewItem[]): Sql {
  const positioned = JSON.stringify(lines.map((line, index) => ({ ...line, position: index + 1 })));
  const itemGuid = newItems.length === 0 ? sql`l.item_guid` : sql`coalesce(i.guid, l.item_guid)`;
  return sql`
    insert into sales_document_lines (account_id, sales_document_id, position, guid, item_guid, item_number, description, category,
      qty, uom, tax, unit_price, product_cost, discount, discount_is_percent)
    select ${accountId}, document.id, l.position, l.guid, ${itemGuid}, l.item_number, l.description, l.category, l.qty,
      l.uom, l.tax, l.unit_price, l.product_cost, l.discount, l.discount_is_percent
    from document, jsonb_populate_recordset(null::sales_document_lines, ${positioned}::jsonb) l
    ${newItems.length === 0 ? EMPTY : sql`left join new_items i on i.item_number = l.item_number`}`;
}

export interface ChangedSalesDocument extends Omit<NewSalesDocument, 'guid' | 'kind'> {
  id: number;
}

/** Old lines are deleted by a separate statement before the new ones come, which may have the same positions (unique). */
export async function deleteLines(tx: Queryable, accountId: number, id: number): Promise<void> {
  await tx.query(
    sql`delete from sales_document_lines where account_id = ${accountId} and sales_document_id = ${id}`,
  );
}

export function replaceSalesDocument(
  accountId: number,
  { id, record, lines, buyer, newItems, now }: ChangedSalesDocument,
): Sql {
  return sql`${newCustomer(accountId, buyer, now)} ${insertItems(accountId, newItems, now)}
    document as (
      update sales_documents d set customer_id = ${customerId(buyer)}, updated_at = ${now}, buyer = r.buyer,
        tax_exempt = r.tax_exempt, currency = r.currency, exchange_rate = r.exchange_rate, due_days = r.due_days,
        due_date = r.due_date, settlement_days = r.settlement_days, settlement_date = r.settlement_date,
        delivery_date = r.delivery_date, description = r.description, booking = r.booking,
        cost_provide = r.cost_provide, terms = r.terms, trading_partner_id = r.trading_partner_id, amount = r.amount,
        is_discount = r.is_discount, discount_is_percent = r.discount_is_percent, discount_value = r.discount_value,
        payment_fee = r.payment_fee, is_claim = r.is_claim, is_payment_link = r.is_payment_link,
        mark_paid = r.mark_paid, method_payment = r.method_payment
      from jsonb_populate_record(null::sales_documents, ${JSON.stringify(record)}::jsonb) r
      where d.account_id = ${accountId} and d.id = ${id}
      returning d.id, d.guid),
    lines as (${insertLines(accountId, lines, newItems)})`;
}

export const selectCreatedDocument = sql`select guid, id from document`;

export function deleteSalesDocument(accountId: number, id: number): Sql {
  return sql`delete from sales_documents where account_id = ${accountId} and id = ${id} returning guid, id`;
}

/** What an invoice takes from the lines of its document. */
export interface InvoicedQuantities {
  invoiced: { guid: string; qty: string }[];
  leavesNothing: boolean;
}

/** Stores the invoice, and notes on its document what the invoice took. */
export function invoicedCtes(
  accountId: number,
  id: number,
  invoice: Sql,
  { invoiced, leavesNothing }: InvoicedQuantities,
  now: Date,
): Sql {
  return sql`${invoice},
    taken_lines as (
      update sales_document_lines l set invoiced_qty = l.invoiced_qty + t.qty
      from ${summedQuantities(invoiced)} t
      where l.account_id = ${accountId} and l.sales_document_id = ${id} and l.guid = t.guid),
    document as (
      update sales_documents set status = ${leavesNothing ? 'invoiced' : 'open'}, updated_at = ${now}
      where account_id = ${accountId} and id = ${id})`;
}
