import type { Role } from '../../../domain/access/roles.ts';
import type { Lang } from '../../../domain/values/codes.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, type RowOf } from '../../../kernel/database/row.ts';
import { sql } from '../../../kernel/database/sql.ts';
import { accountColumns, accountRow } from '../../accounts/account-store.ts';
import { personNameSql } from '../person-store.ts';
import { invitations, people } from '../tables.ts';

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
export function insertInvitation(accountId: number, invitation: NewInvitation, maxPeople: number, now: Date) {
  const { invitedBy: invited_by, expiresAt: expires_at, ...same } = invitation;
  const record = { account_id: accountId, ...same, invited_by, created_at: now, expires_at };
  const result = sql`${invitations.insertSelect(record)}
    where not exists (select from people
        where account_id = ${accountId} and removed_at is null and lower(email) = lower(${same.email}))
      and (select count(*) from people where account_id = ${accountId} and removed_at is null)
        + (select count(*) from invitations where account_id = ${accountId}) < ${maxPeople}
    on conflict (account_id, lower(email)) do update set guid = excluded.guid, name = excluded.name,
      role = excluded.role, digest = excluded.digest, invited_by = excluded.invited_by,
      created_at = excluded.created_at, expires_at = excluded.expires_at
    returning guid`;
  return { row: invitations.pick('guid'), result };
}

export function deleteInvitation(accountId: number, guid: string) {
  const result = sql`delete from invitations where account_id = ${accountId} and guid = ${guid} returning guid`;
  return { row: invitations.pick('guid'), result };
}

const invitationRow = accountRow.with({
  invitation_email: col.text(),
  invitation_name: col.text(),
  inviter: col.text(),
});
export type InvitationRow = RowOf<typeof invitationRow>;

/** The account is not known before the invitation is found, so the statement looks in all of them. */
export function findInvitation(db: Queryable, digest: Buffer, now: Date): Promise<InvitationRow | null> {
  return db.find(
    invitationRow,
    sql`select ${accountColumns}, i.email as invitation_email, i.name as invitation_name,
      coalesce(${personNameSql('p')}, '') as inviter
    from invitations i join accounts on accounts.account_id = i.account_id
    left join people p on p.account_id = i.account_id and p.id = i.invited_by
    where i.digest = ${digest} and i.expires_at > ${now} and not accounts.disabled`,
  );
}

export interface NewPerson {
  guid: string;
  username: string;
  name: string;
  password_hash: string;
  lang: Lang;
}

const personName = people.pick('guid', 'username');

/** Of two concurrent calls one finds no invitation, and returns nothing. */
export function acceptInvitationStatement(accountId: number, digest: Buffer, person: NewPerson, now: Date) {
  const invited = { email: sql`accepted.email`, role: sql`accepted.role` };
  const record = { account_id: accountId, ...person, ...invited, created_at: now };
  return {
    row: personName,
    ctes: sql`accepted as (
      delete from invitations where account_id = ${accountId} and digest = ${digest} and expires_at > ${now}
      returning email, role)`,
    result: sql`${people.insertSelect(record)} from accepted returning ${personName.list()}`,
  };
}
