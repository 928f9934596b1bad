import type { Queryable } from '../../../kernel/database/queryable.ts';
import { first } from '../../../kernel/database/row.ts';
import { sql } from '../../../kernel/database/sql.ts';
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
      ended as (
        delete from sessions where account_id = ${accountId} and digest in (
          select digest from sessions where account_id = ${accountId} and person_id = ${personId}
          order by seen_at desc offset ${MAX_SESSIONS - 1})),
      signed_in as (
        ${people.update({ signed_in_at: now })}
        where account_id = ${accountId} and id = ${personId} and removed_at is null
          and password_hash = coalesce(${passwordHash}, password_hash)
        returning id, guid, password_hash),
      opened as (${sessions.insertSelect(record)} from signed_in)`,
    result: sql`select guid, password_hash from signed_in`,
  };
}

export function deleteSession(accountId: number, digest: Buffer) {
  const result = sql`delete from sessions where account_id = ${accountId} and digest = ${digest} returning account_id`;
  return { row: sessions.pick('account_id'), result };
}

/** A session without a person belongs to the main owner. */
export function deleteSessionsOf(accountId: number, personId: number) {
  return {
    row: people.pick('guid'),
    ctes: sql`
      person as (
        select id, guid, main from people
        where account_id = ${accountId} and id = ${personId} and removed_at is null),
      ended as (
        delete from sessions using person
        where account_id = ${accountId} and (person_id = person.id or (person.main and person_id is null)))`,
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
