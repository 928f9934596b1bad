import type { Queryable } from '../../../kernel/context.ts';
import { first, type RowOf, row, text } from '../../../kernel/database/row.ts';
import { type Sql, sql } from '../../../kernel/database/sql.ts';
import type { Scope } from '../../../kernel/scopes.ts';
import { mayBeClientId } from '../clients/client-store.ts';
import { clients, grants } from '../tables.ts';

const grant = grants.pick('id', 'scopes');
export type GrantRow = RowOf<typeof grant>;

export async function findGrant(
  db: Queryable,
  accountId: number,
  clientId: string,
): Promise<GrantRow | null> {
  if (!mayBeClientId(clientId)) return null;
  return first(
    db.query(
      grant,
      sql`select ${grant.list()} from grants
        where account_id = ${accountId} and client_id = ${clientId} and revoked_at is null`,
    ),
  );
}

/** The id of the grant that is in force, as a step of a larger statement. */
export function selectGrant(accountId: number, clientId: string): Sql {
  return sql`
    select id from grants where account_id = ${accountId} and client_id = ${clientId} and revoked_at is null`;
}

/** `grantedBy`: the person who consents; null where the account's own key grants. */
export interface NewGrant {
  accountId: number;
  clientId: string;
  scopes: readonly Scope[];
  grantedBy: number | null;
}

/** Puts a grant in force: with exactly these scopes, or with these added to those of an earlier grant. */
export function upsertGrant(
  { accountId, clientId, scopes, grantedBy }: NewGrant,
  mode: 'replace' | 'add',
  now: Date,
): Sql {
  const record = {
    account_id: accountId,
    client_id: clientId,
    scopes,
    granted_at: now,
    granted_by: grantedBy,
  };
  const scopesAfter =
    mode === 'replace'
      ? sql`excluded.scopes`
      : sql`array(select distinct unnest(grants.scopes || excluded.scopes) order by 1)`;
  return sql`${grants.insert(record)}
    on conflict (account_id, client_id) where revoked_at is null
    do update set scopes = ${scopesAfter}, granted_at = excluded.granted_at, granted_by = excluded.granted_by
    returning id, client_id, scopes, granted_at`;
}

export const grantedAgentRow = row({
  agent_id: grants.columns.client_id,
  name: clients.columns.name,
  scopes: grants.columns.scopes,
  granted_at: grants.columns.granted_at,
});
export type GrantedAgentRow = RowOf<typeof grantedAgentRow>;

/** A grant with exactly these scopes. The time is formatted here, so that a replay returns the same text. */
export function replaceGrant(grant: NewGrant, now: Date) {
  return {
    row: grantedAgentRow.with({ granted_at: text() }),
    ctes: sql`granted as (${upsertGrant(grant, 'replace', now)})`,
    result: sql`
      select granted.client_id as agent_id, c.name, granted.scopes,
        to_char(granted.granted_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as granted_at
      from granted join clients c on c.client_id = granted.client_id`,
  };
}

export function revokeGrant(accountId: number, clientId: string, now: Date) {
  const result = sql`${grants.update({ revoked_at: now })}
    where account_id = ${accountId} and client_id = ${clientId} and revoked_at is null
    returning client_id as agent_id`;
  return { row: row({ agent_id: grants.columns.client_id }), result };
}

export function listGrants(db: Queryable, accountId: number): Promise<GrantedAgentRow[]> {
  return db.query(
    grantedAgentRow,
    sql`select g.client_id as agent_id, c.name, g.scopes, g.granted_at
      from grants g join clients c on c.client_id = g.client_id
      where g.account_id = ${accountId} and g.revoked_at is null
      order by g.granted_at desc, g.id desc`,
  );
}
