import { NO_NUMBER, numberOrder } from '../../kernel/database/number-order.ts';
import { pageOf } from '../../kernel/database/page-sql.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../kernel/database/row.ts';
import { caseInsensitivePattern } from '../../kernel/database/search-sql.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import type { Changes, NewRow } from '../../kernel/database/table.ts';
import { cte } from '../../kernel/events/emitted-events.ts';
import { isGuid } from '../../kernel/fields/input-fields.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import type { BatchRange } from '../../kernel/operations/paging.ts';
import type { CustomerMove } from '../customers/store.ts';
import {
  attachToDocument,
  type FoundFile,
  listedDocumentFiles,
  listedFile,
} from '../invoices/files/file-store.ts';
import {
  customerCte,
  customerId,
  type InvoiceBuyer,
  itemGuid,
  itemsCte,
  joinNewItems,
  type LineFields,
  type NewItem,
  withPositions,
} from '../invoices/records/insert-invoice-store.ts';
import { buyerColumns, buyerRow, knownRate, knownRateSql } from '../invoices/records/invoice-facts-store.ts';
import { summedQuantities } from '../invoices/records/line-quantities-store.ts';
import { LINE_FIELDS } from '../invoices/records/tables.ts';
import type { SalesDocumentKind } from './schema.ts';
import { salesDocumentLines, salesDocuments } from './tables.ts';

/** A template of recurring invoices is a row of the same table; the module `recurring` owns it. */
export type StoredKind = SalesDocumentRow['kind'];

const line = salesDocumentLines.pick(...LINE_FIELDS, 'invoiced_qty');
export type SalesDocumentLineRow = RowOf<typeof line>;

const document = salesDocuments.omit('account_id', 'number');
const documentRow = document.with({ number: col.text().nullable(), files: col.jsonList(listedFile) });
const columns = sql`${document.list('d')}, d.number::text, ${listedDocumentFiles} as files`;

const linesRow = row({ lines: col.jsonList(line) });
const lines = sql`(select coalesce(json_agg(${line.jsonObject('l')} order by l.position), '[]')
  from sales_document_lines l where l.account_id = d.account_id and l.sales_document_id = d.id) as lines`;

export const salesDocumentRow = documentRow.with(linesRow.columns);
export type SalesDocumentRow = RowOf<typeof salesDocumentRow>;
/** The columns of a document `d` and its lines. */
export const salesDocumentColumns = sql`${columns}, ${lines}`;

type DocumentChanges = Changes<typeof salesDocuments.columns>;

/** The columns that a request decides. Those of quotes have defaults, and only quotes set them. */
export type SalesDocumentColumns = Omit<
  NewRow<typeof salesDocuments>,
  'account_id' | 'guid' | 'kind' | 'number' | 'customer_id' | 'created_at' | 'updated_at'
> &
  Pick<
    DocumentChanges,
    | 'status'
    | 'accept_as'
    | 'remind'
    | 'reminded_at'
    | 'answered_at'
    | 'answered_by'
    | 'decline_reason'
    | 'client_id'
  > & { valid_until?: string | null };

export function findSalesDocument(
  db: Queryable,
  accountId: number,
  kind: StoredKind,
  guid: string,
): Promise<SalesDocumentRow | null> {
  return db.find(
    salesDocumentRow,
    sql`select ${salesDocumentColumns} from sales_documents d
        where d.account_id = ${accountId} and d.guid = ${guid} and d.kind = ${kind}`,
  );
}

const number = numberOrder(sql`d.number`);

/** A guid, a number, a kennitala, or a part of the customer's name or of the text, in the document `d`. */
export function matchesDocument(search: string): Sql {
  if (isGuid(search)) return sql`d.guid = ${search}`;
  const pattern = caseInsensitivePattern(search);
  return sql`(d.buyer ->> 'name' ~ ${pattern} or d.description ~ ${pattern}
    ${/^\d{1,15}$/.test(search) ? sql`or d.number = ${search}::bigint` : EMPTY}
    or d.buyer ->> 'registration_no' = ${search.replace(/\D/g, '') || '-'})`;
}

export function listSalesDocuments(
  db: Queryable,
  accountId: number,
  kind: StoredKind,
  { take, skip, after }: BatchRange<SalesDocumentRow>,
  search = '',
): Promise<SalesDocumentRow[]> {
  return db.query(
    salesDocumentRow,
    pageOf(
      sql`select ${salesDocumentColumns} from sales_documents d
      where d.account_id = ${accountId} and d.kind = ${kind} ${search ? sql`and ${matchesDocument(search)}` : EMPTY}
        ${after ? sql`and (${number}, d.id) < (${after.number ? sql`${after.number}::bigint` : NO_NUMBER}, ${after.id})` : EMPTY}
      order by ${number} desc, d.id desc`,
      take,
      skip,
    ),
  );
}

