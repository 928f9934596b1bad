import type { InvoiceWarning } from '../../../domain/invoices/invoice-warnings.ts';
import { col, type Row, type RowOf, recordRow, row } from '../../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../../kernel/database/sql.ts';
import type { NewRow } from '../../../kernel/database/table.ts';
import { insertCustomer, lockedCustomerId, type NewCustomerFields } from '../../customers/store.ts';
import type { ItemRow } from '../../items/store.ts';
import { items } from '../../items/tables.ts';
import { billTasksCtes } from '../../tasks/billing-store.ts';
import type { CreatedDocument } from './created-invoice.ts';
import { type PaymentAtIssue, paidAtIssueCtes } from './ledger-write-store.ts';
import type { SellerSnapshot } from './seller.ts';
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

/** A document that is stored. */
export interface NewInvoice {
  invoice: InvoiceRecord;
  lines: LineRecord[];
  /** Null where the customer is created in the same statement. */
  customerId: number | null;
  /** The payment that comes with it. */
  payment: PaymentAtIssue | null;
}

/** Records that one document brings along or takes. Documents that are stored together have none. */
export interface RecordsOfInvoice {
  buyer: InvoiceBuyer;
  newItems: readonly NewItem[];
  files: readonly string[];
  /** The tasks whose time it bills, locked by this transaction. */
  tasks: readonly number[];
}

interface Issuing {
  accountId: number;
  /** The person who issues them, if it is one. */
  createdBy: number | null;
  seller: SellerSnapshot;
  now: Date;
}

/**
 * The CTEs that store documents, in their order: a new customer and new items, the numbers (unless they are drafts), the
 * invoices, their lines and payments, files and billed tasks. The numbers come from a counter row that stays locked until the
 * commit, which follows at once, so numbers have no gaps and the lock is held only briefly. The insert selects from the
 * counter, so that the ids are assigned under the lock too: ids of an account rise in the order of commits, drafts included.
 */
export function insertInvoiceCtes(
  { accountId, createdBy, seller, now }: Issuing,
  documents: readonly NewInvoice[],
  { buyer, newItems, files, tasks }: RecordsOfInvoice = NONE,
): Sql {
  let issued = 0;
  const records = documents.map(({ invoice, customerId: customer_id }, place) => {
    const { seller: _seller, ...own } = invoice;
    const number = own.status === 'Draft' ? null : ++issued;
    return { ...own, number, customer_id, place };
  });
  const shared = {
    account_id: accountId,
    number: sql`counter.last - ${issued}::bigint + record.number`,
    customer_id: customerOfRecord(accountId, buyer),
    seller,
    created_by: createdBy,
    created_at: now,
    updated_at: now,
  };
  const lines = documents.flatMap(({ invoice: { guid: document }, lines: own }) =>
    withPositions(own).map((line) => ({ ...line, document })),
  );
  // Sorting even a single one takes a thirtieth of the time of the statement.
  const inOrder = documents.length > 1 ? sql`order by record.place` : EMPTY;
  const keys = { account_id: accountId, invoice_id: sql`invoice.id`, item_guid: itemGuid(newItems) };
  return sql`${customerCte(accountId, buyer, now)} ${itemsCte(accountId, newItems, now)}
    ${countersCte(accountId, issued)}
    invoice as (${invoices.insertEach(shared, records, { place: col.integer() })} cross join counter ${inOrder}
      returning id, guid, number, customer_id),
    lines as (${invoiceLines.insertEach(keys, lines, { document: col.uuid() })}
      join invoice on invoice.guid = record.document ${joinNewItems(newItems)})
    ${attachCte(accountId, files)} ${billTasksCtes(accountId, sql`invoice`, tasks, now)}
    ${paidAtIssueCtes(
      accountId,
      documents.flatMap(({ payment }) => payment ?? []),
      sql`invoice`,
    )}`;
}

const NONE: RecordsOfInvoice = { buyer: { id: 0 }, newItems: [], files: [], tasks: [] };

function customerOfRecord(accountId: number, buyer: InvoiceBuyer): Sql {
  return 'id' in buyer
    ? lockedCustomerId(accountId, sql`record.customer_id`)
    : sql`(select id from customer)`;
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

/** Drafts take no number, and only wait for those who are taking one. */
function countersCte(accountId: number, issued: number): Sql {
  const ofAccount = sql`where account_id = ${accountId} and series = 'invoice'`;
  return issued === 0
    ? sql`counter as (select last from counters ${ofAccount} for share),`
    : sql`counter as (update counters set last = last + ${issued}::bigint ${ofAccount} returning last),`;
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

function attachCte(accountId: number, files: readonly string[]): Sql {
  if (files.length === 0) return EMPTY;
  return sql`, attached as (
    update files set invoice_id = invoice.id from invoice
    where files.account_id = ${accountId} and files.guid = any(${files}::uuid[]))`;
}

export const createdInvoiceRow = recordRow.with({
  number: col.text().nullable(),
  payment_link: col.text().nullable(),
  warnings: col.jsonb<readonly InvoiceWarning[]>(),
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

export const storedInvoices = row({
  stored: col.jsonList(recordRow.with({ number: col.text().nullable() })),
});

/** All documents of the CTE `invoice`, in the order in which they were stored. */
export const selectStoredInvoices = sql`select json_agg(
  json_build_object('guid', guid, 'id', id, 'number', number::text) order by id) as stored from invoice`;

export const createdDocumentsRow = row({ invoices: col.jsonb<CreatedDocument[]>() });

/** The results of documents that were stored before. */
export function selectCreatedDocuments(documents: readonly CreatedDocument[]): Sql {
  return sql`select ${JSON.stringify(documents)}::jsonb as invoices`;
}
