import type { Queryable } from '../../../kernel/context.ts';
import { type Sql, sql } from '../../../kernel/database/sql.ts';

export interface NumbersRow {
  /** The last number of each series that has been used. */
  counters: { series: string; last: number }[];
  starts: { after: number; next: number; at: string }[];
}

export async function readNumbers(db: Queryable, accountId: number): Promise<NumbersRow> {
  const [row] = await db.query<NumbersRow>(sql`
    select
      (select coalesce(json_agg(json_build_object('series', series, 'last', last)), '[]')
        from counters where account_id = ${accountId}) as counters,
      (select coalesce(json_agg(json_build_object('after', after, 'next', next,
          'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')) order by after desc), '[]')
        from number_starts where account_id = ${accountId}) as starts`);
  if (!row) throw new Error('A select without a table has one row');
  return row;
}

/** Locks the counter: no other transaction takes a number until this one ends. */
export async function lockNumbers(tx: Queryable, accountId: number): Promise<void> {
  await tx.query(sql`
    select last from counters where account_id = ${accountId} and series = 'invoice' for update`);
}

/** Must run after `lockNumbers` and in a statement of its own, so that its snapshot includes every number taken before the lock. */
export async function highestNumber(tx: Queryable, accountId: number): Promise<number> {
  const [row] = await tx.query<{ highest: number }>(sql`
    select coalesce(max(number), 0)::float8 as highest from invoices where account_id = ${accountId}`);
  return row?.highest ?? 0;
}

/** Replaces a start that no invoice has used yet. */
export function setNextNumber(
  accountId: number,
  highest: number,
  next: number,
  now: Date,
): { ctes: Sql; result: Sql } {
  const note =
    next === highest + 1
      ? sql`delete from number_starts where account_id = ${accountId} and after = ${highest}`
      : sql`insert into number_starts (account_id, after, next, at)
          values (${accountId}, ${highest}, ${next}, ${now}::timestamptz)
          on conflict (account_id, after) do update set next = excluded.next, at = excluded.at`;
  return {
    ctes: sql`noted as (${note})`,
    result: sql`
      update counters set last = ${next}::bigint - 1 where account_id = ${accountId} and series = 'invoice'
      returning (last + 1)::float8 as next`,
  };
}
