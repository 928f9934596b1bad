import type { DateRange } from '../../../domain/values/dates.ts';
import { inIskSql, isSaleSql } from '../../../kernel/database/invoice-status-sql.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../../kernel/database/row.ts';
import { EMPTY, join as joinSql, type Sql, sql } from '../../../kernel/database/sql.ts';

export const GROUPS = ['month', 'customer', 'item'] as const;
export type Group = (typeof GROUPS)[number];

/** The first row has no key: it is the sum over all groups. */
const salesRow = row({
  key: col.text().nullable(),
  label: col.text().nullable(),
  count: col.integer(),
  qty: col.text(),
  net: col.text(),
  vat: col.text(),
});
export type SalesRow = RowOf<typeof salesRow>;

const MAX_ROWS = 500;

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

const soldQty = sql`case when ${movesQuantity} then l.qty * sign else 0 end`;

const MONTH = sql`to_char(i.issue_date, 'YYYY-MM')`;
const DOCUMENT_GROUPS = {
  month: { key: MONTH, label: MONTH, join: EMPTY },
  // A customer is one row, also where documents name a profile that was merged into it.
  customer: {
    key: sql`c.guid::text`,
    label: sql`c.name`,
    join: sql`join customers c on c.account_id = i.account_id and c.id = i.customer_id`,
  },
};

const inIsk = (columns: Sql[]) => sql`(${joinSql(columns.map(inIskSql), ' + ')}) * sign`;
const documentNet = inIsk([sql`i.net_s`, sql`i.net_aa`, sql`i.net_z`]);
const documentVat = inIsk([sql`i.vat_s`, sql`i.vat_aa`]);

/**
 * Months and customers add up the figures of documents, as the VAT return does. The figures of lines are rounded one by
 * one and can miss those of their document by cents.
 */
function soldByDocument({ key, label, join }: (typeof DOCUMENT_GROUPS)[keyof typeof DOCUMENT_GROUPS]): Sql {
  return sql`
    select ${key} as key, ${label} as label, (
        select sum(${soldQty}) from invoice_lines l where l.account_id = i.account_id and l.invoice_id = i.id) as qty,
      ${documentNet} as net, ${documentVat} as vat
    from invoices i ${join}`;
}

/** Lines that belong to no item of the catalogue are one group, whatever item numbers they carry as text. */
const SOLD_BY_ITEM = sql`
  select i.id, coalesce(l.item_guid::text, 'free-lines') as key, l.description as label, ${soldQty} as qty,
    ${inIskSql(sql`l.net`)} * sign as net, ${inIskSql(sql`l.vat`)} * sign as vat
  from invoices i
  join invoice_lines l on l.account_id = i.account_id and l.invoice_id = i.id`;

/** An item is named as the catalogue names it today. What a document calls it may hold for that document only. */
const itemName = (accountId: number) => sql`coalesce((
  select t.description from items t where t.account_id = ${accountId} and t.guid = nullif(key, 'free-lines')::uuid), max(label))`;

/** Credit notes are negative, so a cancelled invoice and its credit note add up to zero. */
function issuedIn(accountId: number, { from, to }: DateRange): Sql {
  return sql`cross join lateral (select case when i.kind = 'credit' then -1 else 1 end) s (sign)
    where i.account_id = ${accountId} and ${isSaleSql} and i.issue_date between ${from} and ${to}`;
}

/** Issued documents in ISK. A month or a customer has a row for each document, which is counted without sorting them. */
export function sumSales(
  db: Queryable,
  accountId: number,
  group: Group,
  period: DateRange,
): Promise<SalesRow[]> {
  const statement = sql`
    with sold as (
      ${group === 'item' ? SOLD_BY_ITEM : soldByDocument(DOCUMENT_GROUPS[group])}
      ${issuedIn(accountId, period)})
    select key, ${group === 'item' ? itemName(accountId) : sql`max(label)`} as label, ${group === 'item' ? sql`count(distinct id)` : sql`count(*)`}::int as count,
      coalesce(sum(qty), 0)::text as qty, coalesce(sum(net), 0)::text as net, coalesce(sum(vat), 0)::text as vat
    from sold group by grouping sets ((key), ())
    order by grouping(key) desc, ${group === 'month' ? EMPTY : sql`sum(net) desc,`} key
    limit ${1 + MAX_ROWS}`;
  return db.query(salesRow, statement);
}

const netRow = row({ key: col.text().nullable(), net: col.text() });

/** The sales of each month without VAT, and first the sum of all: read from the documents alone, without their lines. */
export function sumNetOfMonths(db: Queryable, accountId: number, period: DateRange) {
  return db.query(
    netRow,
    sql`with sold as (select ${MONTH} as key, ${documentNet} as net from invoices i ${issuedIn(accountId, period)})
      select key, coalesce(sum(net), 0)::text as net from sold
      group by grouping sets ((key), ()) order by grouping(key) desc, key`,
  );
}

/** The first row has no period: it is the sum over all periods. */
const vatRow = row({
  period: col.text().nullable(),
  net_s: col.text(),
  net_aa: col.text(),
  net_z: col.text(),
  vat_s: col.text(),
  vat_aa: col.text(),
});
export type VatRow = RowOf<typeof vatRow>;

/** VAT in ISK by settlement period, which is two months in Iceland. */
export function sumVat(db: Queryable, accountId: number, { from, to }: DateRange): Promise<VatRow[]> {
  const isk = (column: Sql) =>
    sql`coalesce(sum(${inIskSql(column)} * case when i.kind = 'credit' then -1 else 1 end), 0)::text`;
  const period = sql`to_char(issue_date, 'YYYY') || '-' || ((extract(month from issue_date)::int + 1) / 2)`;
  return db.query(
    vatRow,
    sql`select ${period} as period,
        ${isk(sql`net_s`)} as net_s, ${isk(sql`net_aa`)} as net_aa, ${isk(sql`net_z`)} as net_z,
        ${isk(sql`vat_s`)} as vat_s, ${isk(sql`vat_aa`)} as vat_aa
      from invoices i where account_id = ${accountId} and ${isSaleSql} and issue_date between ${from} and ${to}
      group by grouping sets ((${period}), ()) order by grouping(${period}) desc, 1`,
  );
}