const currentBuyer = row({
  snapshot: col.json(buyerRow),
  tax_exempt: col.boolean(),
  is_claim: col.boolean(),
});
/** The customer as the profile is now, with the details that were sent for this document. */
export type CurrentBuyer = RowOf<typeof currentBuyer>;

const lockedDocument = documentRow.with({
  current: col.json(currentBuyer),
  rate: col.json(knownRate).nullable(),
});
/** A locked document, with the profile and the exchange rate that an invoice of today takes. */
export type LockedSalesDocument = SalesDocumentRow & RowOf<typeof lockedDocument>;

const currentColumns = (today: string) => sql`${columns},
  (select json_build_object('tax_exempt', c.tax_exempt, 'is_claim', c.is_claim, 'snapshot', (select row_to_json(s) from (
      select ${buyerColumns} from customers where account_id = c.account_id and id = c.id) s))
    from customers c where c.account_id = d.account_id and c.id = d.customer_id) as current,
  ${knownRateSql(sql`d.currency`, today)} as rate`;

/** Locks the document and reads its lines in a second statement, so that of two concurrent part deliveries the second sees the first. */
export async function lockSalesDocument(
  { tx, account, today }: Pick<WriteContext, 'tx' | 'account' | 'today'>,
  kind: StoredKind,
  guid: string,
): Promise<LockedSalesDocument | null> {
  const [locked] = await tx.query(
    lockedDocument,
    sql`select ${currentColumns(today)} from sales_documents d
      where d.account_id = ${account.id} and d.guid = ${guid} and d.kind = ${kind} for update of d`,
  );
  if (!locked) return null;
  const [found] = await tx.query(
    linesRow,
    sql`select ${lines} from sales_documents d where d.account_id = ${account.id} and d.id = ${locked.id}`,
  );
  return { ...locked, current: withChanges(locked), lines: found?.lines ?? [] };
}

/** The same without a lock, to show what an invoice of today would contain. */
export async function findCurrentDocument(
  db: Queryable,
  accountId: number,
  kind: StoredKind,
  guid: string,
  today: string,
): Promise<LockedSalesDocument | null> {
  const [found] = await db.query(
    lockedDocument.with(linesRow.columns),
    sql`select ${currentColumns(today)}, ${lines} from sales_documents d
      where d.account_id = ${accountId} and d.guid = ${guid} and d.kind = ${kind}`,
  );
  return found ? { ...found, current: withChanges(found) } : null;
}

function withChanges({ current, buyer_changes }: RowOf<typeof lockedDocument>): CurrentBuyer {
  const { tax_exempt = current.tax_exempt, ...details } = buyer_changes;
  return { ...current, tax_exempt, snapshot: { ...current.snapshot, ...details } };
}

export interface NewSalesDocument {
  guid: string;
  kind: StoredKind;
  record: SalesDocumentColumns;
  lines: LineFields[];
  buyer: InvoiceBuyer;
  newItems: NewItem[];
  /** Its files; null: those that it has already. */
  files: readonly FoundFile[] | null;
  now: Date;
}

/** Orders and quotes have number series of their own, which may have gaps. */
const SERIES: Partial<Record<StoredKind, string>> = { order: 'order', quote: 'quote' };

export function insertSalesDocument(
  accountId: number,
  { guid, kind, record, lines, buyer, newItems, files, now }: NewSalesDocument,
): Sql {
  const series = SERIES[kind];
  const counter = series
    ? sql`counter as (
        insert into counters (account_id, series, last) values (${accountId}, ${series}, 1)
        on conflict (account_id, series) do update set last = counters.last + 1 returning last),`
    : EMPTY;
  const whole = {
    ...record,
    account_id: accountId,
    guid,
    kind,
    number: series ? sql`(select last from counter)` : null,
    customer_id: customerId(accountId, buyer),
    created_at: now,
    updated_at: now,
  };
  return sql`${customerCte(accountId, buyer, now)} ${itemsCte(accountId, newItems, now)} ${counter}
    document as (${salesDocuments.insert(whole)} returning id, guid, number, customer_id),
    lines as (${insertLines(accountId, lines, newItems)}) ${attachToDocument(accountId, files)}`;
}

function insertLines(accountId: number, lines: LineFields[], newItems: NewItem[]): Sql {
  const keys = { account_id: accountId, sales_document_id: sql`document.id`, item_guid: itemGuid(newItems) };
  return sql`${salesDocumentLines.insertEach(keys, withPositions(lines))}
    cross join document ${joinNewItems(newItems)}`;
}

export interface ChangedSalesDocument extends Omit<NewSalesDocument, 'guid' | 'kind'> {
  id: number;
}

