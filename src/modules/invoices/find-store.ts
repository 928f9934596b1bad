import type { Reader } from '../../kernel/context.ts';
import { anyCase, byName } from '../../kernel/database/letters.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';

export const TABS = ['draft', 'open', 'overdue', 'collection', 'paid', 'credit', 'cancelled'] as const;
export type Tab = (typeof TABS)[number];

export const FIND_SORTS = ['date', 'number', 'customer', 'due', 'amount'] as const;

export interface Wanted {
  tab: Tab | undefined;
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
  tab: Tab;
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
  tab: Tab;
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
    ? sql`and (i.buyer ->> 'name' ~ ${anyCase(search)} or i.description ~ ${anyCase(search)}
        ${number(search)} ${kennitala(search)})`
    : EMPTY;
  return sql`i.account_id = ${accountId} ${matches}
    ${customer ? sql`and i.customer_id = (select c.id from customers c where c.account_id = ${accountId} and c.guid = ${customer})` : EMPTY}
    ${from ? sql`and i.issue_date >= ${from}` : EMPTY} ${to ? sql`and i.issue_date <= ${to}` : EMPTY}`;
}

const KEYS: Record<Wanted['sort'], Sql> = {
  date: sql`m.issue_date`,
  number: sql`m.number`,
  customer: byName(sql`m.buyer ->> 'name'`),
  due: sql`m.due_date`,
  amount: sql`m.amount`,
};

/** A page of the list, and beside it what stands under every tab with the same filters: one statement, one scan. */
export async function findInvoices(
  db: Reader,
  accountId: number,
  today: string,
  wanted: Wanted,
): Promise<Found> {
  const direction = wanted.descending ? sql`desc nulls first` : sql`asc nulls last`;
  const tie = wanted.descending ? sql`desc` : sql`asc`;
  const [found] = await db.query<Found>(sql`
    with mine as materialized (
      select i.guid, i.id, i.number, i.kind, i.status, i.buyer, i.issue_date, i.due_date, i.settlement_date, i.amount,
        i.currency, i.credited_amount, i.xml_status, i.claim_status, ${tab(today)} as tab
      from invoices i where ${where(accountId, wanted)})
    select
      (select coalesce(json_agg(row), '[]') from (
        select m.guid, coalesce(m.number::text, '') as number, m.kind as type, m.status, m.tab,
          m.buyer ->> 'name' as customer_name, m.buyer ->> 'guid' as customer_guid, m.issue_date, m.due_date,
          m.settlement_date, m.amount::text, m.currency, m.credited_amount::text, m.xml_status, m.claim_status
        from mine m ${wanted.tab ? sql`where m.tab = ${wanted.tab}` : EMPTY}
        order by ${KEYS[wanted.sort]} ${direction}, m.id ${tie} limit ${wanted.take} offset ${wanted.skip}) row) as rows,
      (select coalesce(json_agg(tabs), '[]') from (
        select tab, currency, count(*)::int as count,
          sum(case when kind = 'credit' then -amount else amount end)::text as total
        from mine group by tab, currency order by tab, currency) tabs) as tabs`);
  return found ?? { rows: [], tabs: [] };
}
