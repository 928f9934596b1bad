import type { Transaction } from '../database/database.ts';
import type { Queryable } from '../database/queryable.ts';
import { col, emptyRow, row } from '../database/row.ts';
import { sql } from '../database/sql.ts';

const ACCOUNTS = 100;

/**
 * Ends the retention of the events of some accounts that are older than `before`: a cursor before the first younger one has
 * expired. By position, so that what is kept has no gaps. The rows go with their partition. Returns in how many accounts
 * something was pruned, and the account after which to continue; null after the last one.
 */
export async function pruneEvents(
  db: Queryable,
  before: Date,
  after: number,
): Promise<{ pruned: number; accountId: number } | null> {
  const [done] = await db.query(
    row({ account_id: col.bigint().nullable(), pruned: col.bigint() }),
    sql`with chosen as (
        select account_id, last, pruned from event_counters where account_id > ${after} order by account_id limit ${ACCOUNTS}),
      expired as (
        select s.account_id, coalesce(
          (select e.position - 1 from events e where e.account_id = s.account_id and e.position > s.pruned and e.at >= ${before}
            order by e.position limit 1),
          (select e.position from events e where e.account_id = s.account_id and e.position > s.pruned and e.at < ${before}
            order by e.position desc limit 1)) as through
        from chosen s where s.pruned < s.last),
      pruned as (
        update event_counters c set pruned = x.through from expired x
        where c.account_id = x.account_id and c.pruned < x.through returning c.account_id)
      select (select max(account_id) from chosen) as account_id, (select count(*) from pruned) as pruned`,
  );
  return done && done.account_id !== null ? { pruned: done.pruned, accountId: done.account_id } : null;
}

/**
 * The same for all events that are about to be dropped. One that has an earlier time than those before it, by a clock that was
 * wrong, takes them along: a reader must never miss one that is not there any more.
 */
export async function pruneDropped(db: Pick<Transaction, 'query'>, before: Date): Promise<void> {
  await db.query(
    emptyRow,
    sql`with newest as (
        select account_id, max(position) as position from events where at < ${before} group by account_id)
      update event_counters c set pruned = n.position from newest n
      where c.account_id = n.account_id and c.pruned < n.position`,
  );
}
