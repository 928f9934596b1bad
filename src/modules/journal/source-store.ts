import type { StoredEntry } from '../../domain/journal/booked-entry.ts';
import type { EntryKind } from '../../domain/journal/entry.ts';
import { isSaleSql } from '../../kernel/database/invoice-status-sql.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import { isApprovedSql } from '../costs/figures-store.ts';
import { costs } from '../costs/tables.ts';
import { payableSql } from '../customers/balance-store.ts';
import { lostVatSql } from '../invoices/records/lost-vat-store.ts';
import { invoices, payments } from '../invoices/records/tables.ts';
import { journalEntries } from './tables.ts';

/** The days of which entries are listed; `from` null: from the beginning. */
export interface JournalPeriod {
  from: string | null;
  to: string;
}

/** One step through a list that is ordered by day and id. */
export interface JournalPage {
  accountId: number;
  period: JournalPeriod;
  take: number;
  /** The last row of the step before. */
  after: { date: string; id: number } | null;
}

/** The columns of every list: the day of the entry, and the entry as a file last had it. */
export const entryColumns = { date: col.date(), stored: col.jsonb<StoredEntry>().nullable() };

/** Limits and orders a list of documents by the column of their day. */
export function pageSql(day: Sql, id: Sql, { period, take, after }: JournalPage): Sql {
  return sql`${period.from ? sql`and ${day} >= ${period.from}` : EMPTY} and ${day} <= ${period.to}
    ${after ? sql`and (${day}, ${id}) > (${after.date}::date, ${after.id}::bigint)` : EMPTY}
    order by ${day}, ${id} limit ${take}`;
}

// Everything that belongs to a document is a scalar or lateral subquery, which is looked up by its key. A join is planned by statistics:
// without any, the database would join all customers, entries and invoices of the account for every payment anew. `offset 0` keeps a
// lateral subquery from becoming a join.

export function storedSql(accountId: number, kind: Sql, id: Sql): Sql {
  return sql`(select m.entry from journal_entries m
    where m.account_id = ${accountId} and m.kind = ${kind} and m.document_id = ${id})`;
}

/** The customer of a record as lines name it; null where the record has none. */
function partySql(record: Sql): Sql {
  return sql`(select json_build_object('type', 'customer', 'guid', c.guid, 'name', c.name,
      'code', coalesce(nullif(c.registration_no, ''), nullif(c.customer_number, ''), c.name))
    from customers c where c.account_id = ${record}.account_id and c.id = ${record}.customer_id)`;
}

const party = row({
  type: col.oneOf(['customer'] as const),
  guid: col.uuid(),
  name: col.text(),
  code: col.text(),
});
const customerColumn = { customer: col.json(party) };

const figures = invoices.pick(
  ...(['id', 'kind', 'number', 'currency', 'exchange_rate', 'amount'] as const),
  ...(['net_s', 'net_aa', 'net_z', 'vat_s', 'vat_aa'] as const),
);
const invoiceRow = figures.with({ ...entryColumns, ...customerColumn, rounding: col.text() });
export type InvoiceSource = RowOf<typeof invoiceRow>;

/** What of the statement's rounding a credit note causes: see `listMovements` of the statements. */
const noteRoundingSql = sql`coalesce((
  select ${payableSql(sql`i.amount`)} - ${payableSql(sql`i.refund_amount`)}
    - ${payableSql(sql`(o.owed + i.amount - i.refund_amount)`)} + ${payableSql(sql`o.owed`)}
  from (
    select original.amount + (
      select sum(n.refund_amount - n.amount) from invoices n
      where n.account_id = i.account_id and n.refer_id = i.refer_id and n.status <> 'Draft' and n.id <= i.id) as owed
    from invoices original
    where i.kind = 'credit' and original.account_id = i.account_id and original.id = i.refer_id) o), 0)::text`;

