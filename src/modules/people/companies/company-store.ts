import type { Queryable } from '../../../kernel/database/queryable.ts';
import type { RowOf } from '../../../kernel/database/row.ts';
import { type Sql, sql } from '../../../kernel/database/sql.ts';
import { accounts } from '../../accounts/tables.ts';
import { type PersonRow, personColumns, personRow } from '../person-store.ts';
import type { Login } from '../sessions/session.ts';
import { deleteOldestSessions } from '../sessions/session-store.ts';
import { people, sessions } from '../tables.ts';

/** The rows of one person in `people p`: the one that holds the sign-in, and those that refer to it. */
function isOfLogin({ accountId, personId }: Login): Sql {
  return sql`((p.account_id = ${accountId} and p.id = ${personId})
    or (p.login_account_id = ${accountId} and p.login_id = ${personId})) and p.removed_at is null`;
}

const companyRow = accounts.pick('guid', 'name').with({ role: people.columns.role });
export type Company = RowOf<typeof companyRow>;

/** Many more than an accountant keeps the books of. */
const MAX_COMPANIES = 500;

/** The companies that the person works for, by name. */
export function listCompanies(db: Queryable, login: Login): Promise<Company[]> {
  return db.query(
    companyRow,
    sql`select a.guid, a.name, p.role from people p join accounts a on a.account_id = p.account_id
      where ${isOfLogin(login)} and not a.disabled order by lower(a.name), a.guid limit ${MAX_COMPANIES}`,
  );
}

/** The person in one of the own companies; null where the person has no access to it. */
export function findAtCompany(db: Queryable, login: Login, guid: string): Promise<PersonRow | null> {
  return db.find(
    personRow,
    sql`select ${personColumns} from people p join accounts on accounts.account_id = p.account_id
        where ${isOfLogin(login)} and accounts.guid::text = ${guid} and not accounts.disabled`,
  );
}

export interface NewSeat {
  guid: string;
  login: Login;
}

/**
 * Of two concurrent calls one finds no invitation, and returns nothing. The row of the sign-in is locked: it cannot be
 * removed before this one refers to it.
 */
export function acceptWithLogin(
  accountId: number,
  digest: Buffer,
  { guid, login: { accountId: loginAccount, personId } }: NewSeat,
  now: Date,
) {
  const record = {
    account_id: accountId,
    guid,
    username: sql`login.username`,
    name: sql`login.name`,
    email: sql`accepted.email`,
    role: sql`accepted.role`,
    lang: sql`login.lang`,
    login_account_id: loginAccount,
    login_id: personId,
    password_hash: null,
    created_at: now,
  };
  return {
    row: people.pick('guid'),
    ctes: sql`
      login as (
        select username, name, lang from people
        where account_id = ${loginAccount} and id = ${personId} and removed_at is null and login_id is null for share),
      accepted as (
        delete from invitations
        where account_id = ${accountId} and digest = ${digest} and expires_at > ${now} and exists (select from login)
        returning email, role)`,
    result: sql`${people.insertSelect(record)} from accepted, login returning guid`,
  };
}

export interface Switch {
  login: Login;
  /** The session that the browser leaves. */
  from: { accountId: number; digest: Buffer };
  to: Login;
  digest: Buffer;
}

/**
 * Replaces the session by one of another company, which ends when the first would have ended. Whoever changes the password or
 * removes the person waits for this statement or makes it return nothing, because it locks both rows.
 */
export function switchSession({ login, from, to, digest }: Switch, now: Date) {
  const record = {
    account_id: to.accountId,
    person_id: to.personId,
    digest,
    created_at: sql`entered.created_at`,
    seen_at: now,
  };
  return {
    row: people.pick('guid'),
    ctes: sql`
      login as (
        select id from people
        where account_id = ${login.accountId} and id = ${login.personId} and removed_at is null for share),
      oldest as (${deleteOldestSessions(to.accountId, to.personId)}),
      left_session as (
        delete from sessions
        where account_id = ${from.accountId} and digest = ${from.digest} and exists (select from login)
        returning created_at),
      entered as (
        ${people.update({ signed_in_at: now })} from left_session
        where account_id = ${to.accountId} and id = ${to.personId} and removed_at is null
        returning people.guid, left_session.created_at),
      opened as (${sessions.insertSelect(record)} from entered)`,
    result: sql`select guid from entered`,
  };
}
