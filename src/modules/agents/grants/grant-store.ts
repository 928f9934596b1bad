import type { ProgramLimits } from '../../../domain/access/program-limits.ts';
import type { Scope } from '../../../kernel/access/scopes.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../../kernel/database/row.ts';
import { join, raw, type Sql, sql } from '../../../kernel/database/sql.ts';
import type { Changes, Insert } from '../../../kernel/database/table.ts';
import { timestampText } from '../../../kernel/database/time-sql.ts';
import { mayBeClientId } from '../clients/client-store.ts';
import { limitsJson, limitsRow } from '../limits/limits-store.ts';
import type { LimitsInput } from '../schema.ts';
import { clients, grants } from '../tables.ts';

const grant = grants.pick('id', 'scopes').with({ limits: col.json(limitsRow), frozen: col.boolean() });
export type GrantRow = RowOf<typeof grant>;

export async function findGrant(
  db: Queryable,
  accountId: number,
  clientId: string,
): Promise<GrantRow | null> {
  if (!mayBeClientId(clientId)) return null;
  return db.find(
    grant,
    sql`select g.id, g.scopes, ${limitsJson} as limits, g.frozen_at is not null as frozen from grants g
        where g.account_id = ${accountId} and g.client_id = ${clientId} and g.revoked_at is null`,
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
  /** Limits of a grant that is new. */
  limits: ProgramLimits;
  /** What is set on an earlier grant too; what it does not name stays. */
  changes: GrantChanges;
}

interface GrantChanges {
  limits?: LimitsInput | undefined;
  frozen?: boolean | undefined;
}

/** Puts a grant in force: with exactly these scopes, or with these added to those of an earlier grant. */
export function upsertGrant(
  { accountId, clientId, scopes, grantedBy, limits, changes }: NewGrant,
  mode: 'replace' | 'add',
  now: Date,
): Sql {
  const record = {
    account_id: accountId,
    client_id: clientId,
    scopes,
    granted_at: now,
    granted_by: grantedBy,
    ...limits,
    ...changedColumns(changes, now),
  } as Insert<typeof grants.columns>;
  const named = Object.keys(changedColumns(changes, now)).map((name) => raw(`, ${name} = excluded.${name}`));
  const scopesAfter =
    mode === 'replace'
      ? sql`excluded.scopes`
      : sql`array(select distinct unnest(grants.scopes || excluded.scopes) order by 1)`;
  return sql`${grants.insert(record)}
    on conflict (account_id, client_id) where revoked_at is null
    do update set scopes = ${scopesAfter}, granted_at = excluded.granted_at, granted_by = excluded.granted_by
      ${join(named, '')}
    returning *`;
}

/** The columns that a change names. */
function changedColumns({ limits = {}, frozen }: GrantChanges, now: Date): Record<string, unknown> {
  const { max_amount, max_amount_per_day, ...others } = limits;
  const named = {
    ...others,
    max_amount: max_amount?.toFixed() ?? max_amount,
    max_amount_per_day: max_amount_per_day?.toFixed() ?? max_amount_per_day,
    frozen_at: frozen === undefined ? undefined : frozen ? now : null,
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}

/** Changes limits and freezing of a grant in force. Returns nothing where there is none. */
export function changeGrant(accountId: number, clientId: string, changes: GrantChanges, now: Date) {
  const columns = changedColumns(changes, now) as Changes<typeof grants.columns>;
  return answerGrant(
    accountId,
    sql`${grants.update(columns)}
    where account_id = ${accountId} and client_id = ${clientId} and revoked_at is null returning *`,
  );
}

export const grantedAgentRow = row({
  agent_id: grants.columns.client_id,
  name: clients.columns.name,
  scopes: grants.columns.scopes,
  granted_at: grants.columns.granted_at,
  limits: col.json(limitsRow),
  frozen: col.boolean(),
});
export type GrantedAgentRow = RowOf<typeof grantedAgentRow>;

/** A grant with exactly these scopes. The time is formatted here, so that a replay returns the same text. */
export function replaceGrant(grant: NewGrant, now: Date) {
  return answerGrant(grant.accountId, upsertGrant(grant, 'replace', now));
}

function answerGrant(accountId: number, changed: Sql) {
  return {
    row: grantedAgentRow.with({ granted_at: col.text() }),
    ctes: sql`g as (${changed})`,
    result: sql`
      select g.client_id as agent_id, c.name, g.scopes,
        ${timestampText(sql`g.granted_at`)} as granted_at,
        ${limitsJson} as limits, g.frozen_at is not null as frozen
      from g join clients c on c.client_id = g.client_id where g.account_id = ${accountId}`,
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
    sql`select g.client_id as agent_id, c.name, g.scopes, g.granted_at, ${limitsJson} as limits,
        g.frozen_at is not null as frozen
      from grants g join clients c on c.client_id = g.client_id
      where g.account_id = ${accountId} and g.revoked_at is null
      order by g.granted_at desc, g.id desc`,
  );
}
