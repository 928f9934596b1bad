import type { Role } from '../../../domain/access/roles.ts';
import type { Lang } from '../../../domain/values/codes.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { sql } from '../../../kernel/database/sql.ts';

import { people } from '../tables.ts';

const changedPerson = people.pick('guid');

/** Whether the person is the main owner. Null when there is no such person. */
export async function isMainOwner(db: Queryable, accountId: number, guid: string): Promise<boolean | null> {
  const [found] = await db.query(
    people.pick('main'),
    sql`select main from people where account_id = ${accountId} and guid = ${guid} and removed_at is null`,
  );
  return found?.main ?? null;
}

/** Whether the person is an owner; keeps that so until the transaction ends. */
export async function lockActiveOwner(tx: Queryable, accountId: number, personId: number): Promise<boolean> {
  const rows = await tx.query(
    people.pick('id'),
    sql`select id from people
      where account_id = ${accountId} and id = ${personId} and role = 'owner' and removed_at is null for share`,
  );
  return rows.length > 0;
}

/** For an operation that only adds a job: the audit row needs a result. */
export function selectPersonGuid(accountId: number, guid: string) {
  const result = sql`select guid from people
    where account_id = ${accountId} and guid = ${guid} and removed_at is null`;
  return { row: changedPerson, result };
}

/** A trigger ends what hangs on the role (end_access_of_person). */
export function updateRole(accountId: number, guid: string, role: Role) {
  const result = sql`${people.update({ role })}
    where account_id = ${accountId} and guid = ${guid} and removed_at is null and not main returning guid`;
  return { row: changedPerson, result };
}

/** Removing the password makes a trigger end all that hangs on the person (end_access_of_person). */
export function removePersonStatement(accountId: number, guid: string, now: Date) {
  const result = sql`${people.update({ removed_at: now, password_hash: null })}
    where account_id = ${accountId} and guid = ${guid} and removed_at is null and not main returning guid`;
  return { row: changedPerson, result };
}

/** Null leaves a column as it is. A new address makes a trigger delete reset links (end_access_of_person). */
export function updateProfile(
  accountId: number,
  personId: number,
  { name, email }: { name: string | null; email: string | null },
) {
  const result = sql`
    update people set name = coalesce(${name}, name), email = coalesce(${email}, email)
    where account_id = ${accountId} and id = ${personId} and removed_at is null returning guid`;
  return { row: changedPerson, result };
}

export function updateLanguage(accountId: number, personId: number, lang: Lang) {
  const result = sql`${people.update({ lang })}
    where account_id = ${accountId} and id = ${personId} and removed_at is null returning guid`;
  return { row: changedPerson, result };
}
