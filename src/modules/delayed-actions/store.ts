import type { Queryable } from '../../kernel/database/queryable.ts';
import {
  boolean,
  emptyRow,
  first,
  integer,
  jsonb,
  type RowOf,
  row,
  text,
} from '../../kernel/database/row.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import { timestampText } from '../../kernel/database/time-sql.ts';
import type { Problem } from './schema.ts';
import { delayedActions } from './tables.ts';

export interface NewAction {
  guid: string;
  person_id: number;
  operation: string;
  input: Record<string, unknown>;
  target: string | null;
  ip: string;
  created_at: Date;
  run_at: Date;
}

/** The answer holds the delay as well, so that a replay of the idempotency key has it. */
export function insertAction(accountId: number, action: NewAction, seconds: number) {
  const result = sql`${delayedActions.insert({ account_id: accountId, ...action })}
    returning guid, ${seconds}::int as seconds`;
  return { row: delayedActions.pick('guid').with({ seconds: integer() }), result };
}

const actionCount = row({ count: integer() });

/** Ends the actions that are still waiting. One that its job has begun with is not among them any more. */
export function undoStatement(accountId: number, guids: readonly string[], now: Date) {
  return endStatement(accountId, guids, { from: 'waiting', to: 'undone', now });
}

export function dismissStatement(accountId: number, guids: readonly string[], now: Date) {
  return endStatement(accountId, guids, { from: 'refused', to: 'seen', now });
}

interface Ending {
  from: 'waiting' | 'refused';
  to: 'undone' | 'seen';
  now: Date;
}

function endStatement(accountId: number, guids: readonly string[], { from, to, now }: Ending) {
  const ctes = sql`ended as (${delayedActions.update({ state: to, ended_at: now })}
    where account_id = ${accountId} and guid = any(${guids}::uuid[]) and state = ${from} returning guid)`;
  const result = sql`select count(*)::int as count from ended having count(*) > 0`;
  return { row: actionCount, ctes, result };
}

const runnable = delayedActions.pick('guid', 'person_id', 'operation', 'input', 'ip');
export type RunnableAction = RowOf<typeof runnable>;

/**
 * Marks the action as running, after which it cannot be undone. Also returns one that is running already: the process
 * that began with it may have ended, and the idempotency key of the action keeps it from happening twice.
 */
export function beginAction(db: Queryable, accountId: number, guid: string): Promise<RunnableAction | null> {
  return first(
    db.query(
      runnable,
      sql`${delayedActions.update({ state: 'running' })}
        where account_id = ${accountId} and guid = ${guid} and state in ('waiting', 'running')
        returning ${runnable.list()}`,
    ),
  );
}

type Outcome = { answer: Record<string, unknown> } | { problems: Problem[] };

export async function endAction(
  db: Queryable,
  accountId: number,
  guid: string,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  const state = 'answer' in outcome ? ('done' as const) : ('refused' as const);
  await db.query(
    emptyRow,
    sql`${delayedActions.update({ state, ended_at: now, ...outcome })}
      where account_id = ${accountId} and guid = ${guid} and state = 'running'`,
  );
}

const { guid, state, target } = delayedActions.columns;
const listedAction = row({
  guid,
  operation: text(),
  is_credit: boolean(),
  state,
  target,
  targets: jsonb<string[]>(),
  run_at: text(),
  milliseconds_left: integer(),
  about: text(),
  amount: text(),
  currency: text(),
  is_mine: boolean(),
  answer: jsonb<Record<string, unknown>>().nullable(),
  problems: jsonb<Problem[]>().nullable(),
});
export type ListedAction = RowOf<typeof listedAction>;

/** How long an action that has ended is still listed, so that the browser that started it learns of its end. */
const ENDED_SECONDS = 60;

/** An action on many records is listed as what it does with each of them. */
const isManySql = sql`a.operation = 'run-many'`;

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
    sql`select a.guid, case when ${isManySql} then a.input ->> 'operation' else a.operation end as operation,
        coalesce(a.operation = 'create-invoice' and a.input ->> 'type' = 'credit', false) as is_credit, a.state, a.target,
        case when ${isManySql} then a.input -> 'guids' else '[]' end as targets, ${timestampText(sql`a.run_at`)} as run_at,
        greatest(0, extract(epoch from a.run_at - ${now}::timestamptz) * 1000)::int as milliseconds_left,
        ${aboutSql(accountId)} as about, coalesce(a.input ->> 'amount', '') as amount,
        coalesce(a.input ->> 'currency', 'ISK') as currency, a.person_id = ${personId} as is_mine, a.answer, a.problems
      from delayed_actions a
      where a.account_id = ${accountId}
        and (a.state in ('waiting', 'running', 'refused') or (a.state = 'done' and a.ended_at > ${since}))
      order by a.id limit 500`,
  );
}

/** The name of the record that an action is about. */
function aboutSql(accountId: number): Sql {
  return sql`coalesce(
    (select concat_ws(' · ', '#' || i.number, i.buyer ->> 'name') from invoices i
      where i.account_id = ${accountId} and i.guid = a.target),
    (select concat_ws(' · ', '#' || d.number, d.buyer ->> 'name') from sales_documents d
      where d.account_id = ${accountId} and d.guid = a.target),
    (select c.supplier_name from costs c where c.account_id = ${accountId} and c.guid = a.target),
    (select c.name from customers c where c.account_id = ${accountId} and c.guid = a.target),
    (select c.name from customer_contacts c where c.account_id = ${accountId} and c.guid = a.target),
    (select t.name from tasks t where t.account_id = ${accountId} and t.guid = a.target),
    (select i.description from product_sales p join items i on i.account_id = p.account_id and i.id = p.item_id
      where p.account_id = ${accountId} and p.guid::text = a.input ->> 'guid' and a.operation like 'release-%'),
    (select w.url from webhooks w where w.account_id = ${accountId} and w.guid = a.target),
    (select v.name from saved_views v where v.account_id = ${accountId} and v.guid = a.target),
    (select c.name from customers c
      where c.account_id = ${accountId} and c.guid::text = a.input -> 'customer' ->> 'guid'),
    (select concat_ws(' · ', '#' || i.number, i.buyer ->> 'name') from invoices i
      where i.account_id = ${accountId} and i.guid::text = a.input ->> 'ref_invoice_guid'), '')`;
}
