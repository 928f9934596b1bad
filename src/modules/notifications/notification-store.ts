import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, first, type RowOf, row } from '../../kernel/database/row.ts';
import { sql } from '../../kernel/database/sql.ts';
import { people } from '../people/tables.ts';
import type { NotificationChoices } from '../preferences/notification-choices.ts';
import { notificationCursors, notifications } from './tables.ts';

const changedAccount = row({ account_id: col.bigint(), position: col.bigint() });

/** The next account that has events after its cursor, and in which somebody subscribes to notifications. */
export function nextChangedAccount(db: Queryable, after: number) {
  return first(
    db.query(
      changedAccount,
      sql`select e.account_id, e.last as position from event_counters e
        left join notification_cursors n on n.account_id = e.account_id
        where e.account_id > ${after} and e.last > coalesce(n.position, 0)
          and exists (select from notification_choices p where p.account_id = e.account_id)
        order by e.account_id limit 1`,
    ),
  );
}

const subscriber = people.pick('id', 'guid').with({ choices: col.jsonb<NotificationChoices>() });
export type Subscriber = RowOf<typeof subscriber>;

/** The people who have chosen something, and have an address. */
export function listSubscribers(db: Queryable, accountId: number): Promise<Subscriber[]> {
  return db.query(
    subscriber,
    sql`select p.id, p.guid, c.choices from people p
      join notification_choices c on c.account_id = p.account_id and c.person_id = p.id
      where p.account_id = ${accountId} and p.removed_at is null and p.email <> ''
      order by p.id`,
  );
}

const answeredQuote = row({
  guid: col.uuid(),
  number: col.text(),
  name: col.text(),
  amount: col.text(),
  currency: col.text(),
  on: col.date(),
  is_accepted: col.boolean(),
});
type AnsweredQuote = RowOf<typeof answeredQuote>;

/** Quotes that the customer answered lately. Nothing waits, so they are in no inbox. */
export function listAnsweredQuotes(db: Queryable, accountId: number, since: Date): Promise<AnsweredQuote[]> {
  return db.query(
    answeredQuote,
    sql`select guid, coalesce(number::text, '') as number, coalesce(buyer ->> 'name', '') as name, amount::text as amount,
        currency, (answered_at at time zone 'UTC')::date as "on", status <> 'declined' as is_accepted
      from sales_documents
      where account_id = ${accountId} and kind = 'quote' and answered_at > ${since} and answered_by <> ''`,
  );
}

/** A notification for one person. */
export interface PendingNotification {
  person_id: number;
  what: string;
  guid: string;
  mode: 'now' | 'daily';
}

/**
 * Stores what is new and deletes what is settled, in one statement. A row that is there already keeps its time, so
 * nobody is notified twice.
 */
export function savePendingNotifications(
  accountId: number,
  pending: readonly PendingNotification[],
  now: Date,
) {
  const column = <K extends keyof PendingNotification>(name: K) => pending.map((one) => one[name]);
  return {
    row: row({ added: col.bigint() }),
    ctes: sql`wanted as (
        select * from unnest(${column('person_id')}::bigint[], ${column('what')}::text[], ${column('guid')}::uuid[],
          ${column('mode')}::text[]) as w (person_id, what, guid, mode)),
      settled as (
        delete from notifications n where n.account_id = ${accountId} and not exists (
          select from wanted w where w.person_id = n.person_id and w.what = n.what and w.guid = n.guid)),
      added as (
        insert into notifications (account_id, person_id, what, guid, mode, created_at)
        select ${accountId}, person_id, what, guid, mode, ${now}::timestamptz from wanted
        on conflict (account_id, person_id, what, guid) do update set mode = excluded.mode where notifications.sent_at is null
        returning id)`,
    result: sql`select count(*) as added from added`,
  };
}

const knownNotification = notifications.pick('person_id', 'what', 'guid', 'mode');

export function listKnown(db: Queryable, accountId: number): Promise<PendingNotification[]> {
  return db.query(
    knownNotification,
    sql`select ${knownNotification.list()} from notifications where account_id = ${accountId}`,
  );
}

export async function advanceCursor(db: Queryable, accountId: number, position: number): Promise<void> {
  const cursor = { account_id: accountId, position };
  await db.query(
    notificationCursors.pick('position'),
    sql`${notificationCursors.insert(cursor)}
      on conflict (account_id) do update set position = excluded.position returning position`,
  );
}

const digest = row({ account_id: col.bigint(), person_guid: col.uuid() });

/** The people whose digest of the day is due: something is new, and none was sent since the morning. */
export function listDueDigests(db: Queryable, since: Date) {
  return db.query(
    digest,
    sql`select n.account_id, p.guid as person_guid from notifications n
      join people p on p.account_id = n.account_id and p.id = n.person_id
      where n.sent_at is null and n.mode = 'daily' and p.removed_at is null
        and not exists (select from notifications s where s.account_id = n.account_id
          and s.person_id = n.person_id and s.mode = 'daily' and s.sent_at >= ${since})
      group by n.account_id, p.guid order by n.account_id, p.guid`,
  );
}

const recipient = people.pick('id', 'guid', 'name', 'email', 'lang');
type Recipient = RowOf<typeof recipient>;

/** Null for a person who has left or has no address. */
export function findPersonToMail(db: Queryable, accountId: number, guid: string): Promise<Recipient | null> {
  return db.find(
    recipient,
    sql`select ${recipient.list()} from people
        where account_id = ${accountId} and guid = ${guid} and removed_at is null and email <> ''`,
  );
}

const unsent = notifications.pick('id', 'what', 'guid');
type UnsentNotification = RowOf<typeof unsent>;

export function listUnsent(
  db: Queryable,
  accountId: number,
  personId: number,
  mode: 'now' | 'daily',
): Promise<UnsentNotification[]> {
  return db.query(
    unsent,
    sql`select ${unsent.list()} from notifications
      where account_id = ${accountId} and person_id = ${personId} and mode = ${mode} and sent_at is null order by id`,
  );
}

export async function markSent(
  db: Queryable,
  accountId: number,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  await db.query(
    notifications.pick('id'),
    sql`${notifications.update({ sent_at: now })} where account_id = ${accountId} and id = any(${ids}::bigint[]) returning id`,
  );
}

/** For a write that only enqueues. */
export function emptyQueueResult() {
  return { row: row({ added: col.bigint() }), result: sql`select 0::bigint as added` };
}

/** Whether this address is that of a person who is notified of answered quotes. */
export async function isNotifiedOfQuotes(db: Queryable, accountId: number, email: string): Promise<boolean> {
  const [found] = await db.query(
    people.pick('id'),
    sql`select p.id from people p
      join notification_choices c on c.account_id = p.account_id and c.person_id = p.id
      where p.account_id = ${accountId} and p.removed_at is null and lower(p.email) = lower(${email})
        and c.choices ->> 'quote' in ('now', 'daily') limit 1`,
  );
  return found !== undefined;
}