/** Issued invoices and credit notes by their day of issue. */
export function listInvoiceSources(db: Queryable, page: JournalPage): Promise<InvoiceSource[]> {
  const { accountId } = page;
  const kind = sql`case i.kind when 'credit' then 'credit_note' else 'invoice' end`;
  const stored = storedSql(accountId, kind, sql`i.id`);
  return db.query(
    invoiceRow,
    sql`select ${figures.list('i')}, i.issue_date as date, ${stored} as stored, ${partySql(sql`i`)} as customer,
        ${noteRoundingSql} as rounding
      from invoices i
      where i.account_id = ${accountId} and ${isSaleSql} ${pageSql(sql`i.issue_date`, sql`i.id`, page)}`,
  );
}

const writeOff = invoices.pick('id', 'number', 'currency', 'exchange_rate', 'written_off_amount');
const writeOffRow = writeOff.with({
  ...entryColumns,
  ...customerColumn,
  lost_vat_s: col.text(),
  lost_vat_aa: col.text(),
});
export type WriteOffSource = RowOf<typeof writeOffRow>;

export function listWriteOffSources(db: Queryable, page: JournalPage): Promise<WriteOffSource[]> {
  const { accountId } = page;
  return db.query(
    writeOffRow,
    sql`select ${writeOff.list('i')}, i.written_off_on as date, ${storedSql(accountId, sql`'write_off'`, sql`i.id`)} as stored,
        ${partySql(sql`i`)} as customer,
        (${lostVatSql.s})::text as lost_vat_s, (${lostVatSql.aa})::text as lost_vat_aa
      from invoices i
      where i.account_id = ${accountId} and i.written_off_on is not null
        ${pageSql(sql`i.written_off_on`, sql`i.id`, page)}`,
  );
}

const share = row({
  kind: invoices.columns.kind,
  number: col.text(),
  currency: col.text(),
  exchange_rate: col.text(),
  amount: col.text(),
  paid: col.text(),
  rounding: col.text(),
  ...customerColumn,
});
const surplus = row({
  amount: col.text(),
  currency: col.text(),
  exchange_rate: col.text(),
  customer: col.json(party).nullable(),
});
const paymentColumns = payments.pick(
  ...([
    'id',
    'guid',
    'direction',
    'source',
    'amount',
    'currency',
    'exchange_rate',
    'method_payment',
  ] as const),
  ...(['interest', 'charge', 'fee', 'acquirer_fee'] as const),
);
const paymentRow = paymentColumns.with({
  ...entryColumns,
  customer: col.json(party).nullable(),
  shares: col.jsonList(share),
  taken: col.jsonList(surplus),
});
export type PaymentSource = RowOf<typeof paymentRow>;

/** What of the statement's rounding an allocation `a` of the payment `p` to the document `i` causes. */
const shareRoundingSql = sql`(case when p.reversed_on is not null then 0 else
  (case i.kind when 'invoice' then 1 else -1 end) * (a.amount - ${payableSql(sql`(rest.unsettled + a.amount)`)}
    + greatest(${payableSql(sql`rest.unsettled`)}, 0)) end)::text`;

/** What is left of the document after the payment and those before it. */
const restSql = sql`select (case i.kind when 'credit' then i.refund_amount else i.amount - coalesce((
      select sum(n.amount - n.refund_amount) from invoices n
      where n.account_id = i.account_id and n.refer_id = i.id and n.status <> 'Draft'), 0) end) - coalesce((
    select sum(b.amount) from allocations b
    where b.account_id = i.account_id and b.invoice_id = i.id and (
      select q.reversed_on is null and (q.paid_on, q.id) <= (p.paid_on, p.id)
      from payments q where q.account_id = b.account_id and q.id = b.payment_id)), 0) as unsettled offset 0`;

/** What a former system has settled of its own invoices is in its books. */
const isBookedElsewhereSql = sql`p.source = 'import' and i.is_imported`;

