import type { Box } from '../../domain/receipts/fields.ts';
import { lookedUpFirst, pageOf } from '../../kernel/database/page-sql.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../kernel/database/row.ts';
import {
  countedSql,
  hasTextSql,
  MAX_COUNTED,
  parseSearchedAmount,
} from '../../kernel/database/search-sql.ts';
import { EMPTY, PLANNED_EACH_TIME, type Sql, sql } from '../../kernel/database/sql.ts';
import { costStateSql } from '../../kernel/database/state-sql.ts';
import { payableSql } from '../customers/balance-store.ts';
import { costInIskSql } from './figures-store.ts';
import { dueOnSql, isPayableSql } from './payable-store.ts';
import { costCountsSql } from './sums/running-sums-store.ts';
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
  state: col.text(),
  created_date: col.text(),
  amount: col.numeric(),
  paid_amount: col.numeric(),
  vat_s: col.numeric(),
  vat_aa: col.numeric(),
  exchange_rate: col.numeric().nullable(),
  has_file: col.boolean(),
  first_approved_at: costs.columns.first_approved_at,
  known_rate: col.numeric().nullable(),
});
export type FoundCostRow = RowOf<typeof foundCost>;
const stateCount = row({ state: col.text(), count: col.integer() });
const dueSum = row({
  band: col.text(),
  count: col.integer(),
  isk: col.numeric(),
  without_rate: col.integer(),
});
const costSums = row({
  total: col.integer(),
  count: col.integer(),
  states: col.jsonList(stateCount),
  due: col.jsonList(dueSum),
});

/** Null where more match than are counted. */
interface CostSums extends Pick<RowOf<typeof costSums>, 'states' | 'due'> {
  /** In any state. */
  total: number | null;
  /** On all pages. */
  count: number | null;
}

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

/** The key by which sums and lists have the costs of a supplier: the kennitala, or the name where there is none. `costs_by_supplier_key` has it. */
export const supplierKeySql = sql`coalesce(nullif(supplier_id, ''), supplier_name)`;

/** The rate of the table on the day of the cost `c`; null for ISK. */
const knownRateSql = sql`(select r.rate from exchange_rates r
  where r.currency = c.currency and r.date <= c.listed_on order by r.date desc limit 1)`;

/** A cost is found by the sum that a person sees, which is rounded, and by the exact one. */
const shownAmount = payableSql(sql`c.amount`, sql`c.currency`);

/** The most by which the amount of a cost differs from the rounded one that is shown. */
const HALF = sql`0.5`;

/** Each condition has an index, so that the database can look all of them up and unite what they find. */
function matches(accountId: number, search: string): Sql {
  const newest = sql`select c.id, c.supplier_name, c.description from costs c where c.account_id = ${accountId} order by c.id desc`;
  const texts = [sql`c.supplier_name`, sql`c.description`];
  const text = hasTextSql(search, texts, { alias: sql`c`, select: newest });
  const searched = parseSearchedAmount(search);
  const amount =
    searched === null
      ? EMPTY
      : sql`or (c.amount between ${searched}::numeric - ${HALF} and ${searched}::numeric + ${HALF}
          and ${searched}::numeric in (c.amount, ${shownAmount}))`;
  return sql`${PLANNED_EACH_TIME} and (${text} or c.invoice_number = ${search}
    or c.supplier_id = ${search.replace(/\D/g, '') || '-'} ${amount})`;
}

function searchCondition(accountId: number, query: CostSearch): Sql {
  const { search, code, hasNoCode, supplier, from, to, minAmount, maxAmount } = query;
  return sql`c.account_id = ${accountId} ${search ? matches(accountId, search) : EMPTY}
    ${code ? sql`and c.cost_code = ${code}` : EMPTY} ${hasNoCode ? sql`and c.cost_code = ''` : EMPTY}
    ${supplier ? sql`and ${supplierKeySql} = ${supplier}` : EMPTY}
    ${from ? sql`and c.listed_on >= ${from}` : EMPTY} ${to ? sql`and c.listed_on <= ${to}` : EMPTY}
    ${minAmount ? sql`and c.amount >= ${minAmount}::numeric - ${HALF} and ${shownAmount} >= ${minAmount}::numeric` : EMPTY}
    ${maxAmount ? sql`and c.amount <= ${maxAmount}::numeric + ${HALF} and ${shownAmount} <= ${maxAmount}::numeric` : EMPTY}`;
}

/** Whether it leaves out costs of the account, other than by their state, what is to be paid of them, and their days. */
function isFiltered({ search, code, hasNoCode, supplier, minAmount, maxAmount }: CostSearch): boolean {
  return hasNoCode || [search, code, supplier, minAmount, maxAmount].some((filter) => filter);
}

/** The state of `costStateSql`, in columns of indexes: every cost that is not being read is in the state of its status. */
function inState(state: string): Sql {
  return state === 'Reading'
    ? sql`and not c.show_api`
    : sql`and c.show_api and c.accounting_status = ${state}`;
}

function chosen({ state, isPayable, dueTo }: CostSearch): Sql {
  return sql`${state ? inState(state) : EMPTY} ${isPayable ? sql`and c.show_api and ${isPayableSql}` : EMPTY}
    ${dueTo ? sql`and c.show_api and ${dueOnSql} <= ${dueTo}` : EMPTY}`;
}

