import type { Queryable } from '../../kernel/context.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';

export const GROUPS = ['month', 'customer', 'item'] as const;
export type Group = (typeof GROUPS)[number];

export interface Period {
  from: string;
  to: string;
}

/** The first row of each sum has no key: it is the sum of all. */
export interface SalesRow {
  key: string | null;
  label: string;
  count: number;
  qty: string;
  net: string;
  vat: string;
}

const MOST_ROWS = 500;

const KEYS: Record<Group, { key: Sql; label: Sql }> = {
  month: { key: sql`to_char(i.issue_date, 'YYYY-MM')`, label: sql`to_char(i.issue_date, 'YYYY-MM')` },
  customer: { key: sql`i.buyer ->> 'guid'`, label: sql`max(i.buyer ->> 'name')` },
  item: { key: sql`l.item_guid::text`, label: sql`max(l.description)` },
};

/** Issued documents by their lines, in ISK; credit notes count negative, and a cancelled invoice with its note is nothing. */
export function sumSales(
  db: Queryable,
  accountId: number,
  group: Group,
  { from, to }: Period,
): Promise<SalesRow[]> {
  const { key, label } = KEYS[group];
  return db.query<SalesRow>(sql`
    select ${key} as key, ${group === 'month' ? key : label} as label, count(distinct i.id)::int as count,
      coalesce(sum(l.qty * sign), 0)::text as qty,
      coalesce(sum(round(l.net * i.exchange_rate, 2) * sign), 0)::text as net,
      coalesce(sum(round(l.vat * i.exchange_rate, 2) * sign), 0)::text as vat
    from invoices i
    join invoice_lines l on l.account_id = i.account_id and l.invoice_id = i.id
    cross join lateral (select case when i.kind = 'credit' then -1 else 1 end) s (sign)
    where i.account_id = ${accountId} and i.status <> 'Draft' and i.issue_date between ${from} and ${to}
    group by grouping sets ((${key}), ())
    order by grouping(${key}) desc, ${group === 'month' ? sql`1` : sql`sum(l.net * i.exchange_rate * sign) desc, 1`}
    limit ${1 + MOST_ROWS}`);
}

export interface VatRow {
  period: string | null;
  net_s: string;
  net_aa: string;
  net_z: string;
  vat_s: string;
  vat_aa: string;
}

/** By the two months that VAT is settled for, in ISK. */
export function sumVat(db: Queryable, accountId: number, { from, to }: Period): Promise<VatRow[]> {
  const isk = (column: Sql) =>
    sql`coalesce(sum(round(${column} * exchange_rate, 2) * case when kind = 'credit' then -1 else 1 end), 0)::text`;
  const period = sql`to_char(issue_date, 'YYYY') || '-' || ((extract(month from issue_date)::int + 1) / 2)`;
  return db.query<VatRow>(sql`
    select ${period} as period,
      ${isk(sql`net_s`)} as net_s, ${isk(sql`net_aa`)} as net_aa, ${isk(sql`net_z`)} as net_z,
      ${isk(sql`vat_s`)} as vat_s, ${isk(sql`vat_aa`)} as vat_aa
    from invoices where account_id = ${accountId} and status <> 'Draft' and issue_date between ${from} and ${to}
    group by grouping sets ((${period}), ()) order by grouping(${period}) desc, 1`);
}

export interface AgedRow {
  customer_guid: string | null;
  customer: string;
  bands: [string, string, string, string, string];
  total: string;
}

/** What each customer owes on a day, by how late it is: not due, up to 30, 60 and 90 days, and more; in ISK. */
export function sumAged(db: Queryable, accountId: number, today: string): Promise<AgedRow[]> {
  const band = (low: number, high: number) =>
    sql`coalesce(sum(isk) filter (where late between ${low} and ${high}), 0)::text`;
  return db.query<AgedRow>(sql`
    select customer_guid, max(customer) as customer, coalesce(sum(isk), 0)::text as total,
      json_build_array(${band(-100_000, 0)}, ${band(1, 30)}, ${band(31, 60)}, ${band(61, 90)}, ${band(91, 100_000)}) as bands
    from (
      select buyer ->> 'guid' as customer_guid, buyer ->> 'name' as customer,
        case when kind = 'credit' then -1 else 1 end * round(amount * exchange_rate, 2) as isk,
        case when kind = 'credit' then 0 else ${today}::date - due_date end as late
      from invoices where account_id = ${accountId} and status in ('Sent', 'Collection')) open
    group by grouping sets ((customer_guid), ())
    order by grouping(customer_guid) desc, sum(isk) desc, customer_guid limit ${1 + MOST_ROWS}`);
}