const sharesSql = sql`(select coalesce(json_agg(json_build_object('kind', i.kind, 'number', i.number::text,
    'currency', i.currency, 'exchange_rate', i.exchange_rate::text, 'amount', a.amount::text, 'paid', a.paid::text,
    'rounding', ${shareRoundingSql}, 'customer', ${partySql(sql`i`)}) order by a.id), '[]')
  from allocations a
  cross join lateral (select * from invoices d where d.account_id = a.account_id and d.id = a.invoice_id offset 0) i
  cross join lateral (${restSql}) rest
  where a.account_id = p.account_id and a.payment_id = p.id and not (${isBookedElsewhereSql}))`;

const takenSql = sql`(select coalesce(json_agg(json_build_object('amount', a.amount::text, 'currency', credit.currency,
    'exchange_rate', credit.exchange_rate::text, 'customer', ${partySql(sql`credit`)}) order by a.id), '[]')
  from allocations a
  cross join lateral (
    select * from payments q where q.account_id = a.account_id and q.id = a.from_payment_id offset 0) credit
  where a.account_id = p.account_id and a.payment_id = p.id)`;

/** Payments by their day of value, or those that were reversed by the day of their reversal. */
export function listPaymentSources(
  db: Queryable,
  kind: 'payment' | 'reversal',
  page: JournalPage,
): Promise<PaymentSource[]> {
  const { accountId } = page;
  const day = kind === 'payment' ? sql`p.paid_on` : sql`p.reversed_on`;
  return db.query(
    paymentRow,
    sql`select ${paymentColumns.list('p')}, ${day} as date, ${storedSql(accountId, sql`${kind}`, sql`p.id`)} as stored,
        ${partySql(sql`p`)} as customer, ${sharesSql} as shares, ${takenSql} as taken
      from payments p
      where p.account_id = ${accountId} ${kind === 'payment' ? EMPTY : sql`and p.reversed_on is not null`}
        ${pageSql(day, sql`p.id`, page)}`,
  );
}

const cost = costs.pick(
  ...(['id', 'guid', 'currency', 'vat_s', 'vat_aa', 'cost_code', 'credit_note'] as const),
  ...(['vat_deductible', 'vat_charged_by'] as const),
  ...(['invoice_number', 'supplier_name', 'supplier_id'] as const),
);
const costRow = cost.with({ ...entryColumns, amount: col.text(), exchange_rate: col.text() });
export type CostSource = RowOf<typeof costRow>;

export const costRateSql = sql`case when c.currency = 'ISK' then 1 else c.exchange_rate end`;

/** Approved costs by their day. Those whose exchange rate is not known cannot be posted. */
export function listCostSources(db: Queryable, page: JournalPage): Promise<CostSource[]> {
  const { accountId } = page;
  return db.query(
    costRow,
    sql`select ${cost.list('c')}, c.issue_date as date, c.amount::text, (${costRateSql})::text as exchange_rate,
        ${storedSql(accountId, sql`'cost'`, sql`c.id`)} as stored
      from costs c
      where c.account_id = ${accountId} and ${isApprovedSql} and (${costRateSql}) is not null
        ${pageSql(sql`c.issue_date`, sql`c.id`, page)}`,
  );
}

const lostRow = row({
  id: col.bigint(),
  kind: col.oneOf<EntryKind>(['write_off', 'cost']),
  date: col.date(),
  stored: journalEntries.columns.entry,
});
export type LostSource = RowOf<typeof lostRow>;

/** Entries that a file had and that are none any more: write-offs that were undone, and costs that are not approved. */
export function listLostSources(db: Queryable, page: JournalPage): Promise<LostSource[]> {
  const { accountId } = page;
  return db.query(
    lostRow,
    sql`select m.document_id as id, m.kind, m.date, m.entry as stored from journal_entries m
      where m.account_id = ${accountId} and (
        (m.kind = 'write_off' and not exists (select from invoices i
          where i.account_id = ${accountId} and i.id = m.document_id and i.written_off_on is not null))
        or (m.kind = 'cost' and not exists (select from costs c
          where c.account_id = ${accountId} and c.id = m.document_id and ${isApprovedSql} and (${costRateSql}) is not null)))
        ${pageSql(sql`m.date`, sql`m.document_id`, page)}`,
  );
}