/** One page of the list, and the sums. A filtered page is read by what the sums have counted. */
export async function findCostPage(
  db: Queryable,
  accountId: number,
  query: CostSearch,
): Promise<CostSums & { rows: FoundCostRow[] }> {
  const list = (isFew: boolean) => listFoundCosts(db, accountId, query, isFew);
  const counting = sumCostStates(db, accountId, query);
  const listing = isFiltered(query) ? counting.then(({ total }) => list(total !== null)) : list(false);
  const [sums, rows] = await Promise.all([counting, listing]);
  return { ...sums, rows };
}

/**
 * One page, without the attachments, which would be megabytes. The ids come from indexes, and are looked up as an array. Where filters
 * decide how many costs are read for a page, the best plan depends on their values.
 */
function listFoundCosts(
  db: Queryable,
  accountId: number,
  query: CostSearch,
  isFew: boolean,
): Promise<FoundCostRow[]> {
  const order = query.isPayable ? sql`${dueOnSql}, c.id` : sql`c.listed_on desc, c.id desc`;
  const matching = sql`costs c where ${searchCondition(accountId, query)} ${chosen(query)}`;
  const ordered = sql`select c.id from ${isFew ? lookedUpFirst(matching, sql`c`) : matching} order by ${order}`;
  const { take, skip } = query;
  const ids = isFiltered(query) ? sql`${ordered} limit ${take} offset ${skip}` : pageOf(ordered, take, skip);
  return db.query(
    foundCost,
    sql`select ${plain.list('c')}, ${costStateSql} as state,
        to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD') as created_date, coalesce(c.amount, 0) as amount,
        c.paid_amount, c.vat_s, c.vat_aa, c.exchange_rate,
        exists (select from cost_files f
          where f.account_id = ${accountId} and f.cost_id = c.id and f.role = 'file') as has_file,
        c.first_approved_at, ${knownRateSql} as known_rate
      from costs c where c.account_id = ${accountId} and c.id = any(array(${ids}))
      order by ${order}`,
  );
}

/**
 * What is to be paid, by when: the costs that wait for it are looked up by the ids that their index has. The server expects them to be a
 * third of all costs, and would read the whole table for their other columns.
 */
function payableCosts(accountId: number, query: CostSearch): Sql {
  const waiting = sql`select c.id from costs c where c.account_id = ${accountId} and c.show_api and ${isPayableSql}`;
  return sql`select ${costInIskSql(sql`(amount - paid_amount)`)} as left_isk, ${dueOnSql} as due_on
    from costs c where ${searchCondition(accountId, query)} and c.id = any(array(${waiting}))`;
}

/** The costs that the filters leave, or of all filters only the days; by what decides their state. */
function countedCosts(accountId: number, query: CostSearch): Sql {
  if (!isFiltered(query)) return costCountsSql(accountId, query);
  const matching = sql`select c.accounting_status, c.show_api, 1 as costs from costs c where ${searchCondition(accountId, query)}`;
  return sql`(${countedSql(matching)})`;
}

/** How many are on all pages. One state is counted already, and what waits to be paid or is due by a day is found by an index. */
function countOnPages(accountId: number, query: CostSearch): Sql {
  const { state, isPayable, dueTo } = query;
  if (!isPayable && !dueTo)
    return sql`(select sum(count) from states ${state ? sql`where state = ${state}` : EMPTY})`;
  const onPages = sql`select from costs c where ${searchCondition(accountId, query)} ${chosen(query)}`;
  return sql`(select count(*) from (${countedSql(onPages)}) on_pages)`;
}

/**
 * How many costs are in each state, and what is to be paid of them, with the filters of the list. Without filters other than days the
 * states are counted by their running sums.
 */
async function sumCostStates(db: Queryable, accountId: number, query: CostSearch): Promise<CostSums> {
  const [found] = await db.query(
    costSums,
    sql`with states as materialized (
        select case when show_api then accounting_status else 'Reading' end as state, sum(costs) as count
        from ${countedCosts(accountId, query)} counted group by 1)
      select (select coalesce(sum(count), 0) from states)::int as total, coalesce(${countOnPages(accountId, query)}, 0)::int as count,
        (select coalesce(json_agg(json_build_object('state', state, 'count', count::int)), '[]') from states where count > 0) as states,
        (select coalesce(json_agg(d), '[]') from (
          select band, count(*)::int as count, coalesce(sum(left_isk), 0)::text as isk,
            (count(*) filter (where left_isk is null))::int as without_rate
          from (
            select left_isk, case when due_on < ${query.today} then 'overdue' when due_on <= ${query.soon} then 'soon' else 'later' end as band
            from (${payableCosts(accountId, query)}) waiting) payable
          group by band) d) as due`,
  );
  const { total, count, ...sums } = found ?? { total: 0, count: 0, states: [], due: [] };
  const isCounted = !isFiltered(query) || total <= MAX_COUNTED;
  // The pages of one state, or of what is due by a day, may be counted where all matches are too many, and the other way round.
  const hasOwnCount = query.isPayable || query.dueTo !== undefined;
  const isPageCounted = hasOwnCount ? count <= MAX_COUNTED : isCounted;
  return {
    ...(isCounted ? { ...sums, total } : { due: sums.due, states: [], total: null }),
    count: isPageCounted ? count : null,
  };
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
