import type { Role } from '../../kernel/account.ts';
import type { Queryable } from '../../kernel/context.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import { type AccountRow, columns } from '../accounts/store.ts';
import type { Language } from './schema.ts';

/** A person together with the account, each under its own names. */
export interface PersonRow extends AccountRow {
  person_id: number;
  person_guid: string;
  person_username: string;
  person_name: string;
  person_email: string;
  person_role: Role;
  person_main: boolean;
  person_lang: Language | null;
  password_hash: string;
}

const person = sql`p.id as person_id, p.guid as person_guid, p.username as person_username, p.name as person_name,
  p.email as person_email, p.role as person_role, p.main as person_main, p.lang as person_lang, p.password_hash`;

export async function findPerson(db: Queryable, username: string): Promise<PersonRow | null> {
  const [row] = await db.query<PersonRow>(sql`
    select ${columns}, ${person} from people p join accounts on accounts.account_id = p.account_id
    where lower(p.username) = lower(${username}) and p.removed_at is null`);
  return row ?? null;
}

/** Nobody means who the account was opened with. */
export async function passwordHashOf(
  db: Queryable,
  accountId: number,
  personId: number | undefined,
): Promise<string | null> {
  const [row] = await db.query<{ password_hash: string | null }>(sql`
    select password_hash from people
    where account_id = ${accountId} and (id = ${personId ?? null}::bigint or (${personId ?? null}::bigint is null and main))`);
  return row?.password_hash ?? null;
}

const MOST_SESSIONS = 50;

/** A new session; of very many of one person the ones that were used least lately end. */
export function insertSession(
  accountId: number,
  personId: number,
  digest: Buffer,
  now: Date,
): { ctes: Sql; result: Sql } {
  return {
    ctes: sql`
      ended as (
        delete from sessions where account_id = ${accountId} and digest in (
          select digest from sessions where account_id = ${accountId} and person_id = ${personId}
          order by seen_at desc offset ${MOST_SESSIONS - 1})),
      came as (
        update people set signed_in_at = ${now}
        where account_id = ${accountId} and id = ${personId} and removed_at is null
        returning id)`,
    result: sql`
      insert into sessions (account_id, person_id, digest, created_at, seen_at)
      select ${accountId}::bigint, id, ${digest}::bytea, ${now}::timestamptz, ${now}::timestamptz from came
      returning account_id`,
  };
}

export function deleteSession(accountId: number, digest: Buffer): Sql {
  return sql`delete from sessions where account_id = ${accountId} and digest = ${digest} returning account_id`;
}

export interface SessionBounds {
  now: Date;
  startedAfter: Date;
  seenAfter: Date;
  /** A session that was last noted before this is noted again. */
  noteBefore: Date;
}

/** A session that says nothing of a person is from before there were several. */
export async function findSession(
  db: Queryable,
  digest: Buffer,
  { now, startedAfter, seenAfter, noteBefore }: SessionBounds,
): Promise<PersonRow | null> {
  const [row] = await db.query<PersonRow>(sql`
    with seen as (
      update sessions set seen_at = ${now}
      where digest = ${digest} and seen_at < ${noteBefore} and seen_at > ${seenAfter} and created_at > ${startedAfter})
    select ${columns}, ${person} from sessions s join accounts on accounts.account_id = s.account_id
    join people p on p.account_id = s.account_id and (p.id = s.person_id or (s.person_id is null and p.main))
    where s.digest = ${digest} and s.seen_at > ${seenAfter} and s.created_at > ${startedAfter}
      and p.removed_at is null`);
  return row ?? null;
}

/**
 * Triggers end all sessions that were opened with the old password. That of who the account was opened with is the
 * account's own, from where it comes to the person.
 */
export function replacePassword(
  accountId: number,
  personId: number,
  hash: string,
  now: Date,
): { ctes: Sql; result: Sql } {
  return {
    ctes: sql`
      whose as (
        select guid, main from people
        where account_id = ${accountId} and id = ${personId} and removed_at is null),
      own as (
        update accounts set password_hash = ${hash}, updated_at = ${now} from whose
        where account_id = ${accountId} and whose.main),
      others as (
        update people set password_hash = ${hash} from whose
        where account_id = ${accountId} and id = ${personId} and not whose.main)`,
    result: sql`select guid from whose`,
  };
}

export async function insertSetupKey(db: Queryable, digest: Buffer, expiresAt: Date): Promise<void> {
  await db.query(sql`insert into setup_keys (digest, expires_at) values (${digest}, ${expiresAt})`);
}

/** Whether the key opens the door: it is in time and unused, and there is no account yet. */
export async function isSetupKey(db: Queryable, digest: Buffer, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from setup_keys where digest = ${digest} and expires_at > ${now} and used_at is null
      and not exists (select from accounts)`);
  return rows.length > 0;
}

/** True for one caller only. */
export async function consumeSetupKey(db: Queryable, digest: Buffer, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update setup_keys set used_at = ${now} where digest = ${digest} and expires_at > ${now} and used_at is null
      and not exists (select from accounts) returning digest`);
  return rows.length > 0;
}

export async function restoreSetupKey(db: Queryable, digest: Buffer): Promise<void> {
  await db.query(sql`update setup_keys set used_at = null where digest = ${digest}`);
}
