import { type Sql, sql } from '../../../kernel/database/sql.ts';
import type { Insert } from '../../../kernel/database/table.ts';
import { authorizations } from '../tables.ts';

export type NewAuthorization = Omit<Insert<typeof authorizations.columns>, 'grant_id' | 'created_at'>;

/** `grant` returns the id of the grant that the authorization belongs to; without one nothing is inserted. */
export function insertAuthorization(authorization: NewAuthorization, grant: Sql, now: Date) {
  const record = { ...authorization, grant_id: sql`id`, created_at: now };
  return {
    row: authorizations.pick('id'),
    ctes: sql`grant_in_force as (${grant})`,
    result: sql`${authorizations.insertSelect(record)} from grant_in_force returning id`,
  };
}

export function revokeAuthorization(accountId: number, authorizationId: number, now: Date) {
  const result = sql`${authorizations.update({ revoked_at: sql`coalesce(revoked_at, ${now})` })}
    where account_id = ${accountId} and id = ${authorizationId}
    returning id`;
  return { row: authorizations.pick('id'), result };
}
