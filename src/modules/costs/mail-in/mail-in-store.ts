import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, first, type RowOf, row } from '../../../kernel/database/row.ts';
import { sql } from '../../../kernel/database/sql.ts';
import { timestampText } from '../../../kernel/database/time-sql.ts';
import { receiptAddresses, receiptMails } from '../tables.ts';

const loggedMail = receiptMails.pick('sender', 'subject', 'outcome', 'costs', 'received_at');
const overview = receiptAddresses
  .pick('token', 'senders')
  .with({ mails: col.jsonList(row({ ...loggedMail.columns })) });
type ReceiptMailOverview = RowOf<typeof overview>;

const SHOWN_MAILS = 20;
/** Mails of strangers push those of the company off the list only in part. */
const SHOWN_REFUSED = 10;

/** The address of a company and what came to it last; null where the company has none yet. */
export function findOverview(db: Queryable, accountId: number): Promise<ReceiptMailOverview | null> {
  return first(
    db.query(
      overview,
      sql`select a.token, a.senders, (
          select coalesce(json_agg(m), '[]') from (
            select sender, subject, outcome, costs,
              ${timestampText(sql`received_at`)} as received_at
            from (select *, row_number() over (partition by outcome = 'refused' order by id desc) as place
              from receipt_mails where account_id = ${accountId}) recent
            where account_id = ${accountId} and place <= case when outcome = 'refused' then ${SHOWN_REFUSED}::int else ${SHOWN_MAILS}::int end
            order by id desc limit ${SHOWN_MAILS}) m) as mails
        from receipt_addresses a where a.account_id = ${accountId}`,
    ),
  );
}

const mailbox = row({
  senders: col.textArray(),
  /** The outcome of the mail when it was received before; null where it was not. */
  known: col.oneOf(['taken', 'refused']).nullable(),
  /** Mails since then, without those of strangers. */
  recent: col.integer(),
  recent_refused: col.integer(),
});

/**
 * Everybody who may send to the address: the list of the company, its own address, and the people who have not left.
 * Null where the address is not valid any more.
 */
export function findMailbox(
  db: Queryable,
  accountId: number,
  { token, digest, since }: { token: string; digest: Buffer; since: Date },
) {
  return first(
    db.query(
      mailbox,
      sql`select a.senders
          || array(select email from people where account_id = ${accountId} and removed_at is null and email <> '')
          || array(select email from accounts where account_id = ${accountId} and email <> '') as senders,
        (select case when outcome = 'refused' then 'refused' else 'taken' end from receipt_mails
          where account_id = ${accountId} and message_digest = ${digest}) as known,
        recent.taken as recent, recent.refused as recent_refused
      from receipt_addresses a, (
        select count(*) filter (where outcome <> 'refused')::int as taken,
          count(*) filter (where outcome = 'refused')::int as refused
        from receipt_mails where account_id = ${accountId} and received_at > ${since}) recent
      where a.account_id = ${accountId} and a.token = ${token}`,
    ),
  );
}

const address = receiptAddresses.pick('token', 'senders');

export function saveToken(accountId: number, token: string, now: Date) {
  const record = { account_id: accountId, token, created_at: now };
  const result = sql`${receiptAddresses.insert(record)}
    on conflict (account_id) do update set token = excluded.token, created_at = excluded.created_at
    returning ${address.list()}`;
  return { row: address, result };
}

export function saveSenders(accountId: number, senders: readonly string[]) {
  const result = sql`${receiptAddresses.update({ senders })} where account_id = ${accountId} returning ${address.list()}`;
  return { row: address, result };
}

/** How many mails of a company the log keeps, and as many of strangers. */
const KEPT_MAILS = 200;

const newMail = receiptMails.omit('account_id', 'id', 'received_at');
export type NewReceiptMail = RowOf<typeof newMail>;

/** Nothing is stored of a mail that was recorded before, unless its sender was a stranger then. */
export function recordMail(accountId: number, mail: NewReceiptMail, now: Date) {
  const record = { account_id: accountId, ...mail, received_at: now };
  const stored = receiptMails.pick('outcome', 'costs');
  const isRefused = mail.outcome === 'refused';
  return {
    row: stored,
    ctes: sql`pruned as (
      delete from receipt_mails where account_id = ${accountId} and (outcome = 'refused') = ${isRefused} and id <= (
        select id from receipt_mails where account_id = ${accountId} and (outcome = 'refused') = ${isRefused}
        order by id desc offset ${KEPT_MAILS - 1} limit 1))`,
    result: sql`${receiptMails.insert(record)}
      on conflict (account_id, message_digest) do update
        set outcome = excluded.outcome, costs = excluded.costs, received_at = excluded.received_at
        where receipt_mails.outcome = 'refused' and excluded.outcome <> 'refused'
      returning ${stored.list('receipt_mails')}`,
  };
}
