import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../../kernel/database/row.ts';
import { sql } from '../../../kernel/database/sql.ts';
import { customers } from '../../customers/tables.ts';
import { statementMails } from './tables.ts';

const profile = customers.pick('id', 'guid', 'name', 'registration_no', 'email', 'currency');
const addressee = profile.with({ recent: col.integer() });

/** The customer, and how many statements were mailed to it since a time. */
export function lockAddressee(tx: Queryable, accountId: number, guid: string, since: Date) {
  return tx.find(
    addressee,
    sql`select ${profile.list('c')}, (select count(*)::int from statement_mails m
          where m.account_id = ${accountId} and m.customer_id = c.id and m.created_at > ${since}) as recent
        from customers c where c.account_id = ${accountId} and c.guid = ${guid} for no key update of c`,
  );
}

const newMail = statementMails.omit('account_id', 'state', 'reason', 'ended_at');
const queuedMail = statementMails.pick('guid');

export function insertStatementMail(
  accountId: number,
  mail: Omit<RowOf<typeof newMail>, 'created_at'>,
  now: Date,
) {
  const result = sql`${statementMails.insert({ account_id: accountId, ...mail, created_at: now })} returning guid`;
  return { row: queuedMail, result };
}

const waiting = statementMails
  .pick('guid', 'recipient', 'from_date', 'to_date', 'currency')
  .with({ customer_guid: col.uuid(), lang: col.text() });
type WaitingStatementMail = RowOf<typeof waiting>;

/** Null when it was sent or given up already. */
export function findWaitingMail(
  db: Queryable,
  accountId: number,
  guid: string,
): Promise<WaitingStatementMail | null> {
  return db.find(
    waiting,
    sql`select m.guid, m.recipient, m.from_date, m.to_date, m.currency, c.guid as customer_guid, c.lang
        from statement_mails m join customers c on c.account_id = m.account_id and c.id = m.customer_id
        where m.account_id = ${accountId} and m.guid = ${guid} and m.state = 'queued'`,
  );
}

export function endStatementMail(accountId: number, guid: string, reason: string, now: Date) {
  const state = reason === '' ? 'sent' : 'failed';
  const result = sql`${statementMails.update({ state, reason, ended_at: now })}
    where account_id = ${accountId} and guid = ${guid} and state = 'queued' returning guid`;
  return { row: row({ guid: col.uuid() }), result };
}
