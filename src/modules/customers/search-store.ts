import { PAST_DUE_TABS } from '../../domain/invoices/invoice-status.ts';
import {
  inIskSql,
  isOwedSql,
  isUnderTabSql,
  statusColumns,
} from '../../kernel/database/invoice-status-sql.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, row } from '../../kernel/database/row.ts';
import { icelandicSortKey, matchesTextSql } from '../../kernel/database/search-sql.ts';
import { EMPTY, PLANNED_EACH_TIME, type Sql, sql } from '../../kernel/database/sql.ts';
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
  due_date: col.integer(),
  settlement_date: col.integer(),
  owed: col.text(),
  overdue: col.text(),
});
const customerPage = row({ rows: col.jsonList(foundCustomer), count: col.integer() });

const ORDERS = {
  name: sql`${icelandicSortKey(sql`c.name`)}, c.id`,
  newest: sql`c.id desc`,
  owed: sql`coalesce(o.owed, 0) desc, ${icelandicSortKey(sql`c.name`)}, c.id`,
};

/**
 * Balances are in ISK, because sums in several currencies cannot be sorted. All of them are summed only where they choose the page, else
 * those of the page alone.
 */
export async function findCustomers(db: Queryable, accountId: number, today: string, query: CustomerSearch) {
  const { minOwed, sort, take, skip } = query;
  const isk = inIskSql(balanceSql);
  const isPastDue = isUnderTabSql(statusColumns(today), PAST_DUE_TABS);
  const isByBalance = sort === 'owed' || minOwed !== undefined;
  const from = sql`from customers c where ${conditions(accountId, query)}`;
  const unpaid = sql`from invoices i where i.account_id = ${accountId} and ${isOwedSql}`;
  const balances = sql`balances as materialized (
    select i.customer_id, sum(${isk}) as owed ${unpaid} group by i.customer_id),`;
  const page =
    sort === 'owed'
      ? pageByBalance(accountId, query)
      : sql`page as materialized (select c.id ${from} order by ${ORDERS[sort]} limit ${take} offset ${skip})`;
  const statement = sql`
    with ${isByBalance ? balances : EMPTY} ${page},
      shown as materialized (
        select i.customer_id, sum(${isk}) as owed, sum(case when ${isPastDue} then ${isk} else 0 end) as overdue
        ${unpaid} and i.customer_id in (select id from page) group by i.customer_id)
    select (select count(*)::int ${from}) as count,
      (select coalesce(json_agg(row), '[]') from (
        select ${profile.list('c')}, c.output_select::text, c.due_days as due_date, c.settlement_days as settlement_date, coalesce(o.owed, 0)::text as owed, coalesce(o.overdue, 0)::text as overdue
        from customers c left join shown o on o.customer_id = c.id
        where c.account_id = ${accountId} and c.id = any(array(select id from page)) order by ${ORDERS[sort]}) row) as rows`;
  const [found] = await db.query(customerPage, statement);
  return found ?? { rows: [], count: 0 };
}

/**
 * The largest balances first. Names decide between equal balances, and computing their sort keys takes longer than adding up what is owed:
 * so the balance at which the page ends is found first, and those who have just that balance come in the order of an index.
 */
function pageByBalance(accountId: number, query: CustomerSearch): Sql {
  const { take, skip } = query;
  const last = sql`(select owed from last_balance)`;
  const tied = sql`case when ${last} > 0 then c.id in (select customer_id from debtors where owed = ${last})
    else c.id not in (select customer_id from debtors) end`;
  const isNarrowed = query.search || query.active !== undefined || query.minOwed !== undefined;
  const narrowed = sql`and customer_id in (select c.id from customers c where ${conditions(accountId, query)})`;
  return sql`debtors as materialized (
      select customer_id, owed from balances where owed > 0 ${isNarrowed ? narrowed : EMPTY}),
    last_balance as materialized (
      select coalesce((select owed from debtors order by owed desc limit 1 offset ${skip + take - 1}), 0) as owed),
    candidates as materialized (
      select customer_id as id from debtors where owed > ${last}
      union all (select c.id from customers c where ${conditions(accountId, query)} and ${tied}
        order by ${ORDERS.name} limit ${skip + take})),
    page as materialized (
      select c.id from customers c left join debtors o on o.customer_id = c.id
      where c.account_id = ${accountId} and c.id = any(array(select id from candidates))
      order by ${ORDERS.owed} limit ${take} offset ${skip})`;
}

/** `is true` keeps the balances a set that each customer is looked for in: joined, they would be sorted anew. */
function conditions(accountId: number, { search, active, minOwed }: CustomerSearch): Sql {
  const owing = sql`and (c.id in (select customer_id from balances where owed >= ${minOwed}::numeric)) is true`;
  return sql`c.account_id = ${accountId} ${search ? matches(search) : EMPTY}
    ${active === undefined ? EMPTY : sql`and c.active = ${active}`} ${minOwed === undefined ? EMPTY : owing}`;
}

/** Each condition has an index, so that the database can look all of them up and unite what they find. */
function matches(search: string): Sql {
  const digits = search.replace(/[\s-]/g, '');
  return sql`${PLANNED_EACH_TIME} and (${matchesTextSql(sql`c.name`, search)} or ${matchesTextSql(sql`c.email`, search)} or c.customer_number = ${search}
    ${/^\d{4,10}$/.test(digits) ? sql`or c.registration_no ~ ${`^${digits}`}` : EMPTY})`;
}
