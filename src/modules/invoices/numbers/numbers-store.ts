import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../../kernel/database/row.ts';
import { sql } from '../../../kernel/database/sql.ts';
import { timestampText } from '../../../kernel/database/time-sql.ts';
import { counters } from '../../accounts/tables.ts';
import { numberStarts } from '../records/tables.ts';

const counter = counters.pick('series', 'last');
const start = numberStarts.pick('after', 'next');
/** `counters`: the last number of each series that has been used. */
const numbersRow = row({
  counters: col.jsonList(counter),
  starts: col.jsonList(start.with({ at: col.text() })),
});
export type NumbersRow = RowOf<typeof numbersRow>;

export async function readNumbers(db: Queryable, accountId: number): Promise<NumbersRow> {
  const at = sql`'at', ${timestampText(sql`at`)}`;
  const [found] = await db.query(
    numbersRow,
    sql`select
      (select coalesce(json_agg(${counter.jsonObject()}), '[]')
        from counters where account_id = ${accountId}) as counters,
      (select coalesce(json_agg(${start.jsonObject('', at)} order by after desc), '[]')
        from number_starts where account_id = ${accountId}) as starts`,
  );
  if (!found) throw new Error('A select without a table has one row');
  return found;
}

/** Locks the counter: no other transaction takes a number until this one ends. */
export async function lockNumbers(tx: Queryable, accountId: number): Promise<void> {
  await tx.query(
    counters.pick('last'),
    sql`select last from counters where account_id = ${accountId} and series = 'invoice' for update`,
  );
}

/** Must run after `lockNumbers` and in a statement of its own, so that its snapshot includes every number taken before the lock. */
export async function highestNumber(tx: Queryable, accountId: number): Promise<number> {
  const [found] = await tx.query(
    row({ highest: col.bigint() }),
    sql`select coalesce(max(number), 0) as highest from invoices
      where account_id = ${accountId} and not is_imported`,
  );
  return found?.highest ?? 0;
}

/** Replaces a start that no invoice has used yet. */
export function setNextNumber(accountId: number, highest: number, next: number, now: Date) {
  const change =
    next === highest + 1
      ? sql`delete from number_starts where account_id = ${accountId} and after = ${highest}`
      : sql`${numberStarts.insert({ account_id: accountId, after: highest, next, at: now })}
          on conflict (account_id, after) do update set next = excluded.next, at = excluded.at`;
  return {
    row: row({ next: col.double() }),
    ctes: sql`changed as (${change})`,
    result: sql`
      update counters set last = ${next}::bigint - 1 where account_id = ${accountId} and series = 'invoice'
      returning (last + 1)::float8 as next`,
  };
}
