import type { Queryable } from '../../../kernel/context.ts';
import { EMPTY, type Sql, sql } from '../../../kernel/database/sql.ts';
import { type CustomerFields, insertCustomer } from '../../customers/store.ts';
import { type ItemRow, itemColumns } from '../../items/store.ts';
import { billTasksCtes } from '../../tasks/billing-store.ts';

/** A copy of the customer's details, so that later changes to the profile leave issued invoices as they were. */
export interface BuyerSnapshot {
  guid: string;
  customer_number: string;
  name: string;
  address: string;
  zip: string;
  city: string;
  registration_no: string;
  email: string;
  phone_number: string;
  vat: string;
  lang: string;
  output_select: string;
  trading_partner_id: string;
}

export interface KnownBuyer extends BuyerSnapshot {
  id: number;
  tax_exempt: boolean;
  due_days: number;
  settlement_days: number;
}

export const buyerColumns = sql`guid, customer_number, name, address, zip, city, registration_no, email, phone_number, vat,
  lang, output_select::text, trading_partner_id`;

/** Everything that create-invoice reads before it computes, in one statement. */
export interface InvoiceFacts {
  customer: KnownBuyer | null;
  catalogue: ItemRow[];
  rate: string | null;
}

export interface LookupKeys {
  customerGuid: string | undefined;
  customerKennitala: string | undefined;
  itemGuids: string[];
  itemNumbers: string[];
  currency: string;
  issueDate: string;
}

export async function readInvoiceFacts(
  db: Queryable,
  accountId: number,
  keys: LookupKeys,
): Promise<InvoiceFacts> {
  const customer = customerBy(accountId, keys);
  const rate =
    keys.currency === 'ISK'
      ? sql`'1'`
      : sql`(select rate::text from exchange_rates where currency = ${keys.currency} and date <= ${keys.issueDate}
          order by date desc limit 1)`;
  const [row] = await db.query<InvoiceFacts>(sql`
    select
      ${customer ? sql`(select row_to_json(c) from (${customer}) c)` : sql`null`} as customer,
      (select coalesce(json_agg(i), '[]') from (
        ${itemsBy(accountId, keys.itemGuids, sql`guid = wanted.key::uuid`)}
        ${keys.itemNumbers.length === 0 ? EMPTY : sql`union ${itemsBy(accountId, keys.itemNumbers, sql`item_number = wanted.key`)}`}
      ) i) as catalogue,
      ${rate} as rate`);
  if (!row) throw new Error('A select without a table has one row');
  return row;
}

/** Null where the request names neither guid nor kennitala. */
function customerBy(accountId: number, { customerGuid, customerKennitala }: LookupKeys): Sql | null {
  if (!customerGuid && !customerKennitala) return null;
  const one = customerGuid
    ? sql`guid = ${customerGuid}`
    : sql`registration_no = ${customerKennitala} and registration_no <> '' and active`;
  return sql`select id, tax_exempt, due_days, settlement_days, ${buyerColumns} from customers
    where account_id = ${accountId} and ${one} order by id desc limit 1`;
}

/** Keys are passed as one JSON parameter, so that any number of them is the same prepared statement with the same query plan. */
function itemsBy(accountId: number, keys: readonly string[], isWanted: Sql): Sql {
  return sql`
    select item.* from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) wanted (key)
    cross join lateral (select ${itemColumns} from items where account_id = ${accountId} and ${isWanted} limit 1) item`;
}

export interface NewItem {
  guid: string;
  item_number: string;
  description: string;
  uom: string;
  tax: string;
  unit_price: string;
}

export interface LineFields {
  guid: string;
  item_guid: string;
  item_number: string;
  description: string;
  category: string;
  qty: string;
  uom: string;
  tax: string;
  unit_price: string;
  product_cost: string;
  discount: string;
  discount_is_percent: boolean;
}

export interface LineRecord extends LineFields {
  task_guid: string | null;
  net: string;
  vat: string;
  discount_total: string;
}

export interface InvoiceRecord {
  guid: string;
  kind: 'invoice' | 'credit';
  status: string;
  refer_id: number | null;
  seller: object;
  buyer: object;
  currency: string;
  exchange_rate: string;
  issue_date: string;
  due_date: string;
  settlement_date: string;
  delivery_date: string | null;
  description: string;
  booking: string;
  cost_provide: string;
  terms: string;
  trading_partner_id: string;
  amount: string;
  net_s: string;
  net_aa: string;
  net_z: string;
  vat_s: string;
  vat_aa: string;
  discount_total: string;
  tax_exempt: boolean;
  is_discount: boolean;
  discount_is_percent: boolean;
  discount_value: string;
  payment_fee: string;
  is_claim: boolean;
  is_payment_link: boolean;
  method_payment: number | null;
  paid_on: string | null;
  accounting_status: string;
  sales_document_id: number | null;
  occurrence: number | null;
  order_reference: string;
  xml_status: string;
}

/** An existing customer by id, or one that is created in the same statement. */
export type Buyer = { id: number } | { guid: string; fields: CustomerFields };

export interface NewInvoice {
  invoice: InvoiceRecord;
  lines: LineRecord[];
  buyer: Buyer;
  newItems: NewItem[];
  files: string[];
  /** The tasks whose time it bills, locked by this transaction. */
  tasks: readonly number[];
  /** The person who issues it, if it is one. */
  createdBy: number | null;
  now: Date;
}

