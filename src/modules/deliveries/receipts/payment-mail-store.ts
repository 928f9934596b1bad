import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, type RowOf, recordRow } from '../../../kernel/database/row.ts';
import { sql } from '../../../kernel/database/sql.ts';
import { countOf } from '../../../kernel/operations/count-of.ts';
import { paymentMails } from '../tables.ts';

/** How many receipts of a payment were mailed by themselves since a time. */
export function countPaymentMails(
  db: Queryable,
  accountId: number,
  paymentId: number,
  since: Date,
): Promise<number> {
  return countOf(
    db,
    sql`select count(*) from payment_mails
      where account_id = ${accountId} and payment_id = ${paymentId} and created_at > ${since}`,
  );
}

const newMail = paymentMails.omit('account_id', 'state', 'reason', 'ended_at');

export function insertPaymentMail(
  accountId: number,
  mail: Omit<RowOf<typeof newMail>, 'created_at'>,
  now: Date,
) {
  return {
    ctes: sql`mailed as (${paymentMails.insert({ account_id: accountId, ...mail, created_at: now })})`,
    result: sql`select guid, id from payments where account_id = ${accountId} and id = ${mail.payment_id}`,
  };
}

const waiting = paymentMails.pick('guid', 'recipient').with({ payment_guid: col.uuid() });
type WaitingPaymentMail = RowOf<typeof waiting>;

/** Null when it was sent or given up already. */
export function findWaitingPaymentMail(
  db: Queryable,
  accountId: number,
  guid: string,
): Promise<WaitingPaymentMail | null> {
  return db.find(
    waiting,
    sql`select m.guid, m.recipient, p.guid as payment_guid
        from payment_mails m join payments p on p.account_id = m.account_id and p.id = m.payment_id
        where m.account_id = ${accountId} and m.guid = ${guid} and m.state = 'queued'`,
  );
}

export function endPaymentMail(accountId: number, guid: string, reason: string, now: Date) {
  const state = reason === '' ? 'sent' : 'failed';
  const result = sql`${paymentMails.update({ state, reason, ended_at: now })}
    where account_id = ${accountId} and guid = ${guid} and state = 'queued' returning guid, payment_id as id`;
  return { row: recordRow, result };
}
