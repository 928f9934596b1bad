import type { AccountingStatus } from '../../../domain/invoices/invoice-states.ts';
import { openRange } from '../../../domain/values/whole-months.ts';
import { hasOpenStatusSql } from '../../../kernel/database/invoice-status-sql.ts';
import { NO_NUMBER, numberOrder } from '../../../kernel/database/number-order.ts';
import { pageOf } from '../../../kernel/database/page-sql.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, type RowOf } from '../../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../../kernel/database/sql.ts';
import { countOf } from '../../../kernel/operations/count-of.ts';
import type { BatchRange } from '../../../kernel/operations/paging.ts';
import { customerGuidSql } from '../../customers/store.ts';
import { listedFile, listedInvoiceFiles } from '../files/file-store.ts';
import {
  DISCOUNT_NAMES,
  invoiceLines,
  invoices,
  payments,
  SUM_NAMES,
  TEXT_NAMES,
} from '../records/tables.ts';
import { settledSumsSql } from '../sums/running-sums-store.ts';
import { timelineColumns, timelineRow } from './timeline-store.ts';

const line = invoiceLines.pick(
  'guid',
  'item_guid',
  'item_number',
  'description',
  'qty',
  'uom',
  'tax',
  'vat_kind',
  'unit_price',
  'discount',
  'discount_is_percent',
  'task_guid',
);
/** The lines of a sales document have no task. */
export type LineRow = Omit<RowOf<typeof line>, 'task_guid'> & { task_guid?: string | null };

const invoice = invoices.pick(
  'id',
  'guid',
  'kind',
  'status',
  'buyer',
  'currency',
  'exchange_rate',
  'created_at',
  'updated_at',
  'issue_date',
  'due_date',
  'settlement_date',
  ...TEXT_NAMES,
  'amount',
  ...SUM_NAMES,
  ...DISCOUNT_NAMES,
  'payment_fee',
  'is_payment_link',
  'mark_paid',
  'paid_on',
  'method_payment',
  'credited_amount',
  'credited',
  'paid_amount',
  'refund_amount',
  'written_off_on',
  'decided_vat_kind',
  'written_off_amount',
  'is_imported',
  'accounting_status',
  'accounting_message',
  'xml_status',
  'claim_id',
  'claim_status',
  'claim_error',
  'reminded_at',
  'payment_message',
  'capital_gains_tax',
  'other_default_costs_amount',
  'default_charge_amount',
  'default_interest_amount',
  'bank_transaction_amount',
);
/** The result of `payments_of_invoice`; the amount is the share of the invoice. */
const sharePayment = payments
  .pick('guid', 'paid_on', 'method_payment', 'source')
  .with({ amount: col.text() });

const invoiceRow = invoice.with({
  number: col.text().nullable(),
  customer_guid: col.uuid(),
  refer_guid: col.uuid().nullable(),
  lines: col.jsonList(line),
  files: col.jsonList(listedFile),
  payments: col.jsonList(sharePayment),
});
export type InvoiceRow = RowOf<typeof invoiceRow>;

const columns = sql`${invoice.list('i')}, i.number::text, ${customerGuidSql} as customer_guid,
  (select o.guid from invoices o where o.account_id = i.account_id and o.id = i.refer_id) as refer_guid,
  (select coalesce(json_agg(${line.jsonObject('l')} order by l.position), '[]')
    from invoice_lines l where l.account_id = i.account_id and l.invoice_id = i.id) as lines, ${listedInvoiceFiles} as files,
  case when i.paid_amount = 0 then '[]' else payments_of_invoice(i.account_id, i.id) end as payments`;

const terms = invoices.pick('tax_exempt');
/** One invoice with its timeline. */
const invoiceDetail = invoiceRow.with({ ...terms.columns, ...timelineRow.columns });
export type InvoiceDetailRow = RowOf<typeof invoiceDetail>;

/** Invoices and credit notes share one series of numbers. An imported invoice is found where no other has its number. */
export async function findInvoiceGuidByNumber(
  db: Queryable,
  accountId: number,
  number: number,
): Promise<string | null> {
  const [found] = await db.query(
    invoices.pick('guid'),
    sql`select guid from invoices where account_id = ${accountId} and number = ${number} and not is_imported
      union all select guid from invoices where account_id = ${accountId} and number = ${number} and is_imported
      limit 1`,
  );
  return found?.guid ?? null;
}

export async function findInvoiceGuidById(
  db: Queryable,
  accountId: number,
  id: number,
): Promise<string | null> {
  const [found] = await db.query(
    invoices.pick('guid'),
    sql`select guid from invoices where account_id = ${accountId} and id = ${id}`,
  );
  return found?.guid ?? null;
}

export function findInvoice(
  db: Queryable,
  accountId: number,
  guid: string,
): Promise<InvoiceDetailRow | null> {
  return db.find(
    invoiceDetail,
    sql`select ${columns}, ${terms.list('i')}, ${timelineColumns}
      from invoices i where i.account_id = ${accountId} and i.guid = ${guid}`,
  );
}

