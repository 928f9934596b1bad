import type { Box } from '../../domain/receipts/fields.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { boolean, integer, jsonList, numeric, type RowOf, row, text } from '../../kernel/database/row.ts';
import { caseInsensitivePattern, parseSearchedAmount } from '../../kernel/database/search-sql.ts';
import { EMPTY, sql } from '../../kernel/database/sql.ts';
import { costStateSql } from '../../kernel/database/state-sql.ts';
import { payableSql } from '../customers/balance-store.ts';
import { costInIskSql } from './figures-store.ts';
import { dueOnSql, isPayableSql } from './payable-store.ts';
import { costs } from './tables.ts';

const plain = costs.pick(
  'guid',
  'supplier_name',
  'supplier_id',
  'description',
  'issue_date',
  'due_date',
  'currency',
  'cost_code',
  'credit_note',
  'invoice_number',
  'how_paid',
  'vat_deductible',
  'vat_charged_by',
  'is_imported',
);
const foundCost = plain.with({
  state: text(),
  created_date: text(),
  amount: numeric(),
  paid_amount: numeric(),
  vat_s: numeric(),
  vat_aa: numeric(),
  exchange_rate: numeric().nullable(),
  has_file: boolean(),
  first_approved_at: costs.columns.first_approved_at,
  known_rate: numeric().nullable(),
});
export type FoundCostRow = RowOf<typeof foundCost>;
const costPage = row({
  count: integer(),
  rows: jsonList(foundCost),
  states: jsonList(row({ state: text(), count: integer(), payable: integer() })),
  due: jsonList(row({ band: text(), count: integer(), isk: numeric(), without_rate: integer() })),
});

export interface CostSearch {
  state: string | undefined;
  /** Only what is to be paid, by due date. */
  isPayable: boolean;
  /** Only what is due by this day. */
  dueTo: string | undefined;
  /** What is due before `today`, and until the end of `soon`, has sums of its own. */
  today: string;
  soon: string;
  search: string | undefined;
  code: string | undefined;
  hasNoCode: boolean;
  /** As `supplierKeySql` names it. */
  supplier: string | undefined;
  from: string | undefined;
  to: string | undefined;
  minAmount: string | undefined;
  maxAmount: string | undefined;
  take: number;
  skip: number;
}

/** The key by which sums group costs by supplier: the kennitala, or the name where there is none. */
export const supplierKeySql = sql`coalesce(nullif(supplier_id, ''), supplier_name)`;

/** The rate of the table on the day of the cost `c`; null for ISK. */
const knownRateSql = sql`(select r.rate from exchange_rates r
  where r.currency = c.currency and r.date <= c.listed_on order by r.date desc limit 1)`;

/** A cost is found by the sum that a person sees, which is rounded, and by the exact one. */
const shownAmount = payableSql(sql`c.amount`, sql`c.currency`);

/**
 * Leaves out the attachments, which would be megabytes. What is counted by state has only the columns that choose the
 * page, because the XML of all costs would not fit into memory.
 */
export async function searchCosts(
  db: Queryable,
  accountId: number,
  filter: CostSearch,
): Promise<RowOf<typeof costPage>> {
  const {
    state,
    isPayable,
    dueTo,
    today,
    soon,
    search,
    code,
    hasNoCode,
    supplier,
    from,
    to,
    minAmount,
    maxAmount,
  } = filter;
  const { take, skip } = filter;
  const amount = parseSearchedAmount(search ?? '');
  const like = search ? caseInsensitivePattern(search) : '';
  const matches = search
    ? sql`and (c.supplier_name ~ ${like} or c.description ~ ${like} or c.invoice_number = ${search}
        or c.supplier_id = ${search.replace(/\D/g, '') || '-'}
        ${amount === null ? EMPTY : sql`or ${amount}::numeric in (c.amount, ${shownAmount})`})`
    : EMPTY;
  const day = sql`coalesce(c.issue_date, (c.created_at at time zone 'UTC')::date)`;
  const booked = sql`${code ? sql`and c.cost_code = ${code}` : EMPTY} ${hasNoCode ? sql`and c.cost_code = ''` : EMPTY}
    ${supplier ? sql`and ${supplierKeySql} = ${supplier}` : EMPTY}`;
  const within = sql`${booked} ${from ? sql`and ${day} >= ${from}` : EMPTY} ${to ? sql`and ${day} <= ${to}` : EMPTY}
    ${minAmount ? sql`and ${shownAmount} >= ${minAmount}::numeric` : EMPTY} ${maxAmount ? sql`and ${shownAmount} <= ${maxAmount}::numeric` : EMPTY}`;
  const isChosen = sql`true ${state ? sql`and state = ${state}` : EMPTY} ${isPayable ? sql`and is_payable` : EMPTY}
    ${dueTo ? sql`and due_on <= ${dueTo}` : EMPTY}`;
  const [found] = await db.query(
    costPage,
    sql`with mine as materialized (
      select c.id, ${day} as day, ${dueOnSql} as due_on, ${costStateSql} as state,
        c.show_api and ${isPayableSql} as is_payable,
        ${costInIskSql(sql`(amount - paid_amount)`)} as left_isk
      from costs c where c.account_id = ${accountId} ${matches} ${within})
    select (select count(*) from mine where ${isChosen})::int as count,
      (select coalesce(json_agg(row), '[]') from (
        select ${plain.list('c')}, ${costStateSql} as state,
          to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD') as created_date, coalesce(c.amount, 0)::text as amount,
          c.paid_amount::text,
          c.vat_s::text, c.vat_aa::text, c.exchange_rate::text,
          exists (select from cost_files f
            where f.account_id = ${accountId} and f.cost_id = c.id and f.role = 'file') as has_file,
          c.first_approved_at, ${knownRateSql}::text as known_rate
        from costs c where c.account_id = ${accountId} and c.id = any(array(
          select id from mine where ${isChosen}
          order by ${isPayable ? sql`due_on, id` : sql`day desc, id desc`} limit ${take} offset ${skip}))
        order by ${isPayable ? sql`${dueOnSql}, c.id` : sql`${day} desc, c.id desc`}) row) as rows,
      (select coalesce(json_agg(s), '[]') from (
        select state, count(*)::int as count, (count(*) filter (where is_payable))::int as payable
        from mine group by state) s) as states,
      (select coalesce(json_agg(d), '[]') from (
        select band, count(*)::int as count, coalesce(sum(left_isk), 0)::text as isk,
          (count(*) filter (where left_isk is null))::int as without_rate
        from (select left_isk, case when due_on < ${today} then 'overdue' when due_on <= ${soon} then 'soon' else 'later' end as band
          from mine where is_payable) payable group by band) d) as due`,
  );
  return found ?? { count: 0, rows: [], states: [], due: [] };
}

export interface ReadingRow {
  engine?: string;
  fields?: Record<string, { value: unknown; confidence: number; found: string; box?: Box }>;
  problem?: string;
}

export async function findReading(
  db: Queryable,
  accountId: number,
  guid: string,
): Promise<ReadingRow | null> {
  const [found] = await db.query(
    costs.pick('reading'),
    sql`select reading from costs where account_id = ${accountId} and guid = ${guid}`,
  );
  return found ? (found.reading ?? {}) : null;
}
