import type { Queryable } from '../../kernel/context.ts';
import { inIskSql } from '../../kernel/database/invoice-status-sql.ts';
import { integer, type RowOf, row, text } from '../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';

export const GROUPS = ['month', 'customer', 'item'] as const;
export type Group = (typeof GROUPS)[number];

export interface Period {
  from: string;
  to: string;
}

/** The first row has no key: it is the sum over all groups. */
const salesRow = row({
  key: text().nullable(),
  label: text().nullable(),
  count: integer(),
  qty: text(),
  net: text(),
  vat: text(),
});
export type SalesRow = RowOf<typeof salesRow>;

const MAX_ROWS = 500;

const GROUPINGS: Record<Group, { key: Sql; label: Sql }> = {
  month: { key: sql`to_char(i.issue_date, 'YYYY-MM')`, label: sql`to_char(i.issue_date, 'YYYY-MM')` },
  customer: { key: sql`c.guid::text`, label: sql`max(c.name)` },
  // Lines that belong to no item of the catalogue are one group, whatever item numbers they carry as text.
  item: { key: sql`coalesce(l.item_guid::text, 'free-lines')`, label: sql`max(l.description)` },
};

/** A customer is one row, also where documents name a profile that was merged into it. */
const JOIN_CUSTOMERS = sql`join customers c on c.account_id = i.account_id and c.id = i.customer_id`;

/**
 * Whether the line `l` of the document `i` moves a quantity. A price reduction, a free line and a balancing line of a
 * credit note take off an amount only. They belong to no item, and neither does a free line of the invoice that is given
 * back; that one is a copy of the line whose credited quantity it raised.
 */
const movesQuantity = sql`i.kind = 'invoice' or l.item_guid is not null or exists (
  select from invoice_lines o
  where o.account_id = i.account_id and o.invoice_id = i.refer_id and o.item_guid is null and o.credited_qty > 0
    and (o.item_number, o.description, o.uom, o.tax, o.unit_price)
      = (l.item_number, l.description, l.uom, l.tax, l.unit_price))`;

/** Lines of issued documents in ISK. Credit notes are negative, so a cancelled invoice and its credit note add up to zero. */
export function sumSales(
  db: Queryable,
  accountId: number,
  group: Group,
  { from, to }: Period,
): Promise<SalesRow[]> {
  const { key, label } = GROUPINGS[group];
  const statement = sql`
    select ${key} as key, ${group === 'month' ? key : label} as label, count(distinct i.id)::int as count,
      coalesce(sum(case when ${movesQuantity} then l.qty * sign else 0 end), 0)::text as qty,
      coalesce(sum(${inIskSql(sql`l.net`)} * sign), 0)::text as net,
      coalesce(sum(${inIskSql(sql`l.vat`)} * sign), 0)::text as vat
    from invoices i
    join invoice_lines l on l.account_id = i.account_id and l.invoice_id = i.id
    ${group === 'customer' ? JOIN_CUSTOMERS : EMPTY}
    cross join lateral (select case when i.kind = 'credit' then -1 else 1 end) s (sign)
    where i.account_id = ${accountId} and i.status <> 'Draft' and i.issue_date between ${from} and ${to}
    group by grouping sets ((${key}), ())
    order by grouping(${key}) desc, ${group === 'month' ? sql`1` : sql`sum(l.net * i.exchange_rate * sign) desc, 1`}
    limit ${1 + MAX_ROWS}`;
  return db.query(salesRow, statement);
}

/** The first row has no period: it is the sum over all periods. */
const vatRow = row({
  period: text().nullable(),
  net_s: text(),
  net_aa: text(),
  net_z: text(),
  vat_s: text(),
  vat_aa: text(),
});
export type VatRow = RowOf<typeof vatRow>;

/** VAT in ISK by settlement period, which is two months in Iceland. */
export function sumVat(db: Queryable, accountId: number, { from, to }: Period): Promise<VatRow[]> {
  const isk = (column: Sql) =>
    sql`coalesce(sum(${inIskSql(column)} * case when i.kind = 'credit' then -1 else 1 end), 0)::text`;
  const period = sql`to_char(issue_date, 'YYYY') || '-' || ((extract(month from issue_date)::int + 1) / 2)`;
  return db.query(
    vatRow,
    sql`select ${period} as period,
        ${isk(sql`net_s`)} as net_s, ${isk(sql`net_aa`)} as net_aa, ${isk(sql`net_z`)} as net_z,
        ${isk(sql`vat_s`)} as vat_s, ${isk(sql`vat_aa`)} as vat_aa
      from invoices i where account_id = ${accountId} and status <> 'Draft' and issue_date between ${from} and ${to}
      group by grouping sets ((${period}), ()) order by grouping(${period}) desc, 1`,
  );
}
