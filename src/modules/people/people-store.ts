import type { Role } from '../../kernel/account.ts';
import type { Queryable } from '../../kernel/context.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import { type AccountRow, columns } from '../accounts/store.ts';
import type { InvitationOutput, Language, PersonOutput } from './schema.ts';

export interface PeopleList {
  people: PersonOutput[];
  invitations: InvitationOutput[];
}

const time = (column: Sql) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`;

/** All in one statement: there are never many. */
export async function listPeople(
  db: Queryable,
  accountId: number,
  personId: number | undefined,
  now: Date,
): Promise<PeopleList> {
  const [row] = await db.query<PeopleList>(sql`
    select coalesce((
        select json_agg(json_build_object('guid', guid, 'username', username, 'name', name, 'email', email,
          'role', role, 'main', main, 'is_me', id = ${personId ?? null}::bigint is true,
          'signed_in_at', ${time(sql`signed_in_at`)}) order by id)
        from people where account_id = ${accountId} and removed_at is null), '[]') as people,
      coalesce((
        select json_agg(json_build_object('guid', guid, 'email', email, 'name', name, 'role', role,
          'expires_at', ${time(sql`expires_at`)}, 'expired', expires_at <= ${now}) order by created_at)
        from invitations where account_id = ${accountId}), '[]') as invitations`);
  return row ?? { people: [], invitations: [] };
}

export interface NewInvitation {
  guid: string;
  email: string;
  name: string;
  role: Role;
  digest: Buffer;
  invitedBy: number | null;
  expiresAt: Date;
}

/** Inviting the same address again makes the older link worthless. Nothing when somebody with it is in, or at the bound. */
export function insertInvitation(accountId: number, i: NewInvitation, most: number, now: Date): Sql {
  return sql`
    insert into invitations (account_id, guid, email, name, role, digest, invited_by, created_at, expires_at)
    select ${accountId}::bigint, ${i.guid}::uuid, ${i.email}, ${i.name}, ${i.role}, ${i.digest}::bytea,
      ${i.invitedBy}::bigint, ${now}::timestamptz, ${i.expiresAt}::timestamptz
    where not exists (select from people
        where account_id = ${accountId} and removed_at is null and lower(email) = lower(${i.email}))
      and (select count(*) from people where account_id = ${accountId} and removed_at is null)
        + (select count(*) from invitations where account_id = ${accountId}) < ${most}
    on conflict (account_id, lower(email)) do update set guid = excluded.guid, name = excluded.name,
      role = excluded.role, digest = excluded.digest, invited_by = excluded.invited_by,
      created_at = excluded.created_at, expires_at = excluded.expires_at
    returning guid`;
}

export function deleteInvitation(accountId: number, guid: string): Sql {
  return sql`delete from invitations where account_id = ${accountId} and guid = ${guid} returning guid`;
}

export interface InvitationRow extends AccountRow {
  invitation_email: string;
  invitation_name: string;
  inviter: string;
}

/** Whose invitation it is comes out of this, so it is asked without an account. */
export async function findInvitation(
  db: Queryable,
  digest: Buffer,
  now: Date,
): Promise<InvitationRow | null> {
  const [row] = await db.query<InvitationRow>(sql`
    select ${columns}, i.email as invitation_email, i.name as invitation_name,
      coalesce(nullif(p.name, ''), p.username, '') as inviter
    from invitations i join accounts on accounts.account_id = i.account_id
    left join people p on p.account_id = i.account_id and p.id = i.invited_by
    where i.digest = ${digest} and i.expires_at > ${now} and not accounts.disabled`);
  return row ?? null;
}

export interface NewPerson {
  guid: string;
  username: string;
  name: string;
  hash: string;
  lang: Language;
}

/** Of two at the same moment one finds the invitation gone, and yields nothing. */
export function acceptInvitation(
  accountId: number,
  digest: Buffer,
  p: NewPerson,
  now: Date,
): { ctes: Sql; result: Sql } {
  return {
    ctes: sql`taken as (
      delete from invitations where account_id = ${accountId} and digest = ${digest} and expires_at > ${now}
      returning email, role)`,
    result: sql`
      insert into people (account_id, guid, username, name, email, role, lang, password_hash, created_at)
      select ${accountId}::bigint, ${p.guid}::uuid, ${p.username}, ${p.name}, taken.email, taken.role, ${p.lang},
        ${p.hash}, ${now}::timestamptz from taken
      returning guid, username`,
  };
}

export async function findMainOwner(db: Queryable, accountId: number, guid: string): Promise<boolean | null> {
  const [row] = await db.query<{ main: boolean }>(sql`
    select main from people where account_id = ${accountId} and guid = ${guid} and removed_at is null`);
  return row?.main ?? null;
}

export function updateRole(accountId: number, guid: string, role: Role): Sql {
  return sql`
    update people set role = ${role}
    where account_id = ${accountId} and guid = ${guid} and removed_at is null and not main
    returning guid`;
}

/** The trigger ends the sessions of who has no password any more. */
export function removePerson(accountId: number, guid: string, now: Date): Sql {
  return sql`
    update people set removed_at = ${now}, password_hash = null
    where account_id = ${accountId} and guid = ${guid} and removed_at is null and not main
    returning guid`;
}

/** Null leaves what is known. */
export function updateMe(accountId: number, id: number, name: string | null, email: string | null): Sql {
  return sql`
    update people set name = coalesce(${name}, name), email = coalesce(${email}, email)
    where account_id = ${accountId} and id = ${id} and removed_at is null
    returning guid`;
}

export function updateLanguage(accountId: number, id: number, lang: Language): Sql {
  return sql`
    update people set lang = ${lang} where account_id = ${accountId} and id = ${id} and removed_at is null
    returning guid`;
}
