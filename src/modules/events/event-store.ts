import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../kernel/database/row.ts';
import { EMPTY, sql } from '../../kernel/database/sql.ts';
import { isoTimeText } from '../../kernel/database/time-sql.ts';
import type { EventType } from '../../kernel/events/catalogue.ts';

const eventRow = row({
  id: col.uuid(),
  position: col.bigint(),
  type: col.text(),
  at: col.text(),
  data: col.jsonb<Record<string, unknown>>(),
});
const pageRow = row({ last: col.bigint(), pruned: col.bigint(), events: col.jsonList(eventRow) });
export type EventsRow = RowOf<typeof pageRow>;

export interface EventFilter {
  types: readonly EventType[];
  /** Only proposals of this program; null: of all. */
  proposalsOf: string | null;
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
          select e.id, e.position, e.type, ${isoTimeText(sql`e.at`)} as at, e.data from events e
          where e.account_id = ${accountId} and e.type = any(${types}::text[]) ${isOwn}
            and e.position > coalesce(${after}::bigint, c.pruned, 0)
          order by e.position limit ${limit}) seen) as events
      from (select) one left join event_counters c on c.account_id = ${accountId}`,
  );
  return found ?? { last: 0, pruned: 0, events: [] };
}

/** The position of the newest event of an account; 0 without any. */
export async function findLastPosition(db: Queryable, accountId: number): Promise<number> {
  const [found] = await db.query(
    row({ last: col.bigint() }),
    sql`select last from event_counters where account_id = ${accountId}`,
  );
  return found?.last ?? 0;
}
