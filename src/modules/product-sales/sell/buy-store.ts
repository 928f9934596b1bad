import type { Queryable } from '../../../kernel/context.ts';
import { EMPTY, type Sql, sql } from '../../../kernel/database/sql.ts';
import { buyerColumns, type KnownBuyer } from '../../invoices/issue/issue-store.ts';
import { type ItemRow, itemColumns } from '../../items/store.ts';
import { insertSchedule, type NewSchedule } from '../../recurring/store.ts';
import { insertSalesDocument, type NewSalesDocument } from '../../sales-documents/store.ts';
import { type SaleRow, saleColumns, sales } from '../store.ts';

/** What a purchase reads first: the sale with its item, and the buyer's profile where it is a customer already. */
export interface PurchaseFacts extends SaleRow {
  item: ItemRow;
  customer: KnownBuyer | null;
}

export async function readPurchaseFacts(
  db: Queryable,
  accountId: number,
  guid: string,
  kennitala: string,
): Promise<PurchaseFacts | null> {
  const [row] = await db.query<PurchaseFacts>(sql`
    select ${saleColumns},
      (select row_to_json(sold) from (
        select ${itemColumns} from items where account_id = s.account_id and id = s.item_id) sold) as item,
      (select row_to_json(known) from (
        select id, tax_exempt, due_days, settlement_days, ${buyerColumns} from customers
        where account_id = s.account_id and registration_no = ${kennitala} and registration_no <> '' and active
        order by id desc limit 1) known) as customer
    from ${sales} where s.account_id = ${accountId} and s.guid = ${guid}`);
  return row ?? null;
}

export interface NewOrder {
  saleId: number;
  takesStock: boolean;
  /** The last day for paying; null where the order does not lapse. */
  payBy: string | null;
  qty: number;
  name: string;
  email: string;
  phone_number: string;
  kennitala: string;
  address: string;
  zip: string;
  city: string;
  message: string;
  fields: { label: string; value: string }[];
}

/**
 * Stores the invoice, takes the stock and notes the order. A check constraint keeps the count from falling below zero,
 * and a sale that was closed meanwhile is set to -1 on purpose: either violation rolls back the whole purchase.
 */
export function orderCtes(accountId: number, invoice: Sql, o: NewOrder, now: Date): Sql {
  const taken = o.takesStock
    ? sql`, taken as (
        update product_sales
        set inventory_count = case when is_open then inventory_count - ${o.qty}::integer else -1 end,
          updated_at = ${now}::timestamptz
        where account_id = ${accountId} and id = ${o.saleId})`
    : EMPTY;
  return sql`${invoice} ${taken},
    bought as (
      insert into sale_orders (account_id, sale_id, invoice_id, qty, name, email, phone_number, kennitala, address, zip,
        city, message, fields, pay_by, took_stock, created_at)
      select ${accountId}, ${o.saleId}::bigint, invoice.id, ${o.qty}::integer, ${o.name}, ${o.email},
        ${o.phone_number}, ${o.kennitala}, ${o.address}, ${o.zip}, ${o.city}, ${o.message},
        ${JSON.stringify(o.fields)}::jsonb, ${o.payBy}::date, ${o.takesStock}::boolean, ${now}::timestamptz
      from invoice)`;
}

export const STOCK_CONSTRAINT = 'product_sales_stock';

export function selectCreatedPurchase(invoice: Sql): Sql {
  return sql`
    select made.guid as invoice_guid, made.number as invoice_number, made.payment_link from (${invoice}) made`;
}

/** Stores the template of a subscription, and the customer if it is new. The first invoice follows in the same transaction. */
export async function insertSubscription(
  tx: Queryable,
  accountId: number,
  document: NewSalesDocument,
  schedule: NewSchedule,
): Promise<{ id: number; customer_id: number }> {
  const ctes = insertSchedule(accountId, insertSalesDocument(accountId, document), schedule);
  const [row] = await tx.query<{ id: number; customer_id: number }>(
    sql`with ${ctes} select id, customer_id from document`,
  );
  if (!row) throw new Error('An insert returns its row');
  return row;
}
