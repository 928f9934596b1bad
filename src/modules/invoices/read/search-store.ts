import { OWED_TABS, STATUS_TABS, type StatusTab } from '../../../domain/invoices/invoice-status.ts';
import { openRange } from '../../../domain/values/whole-months.ts';
import {
  hasOpenStatusSql,
  hasSettledStatusSql,
  inIskSql,
  isOwedSql,
  isUnderTabSql,
  statusColumns,
  statusTabSql,
} from '../../../kernel/database/invoice-status-sql.ts';
import { numberOrder } from '../../../kernel/database/number-order.ts';
import { lookedUpFirst, pageOf } from '../../../kernel/database/page-sql.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../../kernel/database/row.ts';
import {
  countedSql,
  hasTextSql,
  icelandicSortKey,
  MAX_COUNTED,
  parseSearchedAmount,
} from '../../../kernel/database/search-sql.ts';
import { EMPTY, join, PLANNED_EACH_TIME, type Sql, sql } from '../../../kernel/database/sql.ts';
import { payableSql, tabAmountSql } from '../../customers/balance-store.ts';
import { customerGuidSql } from '../../customers/store.ts';
import { invoices } from '../records/tables.ts';
import { settledSumsSql } from '../sums/running-sums-store.ts';

export const INVOICE_SORTS = ['date', 'number', 'customer', 'due', 'amount'] as const;

export interface InvoiceSearch {
  /** `unpaid` is everything that is owed, whichever tab it is under. */
  tab: StatusTab | 'unpaid' | undefined;
  search: string | undefined;
  customer: string | undefined;
  item: string | undefined;
  hasFreeLines: boolean;
  from: string | undefined;
  to: string | undefined;
  minAmount: string | undefined;
  maxAmount: string | undefined;
  sort: (typeof INVOICE_SORTS)[number];
  isDescending: boolean;
  take: number;
  skip: number;
}

const invoice = invoices.pick(
  'guid',
  'status',
  'issue_date',
  'due_date',
  'settlement_date',
  'amount',
  'currency',
  'credited_amount',
  'paid_amount',
  'refund_amount',
  'written_off_on',
  'exchange_rate',
  'net_s',
  'net_aa',
  'net_z',
  'vat_s',
  'vat_aa',
  'paid_on',
  'method_payment',
  'xml_status',
  'claim_status',
  'reminded_at',
  'is_imported',
);
const foundInvoice = invoice.with({
  number: col.text(),
  type: invoices.columns.kind,
  tab: col.oneOf(STATUS_TABS),
  customer_name: col.text(),
  registration_no: col.text(),
  customer_guid: col.uuid(),
});
export type FoundInvoice = RowOf<typeof foundInvoice>;

const tabSum = row({
  tab: col.oneOf(STATUS_TABS),
  currency: col.text(),
  count: col.integer(),
  total: col.text(),
  total_isk: col.text(),
});
export type TabSum = RowOf<typeof tabSum>;

/** An invoice is found by the sum that a person sees, which is rounded, and by the exact one. */
const shownAmount = payableSql(sql`i.amount`);

/** The most by which the amount of an invoice differs from the rounded one that is shown. */
const HALF = sql`0.5`;

/** Each condition has an index, so that the database can look all of them up and unite what they find. */
function matches(accountId: number, search: string): Sql {
  const newest = sql`select i.id, i.buyer, i.description from invoices i where i.account_id = ${accountId} order by i.id desc`;
  const texts = [sql`i.buyer ->> 'name'`, sql`i.description`];
  const text = hasTextSql(search, texts, { alias: sql`i`, select: newest });
  const number = /^\d{1,15}$/.test(search)
    ? sql`or ${numberOrder(sql`i.number`)} = ${search}::bigint`
    : EMPTY;
  const kennitala = /^\d{6}-?\d{4}$/.test(search)
    ? sql`or i.buyer ->> 'registration_no' = ${search.replace('-', '')}`
    : EMPTY;
  const searched = parseSearchedAmount(search);
  const amount =
    searched === null
      ? EMPTY
      : sql`or (i.amount between ${searched}::numeric - ${HALF} and ${searched}::numeric + ${HALF}
          and ${searched}::numeric in (i.amount, ${shownAmount}))`;
  return sql`and (${text} ${number} ${amount} ${kennitala})`;
}

/** Whether the invoice `i` has a line that fulfils the condition. */
function hasLine(condition: Sql): Sql {
  return sql`and exists (
    select from invoice_lines l where l.account_id = i.account_id and l.invoice_id = i.id and ${condition})`;
}

