import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, emptyRow, type RowOf, row } from '../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import { isoTimeText } from '../../kernel/database/time-sql.ts';
import type { WebhookAttempt } from './schema.ts';
import { webhookDeliveries, webhooks } from './tables.ts';

const delivery = webhookDeliveries.pick('event_id', 'type', 'attempts');
const webhook = webhooks.pick('guid', 'url', 'secret', 'failures');
const dueDelivery = delivery.with({
  ...webhook.columns,
  id: col.bigint(),
  webhook_id: col.bigint(),
  /** Sealed; null where it does not sign any more. */
  previous_secret: col.text().nullable(),
  /** The circuit is open: nothing is sent now. */
  is_paused: col.boolean(),
  at: col.text(),
  /** Null where the event is not kept any more; a test has none. */
  data: col.jsonb<Record<string, unknown>>().nullable(),
  position: col.bigint().nullable(),
});
export type DueDelivery = RowOf<typeof dueDelivery>;

/** Null where the delivery waits no more, or nothing is sent to its webhook any more. */
export function findDueDelivery(
  db: Queryable,
  accountId: number,
  guid: string,
  eventId: string,
  now: Date,
): Promise<DueDelivery | null> {
  return db.find(
    dueDelivery,
    sql`select ${delivery.list('d')}, ${webhook.list('w')}, d.id, w.id as webhook_id,
          case when w.previous_until > ${now} then w.previous_secret end as previous_secret,
          coalesce(w.paused_until > ${now}, false) as is_paused,
          ${isoTimeText(sql`coalesce(e.at, d.created_at)`)} as at, e.data, e.position
        from webhooks w
        join webhook_deliveries d on d.account_id = w.account_id and d.webhook_id = w.id
        left join events e on e.account_id = d.account_id and e.id = d.event_id
        where w.account_id = ${accountId} and w.guid = ${guid} and w.state = 'active'
          and d.event_id = ${eventId} and d.state = 'waiting'`,
  );
}

/** Moves the job to the end of the pause. No attempt was made, so none is counted. */
export async function postponeDelivery(db: Queryable, accountId: number, jobId: number, webhookId: number) {
  await db.query(
    emptyRow,
    sql`update jobs set run_at = greatest(jobs.run_at, w.paused_until), leased_until = null, attempts = 0
      from webhooks w
      where jobs.account_id = ${accountId} and jobs.id = ${jobId} and w.account_id = ${accountId}
        and w.id = ${webhookId}`,
  );
}

/** What follows from an attempt. */
export type AttemptResult =
  | { outcome: 'delivered' }
  /** Another attempt at that time. `pausedUntil`: nothing is sent to the webhook before. */
  | { outcome: 'retry'; at: Date; pausedUntil: Date | null }
  /** No other attempt of this delivery; the webhook goes on. */
  | { outcome: 'failed' }
  | { outcome: 'disabled'; reason: string; why: 'failing' | 'gone' };

const KEPT_ATTEMPTS = 20;

/** Writes an attempt and its consequences, and completes the job, in one statement. */
export async function recordAttempt(
  db: Queryable,
  accountId: number,
  jobId: number,
  due: DueDelivery,
  attempt: WebhookAttempt,
  result: AttemptResult,
  now: Date,
): Promise<void> {
  const { id } = due;
  const { outcome } = result;
  const state = outcome === 'retry' ? 'waiting' : outcome === 'delivered' ? 'delivered' : 'failed';
  const tries = sql`(select jsonb_agg(one order by n) from (
    select one, n from jsonb_array_elements(tries || ${JSON.stringify([attempt])}::jsonb) with ordinality x (one, n)
    order by n desc limit ${KEPT_ATTEMPTS}) newest)`;
  const change = {
    state,
    attempts: due.attempts + 1,
    tries,
    next_at: outcome === 'retry' ? result.at : null,
  };
  await db.query(
    emptyRow,
    sql`with job_done as (delete from jobs where account_id = ${accountId} and id = ${jobId}),
      tried as (
        ${webhookDeliveries.update({ ...change, state: change.state as 'waiting' })}
        where account_id = ${accountId} and id = ${id} and state = 'waiting' returning id)
      ${consequences(accountId, due, result, now)}
      select`,
  );
}

