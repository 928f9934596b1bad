import type { StatusTab } from '../../../domain/invoice-status.ts';
import type { Queryable } from '../../../kernel/context.ts';
import { caseInsensitivePattern, icelandicSortKey } from '../../../kernel/database/search-sql.ts';
import { EMPTY, type Sql, sql } from '../../../kernel/database/sql.ts';

export const FIND_SORTS = ['date', 'number', 'customer', 'due', 'amount'] as const;

export interface Wanted {
  tab: StatusTab | undefined;
  search: string | undefined;
  customer: string | undefined;
  from: string | undefined;
  to: string | undefined;
  sort: (typeof FIND_SORTS)[number];
  descending: boolean;
  take: number;
  skip: number;
}

export interface FoundInvoice {
  guid: string;
  number: string;
  type: string;
  status: string;
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
}

export interface Found {
  rows: FoundInvoice[];
  tabs: TabSum[];
}

const tab = (today: string) => sql`case
  when i.status = 'Draft' then 'draft' when i.status = 'Cancelled' then 'cancelled'
  when i.kind = 'credit' then 'credit' when i.status = 'Paid' then 'paid'
  when i.status = 'Collection' then 'collection' when i.due_date < ${today} then 'overdue' else 'open' end`;

const number = (search: string): Sql =>
  /^\d{1,15}$/.test(search) ? sql`or i.number = ${search}::bigint` : EMPTY;
const kennitala = (search: string): Sql =>
  /^\d{6}-?\d{4}$/.test(search) ? sql`or i.buyer ->> 'registration_no' = ${search.replace('-', '')}` : EMPTY;

function where(accountId: number, { search, customer, from, to }: Wanted): Sql {
  const matches = search
    ? sql`and (i.buyer ->> 'name' ~ ${caseInsensitivePattern(search)} or i.description ~ ${caseInsensitivePattern(search)}
        ${number(search)} ${kennitala(search)})`
    : EMPTY;
  return sql`i.account_id = ${accountId} ${matches}
    ${customer ? sql`and i.customer_id = (select c.id from customers c where c.account_id = ${accountId} and c.guid = ${customer})` : EMPTY}
    ${from ? sql`and i.issue_date >= ${from}` : EMPTY} ${to ? sql`and i.issue_date <= ${to}` : EMPTY}`;
}

const KEYS: Record<Wanted['sort'], Sql> = {
  date: sql`i.issue_date`,
  number: sql`i.number`,
  customer: icelandicSortKey(sql`i.buyer ->> 'name'`),
  due: sql`i.due_date`,
  amount: sql`i.amount`,
};

/**
 * A page of the list, and beside it what stands under every tab with the same filters, in one statement. The page is
 * chosen by an index where there is one; the sums look only at what they add up.
 */
export async function findInvoices(
  db: Queryable,
  accountId: number,
  today: string,
  wanted: Wanted,
): Promise<Found> {
  const direction = wanted.descending ? sql`desc` : sql`asc`;
  // Drafts have no number, and come where the newest numbers are.
  const nulls = wanted.sort !== 'number' ? EMPTY : wanted.descending ? sql`nulls first` : sql`nulls last`;
  const [found] = await db.query<Found>(sql`
    select
      (select coalesce(json_agg(row), '[]') from (
        select i.guid, coalesce(i.number::text, '') as number, i.kind as type, i.status, ${tab(today)} as tab,
          i.buyer ->> 'name' as customer_name, i.buyer ->> 'guid' as customer_guid, i.issue_date, i.due_date,
          i.settlement_date, i.amount::text, i.currency, i.credited_amount::text, i.xml_status, i.claim_status
        from invoices i where ${where(accountId, wanted)}
          ${wanted.tab ? sql`and ${tab(today)} = ${wanted.tab}` : EMPTY}
        order by ${KEYS[wanted.sort]} ${direction} ${nulls}, i.id ${direction}
        limit ${wanted.take} offset ${wanted.skip}) row) as rows,
      (select coalesce(json_agg(tabs), '[]') from (
        select ${tab(today)} as tab, i.currency, count(*)::int as count,
          sum(case when i.kind = 'credit' then -i.amount else i.amount end)::text as total
        from invoices i where ${where(accountId, wanted)} group by 1, 2 order by 1, 2) tabs) as tabs`);
  return found ?? { rows: [], tabs: [] };
}
