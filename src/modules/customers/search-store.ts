import type { Queryable } from '../../kernel/context.ts';
import { caseInsensitivePattern, icelandicSortKey } from '../../kernel/database/search-sql.ts';
import { EMPTY, sql } from '../../kernel/database/sql.ts';

export const CUSTOMER_SORTS = ['name', 'newest', 'owed'] as const;

export interface WantedCustomers {
  search: string | undefined;
  active: boolean | undefined;
  sort: (typeof CUSTOMER_SORTS)[number];
  take: number;
  skip: number;
}

export interface FoundCustomer {
  guid: string;
  customer_number: string;
  name: string;
  registration_no: string;
  email: string;
  phone_number: string;
  city: string;
  output_select: string;
  currency: string;
  tax_exempt: boolean;
  active: boolean;
  due_date: number;
  settlement_date: number;
  owed: string;
  overdue: string;
}

const ORDERS = {
  name: sql`${icelandicSortKey(sql`c.name`)}, c.id`,
  newest: sql`c.id desc`,
  owed: sql`coalesce(o.owed, 0) desc, ${icelandicSortKey(sql`c.name`)}, c.id`,
};

/** What is owed is in ISK: sums in several currencies could not be put in order. */
export async function findCustomers(
  db: Queryable,
  accountId: number,
  today: string,
  { search, active, sort, take, skip }: WantedCustomers,
): Promise<{ rows: FoundCustomer[]; count: number }> {
  const like = search ? caseInsensitivePattern(search) : '';
  const digits = search?.replace(/[\s-]/g, '') ?? '';
  const matches = search
    ? sql`and (c.name ~ ${like} or c.email ~ ${like} or c.customer_number = ${search}
        ${/^\d{4,10}$/.test(digits) ? sql`or c.registration_no like ${`${digits}%`}` : EMPTY})`
    : EMPTY;
  const [found] = await db.query<{ rows: FoundCustomer[]; count: number }>(sql`
    with mine as (
      select c.* from customers c where c.account_id = ${accountId} ${matches}
        ${active === undefined ? EMPTY : sql`and c.active = ${active}`}),
    owing as (
      select i.customer_id, sum(round(i.amount * i.exchange_rate, 2) * case when i.kind = 'credit' then -1 else 1 end) as owed,
        sum(case when i.kind = 'invoice' and i.due_date < ${today} then round(i.amount * i.exchange_rate, 2) else 0 end) as overdue
      from invoices i where i.account_id = ${accountId} and i.status in ('Sent', 'Collection') group by i.customer_id)
    select (select count(*)::int from mine) as count,
      (select coalesce(json_agg(row), '[]') from (
        select c.guid, c.customer_number, c.name, c.registration_no, c.email, c.phone_number, c.city,
          c.output_select::text, c.currency, c.tax_exempt, c.active, c.due_days as due_date,
          c.settlement_days as settlement_date, coalesce(o.owed, 0)::text as owed, coalesce(o.overdue, 0)::text as overdue
        from mine c left join owing o on o.customer_id = c.id
        order by ${ORDERS[sort]} limit ${take} offset ${skip}) row) as rows`);
  return found ?? { rows: [], count: 0 };
}