function consequences(accountId: number, due: DueDelivery, result: AttemptResult, now: Date): Sql {
  const { webhook_id, guid, failures } = due;
  const thisWebhook = sql`where account_id = ${accountId} and id = ${webhook_id}`;
  switch (result.outcome) {
    case 'failed':
      return EMPTY;
    case 'delivered':
      if (failures === 0) return EMPTY;
      return sql`, healthy as (${webhooks.update({ failures: 0, paused_until: null })} ${thisWebhook})`;
    case 'retry':
      return sql`, next_job as (${insertRetry(accountId, due, result.at)}),
        failing as (
          ${webhooks.update({ failures: sql`failures + 1`, paused_until: result.pausedUntil ?? undefined })} ${thisWebhook})
        ${result.pausedUntil ? sql`, held_back as (${holdBack(accountId, due, result.pausedUntil)})` : EMPTY}`;
    case 'disabled': {
      const off = { state: 'disabled' as const, disabled_reason: result.reason, updated_at: now };
      const mail = sql`, mail as (
        insert into jobs (account_id, kind, payload, run_at)
        select ${accountId}::bigint, 'send-webhook-mail',
          jsonb_build_object('webhook_guid', ${guid}::text, 'why', ${result.why}::text), ${now}::timestamptz
        from switched_off)`;
      return sql`, ${giveUpOthers(accountId, due)},
        switched_off as (${webhooks.update(off)} ${thisWebhook} and state = 'active' returning id) ${mail}`;
    }
  }
}

/** The delivery itself is written by `tried`: one statement may update a row once. */
function giveUpOthers(accountId: number, { id, webhook_id, guid }: DueDelivery): Sql {
  return sql`
    given_up as (
      ${webhookDeliveries.update({ state: 'failed', next_at: null })}
      where account_id = ${accountId} and webhook_id = ${webhook_id} and state = 'waiting' and id <> ${id}),
    dropped_jobs as (
      delete from jobs where account_id = ${accountId} and kind = 'deliver-webhook' and lane_key = ${guid}::text)`;
}

function insertRetry(accountId: number, { guid, event_id }: DueDelivery, at: Date): Sql {
  return sql`insert into jobs (account_id, kind, payload, run_at, lane_key)
    select ${accountId}::bigint, 'deliver-webhook',
      jsonb_build_object('webhook_guid', ${guid}::text, 'event_id', ${event_id}::text), ${at}::timestamptz, ${guid}::text
    from tried`;
}

function holdBack(accountId: number, { guid }: DueDelivery, until: Date): Sql {
  return sql`update jobs set run_at = ${until}
    where account_id = ${accountId} and kind = 'deliver-webhook' and lane_key = ${guid}::text and run_at < ${until}
      and (leased_until is null or leased_until < now())`;
}

/** The job of a delivery is dead: its node ended during every attempt. */
export async function failDelivery(db: Queryable, accountId: number, guid: string, eventId: string) {
  await db.query(
    emptyRow,
    sql`update webhook_deliveries d set state = 'failed', next_at = null from webhooks w
      where d.account_id = ${accountId} and w.account_id = ${accountId} and w.guid = ${guid}
        and d.webhook_id = w.id and d.event_id = ${eventId} and d.state = 'waiting'`,
  );
}

const disabledWebhook = webhooks.pick('url', 'disabled_reason', 'description');

/** The webhook of the mail to the owners; null where it is on again or deleted. */
export function findDisabledWebhook(db: Queryable, accountId: number, guid: string) {
  return db.find(
    disabledWebhook,
    sql`select ${disabledWebhook.list()} from webhooks
        where account_id = ${accountId} and guid = ${guid} and state = 'disabled'`,
  );
}

const MAX_OWNERS = 10;
const ownerRow = row({ name: col.text(), email: col.text(), lang: col.text().nullable() });

/** The owners of the account who have an address. */
export function listOwners(db: Queryable, accountId: number) {
  return db.query(
    ownerRow,
    sql`select name, email, lang from people
      where account_id = ${accountId} and role = 'owner' and removed_at is null and email <> ''
      order by main desc, id limit ${MAX_OWNERS}`,
  );
}
