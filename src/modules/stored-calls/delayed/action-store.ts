import { ACTION_STATES } from '../../../domain/access/stored-call-states.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, first, type RowOf } from '../../../kernel/database/row.ts';
import { type Sql, sql } from '../../../kernel/database/sql.ts';
import type { Insert } from '../../../kernel/database/table.ts';
import { storedCalls } from '../tables.ts';

/** The answer holds the delay as well, so that a replay of the idempotency key has it. */
export function insertAction(record: Insert<typeof storedCalls.columns>, seconds: number) {
  const result = sql`${storedCalls.insert(record)} returning guid, ${seconds}::int as seconds`;
  return { row: storedCalls.pick('guid').with({ seconds: col.integer() }), result };
}

/** The name of a record whose operations describe no effect. */
export function recordNameSql(accountId: number, guid: string): Sql {
  return sql`coalesce(
    (select supplier_name from costs where account_id = ${accountId} and guid = ${guid}::uuid),
    (select name from customer_contacts where account_id = ${accountId} and guid = ${guid}::uuid),
    (select i.description from product_sales p join items i on i.account_id = p.account_id and i.id = p.item_id
      where p.account_id = ${accountId} and p.guid = ${guid}::uuid),
    (select url from webhooks where account_id = ${accountId} and guid = ${guid}::uuid),
    (select name from saved_views where account_id = ${accountId} and guid = ${guid}::uuid), '')`;
}

const runnable = storedCalls.pick('guid', 'person_id', 'operation_key', 'input', 'files', 'ip');
const runnableRow = runnable.with({ person_id: col.bigint() });
export type RunnableAction = RowOf<typeof runnableRow>;

/**
 * Marks the action as running, after which it cannot be undone. Also returns one that is running already: the process
 * that began with it may have ended, and the idempotency key of the action keeps it from happening twice.
 */
export function beginAction(db: Queryable, accountId: number, guid: string): Promise<RunnableAction | null> {
  return first(
    db.query(
      runnableRow,
      sql`${storedCalls.update({ state: 'running' })}
        where account_id = ${accountId} and guid = ${guid} and waits_for = 'clock' and state in ('waiting', 'running')
        returning ${runnable.list()}`,
    ),
  );
}

const listed = storedCalls.pick(
  ...(['guid', 'operation', 'operation_key', 'input', 'effect', 'number', 'name'] as const),
  ...(['state', 'target', 'answer', 'problems'] as const),
);
const listedAction = listed.with({
  state: col.oneOf(ACTION_STATES),
  milliseconds_left: col.integer(),
  is_mine: col.boolean(),
});
export type ListedAction = RowOf<typeof listedAction>;

/** How long an action that has ended is still listed, so that the browser that started it learns of its end. */
const ENDED_SECONDS = 60;

/** What is pending or was refused, and what has just ended; the oldest first. */
export function listActions(
  db: Queryable,
  accountId: number,
  personId: number,
  now: Date,
): Promise<ListedAction[]> {
  const since = new Date(now.getTime() - ENDED_SECONDS * 1000);
  return db.query(
    listedAction,
    sql`select ${listed.list()}, person_id = ${personId} as is_mine,
        greatest(0, extract(epoch from due_at - ${now}::timestamptz) * 1000)::int as milliseconds_left
      from stored_calls
      where account_id = ${accountId} and waits_for = 'clock'
        and (state in ('waiting', 'running', 'refused') or (state = 'done' and ended_at > ${since}))
      order by id limit 500`,
  );
}
