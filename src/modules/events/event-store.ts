import type { Queryable } from '../../kernel/context.ts';
import { bigint, jsonb, jsonList, type RowOf, row, text, uuid } from '../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import type { EventType } from '../../kernel/events/catalogue.ts';

const eventRow = row({
  id: uuid(),
  position: bigint(),
  type: text(),
  at: text(),
  data: jsonb<Record<string, unknown>>(),
});
const pageRow = row({ last: bigint(), pruned: bigint(), events: jsonList(eventRow) });
export type EventRow = RowOf<typeof eventRow>;
export type EventsRow = RowOf<typeof pageRow>;

export interface EventFilter {
  types: readonly EventType[];
  /** Only proposals of this program; null: of all. */
  proposalsOf: string | null;
}

/** ISO 8601 with milliseconds, as events show times. */
export function isoTime(column: Sql): Sql {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/**
 * The events after a position, and how far the events of the account reach. One statement, so one snapshot: an event that
 * is not in it has a position above `last`.
 */
export async function readEvents(
  db: Queryable,
  accountId: number,
  { types, proposalsOf }: EventFilter,
  after: number | null,
  limit: number,
): Promise<EventsRow> {
  const isOwn =
    proposalsOf === null
      ? EMPTY
      : sql`and (e.type not like 'proposal.%' or e.data ->> 'agent_id' = ${proposalsOf})`;
  const [found] = await db.query(
    pageRow,
    sql`select coalesce(c.last, 0) as last, coalesce(c.pruned, 0) as pruned, (
        select coalesce(json_agg(row_to_json(seen) order by seen.position), '[]') from (
          select e.id, e.position, e.type, ${isoTime(sql`e.at`)} as at, e.data from events e
          where e.account_id = ${accountId} and e.type = any(${types}::text[]) ${isOwn}
            and e.position > coalesce(${after}::bigint, c.pruned, 0)
          order by e.position limit ${limit}) seen) as events
      from (select) one left join event_counters c on c.account_id = ${accountId}`,
  );
  return found ?? { last: 0, pruned: 0, events: [] };
}

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
