import type { Queryable } from '../../kernel/context.ts';
import { EMPTY, sql } from '../../kernel/database/sql.ts';
import type { FoundAgent, FoundCall } from './schema.ts';

/** The last call of each is the end of its own index, however many there are. */
export function findGrants(db: Queryable, accountId: number): Promise<FoundAgent[]> {
  return db.query<FoundAgent>(sql`
    select g.client_id as agent_id, c.name, g.scopes, g.granted_at, last.at as last_used_at,
      c.account_id = 0 as self_registered
    from grants g join clients c on c.client_id = g.client_id
    left join lateral (
      select at from audit_log
      where account_id = ${accountId} and agent_id = g.client_id and via = 'agent'
      order by id desc limit 1) last on true
    where g.account_id = ${accountId} and g.revoked_at is null
    order by g.granted_at desc, g.id desc`);
}

export interface CallPage {
  rows: FoundCall[];
  count: number;
}

/** A program keeps its name here when its access is long gone. */
export async function findCalls(
  db: Queryable,
  accountId: number,
  { agentId, take, skip }: { agentId: string | undefined; take: number; skip: number },
): Promise<CallPage> {
  const only = agentId ? sql`and agent_id = ${agentId}` : EMPTY;
  const [row] = await db.query<CallPage>(sql`
    select coalesce(json_agg(json_build_object('id', page.id, 'agent_id', page.agent_id,
        'name', coalesce((select c.name from clients c where c.client_id = page.agent_id), ''),
        'action', page.action, 'outcome', page.outcome, 'ip_address', page.ip,
        'by_program', page.via = 'agent',
        'at', to_char(page.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')) order by page.id desc), '[]') as rows,
      (select count(*) from audit_log where account_id = ${accountId} and agent_id is not null ${only}) as count
    from (
      select id, agent_id, via, action, outcome, ip, at from audit_log
      where account_id = ${accountId} and agent_id is not null ${only}
      order by id desc limit ${take} offset ${skip}) page`);
  return row ?? { rows: [], count: 0 };
}
