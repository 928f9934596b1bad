import type { InvoiceWarning } from '../../../domain/invoices/invoice-warnings.ts';
import { jsonb, type Row, type RowOf, recordRow, text } from '../../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../../kernel/database/sql.ts';
import type { NewRow } from '../../../kernel/database/table.ts';
import { insertCustomer, lockedCustomerId, type NewCustomerFields } from '../../customers/store.ts';
import type { ItemRow } from '../../items/store.ts';
import { items } from '../../items/tables.ts';
import { billTasksCtes } from '../../tasks/billing-store.ts';
import { invoiceLines, invoices, type sharedLineColumns } from './tables.ts';

export type NewItem = Pick<
  ItemRow,
  'guid' | 'item_number' | 'description' | 'uom' | 'tax' | 'vat_kind' | 'unit_price'
>;

/** The columns of a line that an invoice and a sales document have in common. */
export type LineFields = RowOf<Row<typeof sharedLineColumns>>;

export type LineRecord = Omit<NewRow<typeof invoiceLines>, 'account_id' | 'invoice_id' | 'position'>;

/** The columns that the plan of an invoice decides. */
export type InvoiceRecord = Omit<
  NewRow<typeof invoices>,
  'account_id' | 'number' | 'customer_id' | 'created_by' | 'created_at' | 'updated_at'
>;

/** An existing customer by id, or one that is created in the same statement. */
export type InvoiceBuyer = { id: number } | { guid: string; fields: NewCustomerFields };

export interface NewInvoice {
  invoice: InvoiceRecord;
  lines: LineRecord[];
  buyer: InvoiceBuyer;
  newItems: NewItem[];
  files: string[];
  /** The tasks whose time it bills, locked by this transaction. */
  tasks: readonly number[];
  /** The person who issues it, if it is one. */
  createdBy: number | null;
  now: Date;
  /** The CTEs of the payment that comes with it. */
  payment: Sql;
}

/**
 * The CTEs that store an invoice: a new customer and new items, the number (unless it is a draft), the invoice, its
 * lines, files and billed tasks. The number comes from a counter row that stays locked until the commit. This is the last
 * statement of the transaction, so numbers have no gaps and the lock is held only briefly. The insert selects from the
 * counter, so that the id is assigned under the lock too: ids of an account rise in the order of commits, drafts included.
 */
export function insertInvoiceCtes(accountId: number, whole: NewInvoice): Sql {
  const { invoice, lines, buyer, newItems, files, tasks, createdBy, now, payment } = whole;
  const isDraft = invoice.status === 'Draft';
  const record = {
    ...invoice,
    account_id: accountId,
    number: isDraft ? null : sql`counter.last`,
    customer_id: customerId(accountId, buyer),
    created_by: createdBy,
    created_at: now,
    updated_at: now,
  };
  const keys = { account_id: accountId, invoice_id: sql`invoice.id`, item_guid: itemGuid(newItems) };
  return sql`${customerCte(accountId, buyer, now)} ${itemsCte(accountId, newItems, now)}
    ${counterCte(accountId, isDraft)}
    invoice as (${invoices.insertSelect(record)} from counter returning id, guid, number, customer_id),
    lines as (${invoiceLines.insertEach(keys, withPositions(lines))} cross join invoice ${joinNewItems(newItems)})
    ${attachCte(accountId, files)} ${billTasksCtes(accountId, sql`invoice`, tasks, now)} ${payment}`;
}

export function withPositions<L>(lines: readonly L[]): (L & { position: number })[] {
  return lines.map((line, index) => ({ ...line, position: index + 1 }));
}

export function customerCte(accountId: number, buyer: InvoiceBuyer, now: Date): Sql {
  if ('id' in buyer) return EMPTY;
  return sql`customer as (${insertCustomer(accountId, buyer.guid, buyer.fields, now)}),`;
}

export function customerId(accountId: number, buyer: InvoiceBuyer): Sql {
  return 'id' in buyer ? lockedCustomerId(accountId, buyer.id) : sql`(select id from customer)`;
}

/** A draft takes no number, and only waits for those who are taking one. */
function counterCte(accountId: number, isDraft: boolean): Sql {
  const ofAccount = sql`where account_id = ${accountId} and series = 'invoice'`;
  return isDraft
    ? sql`counter as (select last from counters ${ofAccount} for share),`
    : sql`counter as (update counters set last = last + 1 ${ofAccount} returning last),`;
}

/**
 * Two concurrent invoices may add the same item number; the second then uses the item of the first. Items are inserted
 * in the order of their numbers, which rules out a deadlock between the two.
 */
export function itemsCte(accountId: number, newItems: readonly NewItem[], now: Date): Sql {
  if (newItems.length === 0) return EMPTY;
  const shared = {
    account_id: accountId,
    product_cost: '0',
    category: '',
    active: true,
    created_at: now,
    updated_at: now,
  };
  return sql`new_items as (
    ${items.insertEach(shared, newItems)} order by record.item_number
    on conflict (account_id, item_number) do update set item_number = excluded.item_number
    returning guid, item_number),`;
}

/** Where items are new, a line takes the guid that the insert returned, which may be of a concurrent invoice. A free line has none. */
export function itemGuid(newItems: readonly NewItem[]): Sql {
  return newItems.length === 0 ? sql`record.item_guid` : sql`coalesce(new_items.guid, record.item_guid)`;
}

export function joinNewItems(newItems: readonly NewItem[]): Sql {
  return newItems.length === 0
    ? EMPTY
    : sql`left join new_items on new_items.item_number = record.item_number and record.item_guid is not null`;
}

function attachCte(accountId: number, files: string[]): Sql {
  if (files.length === 0) return EMPTY;
  return sql`, attached as (
    update files set invoice_id = invoice.id from invoice
    where files.account_id = ${accountId} and files.guid = any(${files}::uuid[]))`;
}

export const createdInvoiceRow = recordRow.with({
  number: text().nullable(),
  payment_link: text().nullable(),
  warnings: jsonb<readonly InvoiceWarning[]>(),
});
export type CreatedInvoice = RowOf<typeof createdInvoiceRow>;

/** `from`: the CTE that has stored the invoice. */
export function selectCreatedInvoice(
  paymentLink: string | null,
  warnings: readonly InvoiceWarning[],
  from: Sql = sql`invoice`,
): Sql {
  return sql`select guid, id, number::text, ${paymentLink}::text as payment_link,
    ${JSON.stringify(warnings)}::jsonb as warnings from ${from}`;
}
