import type { Account } from '../../kernel/account.ts';
import type { Queryable } from '../../kernel/context.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import type { Scope } from '../../kernel/scopes.ts';
import type { AuditRecord, GrantedAgent } from './schema.ts';

export interface ClientRow {
  /** Whose registration it is; 0: nobody's, it registered itself. */
  account_id: number;
  client_id: string;
  name: string;
  description: string;
  redirect_uris: string[];
  secret_digest: Buffer | null;
  app_client: boolean;
}

const columns = sql`c.account_id, c.client_id, c.name, c.description, c.redirect_uris, c.secret_digest, c.app_client`;

/** Whose client it is comes out of this, so it is asked without an account. */
export async function findClient(db: Queryable, clientId: string): Promise<ClientRow | null> {
  if (!mayBeClient(clientId)) return null;
  const [row] = await db.query<ClientRow>(
    sql`select ${columns} from clients c where c.client_id = ${clientId}`,
  );
  return row ?? null;
}

/** No text of the database holds a NUL, and no id is that long. */
function mayBeClient(clientId: string): boolean {
  return clientId !== '' && clientId.length <= 100 && !clientId.includes('\0');
}

export async function findRegistration(
  db: Queryable,
  accountId: number,
  name: string,
  redirectUri: string,
): Promise<{ known: ClientRow | null; count: number }> {
  const rows = await db.query<ClientRow & { count: number }>(sql`
    select ${columns}, counted.count
    from (select count(*) from clients where account_id = ${accountId}) counted
    left join clients c on c.account_id = ${accountId} and c.name = ${name} and c.redirect_uris[1] = ${redirectUri}`);
  const [row] = rows;
  return { known: row?.client_id ? row : null, count: row?.count ?? 0 };
}

export interface NewClient {
  accountId: number;
  clientId: string;
  name: string;
  description: string;
  redirectUris: string[];
  secretDigest: Buffer | null;
}

export function insertClient(c: NewClient, now: Date): Sql {
  return sql`
    insert into clients (account_id, client_id, name, description, redirect_uris, secret_digest, created_at)
    values (${c.accountId}, ${c.clientId}, ${c.name}, ${c.description}, ${c.redirectUris}, ${c.secretDigest}, ${now})
    on conflict do nothing
    returning client_id`;
}

export function replaceSecret(accountId: number, clientId: string, digest: Buffer): Sql {
  return sql`
    update clients set secret_digest = ${digest} where account_id = ${accountId} and client_id = ${clientId}
    returning client_id`;
}

export function showClient(accountId: number, clientId: string): Sql {
  return sql`select client_id from clients where account_id = ${accountId} and client_id = ${clientId}`;
}

/** The operator knows a client by its own id only. */
export function updateAppClient(clientId: string, appClient: boolean): Sql {
  return sql`
    update clients set app_client = ${appClient} where client_id = ${clientId}
    returning client_id, name, app_client`;
}

export interface GrantRow {
  id: number;
  scopes: Scope[];
}

export async function findGrant(
  db: Queryable,
  accountId: number,
  clientId: string,
): Promise<GrantRow | null> {
  if (!mayBeClient(clientId)) return null;
  const [row] = await db.query<GrantRow>(sql`
    select id, scopes from grants
    where account_id = ${accountId} and client_id = ${clientId} and revoked_at is null`);
  return row ?? null;
}

export function grantInForce(accountId: number, clientId: string): Sql {
  return sql`
    select id from grants where account_id = ${accountId} and client_id = ${clientId} and revoked_at is null`;
}

/** Puts a grant in force: with exactly these scopes, or with these besides what was granted already. */
export function upsertGrant(
  accountId: number,
  clientId: string,
  scopes: readonly Scope[],
  how: 'exactly' | 'besides',
  now: Date,
): Sql {
  const scopesAfter =
    how === 'exactly'
      ? sql`excluded.scopes`
      : sql`array(select distinct unnest(grants.scopes || excluded.scopes) order by 1)`;
  return sql`
    insert into grants (account_id, client_id, scopes, granted_at)
    values (${accountId}, ${clientId}, ${scopes}, ${now})
    on conflict (account_id, client_id) where revoked_at is null
    do update set scopes = ${scopesAfter}, granted_at = excluded.granted_at
    returning id, client_id, scopes, granted_at`;
}

/** A grant with exactly these scopes, as it is shown. */
export function grantExactly(accountId: number, clientId: string, scopes: readonly Scope[], now: Date) {
  return {
    ctes: sql`granted as (${upsertGrant(accountId, clientId, scopes, 'exactly', now)})`,
    result: sql`
      select granted.client_id as agent_id, c.name, granted.scopes,
        to_char(granted.granted_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as granted_at
      from granted join clients c on c.client_id = granted.client_id`,
  };
}

export function revokeGrant(accountId: number, clientId: string, now: Date): Sql {
  return sql`
    update grants set revoked_at = ${now}
    where account_id = ${accountId} and client_id = ${clientId} and revoked_at is null
    returning client_id as agent_id`;
}

export function listGrants(db: Queryable, { id }: Account): Promise<GrantedAgent[]> {
  return db.query<GrantedAgent>(sql`
    select g.client_id as agent_id, c.name, g.scopes, g.granted_at
    from grants g join clients c on c.client_id = g.client_id
    where g.account_id = ${id} and g.revoked_at is null
    order by g.granted_at desc, g.id desc`);
}

export interface AuditPage {
  data: AuditRecord[];
  total: number;
}

/**
 * One statement also where the page is empty: the rows are folded in. The account's own server may call the agent
 * API without naming a program; a program sees its own calls, not what people did about it in their browsers.
 */
export async function listAudit(
  db: Queryable,
  accountId: number,
  { agentId, own, take, skip }: { agentId?: string; own?: string; take: number; skip: number },
): Promise<AuditPage> {
  const chosen = agentId ? sql`and agent_id = ${agentId}` : EMPTY;
  const only = own === undefined ? chosen : sql`${chosen} and agent_id = ${own} and via = 'agent'`;
  const listed = sql`account_id = ${accountId} and (agent_id is not null or via = 'agent') ${only}`;
  const [row] = await db.query<AuditPage>(sql`
    select coalesce(json_agg(json_build_object('agent_id', coalesce(agent_id, ''), 'action', action, 'ip_address', ip,
        'timestamp', to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')) order by id desc), '[]') as data,
      (select count(*) from audit_log where ${listed}) as total
    from (
      select id, agent_id, action, ip, at from audit_log
      where ${listed}
      order by id desc limit ${take} offset ${skip}) page`);
  return row ?? { data: [], total: 0 };
}
