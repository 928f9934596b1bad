import type { Queryable } from '../../kernel/context.ts';
import { integer, type RowOf, row, text } from '../../kernel/database/row.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import type { Period } from './sales-store.ts';

export const COST_GROUPS = ['month', 'code', 'supplier'] as const;
export type CostGroup = (typeof COST_GROUPS)[number];

/** The first row has no key: it is the sum over all groups. */
const costRow = row({
  key: text().nullable(),
  label: text().nullable(),
  count: integer(),
  net: text(),
  vat: text(),
});
export type CostSumRow = RowOf<typeof costRow>;

const MAX_ROWS = 500;

/** Costs that were approved, in ISK and with a sign: a credit note is negative. */
function approvedCosts(accountId: number, { from, to }: Period): Sql {
  const isk = (column: Sql) =>
    sql`round(${column} * case when currency = 'ISK' then 1 else coalesce(exchange_rate, 1) end, 2)
      * case when credit_note then -1 else 1 end`;
  return sql`select id, issue_date, cost_code, supplier_id, supplier_name, ${isk(sql`amount`)} as gross,
      ${isk(sql`vat_s`)} as vat_s, ${isk(sql`vat_aa`)} as vat_aa
    from costs where account_id = ${accountId} and accounting_status in ('Created', 'Posted')
      and issue_date between ${from} and ${to} and amount is not null`;
}

const KEYS: Record<CostGroup, Sql> = {
  month: sql`to_char(issue_date, 'YYYY-MM')`,
  code: sql`cost_code`,
  supplier: sql`coalesce(nullif(supplier_id, ''), supplier_name)`,
};

export function sumCosts(
  db: Queryable,
  accountId: number,
  group: CostGroup,
  period: Period,
): Promise<CostSumRow[]> {
  const key = KEYS[group];
  const label = group === 'supplier' ? sql`max(supplier_name)` : key;
  return db.query(
    costRow,
    sql`with approved as (${approvedCosts(accountId, period)})
      select ${key} as key, ${label} as label, count(*)::int as count,
        coalesce(sum(gross - vat_s - vat_aa), 0)::text as net, coalesce(sum(vat_s + vat_aa), 0)::text as vat
      from approved group by grouping sets ((${key}), ())
      order by grouping(${key}) desc, ${group === 'month' ? sql`1` : sql`sum(gross) desc, 1`} limit ${1 + MAX_ROWS}`,
  );
}

const inputVatRow = row({ period: text(), vat_s: text(), vat_aa: text() });
export type InputVatRow = RowOf<typeof inputVatRow>;

/** VAT of approved costs by settlement period of two months. */
export function sumInputVat(db: Queryable, accountId: number, period: Period): Promise<InputVatRow[]> {
  const name = sql`to_char(issue_date, 'YYYY') || '-' || ((extract(month from issue_date)::int + 1) / 2)`;
  return db.query(
    inputVatRow,
    sql`with approved as (${approvedCosts(accountId, period)})
      select ${name} as period, sum(vat_s)::text as vat_s, sum(vat_aa)::text as vat_aa
      from approved group by 1 order by 1`,
  );
}
