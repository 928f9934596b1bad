import type { Queryable } from '../database/queryable.ts';
import { bigint, row } from '../database/row.ts';
import { sql } from '../database/sql.ts';

const BATCH = 5000;

/**
 * Deletes the oldest events of one account, by position, so that what is kept has no gaps. Returns how many, and the
 * account after which to continue; null after the last one.
 */
export async function pruneEvents(
  db: Queryable,
  before: Date,
  after: number,
): Promise<{ deleted: number; accountId: number } | null> {
  const [done] = await db.query(
    row({ account_id: bigint(), deleted: bigint() }),
    sql`with expired as (
        select c.account_id, (
          select max(oldest.position) from (
            select e.position, e.at from events e where e.account_id = c.account_id and e.position is not null
            order by e.position limit ${BATCH}) oldest
          where oldest.at < ${before}) as through
        from event_counters c where c.account_id = (
          select n.account_id from event_counters n where n.account_id > ${after} order by n.account_id limit 1)),
      deleted as (
        delete from events e using expired x
        where e.account_id = x.account_id and e.position <= x.through returning e.id),
      pruned as (
        update event_counters c set pruned = x.through from expired x
        where c.account_id = x.account_id and x.through is not null)
      select account_id, (select count(*) from deleted) as deleted from expired`,
  );
  return done ? { deleted: done.deleted, accountId: done.account_id } : null;
}

/** Events of a full batch may be followed by more of the same age. */
export function isFullBatch(deleted: number): boolean {
  return deleted === BATCH;
}
