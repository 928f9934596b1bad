import { LANGS } from '../../domain/codes.ts';
import { ROLES } from '../../kernel/account.ts';
import type { Queryable } from '../../kernel/context.ts';
import { bigint, boolean, first, oneOf, type RowOf, text, uuid } from '../../kernel/database/row.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import { accountColumns, accountRow } from '../accounts/account-store.ts';
import { passwordResets, people } from './tables.ts';

const resetCandidate = accountRow.with({
  person_id: bigint(),
  person_guid: uuid(),
  person_lang: oneOf(LANGS).nullable(),
});
export type ResetCandidateRow = RowOf<typeof resetCandidate>;

/** The people with that username or address. The account is not known yet, so the statement looks in all of them. */
export function findResetCandidate(db: Queryable, name: string, most: number): Promise<ResetCandidateRow[]> {
  return db.query(
    resetCandidate,
    sql`select ${accountColumns}, p.id as person_id, p.guid as person_guid, p.lang as person_lang
    from people p join accounts on accounts.account_id = p.account_id
    where (lower(p.username) = lower(${name}) or lower(p.email) = lower(${name}))
      and p.email <> '' and p.removed_at is null and not accounts.disabled
    order by p.account_id, p.id limit ${most}`,
  );
}

/** A new link invalidates the older ones. */
export function insertReset(
  accountId: number,
  personId: number,
  digest: Buffer,
  expiresAt: Date,
): { ctes: Sql; result: Sql } {
  return {
    ctes: sql`older as (delete from password_resets where account_id = ${accountId} and person_id = ${personId})`,
    result: sql`${passwordResets.insert({ account_id: accountId, digest, person_id: personId, expires_at: expiresAt })}
      returning account_id`,
  };
}

const resetRow = accountRow.with({
  person_id: bigint(),
  person_role: oneOf(ROLES),
  person_main: boolean(),
  person_username: text(),
});
export type ResetRow = RowOf<typeof resetRow>;

export function findReset(db: Queryable, digest: Buffer, now: Date): Promise<ResetRow | null> {
  return first(
    db.query(
      resetRow,
      sql`select ${accountColumns}, p.id as person_id, p.role as person_role, p.main as person_main, p.username as person_username
    from password_resets r join accounts on accounts.account_id = r.account_id
    join people p on p.account_id = r.account_id and p.id = r.person_id
    where r.digest = ${digest} and r.expires_at > ${now} and p.removed_at is null and not accounts.disabled`,
    ),
  );
}

/** Deletes the link and sets the password in one statement: of two concurrent calls one finds no link. */
export function consumeReset(
  accountId: number,
  digest: Buffer,
  { hash, main, now }: { hash: string; main: boolean; now: Date },
): { ctes: Sql; result: Sql } {
  const used_link = sql`used_link as (
    delete from password_resets where account_id = ${accountId} and digest = ${digest} and expires_at > ${now}
    returning person_id)`;
  return {
    ctes: used_link,
    result: main
      ? sql`
        update accounts set password_hash = ${hash}, updated_at = ${now} from used_link
        where account_id = ${accountId} returning accounts.guid`
      : sql`
        update people set password_hash = ${hash} from used_link
        where account_id = ${accountId} and id = used_link.person_id and removed_at is null returning people.guid`,
  };
}

const addressee = people.pick('name', 'username', 'email');
export type AddresseeRow = RowOf<typeof addressee>;

export function findInvited(db: Queryable, accountId: number, guid: string): Promise<AddresseeRow | null> {
  return first(
    db.query(
      addressee,
      sql`select i.name, coalesce(nullif(p.name, ''), '') as username, i.email
        from invitations i left join people p on p.account_id = i.account_id and p.id = i.invited_by
        where i.account_id = ${accountId} and i.guid = ${guid}`,
    ),
  );
}

export function findAddressee(db: Queryable, accountId: number, guid: string): Promise<AddresseeRow | null> {
  return first(
    db.query(
      addressee,
      sql`select ${addressee.list()} from people
        where account_id = ${accountId} and guid = ${guid} and removed_at is null`,
    ),
  );
}
