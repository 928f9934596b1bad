import type { DateRange } from '../../../domain/values/dates.ts';
import { wholeMonths } from '../../../domain/values/whole-months.ts';
import { hasSettledStatusSql, inIskSql, movesMoneySql } from '../../../kernel/database/invoice-status-sql.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { bigint, emptyRow, row } from '../../../kernel/database/row.ts';
import { EMPTY, raw, type Sql, sql } from '../../../kernel/database/sql.ts';
import { payableSql } from '../../customers/balance-store.ts';

/** A table of running sums, and how its sums are counted from the records. */
interface RunningSums {
  insertInto: Sql;
  deleteFrom: Sql;
  from: Sql;
  /** The columns that a sum is of. */
  keys: readonly string[];
  /** The columns that add up. */
  sums: readonly string[];
  /** A select that counts them anew. */
  recount(accountId: number): Sql;
}

const payable = payableSql(sql`i.amount`);

/** One row of the sums for each settled document. */
function settledDocuments(accountId: number, days: Sql = EMPTY): Sql {
  return sql`select date_trunc('month', i.issue_date)::date as month, i.kind, i.status, i.currency, i.is_imported, 1 as documents,
      i.amount, ${inIskSql(sql`i.amount`)} as amount_isk, ${payable} as payable, ${inIskSql(payable)} as payable_isk
    from invoices i where i.account_id = ${accountId} and ${hasSettledStatusSql} ${days}`;
}

/**
 * The sums of settled documents, to be added up by whoever selects from them. Whole months come from the running sums,
 * days around them from the documents.
 */
export function settledSumsSql(accountId: number, range: DateRange | null): Sql {
  const summed = sql`select month, kind, status, currency, is_imported, documents, amount, amount_isk, payable, payable_isk
    from settled_sums where account_id = ${accountId}`;
  if (!range) return sql`(${summed})`;
  const { months, edges } = wholeMonths(range);
  const [before, after] = edges.map(({ from, to }) => sql`i.issue_date between ${from} and ${to}`);
  return sql`(${summed} and month between ${months.from} and ${months.to}
    union all ${settledDocuments(accountId, sql`and ${before}`)}
    union all ${settledDocuments(accountId, sql`and ${after}`)})`;
}

const SETTLED: RunningSums = {
  insertInto: sql`insert into settled_sums`,
  deleteFrom: sql`delete from settled_sums`,
  from: sql`from settled_sums`,
  keys: ['month', 'kind', 'status', 'currency', 'is_imported'],
  sums: ['documents', 'amount', 'amount_isk', 'payable', 'payable_isk'],
  recount: (accountId) => settledDocuments(accountId),
};

const RECEIVED: RunningSums = {
  insertInto: sql`insert into received_sums`,
  deleteFrom: sql`delete from received_sums`,
  from: sql`from received_sums`,
  keys: ['month'],
  sums: ['amount_isk'],
  recount: (accountId) => sql`
    select date_trunc('month', change.day)::date as month, change.isk as amount_isk from payments p
    cross join lateral (select round((p.amount - p.interest - p.charge - p.fee) * p.exchange_rate
      * case p.direction when 'in' then 1 else -1 end, 2) as isk) moved
    cross join lateral (values (p.paid_on, moved.isk), (p.reversed_on, -moved.isk)) as change (day, isk)
    where p.account_id = ${accountId} and ${movesMoneySql} and change.day is not null`,
};

const ALL: readonly RunningSums[] = [SETTLED, RECEIVED];

const counted = row({ rows: bigint() });

/** How many sums differ from the records. */
export async function countWrongSums(db: Queryable, accountId: number): Promise<number> {
  const [first, ...rest] = ALL.map((one) => sql`(select count(*) from (${differences(one, accountId)}) d)`);
  const total = rest.reduce((sum, one) => sql`${sum} + ${one}`, first ?? sql`0`);
  const [found] = await db.query(counted, sql`select ${total} as rows`);
  return found?.rows ?? 0;
}

/** Adds what is missing from the sums, as one more row of each: the statement sees records and sums at one moment. */
export function correctSumsStatement(accountId: number) {
  const corrected = ALL.map((one, place) => {
    const columns = raw([...one.keys, ...one.sums].join(', '));
    return sql`${raw(`corrected_${place}`)} as (${one.insertInto} (account_id, ${columns})
      select ${accountId}::bigint, ${columns} from (${differences(one, accountId)}) d returning 1)`;
  });
  const [first = EMPTY, ...rest] = corrected;
  return {
    row: row({ corrected: bigint() }),
    ctes: rest.reduce((all, one) => sql`${all}, ${one}`, first),
    result: sql`select rows as corrected from (select (select count(*) from corrected_0)
      + (select count(*) from corrected_1) as rows) all_rows where rows > 0`,
  };
}

/** What the records have more than the sums, by key. */
function differences({ from, keys, sums, recount }: RunningSums, accountId: number): Sql {
  const key = raw(keys.join(', '));
  const added = raw(sums.map((sum) => `sum(${sum}) as ${sum}`).join(', '));
  const minus = raw(sums.map((sum) => `-${sum}`).join(', '));
  const isWrong = raw(sums.map((sum) => `sum(${sum}) <> 0`).join(' or '));
  const columns = raw([...keys, ...sums].join(', '));
  return sql`select ${key}, ${added} from (
      select ${columns} from (${recount(accountId)}) counted
      union all select ${key}, ${minus} ${from} where account_id = ${accountId}) both_sides
    group by ${key} having ${isWrong}`;
}

/** More rows of an account than these are added up to one row of each key. */
const FOLDED_FROM = 200;

/** Adds up the rows of equal keys. Rows that others add meanwhile stay as they are. */
export async function foldSums(db: Queryable, accountId: number): Promise<void> {
  for (const { insertInto, deleteFrom, from, keys, sums } of ALL) {
    const key = raw(keys.join(', '));
    const columns = raw([...keys, ...sums].join(', '));
    const added = raw(sums.map((sum) => `sum(${sum})`).join(', '));
    const anything = raw(sums.map((sum) => `sum(${sum}) <> 0`).join(' or '));
    await db.query(
      emptyRow,
      sql`with many as (select 1 ${from} where account_id = ${accountId} having count(*) > ${FOLDED_FROM}),
        gone as (${deleteFrom} using many where account_id = ${accountId} returning account_id, ${columns})
        ${insertInto} (account_id, ${columns})
        select account_id, ${key}, ${added} from gone where account_id = ${accountId}
        group by account_id, ${key} having ${anything}`,
    );
  }
}

/** The account after this one. */
export async function nextAccount(db: Queryable, after: number): Promise<number | null> {
  const [found] = await db.query(
    row({ account_id: bigint() }),
    sql`select account_id from accounts where account_id > ${after} order by account_id limit 1`,
  );
  return found?.account_id ?? null;
}
