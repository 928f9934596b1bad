import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../../kernel/database/sql.ts';
import type { NewRow } from '../../../kernel/database/table.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import { isFoundByKennitala, newestByKennitala } from '../../customers/store.ts';
import { knownBuyerColumns, knownBuyerRow } from '../../invoices/records/invoice-facts-store.ts';
import type { InvoiceStatement } from '../../invoices/save/invoice-statement.ts';
import { itemColumns, itemRow } from '../../items/store.ts';
import { insertSchedule, type NewSchedule } from '../../recurring/store.ts';
import { insertSalesDocument, type NewSalesDocument } from '../../sales-documents/store.ts';
import { salesDocuments } from '../../sales-documents/tables.ts';
import { saleColumns, saleRow, sales } from '../store.ts';
import { saleOrders } from '../tables.ts';

const purchaseFacts = saleRow.with({ item: col.json(itemRow), customer: col.json(knownBuyerRow).nullable() });
/** The facts that a purchase reads first: the sale with its item, and the buyer's profile where there is one already. */
export type PurchaseFacts = RowOf<typeof purchaseFacts>;

export interface BuyerKeys {
  registration_no: string;
  email: string;
  name: string;
}

/** At the counter the seller knows the buyer, so that the kennitala finds the customer. */
export function customerOfKennitala({ registration_no }: BuyerKeys): Sql {
  return sql`registration_no = ${registration_no} and ${isFoundByKennitala}`;
}

/**
 * A visitor of the public page finds no customer, only the profile of an earlier visitor who typed the same kennitala and
 * e-mail address; without a kennitala, the same name and address. Thus returning buyers do not pile up profiles.
 */
export function profileOfVisitor({ registration_no, email, name }: BuyerKeys): Sql {
  return sql`unverified and active and lower(email) = lower(${email}) and registration_no = ${registration_no}
    and (registration_no <> '' or lower(name) = lower(${name}))`;
}

/** `isBuyer` is the condition on `customers` that finds the buyer's profile. */
export function readPurchaseFacts(
  db: Queryable,
  accountId: number,
  guid: string,
  isBuyer: Sql,
): Promise<PurchaseFacts | null> {
  return db.find(
    purchaseFacts,
    sql`select ${saleColumns},
          (select row_to_json(sold) from (
            select ${itemColumns} from items where account_id = s.account_id and id = s.item_id) sold) as item,
          (select row_to_json(known) from (
            select ${knownBuyerColumns} from customers
            where account_id = s.account_id and ${isBuyer}
            order by ${newestByKennitala} limit 1) known) as customer
        from ${sales} where s.account_id = ${accountId} and s.guid = ${guid}`,
  );
}

export interface NewOrder
  extends Omit<NewRow<typeof saleOrders>, 'account_id' | 'invoice_id' | 'created_at'> {
  took_stock: boolean;
}

/**
 * Stores the invoice and the order, and reduces the stock. A check constraint keeps the count from falling below zero,
 * and a sale that was closed meanwhile is set to -1 on purpose: either violation rolls back the whole purchase.
 */
function orderCtes(accountId: number, invoice: Sql, order: NewOrder, now: Date): Sql {
  const stock = order.took_stock
    ? sql`, stock as (
        update product_sales
        set inventory_count = case when is_open then inventory_count - ${order.qty}::integer else -1 end,
          updated_at = ${now}::timestamptz
        where account_id = ${accountId} and id = ${order.sale_id})`
    : EMPTY;
  const record = { ...order, account_id: accountId, invoice_id: sql`invoice.id`, created_at: now };
  return sql`${invoice} ${stock},
    new_order as (${saleOrders.insertSelect(record)} from invoice)`;
}

export const STOCK_CONSTRAINT = 'product_sales_stock';

const createdPurchase = row({
  invoice_guid: col.uuid(),
  invoice_number: col.text(),
  payment_link: col.text().nullable(),
});

/** The statement that stores a purchase and returns its invoice. */
export function purchaseStatement(accountId: number, invoice: InvoiceStatement, order: NewOrder, now: Date) {
  return {
    target: invoice.target,
    row: createdPurchase,
    ctes: orderCtes(accountId, invoice.ctes, order, now),
    result: sql`select created.guid as invoice_guid, created.number as invoice_number, created.payment_link
      from (${invoice.result}) created`,
    bookedOn: invoice.bookedOn,
  };
}

/** The order has the number that its invoice gets by the same statement. */
export function emitPurchase(ctx: WriteContext, sale: string, invoiceGuid: string, isPaid: boolean): void {
  const order = { guid: sale, invoice_guid: invoiceGuid, number: sql`answer.invoice_number` };
  ctx.emit('sale.ordered', order);
  if (isPaid) ctx.emit('sale.paid', order);
}

const subscription = salesDocuments.pick('id', 'customer_id');

/** Stores the template of a subscription, and the customer if it is new. The first invoice follows in the same transaction. */
export async function insertSubscription(
  tx: Queryable,
  accountId: number,
  document: NewSalesDocument,
  schedule: NewSchedule,
) {
  const ctes = insertSchedule(accountId, insertSalesDocument(accountId, document), schedule);
  const [inserted] = await tx.query(
    subscription,
    sql`with ${ctes} select ${subscription.list()} from document`,
  );
  if (!inserted) throw new Error('An insert returns its row');
  return inserted;
}
