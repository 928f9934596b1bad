import { PAST_DUE_TABS } from '../../domain/invoices/invoice-status.ts';
import {
  inIskSql,
  isOwedSql,
  isUnderTabSql,
  statusColumns,
} from '../../kernel/database/invoice-status-sql.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { integer, jsonList, type RowOf, row, text } from '../../kernel/database/row.ts';
import { caseInsensitivePattern, icelandicSortKey } from '../../kernel/database/search-sql.ts';
import { EMPTY, sql } from '../../kernel/database/sql.ts';
import { balanceSql } from './balance-store.ts';
import { outputSelect } from './store.ts';
import { customers } from './tables.ts';

export const CUSTOMER_SORTS = ['name', 'newest', 'owed'] as const;

export interface CustomerSearch {
  search: string | undefined;
  active: boolean | undefined;
  /** In ISK. */
  minOwed: string | undefined;
  sort: (typeof CUSTOMER_SORTS)[number];
  take: number;
  skip: number;
}

const profile = customers.pick(
  'guid',
  'customer_number',
  'name',
  'registration_no',
  'email',
  'phone_number',
  'city',
  'currency',
  'tax_exempt',
  'active',
  'unverified',
);
const foundCustomer = profile.with({
  ...outputSelect,
  due_date: integer(),
  settlement_date: integer(),
  owed: text(),
  overdue: text(),
});
const customerPage = row({ rows: jsonList(foundCustomer), count: integer() });

const ORDERS = {
  name: sql`${icelandicSortKey(sql`c.name`)}, c.id`,
  newest: sql`c.id desc`,
  owed: sql`coalesce(o.owed, 0) desc, ${icelandicSortKey(sql`c.name`)}, c.id`,
};

/** Balances are in ISK, because sums in several currencies cannot be sorted. */
export async function findCustomers(
  db: Queryable,
  accountId: number,
  today: string,
  { search, active, minOwed, sort, take, skip }: CustomerSearch,
): Promise<RowOf<typeof customerPage>> {
  const pattern = search ? caseInsensitivePattern(search) : '';
  const digits = search?.replace(/[\s-]/g, '') ?? '';
  const matches = search
    ? sql`and (c.name ~ ${pattern} or c.email ~ ${pattern} or c.customer_number = ${search}
        ${/^\d{4,10}$/.test(digits) ? sql`or c.registration_no like ${`${digits}%`}` : EMPTY})`
    : EMPTY;
  const isk = inIskSql(balanceSql);
  const isPastDue = isUnderTabSql(statusColumns(today), PAST_DUE_TABS);
  const statement = sql`
    with balances as (
      select i.customer_id, sum(${isk}) as owed, sum(case when ${isPastDue} then ${isk} else 0 end) as overdue
      from invoices i where i.account_id = ${accountId} and ${isOwedSql} group by i.customer_id),
    matching as (
      select c.* from customers c where c.account_id = ${accountId} ${matches}
        ${active === undefined ? EMPTY : sql`and c.active = ${active}`}
        ${minOwed ? sql`and (select o.owed from balances o where o.customer_id = c.id) >= ${minOwed}::numeric` : EMPTY})
    select (select count(*)::int from matching) as count,
      (select coalesce(json_agg(row), '[]') from (
        select ${profile.list('c')}, c.output_select::text, c.due_days as due_date, c.settlement_days as settlement_date, coalesce(o.owed, 0)::text as owed, coalesce(o.overdue, 0)::text as overdue
        from matching c left join balances o on o.customer_id = c.id
        order by ${ORDERS[sort]} limit ${take} offset ${skip}) row) as rows`;
  const [found] = await db.query(customerPage, statement);
  return found ?? { rows: [], count: 0 };
}
