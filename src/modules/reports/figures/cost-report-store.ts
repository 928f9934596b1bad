import { UNEXPENSED_CODES } from '../../../domain/values/codes.ts';
import type { DateRange } from '../../../domain/values/dates.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../../kernel/database/row.ts';
import { join, type Sql, sql } from '../../../kernel/database/sql.ts';
import {
  costInIskSql,
  deductibleInIskSql,
  isApprovedSql,
  owedAbroadInIskSql,
} from '../../costs/figures-store.ts';
import { supplierKeySql } from '../../costs/search-store.ts';

export const COST_GROUPS = ['month', 'code', 'supplier'] as const;
export type CostGroup = (typeof COST_GROUPS)[number];

/** The first row has no key: it is the sum over all groups. */
const costRow = row({
  key: col.text().nullable(),
  label: col.text().nullable(),
  count: col.integer(),
  net: col.text(),
  vat: col.text(),
  /** How many of them are in a foreign currency without an exchange rate, and not in the sums. */
  without_rate: col.integer(),
});
export type CostSumRow = RowOf<typeof costRow>;

const MAX_ROWS = 500;

/** Costs that were approved, with the VAT that is deducted; what is not, also of that on services from abroad, is a part of the cost. */
function approvedCosts(accountId: number, { from, to }: DateRange): Sql {
  const gross = [costInIskSql(sql`amount`), owedAbroadInIskSql(sql`vat_s`), owedAbroadInIskSql(sql`vat_aa`)];
  return sql`select id, issue_date, cost_code, supplier_id, supplier_name, ${join(gross, ' + ')} as gross,
      ${deductibleInIskSql(sql`vat_s`)} as vat_s, ${deductibleInIskSql(sql`vat_aa`)} as vat_aa
    from costs where account_id = ${accountId} and ${isApprovedSql} and listed_on between ${from} and ${to}`;
}

const WITHOUT_RATE = sql`(count(*) filter (where gross is null))::int`;

const KEYS: Record<CostGroup, Sql> = {
  month: sql`to_char(issue_date, 'YYYY-MM')`,
  code: sql`cost_code`,
  supplier: supplierKeySql,
};

export function sumCosts(
  db: Queryable,
  accountId: number,
  group: CostGroup,
  period: DateRange,
): Promise<CostSumRow[]> {
  const key = KEYS[group];
  const label = group === 'supplier' ? sql`max(supplier_name)` : key;
  return db.query(
    costRow,
    sql`with approved as (${approvedCosts(accountId, period)})
      select ${key} as key, ${label} as label, count(*)::int as count,
        coalesce(sum(gross - vat_s - vat_aa), 0)::text as net, coalesce(sum(vat_s + vat_aa), 0)::text as vat,
        ${WITHOUT_RATE} as without_rate
      from approved group by grouping sets ((${key}), ())
      order by grouping(${key}) desc, ${group === 'month' ? sql`1` : sql`sum(gross) desc nulls last, 1`} limit ${1 + MAX_ROWS}`,
  );
}

/** The first row has no month: it is the sum over all months. */
const expenseRow = row({
  key: col.text().nullable(),
  net: col.text(),
  /** Of documents that are no expense. */
  unexpensed: col.text(),
  without_rate: col.integer(),
});

/** Approved costs of each month without VAT, those that are no expense by themselves. */
export function sumExpensesOfMonths(db: Queryable, accountId: number, period: DateRange) {
  const isExpense = sql`cost_code <> all (${UNEXPENSED_CODES}::text[])`;
  const net = (condition: Sql) =>
    sql`coalesce(sum(gross - vat_s - vat_aa) filter (where ${condition}), 0)::text`;
  return db.query(
    expenseRow,
    sql`with approved as (${approvedCosts(accountId, period)})
      select ${KEYS.month} as key, ${net(isExpense)} as net, ${net(sql`not (${isExpense})`)} as unexpensed,
        ${WITHOUT_RATE} as without_rate
      from approved group by grouping sets ((${KEYS.month}), ()) order by grouping(${KEYS.month}) desc, 1`,
  );
}

const inputVatRow = row({
  period: col.text(),
  vat_s: col.text(),
  vat_aa: col.text(),
  without_rate: col.integer(),
});
export type InputVatRow = RowOf<typeof inputVatRow>;

/** VAT of approved costs by settlement period of two months. */
export function sumInputVat(db: Queryable, accountId: number, period: DateRange): Promise<InputVatRow[]> {
  const name = sql`to_char(issue_date, 'YYYY') || '-' || ((extract(month from issue_date)::int + 1) / 2)`;
  return db.query(
    inputVatRow,
    sql`with approved as (${approvedCosts(accountId, period)})
      select ${name} as period, coalesce(sum(vat_s), 0)::text as vat_s, coalesce(sum(vat_aa), 0)::text as vat_aa,
        ${WITHOUT_RATE} as without_rate
      from approved group by 1 order by 1`,
  );
}
