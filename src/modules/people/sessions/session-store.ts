import type { Queryable } from '../../../kernel/database/queryable.ts';
import { first } from '../../../kernel/database/row.ts';
import { raw, type Sql, sql } from '../../../kernel/database/sql.ts';
import { type PersonRow, personColumns, personRow } from '../person-store.ts';
import { people, sessions } from '../tables.ts';

const MAX_SESSIONS = 50;

export interface NewSession {
  accountId: number;
  personId: number;
  digest: Buffer;
  /** The password that was verified; null where the session replaces one. */
  passwordHash: string | null;
}

/**
 * Starts a session; beyond the limit the least recently used sessions of the person end. Inserts nothing for a person
 * who was removed, or whose password was changed, after it was verified.
 */
export function insertSession({ accountId, personId, digest, passwordHash }: NewSession, now: Date) {
  const record = { account_id: accountId, person_id: sql`id`, digest, created_at: now, seen_at: now };
  return {
    row: people.pick('guid', 'password_hash'),
    ctes: sql`
      ended as (${deleteOldestSessions(accountId, personId)}),
      signed_in as (
        ${people.update({ signed_in_at: now })}
        where account_id = ${accountId} and id = ${personId} and removed_at is null
          and (${passwordHash}::text is null or password_hash = ${passwordHash})
        returning id, guid, password_hash),
      opened as (${sessions.insertSelect(record)} from signed_in)`,
    result: sql`select guid, password_hash from signed_in`,
  };
}

/** Makes room for one more session of the person. */
export function deleteOldestSessions(accountId: number, personId: number): Sql {
  return sql`delete from sessions where account_id = ${accountId} and digest in (
    select digest from sessions where account_id = ${accountId} and person_id = ${personId}
    order by seen_at desc offset ${MAX_SESSIONS - 1})`;
}

/** The sessions of a sign-in in all companies of its person. `login`: a step with the account and the id of its row. */
export function deleteSessionsOfLogin(login: string): Sql {
  return raw(`delete from sessions using people seat, ${login}
    where sessions.account_id = seat.account_id and sessions.person_id = seat.id
      and ((seat.account_id = ${login}.account_id and seat.id = ${login}.id)
        or (seat.login_account_id = ${login}.account_id and seat.login_id = ${login}.id))`);
}

export function deleteSession(accountId: number, digest: Buffer) {
  const result = sql`delete from sessions where account_id = ${accountId} and digest = ${digest} returning account_id`;
  return { row: sessions.pick('account_id'), result };
}

/** Of all companies of the person. A session without a person belongs to the main owner. */
export function deleteSessionsOf(accountId: number, personId: number) {
  return {
    row: people.pick('guid'),
    ctes: sql`
      person as (
        select guid, main, coalesce(login_account_id, account_id) as account_id, coalesce(login_id, id) as id from people
        where account_id = ${accountId} and id = ${personId} and removed_at is null),
      ended as (${deleteSessionsOfLogin('person')}),
      ended_of_main as (
        delete from sessions using person
        where sessions.account_id = ${accountId} and person.main and sessions.person_id is null)`,
    result: sql`select guid from person`,
  };
}

export interface SessionBounds {
  now: Date;
  startedAfter: Date;
  seenAfter: Date;
  /** `seen_at` is written again when it is older than this. */
  noteBefore: Date;
}

/** A session without a person is older than the table of people and belongs to the main owner. */
export function findSession(
  db: Queryable,
  digest: Buffer,
  { now, startedAfter, seenAfter, noteBefore }: SessionBounds,
): Promise<PersonRow | null> {
  return first(
    db.query(
      personRow,
      sql`with seen as (
      ${sessions.update({ seen_at: now })}
      where digest = ${digest} and seen_at < ${noteBefore} and seen_at > ${seenAfter} and created_at > ${startedAfter})
    select ${personColumns} from sessions s join accounts on accounts.account_id = s.account_id
    join people p on p.account_id = s.account_id and (p.id = s.person_id or (s.person_id is null and p.main))
    where s.digest = ${digest} and s.seen_at > ${seenAfter} and s.created_at > ${startedAfter}
      and p.removed_at is null`,
    ),
  );
}
