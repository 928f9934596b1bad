import type { InvoiceStatus } from '../../../domain/invoice-states.ts';
import { type InvoiceKind, OWED_TABS, type StatusTab } from '../../../domain/invoice-status.ts';
import type { Queryable } from '../../../kernel/context.ts';
import {
  inIskSql,
  isOwedSql,
  isUnderTabSql,
  statusColumns,
  statusTabSql,
  tabAmountSql,
} from '../../../kernel/database/invoice-status-sql.ts';
import { caseInsensitivePattern, icelandicSortKey } from '../../../kernel/database/search-sql.ts';
import { EMPTY, type Sql, sql } from '../../../kernel/database/sql.ts';

export const INVOICE_SORTS = ['date', 'number', 'customer', 'due', 'amount'] as const;

export interface InvoiceSearch {
  /** `unpaid` is everything that is owed, whichever tab it is under. */
  tab: StatusTab | 'unpaid' | undefined;
  search: string | undefined;
  customer: string | undefined;
  from: string | undefined;
  to: string | undefined;
  sort: (typeof INVOICE_SORTS)[number];
  isDescending: boolean;
  take: number;
  skip: number;
}

export interface FoundInvoice {
  guid: string;
  number: string;
  type: InvoiceKind;
  status: InvoiceStatus;
  tab: StatusTab;
  customer_name: string;
  customer_guid: string;
  issue_date: string;
  due_date: string;
  settlement_date: string;
  amount: string;
  currency: string;
  credited_amount: string;
  xml_status: string;
  claim_status: string;
}

export interface TabSum {
  tab: StatusTab;
  currency: string;
  count: number;
  total: string;
  total_isk: string;
}

function matches(search: string): Sql {
  const pattern = caseInsensitivePattern(search);
  const number = /^\d{1,15}$/.test(search) ? sql`or i.number = ${search}::bigint` : EMPTY;
  const kennitala = /^\d{6}-?\d{4}$/.test(search)
    ? sql`or i.buyer ->> 'registration_no' = ${search.replace('-', '')}`
    : EMPTY;
  return sql`and (i.buyer ->> 'name' ~ ${pattern} or i.description ~ ${pattern} ${number} ${kennitala})`;
}

function searchCondition(accountId: number, { search, customer, from, to }: InvoiceSearch): Sql {
  return sql`i.account_id = ${accountId} ${search ? matches(search) : EMPTY}
    ${customer ? sql`and i.customer_id = (select c.id from customers c where c.account_id = ${accountId} and c.guid = ${customer})` : EMPTY}
    ${from ? sql`and i.issue_date >= ${from}` : EMPTY} ${to ? sql`and i.issue_date <= ${to}` : EMPTY}`;
}

/** What is owed is also named without `case`, so that the index on unsettled invoices can serve it. */
function underTab(tab: InvoiceSearch['tab'], today: string): Sql {
  if (tab === undefined) return EMPTY;
  if (tab === 'unpaid') return sql`and ${isOwedSql}`;
  return sql`${OWED_TABS.includes(tab) ? sql`and ${isOwedSql}` : EMPTY} and ${isUnderTabSql(statusColumns(today), [tab])}`;
}

const SORT_KEYS: Record<InvoiceSearch['sort'], Sql> = {
  date: sql`i.issue_date`,
  number: sql`i.number`,
  customer: icelandicSortKey(sql`i.buyer ->> 'name'`),
  due: sql`i.due_date`,
  amount: sql`i.amount`,
};

/** One page of the list. */
export function listFoundInvoices(
  db: Queryable,
  accountId: number,
  today: string,
  query: InvoiceSearch,
): Promise<FoundInvoice[]> {
  const { tab, sort, isDescending, take, skip } = query;
  const direction = isDescending ? sql`desc` : sql`asc`;
  // Drafts have no number and are sorted as if they had the highest.
  const nulls = sort !== 'number' ? EMPTY : isDescending ? sql`nulls first` : sql`nulls last`;
  return db.query<FoundInvoice>(sql`
    select i.guid, coalesce(i.number::text, '') as number, i.kind as type, i.status,
      ${statusTabSql(statusColumns(today))} as tab, i.buyer ->> 'name' as customer_name,
      i.buyer ->> 'guid' as customer_guid, i.issue_date, i.due_date, i.settlement_date, i.amount, i.currency,
      i.credited_amount, i.xml_status, i.claim_status
    from invoices i where ${searchCondition(accountId, query)} ${underTab(tab, today)}
    order by ${SORT_KEYS[sort]} ${direction} ${nulls}, i.id ${direction}
    limit ${take} offset ${skip}`);
}

/**
 * The sums under every tab, with the filters of the list. Rows are grouped by the columns that decide the tab, so that
 * the case expression runs once per group.
 */
export function sumTabs(
  db: Queryable,
  accountId: number,
  today: string,
  query: InvoiceSearch,
): Promise<TabSum[]> {
  const columns = { status: sql`status`, kind: sql`kind`, isPastDue: sql`is_past_due` };
  return db.query<TabSum>(sql`
    with grouped as materialized (
      select i.status, i.kind, i.due_date < ${today} as is_past_due, i.currency, count(*) as count,
        sum(${tabAmountSql}) as total, sum(${inIskSql(tabAmountSql)}) as total_isk
      from invoices i where ${searchCondition(accountId, query)} group by i.status, i.kind, is_past_due, i.currency)
    select ${statusTabSql(columns)} as tab, currency, sum(count)::int as count, sum(total)::text as total,
      sum(total_isk)::text as total_isk
    from grouped group by 1, 2 order by 1, 2`);
}
