import { LANGS } from '../../domain/codes.ts';
import { ROLES } from '../../kernel/account.ts';
import type { Queryable } from '../../kernel/context.ts';
import { bigint, boolean, first, oneOf, type RowOf, row, text, uuid } from '../../kernel/database/row.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import { accountColumns, accountRow } from '../accounts/account-store.ts';
import { people, setupKeys } from './tables.ts';

/** A person with the account; the columns of the person are prefixed, because both tables have a guid and a name. */
const personRow = accountRow.with({
  person_id: bigint(),
  person_guid: uuid(),
  person_username: text(),
  person_name: text(),
  person_email: text(),
  person_role: oneOf(ROLES),
  person_main: boolean(),
  person_lang: oneOf(LANGS).nullable(),
  password_hash: text(),
});
export type PersonRow = RowOf<typeof personRow>;

const personColumns = sql`p.id as person_id, p.guid as person_guid, p.username as person_username, p.name as person_name,
  p.email as person_email, p.role as person_role, p.main as person_main, p.lang as person_lang, p.password_hash`;

export function findPerson(db: Queryable, username: string): Promise<PersonRow | null> {
  return first(
    db.query(
      personRow,
      sql`select ${accountColumns}, ${personColumns}
        from people p join accounts on accounts.account_id = p.account_id
        where lower(p.username) = lower(${username}) and p.removed_at is null`,
    ),
  );
}

/** Without a person it is the hash of the main owner, with whom the account was opened. */
export async function passwordHashOf(
  db: Queryable,
  accountId: number,
  personId: number | undefined,
): Promise<string | null> {
  const [found] = await db.query(
    people.pick('password_hash'),
    sql`select password_hash from people
      where account_id = ${accountId} and (id = ${personId ?? null}::bigint or (${personId ?? null}::bigint is null and main))`,
  );
  return found?.password_hash ?? null;
}

const MOST_SESSIONS = 50;

/** Starts a session; beyond the bound the least recently used sessions of the person end. */
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
      signed_in as (
        update people set signed_in_at = ${now}
        where account_id = ${accountId} and id = ${personId} and removed_at is null
        returning id)`,
    result: sql`
      insert into sessions (account_id, person_id, digest, created_at, seen_at)
      select ${accountId}::bigint, id, ${digest}::bytea, ${now}::timestamptz, ${now}::timestamptz from signed_in
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
      update sessions set seen_at = ${now}
      where digest = ${digest} and seen_at < ${noteBefore} and seen_at > ${seenAfter} and created_at > ${startedAfter})
    select ${accountColumns}, ${personColumns} from sessions s join accounts on accounts.account_id = s.account_id
    join people p on p.account_id = s.account_id and (p.id = s.person_id or (s.person_id is null and p.main))
    where s.digest = ${digest} and s.seen_at > ${seenAfter} and s.created_at > ${startedAfter}
      and p.removed_at is null`,
    ),
  );
}

/**
 * Triggers end all sessions that were opened with the old password. The password of the main owner is stored with the
 * account, from where a trigger copies it to the person.
 */
export function replacePassword(
  accountId: number,
  personId: number,
  hash: string,
  now: Date,
): { ctes: Sql; result: Sql } {
  return {
    ctes: sql`
      person as (
        select guid, main from people
        where account_id = ${accountId} and id = ${personId} and removed_at is null),
      own as (
        update accounts set password_hash = ${hash}, updated_at = ${now} from person
        where account_id = ${accountId} and person.main),
      others as (
        update people set password_hash = ${hash} from person
        where account_id = ${accountId} and id = ${personId} and not person.main)`,
    result: sql`select guid from person`,
  };
}

export async function insertSetupKey(db: Queryable, digest: Buffer, expiresAt: Date): Promise<void> {
  await db.query(sql`insert into setup_keys (digest, expires_at) values (${digest}, ${expiresAt})`);
}

/** Whether the key is valid: not expired, not used, and no account exists yet. */
export async function isSetupKey(db: Queryable, digest: Buffer, now: Date): Promise<boolean> {
  const rows = await db.query(
    row({}),
    sql`select from setup_keys where digest = ${digest} and expires_at > ${now} and used_at is null
      and not exists (select from accounts)`,
  );
  return rows.length > 0;
}

/** True for one of several concurrent callers only. */
export async function consumeSetupKey(db: Queryable, digest: Buffer, now: Date): Promise<boolean> {
  const rows = await db.query(
    setupKeys.pick('digest'),
    sql`${setupKeys.update({ used_at: now })} where digest = ${digest} and expires_at > ${now} and used_at is null
      and not exists (select from accounts) returning digest`,
  );
  return rows.length > 0;
}

export async function restoreSetupKey(db: Queryable, digest: Buffer): Promise<void> {
  await db.query(sql`update setup_keys set used_at = null where digest = ${digest}`);
}
