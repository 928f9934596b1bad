import { PAST_DUE_TABS } from '../../domain/invoices/invoice-status.ts';
import {
  inIskSql,
  isOwedSql,
  isUnderTabSql,
  statusColumns,
} from '../../kernel/database/invoice-status-sql.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, row } from '../../kernel/database/row.ts';
import { icelandicSortKey, textPattern } from '../../kernel/database/search-sql.ts';
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
export async function findCustomers(
  db: Queryable,
  accountId: number,
  today: string,
  { search, active, minOwed, sort, take, skip }: CustomerSearch,
) {
  const isk = inIskSql(balanceSql);
  const isPastDue = isUnderTabSql(statusColumns(today), PAST_DUE_TABS);
  const isByBalance = sort === 'owed' || minOwed !== undefined;
  const from = sql`from customers c ${isByBalance ? sql`left join balances o on o.customer_id = c.id` : EMPTY}
    where c.account_id = ${accountId} ${search ? matches(search) : EMPTY}
      ${active === undefined ? EMPTY : sql`and c.active = ${active}`} ${minOwed ? sql`and o.owed >= ${minOwed}::numeric` : EMPTY}`;
  const balances = sql`balances as materialized (
    select i.customer_id, sum(${isk}) as owed, sum(case when ${isPastDue} then ${isk} else 0 end) as overdue
    from invoices i where i.account_id = ${accountId} and ${isOwedSql}
      ${isByBalance ? EMPTY : sql`and i.customer_id in (select id from page)`} group by i.customer_id)`;
  const page = sql`page as materialized (select c.id ${from} order by ${ORDERS[sort]} limit ${take} offset ${skip})`;
  const statement = sql`
    with ${isByBalance ? sql`${balances}, ${page}` : sql`${page}, ${balances}`}
    select (select count(*)::int ${from}) as count,
      (select coalesce(json_agg(row), '[]') from (
        select ${profile.list('c')}, c.output_select::text, c.due_days as due_date, c.settlement_days as settlement_date, coalesce(o.owed, 0)::text as owed, coalesce(o.overdue, 0)::text as overdue
        from customers c left join balances o on o.customer_id = c.id
        where c.account_id = ${accountId} and c.id = any(array(select id from page)) order by ${ORDERS[sort]}) row) as rows`;
  const [found] = await db.query(customerPage, statement);
  return found ?? { rows: [], count: 0 };
}

/** Each condition has an index, so that the database can look all of them up and unite what they find. */
function matches(search: string): Sql {
  const pattern = textPattern(search);
  const digits = search.replace(/[\s-]/g, '');
  return sql`${PLANNED_EACH_TIME} and (c.name ~ ${pattern} or c.email ~ ${pattern} or c.customer_number = ${search}
    ${/^\d{4,10}$/.test(digits) ? sql`or c.registration_no ~ ${`^${digits}`}` : EMPTY})`;
}