/** Of what filters leave the best plan depends on their values: a page of what most documents have is found by reading a few of them. */
function searchCondition(accountId: number, query: InvoiceSearch): Sql {
  const { search, customer, item, hasFreeLines, from, to, minAmount, maxAmount } = query;
  return sql`i.account_id = ${accountId} ${isSelective(query) ? PLANNED_EACH_TIME : EMPTY} ${search ? matches(accountId, search) : EMPTY}
    ${customer ? sql`and i.customer_id = (select c.id from customers c where c.account_id = ${accountId} and c.guid = ${customer})` : EMPTY}
    ${item ? hasLine(sql`l.item_guid = ${item}`) : EMPTY} ${hasFreeLines ? hasLine(sql`l.item_guid is null`) : EMPTY}
    ${from ? sql`and i.issue_date >= ${from}` : EMPTY} ${to ? sql`and i.issue_date <= ${to}` : EMPTY}
    ${minAmount ? sql`and i.amount >= ${minAmount}::numeric - ${HALF} and ${shownAmount} >= ${minAmount}::numeric` : EMPTY}
    ${maxAmount ? sql`and i.amount <= ${maxAmount}::numeric + ${HALF} and ${shownAmount} <= ${maxAmount}::numeric` : EMPTY}`;
}

/** Whether it leaves out documents of the account, other than by the tab, the days and the customer. */
function isSelective({ search, item, hasFreeLines, minAmount, maxAmount }: InvoiceSearch) {
  return hasFreeLines || [search, item, minAmount, maxAmount].some((filter) => filter);
}

/** What is owed is also named without `case`, so that the index on unsettled invoices can serve it. */
function underTab(tab: InvoiceSearch['tab'], today: string): Sql {
  if (tab === undefined) return EMPTY;
  if (tab === 'unpaid') return sql`and ${isOwedSql}`;
  return sql`${OWED_TABS.includes(tab) ? sql`and ${isOwedSql}` : EMPTY} and ${isUnderTabSql(statusColumns(today), [tab])}`;
}

/** The tabs of documents that are not settled: those of `hasOpenStatusSql`, except credit notes and what was written off. */
const OPEN_TABS: readonly StatusTab[] = ['draft', ...OWED_TABS];

/** Drafts have no number and are sorted as if they had the highest. */
const number = numberOrder(sql`i.number`);

/** Each with an index, which `i.id` ends. */
const SORT_KEYS: Record<InvoiceSearch['sort'], readonly Sql[]> = {
  date: [sql`i.issue_date`, number],
  number: [number],
  customer: [icelandicSortKey(sql`i.buyer ->> 'name'`)],
  due: [sql`i.due_date`],
  amount: [sql`i.amount`],
};

function sorted({ sort, isDescending }: Pick<InvoiceSearch, 'sort' | 'isDescending'>): Sql {
  const direction = isDescending ? sql`desc` : sql`asc`;
  const keys = [...SORT_KEYS[sort], sql`i.id`].map((key) => sql`${key} ${direction}`);
  return sql`order by ${join(keys, ', ')}`;
}

/** One page of the list, and the sums under every tab. A filtered page is read by what the sums have counted. */
export async function findInvoicePage(
  db: Queryable,
  accountId: number,
  today: string,
  query: InvoiceSearch,
): Promise<TabSums & { rows: FoundInvoice[] }> {
  const list = (isFew: boolean) => listFoundInvoices(db, accountId, today, query, isFew);
  const counting = sumTabs(db, accountId, today, query);
  const listing = isSelective(query) ? counting.then(({ isComplete }) => list(isComplete)) : list(false);
  const [sums, rows] = await Promise.all([counting, listing]);
  return { ...sums, rows };
}

/** The ids come from an index, and are looked up as an array. */
function listFoundInvoices(
  db: Queryable,
  accountId: number,
  today: string,
  query: InvoiceSearch,
  isFew: boolean,
): Promise<FoundInvoice[]> {
  const { tab, take, skip, from, to, customer } = query;
  const order = sorted(query);
  const matching = sql`invoices i where ${searchCondition(accountId, query)} ${underTab(tab, today)}`;
  const ordered = sql`select i.id from ${isFew ? lookedUpFirst(matching, sql`i`) : matching} ${order}`;
  // Where filters decide how many documents are read for a page, the best plan depends on their values.
  const isPlain = !isSelective(query) && !customer && !from && !to;
  const ids = isPlain ? pageOf(ordered, take, skip) : sql`${ordered} limit ${take} offset ${skip}`;
  return db.query(
    foundInvoice,
    sql`select ${invoice.list('i')}, coalesce(i.number::text, '') as number, i.kind as type,
        ${statusTabSql(statusColumns(today))} as tab, i.buyer ->> 'name' as customer_name,
        i.buyer ->> 'registration_no' as registration_no,
        ${customerGuidSql} as customer_guid
      from invoices i where i.account_id = ${accountId} and i.id = any(array(${ids})) ${order}`,
  );
}

