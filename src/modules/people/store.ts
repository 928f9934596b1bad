import type { Reader } from '../../kernel/context.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import { type AccountRow, columns } from '../accounts/store.ts';

export interface PersonRow extends AccountRow {
  password_hash: string;
}

export async function findPerson(db: Reader, username: string): Promise<PersonRow | null> {
  const [row] = await db.query<PersonRow>(
    sql`select ${columns}, accounts.password_hash from accounts where lower(username) = lower(${username})`,
  );
  return row ?? null;
}

export async function passwordHashOf(db: Reader, accountId: number): Promise<string | null> {
  const [row] = await db.query<{ password_hash: string }>(
    sql`select password_hash from accounts where account_id = ${accountId}`,
  );
  return row?.password_hash ?? null;
}

const MOST_SESSIONS = 50;

/** A new session; of very many the ones that were used least lately end. */
export function insertSession(accountId: number, digest: Buffer, now: Date): { steps: Sql; answer: Sql } {
  return {
    steps: sql`ended as (
      delete from sessions where account_id = ${accountId} and digest in (
        select digest from sessions where account_id = ${accountId} order by seen_at desc offset ${MOST_SESSIONS - 1}))`,
    answer: sql`
      insert into sessions (account_id, digest, created_at, seen_at) values (${accountId}, ${digest}, ${now}, ${now})
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

export async function findSession(
  db: Reader,
  digest: Buffer,
  { now, startedAfter, seenAfter, noteBefore }: SessionBounds,
): Promise<AccountRow | null> {
  const [row] = await db.query<AccountRow>(sql`
    with seen as (
      update sessions set seen_at = ${now}
      where digest = ${digest} and seen_at < ${noteBefore} and seen_at > ${seenAfter} and created_at > ${startedAfter})
    select ${columns} from sessions s join accounts on accounts.account_id = s.account_id
    where s.digest = ${digest} and s.seen_at > ${seenAfter} and s.created_at > ${startedAfter}`);
  return row ?? null;
}

/** The trigger on the table ends all sessions that were opened with the old password. */
export function replacePassword(accountId: number, hash: string, now: Date): Sql {
  return sql`
    update accounts set password_hash = ${hash}, updated_at = ${now} where account_id = ${accountId}
    returning guid`;
}

export async function insertSetupKey(db: Reader, digest: Buffer, expiresAt: Date): Promise<void> {
  await db.query(sql`insert into setup_keys (digest, expires_at) values (${digest}, ${expiresAt})`);
}

/** Whether the key opens the door: it is in time and unused, and there is no account yet. */
export async function isSetupKey(db: Reader, digest: Buffer, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from setup_keys where digest = ${digest} and expires_at > ${now} and used_at is null
      and not exists (select from accounts)`);
  return rows.length > 0;
}

/** True for one caller only. */
export async function takeSetupKey(db: Reader, digest: Buffer, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update setup_keys set used_at = ${now} where digest = ${digest} and expires_at > ${now} and used_at is null
      and not exists (select from accounts) returning digest`);
  return rows.length > 0;
}

export async function giveBackSetupKey(db: Reader, digest: Buffer): Promise<void> {
  await db.query(sql`update setup_keys set used_at = null where digest = ${digest}`);
}