export interface InvoiceFilter {
  accounting: readonly AccountingStatus[];
  by: 'created_date' | 'issue_date';
  from: string | undefined;
  to: string | undefined;
  documentId?: number;
}

export const SORTS = ['date_desc', 'date_asc', 'created_desc', 'created_asc'] as const;
export type Sort = (typeof SORTS)[number];

/** `created_date` filters a timestamp by days, so `to` includes the whole last day. */
function filterCondition(accountId: number, { accounting, by, from, to, documentId }: InvoiceFilter): Sql {
  if (documentId !== undefined)
    return sql`i.account_id = ${accountId} and i.sales_document_id = ${documentId}`;
  const status = statusCondition(accounting);
  if (by === 'issue_date') {
    return sql`i.account_id = ${accountId} ${status}
      ${from ? sql`and i.issue_date >= ${from}` : EMPTY} ${to ? sql`and i.issue_date <= ${to}` : EMPTY}`;
  }
  return sql`i.account_id = ${accountId} ${status}
    ${from ? sql`and i.created_at >= ${from}::date` : EMPTY}
    ${to ? sql`and i.created_at < ${to}::date + 1` : EMPTY}`;
}

/** An equality lets the index deliver the rows of one status in order; `any` of several cannot. */
function statusCondition(accounting: readonly AccountingStatus[]): Sql {
  const [first, ...others] = accounting;
  if (first === undefined) return EMPTY;
  if (others.length === 0) return sql`and i.accounting_status = ${first}`;
  return sql`and i.accounting_status = any(${accounting}::text[])`;
}

const number = numberOrder(sql`i.number`);

/**
 * Keyset paging by creation, or by date and within each day by number; `after` is the last row of the previous batch. Ids
 * are assigned under the lock of the counter (`insertInvoiceCtes`), so a client that reads the newest until one that it
 * knows misses none that commits late.
 */
function keysetOrder(sort: Sort, after: Cursor | null): { and: Sql; by: Sql } {
  const [compares, direction] = sort.endsWith('desc') ? [sql`<`, sql`desc`] : [sql`>`, EMPTY];
  if (sort.startsWith('created'))
    return { and: after ? sql`and i.id ${compares} ${after.id}` : EMPTY, by: sql`i.id ${direction}` };
  const place =
    after &&
    sql`${after.issue_date}::date, ${after.number ? sql`${after.number}::bigint` : NO_NUMBER}, ${after.id}`;
  return {
    and: place ? sql`and (i.issue_date, ${number}, i.id) ${compares} (${place})` : EMPTY,
    by: sql`i.issue_date ${direction}, ${number} ${direction}, i.id ${direction}`,
  };
}

type Cursor = Pick<InvoiceRow, 'issue_date' | 'number' | 'id'>;

export function listInvoices(
  db: Queryable,
  accountId: number,
  filter: InvoiceFilter,
  sort: Sort,
  { take, skip, after }: BatchRange<InvoiceRow>,
): Promise<InvoiceRow[]> {
  const { and, by } = keysetOrder(sort, after);
  const ordered = sql`select i.id from invoices i where ${filterCondition(accountId, filter)} ${and} order by ${by}`;
  // The index alone gives the ids. As an array they are looked up one by one; a join would read the whole table.
  return db.query(
    invoiceRow,
    sql`select ${columns} from invoices i
      where i.account_id = ${accountId} and i.id = any(array(${pageOf(ordered, take, skip)}))
      order by ${by}`,
  );
}

/** Without filters other than days of issue what is settled is counted by the running sums. */
export function countInvoices(db: Queryable, accountId: number, filter: InvoiceFilter): Promise<number> {
  const { accounting, by, from, to, documentId } = filter;
  const isSummed =
    documentId === undefined && accounting.length === 0 && (by === 'issue_date' || !(from || to));
  const counted = sql`select count(*) from invoices i where ${filterCondition(accountId, filter)}`;
  const summed = sql`select coalesce(sum(documents), 0)::bigint as count from (
    select sum(documents) as documents from ${settledSumsSql(accountId, openRange(from, to))} settled
    union all ${counted} and ${hasOpenStatusSql}) documents`;
  return countOf(db, isSummed ? summed : counted);
}

const state = invoices.pick(
  'id',
  'guid',
  'kind',
  'status',
  'accounting_status',
  'accounting_message',
  'claim_id',
  'claim_status',
  'is_claim',
  'is_payment_link',
);
export const stateRow = state.with({
  output_select: col.text(),
  number: col.text().nullable(),
  buyer_name: col.text(),
});
/** The columns that decide which operations are allowed on an invoice. */
export type InvoiceState = RowOf<typeof stateRow>;

export const stateColumns = sql`${state.list()}, buyer ->> 'output_select' as output_select, number::text,
  buyer ->> 'name' as buyer_name`;

function stateByGuid(accountId: number, guid: string): Sql {
  return sql`select ${stateColumns} from invoices where account_id = ${accountId} and guid = ${guid}`;
}

export function lockState(tx: Queryable, accountId: number, guid: string): Promise<InvoiceState | null> {
  return tx.find(stateRow, sql`${stateByGuid(accountId, guid)} for update`);
}
