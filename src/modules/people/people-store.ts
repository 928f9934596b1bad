import type { Role } from '../../kernel/account.ts';
import type { Queryable } from '../../kernel/context.ts';
import { boolean, first, jsonList, type RowOf, row, text } from '../../kernel/database/row.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import { accountColumns, accountRow } from '../accounts/account-store.ts';
import type { Language } from './schema.ts';
import { invitations, people } from './tables.ts';

const listedPerson = people.pick('guid', 'username', 'name', 'email', 'role', 'main');
const listedInvitation = invitations.pick('guid', 'email', 'name', 'role');
const peopleList = row({
  people: jsonList(listedPerson.with({ is_me: boolean(), signed_in_at: text().nullable() })),
  invitations: jsonList(listedInvitation.with({ expires_at: text(), expired: boolean() })),
});
export type PeopleList = RowOf<typeof peopleList>;

const time = (column: Sql) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`;

/** One statement returns them all: an account has few. */
export async function listPeople(
  db: Queryable,
  accountId: number,
  personId: number | undefined,
  now: Date,
): Promise<PeopleList> {
  const ofPerson = sql`'is_me', id = ${personId ?? null}::bigint is true,
    'signed_in_at', ${time(sql`signed_in_at`)}`;
  const ofInvitation = sql`'expires_at', ${time(sql`expires_at`)}, 'expired', expires_at <= ${now}`;
  const [found] = await db.query(
    peopleList,
    sql`select coalesce((
          select json_agg(${listedPerson.jsonObject('people', ofPerson)} order by id)
          from people where account_id = ${accountId} and removed_at is null), '[]') as people,
        coalesce((
          select json_agg(${listedInvitation.jsonObject('invitations', ofInvitation)} order by created_at)
          from invitations where account_id = ${accountId}), '[]') as invitations`,
  );
  return found ?? { people: [], invitations: [] };
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

/**
 * Inviting the same address again invalidates the older link. Returns nothing when a person of the account has the
 * address, or when the account has as many people and invitations as it may.
 */
export function insertInvitation(accountId: number, i: NewInvitation, most: number, now: Date): Sql {
  const { invitedBy: invited_by, expiresAt: expires_at, ...same } = i;
  const record = { account_id: accountId, ...same, invited_by, created_at: now, expires_at };
  return sql`${invitations.insertSelect(record)}
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

const invitationRow = accountRow.with({
  invitation_email: text(),
  invitation_name: text(),
  inviter: text(),
});
export type InvitationRow = RowOf<typeof invitationRow>;

/** The account is not known before the invitation is found, so the statement looks in all of them. */
export function findInvitation(db: Queryable, digest: Buffer, now: Date): Promise<InvitationRow | null> {
  return first(
    db.query(
      invitationRow,
      sql`select ${accountColumns}, i.email as invitation_email, i.name as invitation_name,
      coalesce(nullif(p.name, ''), p.username, '') as inviter
    from invitations i join accounts on accounts.account_id = i.account_id
    left join people p on p.account_id = i.account_id and p.id = i.invited_by
    where i.digest = ${digest} and i.expires_at > ${now} and not accounts.disabled`,
    ),
  );
}

export interface NewPerson {
  guid: string;
  username: string;
  name: string;
  hash: string;
  lang: Language;
}

/** Of two concurrent calls one finds no invitation, and returns nothing. */
export function acceptInvitation(
  accountId: number,
  digest: Buffer,
  p: NewPerson,
  now: Date,
): { ctes: Sql; result: Sql } {
  const { hash: password_hash, ...same } = p;
  const invited = { email: sql`accepted.email`, role: sql`accepted.role` };
  const record = { account_id: accountId, ...same, ...invited, password_hash, created_at: now };
  return {
    ctes: sql`accepted as (
      delete from invitations where account_id = ${accountId} and digest = ${digest} and expires_at > ${now}
      returning email, role)`,
    result: sql`${people.insertSelect(record)} from accepted returning guid, username`,
  };
}

export async function findMainOwner(db: Queryable, accountId: number, guid: string): Promise<boolean | null> {
  const [found] = await db.query(
    people.pick('main'),
    sql`select main from people where account_id = ${accountId} and guid = ${guid} and removed_at is null`,
  );
  return found?.main ?? null;
}

export function updateRole(accountId: number, guid: string, role: Role): Sql {
  return sql`
    update people set role = ${role}
    where account_id = ${accountId} and guid = ${guid} and removed_at is null and not main
    returning guid`;
}

/** Removing the password makes a trigger end the person's sessions. */
export function removePerson(accountId: number, guid: string, now: Date): Sql {
  return sql`
    update people set removed_at = ${now}, password_hash = null
    where account_id = ${accountId} and guid = ${guid} and removed_at is null and not main
    returning guid`;
}

/** Null leaves a column as it is. */
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
