import { addDays, type PlainDate } from '../../domain/values/dates.ts';
import { pageOf } from '../../kernel/database/page-sql.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, type RowOf, recordRow, row } from '../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import { isoTimeText } from '../../kernel/database/time-sql.ts';
import { countOf } from '../../kernel/operations/count-of.ts';
import { webhookDeliveries, webhooks } from './tables.ts';

const shownWebhook = webhooks.pick(
  'guid',
  'url',
  'types',
  'description',
  'state',
  'disabled_reason',
  'created_at',
);
const webhookRow = shownWebhook.with({ waiting: col.bigint() });
type WebhookRow = RowOf<typeof webhookRow>;

export function listWebhooks(db: Queryable, accountId: number): Promise<WebhookRow[]> {
  return db.query(
    webhookRow,
    sql`select ${shownWebhook.list('w')}, (select count(*) from webhook_deliveries d
        where d.account_id = w.account_id and d.webhook_id = w.id and d.state = 'waiting') as waiting
      from webhooks w where w.account_id = ${accountId} order by w.id`,
  );
}

export function countWebhooks(db: Queryable, accountId: number): Promise<number> {
  return countOf(db, sql`select count(*) from webhooks where account_id = ${accountId}`);
}

const lockedWebhook = webhooks.pick('id', 'guid', 'state', 'types', 'secret');
export type LockedWebhook = RowOf<typeof lockedWebhook>;

export function lockWebhook(tx: Queryable, accountId: number, guid: string): Promise<LockedWebhook | null> {
  return tx.find(
    lockedWebhook,
    sql`select ${lockedWebhook.list()} from webhooks where account_id = ${accountId} and guid = ${guid} for update`,
  );
}

export interface NewWebhook {
  guid: string;
  url: string;
  types: readonly string[];
  description: string;
  /** Sealed. */
  secret: string;
}

export function insertWebhook(accountId: number, webhook: NewWebhook, now: Date): Sql {
  const record = {
    ...webhook,
    account_id: accountId,
    state: 'active' as const,
    created_at: now,
    updated_at: now,
  };
  return sql`${webhooks.insert(record)} returning guid`;
}

export interface WebhookChange {
  url?: string | undefined;
  types?: readonly string[] | undefined;
  description?: string | undefined;
  state?: 'active' | 'disabled' | undefined;
}

/** A webhook that is enabled again begins without failures. One that is disabled gives up what waits. */
export function updateWebhookStatement(
  accountId: number,
  { id, guid }: LockedWebhook,
  change: WebhookChange,
  now: Date,
) {
  const state =
    change.state === 'active'
      ? { disabled_reason: '', failures: 0, paused_until: null }
      : change.state === 'disabled'
        ? { disabled_reason: 'Disabled by the account' }
        : {};
  const update = sql`${webhooks.update({ ...change, ...state, updated_at: now })}
    where account_id = ${accountId} and id = ${id} returning guid, id`;
  const ctes = change.state === 'disabled' ? giveUpCtes(accountId, { id, guid }) : undefined;
  return { row: recordRow, result: update, ...(ctes && { ctes }) };
}

/** Ends all that waits for a webhook. */
function giveUpCtes(accountId: number, { id, guid }: Pick<LockedWebhook, 'id' | 'guid'>): Sql {
  return sql`
    given_up as (
      ${webhookDeliveries.update({ state: 'failed', next_at: null })}
      where account_id = ${accountId} and webhook_id = ${id} and state = 'waiting'),
    dropped_jobs as (${deleteJobs(accountId, guid)})`;
}

function deleteJobs(accountId: number, guid: string): Sql {
  return sql`delete from jobs
    where account_id = ${accountId} and kind = 'deliver-webhook' and lane_key = ${guid}::text`;
}

export function deleteWebhookStatement(accountId: number, { id, guid }: LockedWebhook) {
  return {
    row: recordRow,
    ctes: sql`
      dropped_jobs as (${deleteJobs(accountId, guid)}),
      dropped_deliveries as (
        delete from webhook_deliveries where account_id = ${accountId} and webhook_id = ${id})`,
    result: sql`delete from webhooks where account_id = ${accountId} and id = ${id} returning guid, id`,
  };
}

export function rotateSecretStatement(
  accountId: number,
  { id, secret: previous_secret }: LockedWebhook,
  secret: string,
  previousUntil: Date,
  now: Date,
): Sql {
  const change = { secret, previous_secret, previous_until: previousUntil, updated_at: now };
  return sql`${webhooks.update(change)} where account_id = ${accountId} and id = ${id} returning guid`;
}

/** Queues one delivery of a test, which is no event. */
export function queueTestStatement(
  accountId: number,
  { id, guid }: LockedWebhook,
  testId: string,
  now: Date,
) {
  const record = {
    account_id: accountId,
    webhook_id: id,
    event_id: testId,
    type: 'webhook.test',
    next_at: now,
    created_at: now,
  };
  return {
    row: row({ event_id: col.uuid() }),
    ctes: sql`
      delivery as (${webhookDeliveries.insert(record)} returning event_id),
      queued_jobs as (${insertJobs(accountId, guid, sql`delivery`, now)})`,
    result: sql`select event_id from delivery`,
  };
}

function insertJobs(accountId: number, guid: string, deliveries: Sql, now: Date): Sql {
  return sql`insert into jobs (account_id, kind, payload, run_at, lane_key)
    select ${accountId}::bigint, 'deliver-webhook',
      jsonb_build_object('webhook_guid', ${guid}::text, 'event_id', d.event_id), ${now}::timestamptz, ${guid}::text
    from ${deliveries} d`;
}