/** Old lines are deleted by a separate statement before the new ones come, which may have the same positions (unique). */
export async function deleteLines(tx: Queryable, accountId: number, id: number): Promise<void> {
  await tx.query(
    row({}),
    sql`delete from sales_document_lines where account_id = ${accountId} and sales_document_id = ${id}`,
  );
}

export function replaceSalesDocument(
  accountId: number,
  { id, record, lines, buyer, newItems, files, now }: ChangedSalesDocument,
): Sql {
  const changes = { ...record, customer_id: customerId(accountId, buyer), updated_at: now };
  return sql`${customerCte(accountId, buyer, now)} ${itemsCte(accountId, newItems, now)}
    document as (
      ${salesDocuments.update(changes)} where account_id = ${accountId} and id = ${id} returning id, guid),
    lines as (${insertLines(accountId, lines, newItems)}) ${attachToDocument(accountId, files)}`;
}

/** Events of drafts say which of the two kinds of draft it is. */
export function draftRecord(kind: SalesDocumentKind): { record?: 'draft' } {
  return kind === 'draft' ? { record: 'draft' } : {};
}

/** Orders and quotes get their number by the same statement. */
export function emitDocumentCreated(ctx: WriteContext, kind: SalesDocumentKind, guid: string): void {
  ctx.emit(
    `${kind}.created`,
    { guid, number: sql`document.number::text`, ...draftRecord(kind) },
    cte('document'),
  );
}

export const selectCreatedDocument = sql`select guid, id from document`;

export function deleteSalesDocumentStatement(accountId: number, id: number): Sql {
  return sql`delete from sales_documents where account_id = ${accountId} and id = ${id} returning guid, id`;
}

/** The quantities that an invoice takes from the lines of its document. */
export interface InvoicedQuantities {
  invoiced: { guid: string; qty: string }[];
  leavesNothing: boolean;
}

/** Stores the invoice, and subtracts its quantities from what its document has left to invoice. */
export function invoicedCtes(
  accountId: number,
  id: number,
  invoice: Sql,
  { invoiced, leavesNothing }: InvoicedQuantities,
  changes: DocumentChanges,
): Sql {
  const status = leavesNothing ? 'invoiced' : 'open';
  return sql`${invoice},
    invoiced_lines as (
      update sales_document_lines l set invoiced_qty = l.invoiced_qty + t.qty
      from ${summedQuantities(invoiced)} t
      where l.account_id = ${accountId} and l.sales_document_id = ${id} and l.guid = t.guid),
    document as (
      ${salesDocuments.update({ ...changes, status })} where account_id = ${accountId} and id = ${id})`;
}

/**
 * An open document takes the profile as it is when it is invoiced, so from then on that of the other customer, whose guid
 * it names at once.
 */
export function moveSalesDocuments({ accountId, from, into }: CustomerMove): Sql {
  const guid = sql`(select c.guid from customers c where c.account_id = ${accountId} and c.id = ${into})`;
  const buyer = sql`jsonb_set(buyer, '{guid}', to_jsonb(${guid}))`;
  return sql`moved_documents as (
    ${salesDocuments.update({ customer_id: into, buyer })} where account_id = ${accountId} and customer_id = ${from})`;
}

/** A step that says who has set up a document, which stays as it is otherwise. */
export function setProgram(accountId: number, id: number, clientId: string | null): Sql {
  return sql`program as (
    ${salesDocuments.update({ client_id: clientId })} where account_id = ${accountId} and id = ${id})`;
}

const isUninvoicedSql = sql`not exists (
  select from sales_document_lines l
  where l.account_id = d.account_id and l.sales_document_id = d.id and l.invoiced_qty > 0)`;

/** The quotes and orders `d` of a program that can still be closed. */
export function isOpenOf(accountId: number, clientId: string): Sql {
  return sql`d.account_id = ${accountId} and d.client_id = ${clientId} and d.status = 'open'
    and (d.kind = 'quote' or (d.kind = 'order' and ${isUninvoicedSql}))`;
}

const closedDocument = salesDocuments.pick('kind', 'guid').with({ number: col.text().nullable() });

/** Declines open quotes and deletes open orders. They are locked in the order of their ids. */
export async function closeDocumentsOf(
  tx: Queryable,
  accountId: number,
  clientId: string,
  reason: string,
  now: Date,
) {
  const answer = { status: 'declined', answered_at: now, decline_reason: reason, updated_at: now } as const;
  return tx.query(
    closedDocument,
    sql`with closed as (
        select d.id, d.kind, d.guid, d.number from sales_documents d
        where ${isOpenOf(accountId, clientId)} order by d.id for update),
      declined as (
        ${salesDocuments.update(answer)}
        where account_id = ${accountId} and id in (select id from closed where kind = 'quote')),
      deleted as (
        delete from sales_documents
        where account_id = ${accountId} and id in (select id from closed where kind = 'order'))
      select kind, guid, number::text from closed`,
  );
}
