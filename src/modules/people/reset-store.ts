import type { Role } from '../../kernel/account.ts';
import type { Queryable } from '../../kernel/context.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import { type AccountRow, columns } from '../accounts/store.ts';
import type { Language } from './schema.ts';

export interface ResetCandidateRow extends AccountRow {
  person_id: number;
  person_guid: string;
  person_lang: Language | null;
}

/** Everybody who is called that or has that address. Who forgot is not known yet, so it is asked without an account. */
export function findResetCandidate(db: Queryable, name: string, most: number): Promise<ResetCandidateRow[]> {
  return db.query<ResetCandidateRow>(sql`
    select ${columns}, p.id as person_id, p.guid as person_guid, p.lang as person_lang
    from people p join accounts on accounts.account_id = p.account_id
    where (lower(p.username) = lower(${name}) or lower(p.email) = lower(${name}))
      and p.email <> '' and p.removed_at is null and not accounts.disabled
    order by p.account_id, p.id limit ${most}`);
}

/** A new link makes the older ones worthless. */
export function insertReset(
  accountId: number,
  personId: number,
  digest: Buffer,
  expiresAt: Date,
): { ctes: Sql; result: Sql } {
  return {
    ctes: sql`older as (delete from password_resets where account_id = ${accountId} and person_id = ${personId})`,
    result: sql`
      insert into password_resets (account_id, digest, person_id, expires_at)
      values (${accountId}, ${digest}, ${personId}, ${expiresAt})
      returning account_id`,
  };
}

export interface ResetRow extends AccountRow {
  person_id: number;
  person_role: Role;
  person_main: boolean;
  person_username: string;
}

export async function findReset(db: Queryable, digest: Buffer, now: Date): Promise<ResetRow | null> {
  const [row] = await db.query<ResetRow>(sql`
    select ${columns}, p.id as person_id, p.role as person_role, p.main as person_main, p.username as person_username
    from password_resets r join accounts on accounts.account_id = r.account_id
    join people p on p.account_id = r.account_id and p.id = r.person_id
    where r.digest = ${digest} and r.expires_at > ${now} and p.removed_at is null and not accounts.disabled`);
  return row ?? null;
}

/** The link is taken and the password set in one statement: of two at the same moment one finds it gone. */
export function consumeReset(
  accountId: number,
  digest: Buffer,
  { hash, main, now }: { hash: string; main: boolean; now: Date },
): { ctes: Sql; result: Sql } {
  const taken = sql`taken as (
    delete from password_resets where account_id = ${accountId} and digest = ${digest} and expires_at > ${now}
    returning person_id)`;
  return {
    ctes: taken,
    result: main
      ? sql`
        update accounts set password_hash = ${hash}, updated_at = ${now} from taken
        where account_id = ${accountId} returning accounts.guid`
      : sql`
        update people set password_hash = ${hash} from taken
        where account_id = ${accountId} and id = taken.person_id and removed_at is null returning people.guid`,
  };
}

export interface AddresseeRow {
  name: string;
  username: string;
  email: string;
}

export async function findInvited(
  db: Queryable,
  accountId: number,
  guid: string,
): Promise<AddresseeRow | null> {
  const [row] = await db.query<AddresseeRow>(sql`
    select i.name, coalesce(nullif(p.name, ''), '') as username, i.email
    from invitations i left join people p on p.account_id = i.account_id and p.id = i.invited_by
    where i.account_id = ${accountId} and i.guid = ${guid}`);
  return row ?? null;
}

export async function findAddressee(
  db: Queryable,
  accountId: number,
  guid: string,
): Promise<AddresseeRow | null> {
  const [row] = await db.query<AddresseeRow>(sql`
    select name, username, email from people
    where account_id = ${accountId} and guid = ${guid} and removed_at is null`);
  return row ?? null;
}
