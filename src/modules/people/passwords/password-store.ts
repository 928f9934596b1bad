import type { Queryable } from '../../../kernel/database/queryable.ts';
import type { RowOf } from '../../../kernel/database/row.ts';
import { sql } from '../../../kernel/database/sql.ts';
import { accountColumns, accountRow } from '../../accounts/account-store.ts';
import { accounts } from '../../accounts/tables.ts';
import { passwordResets, people } from '../tables.ts';

const { id, guid, username, role, main, lang } = people.columns;

/**
 * Triggers end all sessions that were opened with the old password. The password of the main owner is stored with the
 * account, from where a trigger copies it to the person.
 */
export function replacePassword(accountId: number, personId: number, hash: string, now: Date) {
  return {
    row: people.pick('guid'),
    ctes: sql`
      person as (
        select guid, main from people
        where account_id = ${accountId} and id = ${personId} and removed_at is null),
      of_account as (
        ${accounts.update({ password_hash: hash, updated_at: now })} from person
        where account_id = ${accountId} and person.main),
      of_person as (
        ${people.update({ password_hash: hash })} from person
        where account_id = ${accountId} and id = ${personId} and not person.main)`,
    result: sql`select guid from person`,
  };
}

const resetCandidate = accountRow.with({
  person_id: id,
  person_guid: guid,
  person_lang: lang,
  password_hash: people.columns.password_hash,
});
export type ResetCandidateRow = RowOf<typeof resetCandidate>;

/** The people with that username or address. The account is not known yet, so the statement looks in all of them. */
export function findResetCandidates(
  db: Queryable,
  name: string,
  limit: number,
): Promise<ResetCandidateRow[]> {
  return db.query(
    resetCandidate,
    sql`select ${accountColumns}, p.id as person_id, p.guid as person_guid, p.lang as person_lang,
      p.password_hash
    from people p join accounts on accounts.account_id = p.account_id
    where (lower(p.username) = lower(${name}) or lower(p.email) = lower(${name}))
      and p.email <> '' and p.removed_at is null and p.login_id is null and not accounts.disabled
    order by p.account_id, p.id limit ${limit}`,
  );
}

/** A new link invalidates the older ones. */
export function insertReset(accountId: number, personId: number, digest: Buffer, expiresAt: Date) {
  const record = { account_id: accountId, digest, person_id: personId, expires_at: expiresAt };
  return {
    row: passwordResets.pick('account_id'),
    ctes: sql`older as (delete from password_resets where account_id = ${accountId} and person_id = ${personId})`,
    result: sql`${passwordResets.insert(record)} returning account_id`,
  };
}

const resetRow = accountRow.with({
  person_id: id,
  person_role: role,
  person_main: main,
  person_username: username,
});
export type ResetRow = RowOf<typeof resetRow>;

export function findReset(db: Queryable, digest: Buffer, now: Date): Promise<ResetRow | null> {
  return db.find(
    resetRow,
    sql`select ${accountColumns}, p.id as person_id, p.role as person_role, p.main as person_main, p.username as person_username
    from password_resets r join accounts on accounts.account_id = r.account_id
    join people p on p.account_id = r.account_id and p.id = r.person_id
    where r.digest = ${digest} and r.expires_at > ${now} and p.removed_at is null and not accounts.disabled`,
  );
}

/** Deletes the link and sets the password in one statement: of two concurrent calls one finds no link. */
export function consumeReset(
  accountId: number,
  digest: Buffer,
  { hash, main, now }: { hash: string; main: boolean; now: Date },
) {
  return {
    row: people.pick('guid'),
    ctes: sql`used_link as (
      delete from password_resets where account_id = ${accountId} and digest = ${digest} and expires_at > ${now}
      returning person_id)`,
    result: main
      ? sql`${accounts.update({ password_hash: hash, updated_at: now })} from used_link
        where account_id = ${accountId} returning accounts.guid`
      : sql`${people.update({ password_hash: hash })} from used_link
        where account_id = ${accountId} and id = used_link.person_id and removed_at is null returning people.guid`,
  };
}
