import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../kernel/database/row.ts';
import { EMPTY, sql } from '../../kernel/database/sql.ts';
import { timestampText } from '../../kernel/database/time-sql.ts';
import { auditLog } from '../../kernel/operations/tables.ts';
import { personNameSql } from '../people/person-store.ts';
import { writtenTarget } from './audit-store.ts';
import { grantedAgentRow } from './grants/grant-store.ts';
import { limitsJson } from './limits/limits-store.ts';

const foundAgent = grantedAgentRow.with({
  last_used_at: col.timestamp().nullable(),
  self_registered: col.boolean(),
  used_amount: col.double(),
  used_documents: col.integer(),
});
export type FoundAgentRow = RowOf<typeof foundAgent>;

/** The last call of each program is the end of its own index, so the length of the audit log does not matter. */
export function findGrants(db: Queryable, accountId: number, today: string): Promise<FoundAgentRow[]> {
  return db.query(
    foundAgent,
    sql`select g.client_id as agent_id, c.name, g.scopes, g.granted_at, last.at as last_used_at,
      c.account_id = 0 as self_registered, ${limitsJson} as limits, g.frozen_at is not null as frozen,
      coalesce(u.amount, 0)::float8 as used_amount, coalesce(u.documents, 0) as used_documents
    from grants g join clients c on c.client_id = g.client_id
    left join program_uses u on u.account_id = g.account_id and u.client_id = g.client_id and u.day = ${today}
    left join lateral (
      select at from audit_log
      where account_id = ${accountId} and agent_id = g.client_id and via = 'agent'
      order by id desc limit 1) last on true
    where g.account_id = ${accountId} and g.revoked_at is null
    order by g.granted_at desc, g.id desc`,
  );
}

const foundCall = row({
  id: col.bigint(),
  agent_id: col.text(),
  name: col.text(),
  action: col.text(),
  target: col.text().nullable(),
  person: col.text(),
  outcome: col.text(),
  ip_address: col.text(),
  by_program: col.boolean(),
  effect: auditLog.columns.effect,
  became: col.text(),
  at: col.text(),
});
const callPage = row({ rows: col.jsonList(foundCall), count: col.bigint() });
export type CallPage = RowOf<typeof callPage>;

/**
 * Names are read from the clients and not from the grants, so that a program without access still has its name. No token
 * may grant access or change limits: in older rows the account's key has done that under the name of the program.
 */
export async function findCalls(
  db: Queryable,
  accountId: number,
  { agentId, take, skip }: { agentId: string | undefined; take: number; skip: number },
): Promise<CallPage> {
  const ofAgent = agentId ? sql`and agent_id = ${agentId}` : EMPTY;
  const [page] = await db.query(
    callPage,
    sql`select coalesce(json_agg(json_build_object('id', page.id, 'agent_id', page.agent_id,
        'name', coalesce((select c.name from clients c where c.client_id = page.agent_id), ''),
        'action', page.action, 'target', ${writtenTarget},
        'person', coalesce((select ${personNameSql('p')} from people p
          where p.account_id = ${accountId} and p.id = page.person_id), ''), 'outcome', page.outcome, 'ip_address', page.ip,
        'by_program', page.via in ('agent', 'job') and page.action not in
          ('grant-agent', 'change-agent', 'freeze-agent', 'unfreeze-agent'), 'effect', page.effect,
        'became', coalesce((select r.state from stored_calls r where r.account_id = ${accountId}
          and page.outcome = 'approval_required' and r.guid::text = page.target), ''),
        'at', ${timestampText(sql`page.at`)}) order by page.id desc), '[]') as rows,
      (select count(*) from audit_log where account_id = ${accountId} and agent_id is not null ${ofAgent}) as count
    from (
      select id, agent_id, via, action, target, person_id, outcome, ip, at, effect from audit_log
      where account_id = ${accountId} and agent_id is not null ${ofAgent}
      order by id desc limit ${take} offset ${skip}) page`,
  );
  return page ?? { rows: [], count: 0 };
}