/**
 * The CTEs that store an invoice: a new customer and new items, the number (unless it is a draft), the invoice, its
 * lines, files and billed tasks. The number comes from a counter row that stays locked until the commit. This is the last
 * statement of the transaction, so numbers have no gaps and the lock is held only briefly.
 */
export function insertInvoice(accountId: number, whole: NewInvoice): Sql {
  const { invoice, lines, buyer, newItems, files, tasks, createdBy, now } = whole;
  const isDraft = invoice.status === 'Draft';
  const customer =
    'id' in buyer ? EMPTY : sql`customer as (${insertCustomer(accountId, buyer.guid, buyer.fields, now)}),`;
  const customerId = 'id' in buyer ? sql`${buyer.id}::bigint` : sql`(select id from customer)`;
  const itemGuid = newItems.length === 0 ? sql`l.item_guid` : sql`coalesce(i.guid, l.item_guid)`;
  return sql`${customer} ${insertItems(accountId, newItems, now)} ${isDraft ? EMPTY : nextNumber(accountId)}
    invoice as (
      insert into invoices (account_id, number, customer_id, guid, kind, status, refer_id, seller, buyer, currency,
        exchange_rate, issue_date, due_date, settlement_date, delivery_date, description, booking, cost_provide,
        terms, trading_partner_id, amount, net_s, net_aa, net_z, vat_s, vat_aa, discount_total, tax_exempt,
        is_discount, discount_is_percent, discount_value, payment_fee, is_claim, is_payment_link, method_payment,
        paid_on, accounting_status, sales_document_id, occurrence, order_reference, xml_status, created_by, created_at,
        updated_at)
      select ${accountId}, ${isDraft ? sql`null` : sql`(select last from counter)`}, ${customerId}, guid, kind, status,
        refer_id, seller, buyer, currency, exchange_rate, issue_date, due_date, settlement_date, delivery_date,
        description, booking, cost_provide, terms, trading_partner_id, amount, net_s, net_aa, net_z, vat_s, vat_aa,
        discount_total, tax_exempt, is_discount, discount_is_percent, discount_value, payment_fee, is_claim,
        is_payment_link, method_payment, paid_on, accounting_status, sales_document_id, occurrence, order_reference,
        xml_status, ${createdBy}::bigint, ${now}::timestamptz, ${now}::timestamptz
      from jsonb_populate_record(null::invoices, ${JSON.stringify(invoice)}::jsonb)
      returning id, guid, number),
    lines as (
      insert into invoice_lines (account_id, invoice_id, position, guid, item_guid, item_number, description, category,
        qty, uom, tax, unit_price, product_cost, discount, discount_is_percent, net, vat, discount_total,
        task_guid)
      select ${accountId}, invoice.id, l.position, l.guid, ${itemGuid}, l.item_number, l.description, l.category,
        l.qty, l.uom, l.tax, l.unit_price, l.product_cost, l.discount, l.discount_is_percent, l.net, l.vat,
        l.discount_total, l.task_guid
      from invoice, jsonb_populate_recordset(null::invoice_lines, ${positioned(lines)}::jsonb) l
      ${newItems.length === 0 ? EMPTY : sql`left join new_items i on i.item_number = l.item_number`})
    ${attach(accountId, files)} ${billTasksCtes(accountId, sql`invoice`, tasks, now)}`;
}

function positioned(lines: LineRecord[]): string {
  return JSON.stringify(lines.map((line, index) => ({ ...line, position: index + 1 })));
}

function nextNumber(accountId: number): Sql {
  return sql`counter as (
    update counters set last = last + 1 where account_id = ${accountId} and series = 'invoice' returning last),`;
}

/**
 * Two concurrent invoices may add the same item number; the second then uses the item of the first. Items are inserted
 * in the order of their numbers, which rules out a deadlock between the two.
 */
export function insertItems(accountId: number, items: NewItem[], now: Date): Sql {
  if (items.length === 0) return EMPTY;
  return sql`new_items as (
    insert into items (account_id, guid, item_number, description, uom, tax, unit_price, created_at, updated_at)
    select ${accountId}, guid, item_number, description, uom, tax, unit_price, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_populate_recordset(null::items, ${JSON.stringify(items)}::jsonb) order by item_number
    on conflict (account_id, item_number) do update set item_number = excluded.item_number
    returning guid, item_number),`;
}

function attach(accountId: number, files: string[]): Sql {
  if (files.length === 0) return EMPTY;
  return sql`, attached as (
    update files set invoice_id = invoice.id from invoice
    where files.account_id = ${accountId} and files.guid = any(${files}::uuid[]))`;
}

/** How much a credit note or a part delivery takes of each line. A line may be named twice, and an update takes one row for it. */
export function summedQuantities(quantities: readonly { guid: string; qty: string }[]): Sql {
  return sql`(
    select guid, sum(qty) as qty
    from jsonb_to_recordset(${JSON.stringify(quantities)}::jsonb) as x (guid uuid, qty numeric) group by guid
  )`;
}

export interface CreatedInvoice {
  guid: string;
  id: number;
  number: string | null;
  payment_link: string | null;
}

export function selectCreatedInvoice(paymentLink: string | null): Sql {
  return sql`select guid, id, number::text, ${paymentLink}::text as payment_link from invoice`;
}
