import type { AccountingStatus, InvoiceStatus } from '../../../domain/invoice-states.ts';
import type { InvoiceKind } from '../../../domain/invoice-status.ts';
import type { Queryable } from '../../../kernel/context.ts';
import { EMPTY, type Sql, sql } from '../../../kernel/database/sql.ts';
import type { InvoiceCustomer } from '../schema.ts';
import { type EventRow, type NoteRow, timelineColumns } from './timeline-store.ts';

export interface LineRow {
  guid: string;
  item_guid: string;
  item_number: string;
  description: string;
  qty: string;
  uom: string;
  tax: string;
  unit_price: string;
  discount: string;
  discount_is_percent: boolean;
  task_guid?: string | null;
}

export interface InvoiceRow {
  id: number;
  guid: string;
  number: string | null;
  kind: InvoiceKind;
  status: InvoiceStatus;
  refer_guid: string | null;
  buyer: InvoiceCustomer;
  currency: string;
  exchange_rate: string;
  created_at: string;
  updated_at: string;
  issue_date: string;
  due_date: string;
  settlement_date: string;
  delivery_date: string | null;
  description: string;
  booking: string;
  cost_provide: string;
  terms: string;
  amount: string;
  net_s: string;
  net_aa: string;
  net_z: string;
  is_discount: boolean;
  discount_is_percent: boolean;
  discount_value: string;
  payment_fee: string;
  is_payment_link: boolean;
  credited_amount: string;
  credited: boolean;
  accounting_status: AccountingStatus | '';
  accounting_message: string;
  xml_status: string;
  claim_id: string;
  claim_status: string;
  claim_error: string;
  payment_message: string;
  capital_gains_tax: string;
  other_default_costs_amount: string;
  default_charge_amount: string;
  default_interest_amount: string;
  bank_transaction_amount: string;
  lines: LineRow[];
}

/** One invoice with its timeline. */
export interface InvoiceDetailRow extends InvoiceRow {
  vat_s: string;
  vat_aa: string;
  paid_on: string | null;
  created_by: string | null;
  events: EventRow[];
  notes: NoteRow[];
}

const columns = sql`i.id, i.guid, i.number::text, i.kind, i.status, i.buyer, i.currency, i.exchange_rate, i.created_at,
  i.updated_at, i.issue_date, i.due_date, i.settlement_date, i.delivery_date, i.description, i.booking,
  i.cost_provide, i.terms, i.amount, i.net_s, i.net_aa, i.net_z, i.is_discount, i.discount_is_percent,
  i.discount_value, i.payment_fee, i.is_payment_link, i.credited_amount, i.credited, i.accounting_status,
  i.accounting_message, i.xml_status, i.claim_id, i.claim_status, i.claim_error, i.payment_message, i.capital_gains_tax,
  i.other_default_costs_amount, i.default_charge_amount, i.default_interest_amount, i.bank_transaction_amount,
  (select o.guid from invoices o where o.account_id = i.account_id and o.id = i.refer_id) as refer_guid,
  (select coalesce(json_agg(json_build_object('guid', l.guid, 'item_guid', l.item_guid, 'item_number', l.item_number,
      'description', l.description, 'qty', l.qty::text, 'uom', l.uom, 'tax', l.tax, 'unit_price', l.unit_price::text,
      'discount', l.discount::text, 'discount_is_percent', l.discount_is_percent, 'task_guid', l.task_guid) order by l.position), '[]')
    from invoice_lines l where l.account_id = i.account_id and l.invoice_id = i.id) as lines`;

export async function findInvoiceGuidById(
  db: Queryable,
  accountId: number,
  id: number,
): Promise<string | null> {
  const [row] = await db.query<{ guid: string }>(
    sql`select guid from invoices where account_id = ${accountId} and id = ${id}`,
  );
  return row?.guid ?? null;
}

export async function findInvoice(
  db: Queryable,
  accountId: number,
  guid: string,
): Promise<InvoiceDetailRow | null> {
  const [row] = await db.query<InvoiceDetailRow>(sql`
    select ${columns}, i.vat_s, i.vat_aa, ${timelineColumns}
    from invoices i where i.account_id = ${accountId} and i.guid = ${guid}`);
  return row ?? null;
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

/** Keyset paging: sorted by one of two times and then by id; `after` is the last row of the previous batch. */
function keysetOrder(
  sort: Sort,
  after: { sort_key: string; id: number } | null,
): { and: Sql; by: Sql; key: Sql } {
  const key = sort.startsWith('date') ? sql`i.issue_date` : sql`i.created_at`;
  const isDescending = sort.endsWith('desc');
  const type = sort.startsWith('date') ? sql`::date` : sql`::timestamptz`;
  const and = !after
    ? EMPTY
    : isDescending
      ? sql`and (${key}, i.id) < (${after.sort_key}${type}, ${after.id})`
      : sql`and (${key}, i.id) > (${after.sort_key}${type}, ${after.id})`;
  return { and, key, by: isDescending ? sql`${key} desc, i.id desc` : sql`${key}, i.id` };
}

export type ListedInvoice = InvoiceRow & { sort_key: string };

export function listInvoices(
  db: Queryable,
  accountId: number,
  filter: InvoiceFilter,
  sort: Sort,
  take: number,
  skip: number,
  after: ListedInvoice | null,
): Promise<ListedInvoice[]> {
  const { and, by, key } = keysetOrder(sort, after);
  // Rows are selected from the index alone before their lines are joined.
  return db.query<ListedInvoice>(sql`
    with chosen as (
      select i.id, ${key} as sort_key from invoices i where ${filterCondition(accountId, filter)} ${and}
      order by ${by} limit ${take} offset ${skip})
    select ${columns}, chosen.sort_key::text from chosen
    join invoices i on i.account_id = ${accountId} and i.id = chosen.id order by ${by}`);
}

export async function countInvoices(
  db: Queryable,
  accountId: number,
  filter: InvoiceFilter,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*) from invoices i where ${filterCondition(accountId, filter)}`,
  );
  return row?.count ?? 0;
}

/** The columns that decide which operations are allowed on an invoice. */
export interface InvoiceState {
  id: number;
  guid: string;
  kind: InvoiceKind;
  status: InvoiceStatus;
  accounting_status: AccountingStatus | '';
  claim_id: string;
  claim_status: string;
  is_claim: boolean;
  is_payment_link: boolean;
  output_select: string;
}

export const stateColumns = sql`id, guid, kind, status, accounting_status, claim_id, claim_status, is_claim,
  is_payment_link, buyer ->> 'output_select' as output_select`;

export async function findState(
  db: Queryable,
  accountId: number,
  guid: string,
): Promise<InvoiceState | null> {
  const [row] = await db.query<InvoiceState>(
    sql`select ${stateColumns} from invoices where account_id = ${accountId} and guid = ${guid}`,
  );
  return row ?? null;
}

export async function lockState(
  tx: Queryable,
  accountId: number,
  guid: string,
): Promise<InvoiceState | null> {
  const [row] = await tx.query<InvoiceState>(
    sql`select ${stateColumns} from invoices where account_id = ${accountId} and guid = ${guid} for update`,
  );
  return row ?? null;
}
