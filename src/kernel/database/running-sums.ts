import type { Queryable } from './queryable.ts';
import { col, emptyRow, row } from './row.ts';
import { join, joinCtes, raw, type Sql, sql } from './sql.ts';

/** A table of running sums, and how its sums are counted from the records. */
export interface RunningSums {
  insertInto: Sql;
  deleteFrom: Sql;
  from: Sql;
  /** The columns that a sum is of. */
  keys: readonly string[];
  /** The columns that add up. */
  sums: readonly string[];
  /** A select that recomputes them. */
  recount(accountId: number): Sql;
}

const counted = row({ rows: col.bigint() });

/** How many sums differ from the records. */
export async function countWrongSums(
  db: Queryable,
  accountId: number,
  all: readonly RunningSums[],
): Promise<number> {
  const [first, ...rest] = all.map((one) => sql`(select count(*) from (${differences(one, accountId)}) d)`);
  const total = rest.reduce((sum, one) => sql`${sum} + ${one}`, first ?? sql`0`);
  const [found] = await db.query(counted, sql`select ${total} as rows`);
  return found?.rows ?? 0;
}

/** Adds what is missing from the sums, as one more row of each: the statement sees records and sums at one moment. */
export function correctSumsStatement(accountId: number, all: readonly RunningSums[]) {
  const corrected = all.map((one, index) => {
    const columns = raw([...one.keys, ...one.sums].join(', '));
    return sql`${raw(`corrected_${index}`)} as (${one.insertInto} (account_id, ${columns})
      select ${accountId}::bigint, ${columns} from (${differences(one, accountId)}) d returning 1)`;
  });
  const counts = all.map((_, index) => raw(`(select count(*) from corrected_${index})`));
  return {
    row: row({ corrected: col.bigint() }),
    ctes: joinCtes(...corrected),
    result: sql`select rows as corrected from (select ${join(counts, ' + ')} as rows) all_rows where rows > 0`,
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
export async function foldSums(db: Queryable, accountId: number, all: readonly RunningSums[]): Promise<void> {
  for (const { insertInto, deleteFrom, from, keys, sums } of all) {
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