const MAX_REDELIVERIES = 10_000;

interface Redelivery {
  /** One event, or else all after a position. */
  eventId: string | null;
  after: number;
  /** Patterns; empty: all types. */
  types: readonly string[];
  /** First and last day, UTC; null: no bound. */
  from: PlainDate | null;
  to: PlainDate | null;
  onlyFailed: boolean;
}

function isInRange(accountId: number, webhookId: number, range: Redelivery): Sql {
  const { after, types, from, to, onlyFailed } = range;
  const dayAfter = to && addDays(to, 1);
  return sql`e.position > ${after} and (cardinality(${types}::text[]) = 0 or e.type = any(${types}::text[])
      or split_part(e.type, '.', 1) || '.*' = any(${types}::text[]))
    ${from ? sql`and e.at >= ${`${from}T00:00:00Z`}::timestamptz` : EMPTY}
    ${dayAfter ? sql`and e.at < ${`${dayAfter}T00:00:00Z`}::timestamptz` : EMPTY}
    ${
      onlyFailed
        ? sql`and exists (select from webhook_deliveries f where f.account_id = ${accountId}
            and f.webhook_id = ${webhookId} and f.event_id = e.id and f.state = 'failed')`
        : EMPTY
    }`;
}

/** Whether the event `e` is still answered; its row stays until all of its partition are old. */
function isKept(accountId: number): Sql {
  return sql`e.position > (select c.pruned from event_counters c where c.account_id = ${accountId})`;
}

/** Queues events once more, with all their attempts. What waits for its next attempt is sent now instead. */
export function redeliverStatement(
  accountId: number,
  { id, guid }: LockedWebhook,
  range: Redelivery,
  now: Date,
) {
  const { eventId } = range;
  const isWanted = eventId ? sql`e.id = ${eventId}` : isInRange(accountId, id, range);
  return {
    row: row({ queued: col.bigint() }),
    ctes: sql`
      delivery as (
        insert into webhook_deliveries (account_id, webhook_id, event_id, type, next_at, created_at)
        select e.account_id, ${id}::bigint, e.id, e.type, ${now}::timestamptz, ${now}::timestamptz from events e
        where e.account_id = ${accountId} and ${isKept(accountId)} and ${isWanted}
        order by e.position limit ${MAX_REDELIVERIES}
        on conflict (account_id, webhook_id, event_id) do update
          set state = 'waiting', attempts = 0, next_at = excluded.next_at
          where webhook_deliveries.state <> 'waiting'
            or (webhook_deliveries.attempts > 0 and webhook_deliveries.next_at > excluded.next_at)
        returning event_id),
      replaced_jobs as (
        delete from jobs where account_id = ${accountId} and kind = 'deliver-webhook' and lane_key = ${guid}::text
          and (leased_until is null or leased_until < now())
          and payload ->> 'event_id' in (select event_id::text from delivery)),
      resumed as (
        ${webhooks.update({ paused_until: null })} where account_id = ${accountId} and id = ${id}),
      queued_jobs as (${insertJobs(accountId, guid, sql`delivery`, now)})`,
    result: sql`select count(*) as queued from delivery`,
  };
}

const delivery = webhookDeliveries.pick('event_id', 'type', 'state', 'created_at', 'next_at', 'tries');
/** `data` is null where the event is not kept any more. */
const deliveryRow = delivery.with({
  at: col.text(),
  data: col.jsonb<Record<string, unknown>>().nullable(),
  position: col.bigint().nullable(),
});
export type DeliveryRow = RowOf<typeof deliveryRow>;

export function listDeliveries(
  db: Queryable,
  accountId: number,
  guid: string,
  { state, limit, page }: { state: string | undefined; limit: number; page: number },
): Promise<DeliveryRow[]> {
  return db.query(
    deliveryRow,
    pageOf(
      sql`select ${delivery.list('d')},
        ${isoTimeText(sql`coalesce(e.at, d.created_at)`)} as at,
        case when d.type = 'webhook.test' then '{}' else e.data end as data, e.position
      from webhook_deliveries d
      left join events e on e.account_id = d.account_id and e.id = d.event_id
      where d.account_id = ${accountId}
        and d.webhook_id = (select id from webhooks where account_id = ${accountId} and guid = ${guid})
        ${state === undefined ? EMPTY : sql`and d.state = ${state}`}
      order by d.id desc`,
      limit,
      (page - 1) * limit,
    ),
  );
}

export async function eventExists(tx: Queryable, accountId: number, eventId: string): Promise<boolean> {
  const rows = await tx.query(
    row({}),
    sql`select from events e where e.account_id = ${accountId} and e.id = ${eventId} and ${isKept(accountId)}`,
  );
  return rows.length > 0;
}

export async function webhookExists(db: Queryable, accountId: number, guid: string): Promise<boolean> {
  const rows = await db.query(
    row({}),
    sql`select from webhooks where account_id = ${accountId} and guid = ${guid}`,
  );
  return rows.length > 0;
}

/** A sealed secret of any account, to find out whether the secret of the installation opens it. */
export async function anyWebhookSecret(db: Queryable): Promise<string | null> {
  const found = await db.find(webhooks.pick('secret'), sql`select secret from webhooks limit 1`);
  return found?.secret ?? null;
}