/**
 * Documents by the columns that decide the tab, so that the case expression runs once per group. With `offset 0` the amount of a
 * document is computed once, and not once for each sum.
 */
function groupedByTab(documents: Sql, today: string): Sql {
  return sql`select status, kind, is_past_due, is_written_off, currency, count(*) as count,
      sum(amount) as total, sum(${inIskSql(sql`i.amount`)}) as total_isk
    from (
      select i.status, i.kind, i.due_date < ${today} as is_past_due, i.written_off_on is not null as is_written_off,
        i.currency, i.exchange_rate, ${tabAmountSql} as amount
      from ${documents} offset 0) i
    group by status, kind, is_past_due, is_written_off, currency`;
}

/** The documents that the filters leave, up to the bound of what is counted. */
function matchingDocuments(accountId: number, query: InvoiceSearch, condition = EMPTY): Sql {
  const matching = sql`select * from invoices i where ${searchCondition(accountId, query)} ${condition}`;
  return sql`(${countedSql(matching)}) i`;
}

/** Of a customer everything that is owed is counted, and what is settled up to the bound. */
function groupedByTabOfCustomer(accountId: number, today: string, query: InvoiceSearch): Sql {
  const open = sql`invoices i where ${searchCondition(accountId, query)} and ${hasOpenStatusSql}`;
  return sql`${groupedByTab(open, today)} union all
    ${groupedByTab(matchingDocuments(accountId, query, sql`and ${hasSettledStatusSql}`), today)}`;
}

/** The sums of all documents of these days under every tab. The tab of a settled document depends on no day. */
function groupedByTabOfAll(accountId: number, today: string, { from, to }: InvoiceSearch): Sql {
  const range = openRange(from, to);
  // Of many years the open documents are read from their index, and of a few days those of the days: the best plan depends on the range.
  const days = range
    ? sql`and i.issue_date between ${range.from} and ${range.to} ${PLANNED_EACH_TIME}`
    : EMPTY;
  return sql`${groupedByTab(sql`invoices i where i.account_id = ${accountId} and ${hasOpenStatusSql} ${days}`, today)}
    union all
    select status, kind, false, false, currency, sum(documents)::bigint, sum(case kind when 'credit' then -payable else payable end),
      sum(case kind when 'credit' then -payable_isk else payable_isk end)
    from ${settledSumsSql(accountId, range)} settled group by status, kind, currency`;
}

function grouped(accountId: number, today: string, query: InvoiceSearch): Sql {
  if (isSelective(query)) return groupedByTab(matchingDocuments(accountId, query), today);
  if (query.customer) return groupedByTabOfCustomer(accountId, today, query);
  return groupedByTabOfAll(accountId, today, query);
}

interface TabSums {
  /** Whether all documents that match are in the sums. Else they have what a customer owes, or nothing. */
  isComplete: boolean;
  tabs: TabSum[];
}

/** The sums under every tab, with the filters of the list. */
async function sumTabs(
  db: Queryable,
  accountId: number,
  today: string,
  query: InvoiceSearch,
): Promise<TabSums> {
  const columns = {
    status: sql`status`,
    kind: sql`kind`,
    isWrittenOff: sql`is_written_off`,
    isPastDue: sql`is_past_due`,
  };
  const sums = await db.query(
    tabSum,
    sql`with grouped as materialized (${grouped(accountId, today, query)})
      select ${statusTabSql(columns)} as tab, currency, sum(count)::int as count, sum(total)::text as total,
        sum(total_isk)::text as total_isk
      from grouped group by 1, 2 order by 1, 2`,
  );
  const isBounded = (tab: StatusTab) =>
    isSelective(query) || (query.customer !== undefined && !OPEN_TABS.includes(tab));
  const bounded = sums.filter(({ tab }) => isBounded(tab));
  if (bounded.reduce((all, { count }) => all + count, 0) <= MAX_COUNTED)
    return { isComplete: true, tabs: sums };
  return { isComplete: false, tabs: sums.filter(({ tab }) => !isBounded(tab)) };
}
