import type { Queryable } from '../../kernel/context.ts';
import { bigint, jsonList, type RowOf, row, text } from '../../kernel/database/row.ts';
import { EMPTY, sql } from '../../kernel/database/sql.ts';

const recordRow = row({ agent_id: text(), action: text(), ip_address: text(), timestamp: text() });
const auditPage = row({ data: jsonList(recordRow), total: bigint() });
export type AuditPage = RowOf<typeof auditPage>;

/**
 * Rows and total come in one statement, also where the page is empty. The account's own server may call the agent API
 * without naming a program. A program sees its own calls, and not what people did about it in their browsers.
 */
export async function listAudit(
  db: Queryable,
  accountId: number,
  { agentId, own, take, skip }: { agentId?: string; own?: string; take: number; skip: number },
): Promise<AuditPage> {
  const ofAgent = agentId ? sql`and agent_id = ${agentId}` : EMPTY;
  const filter = own === undefined ? ofAgent : sql`${ofAgent} and agent_id = ${own} and via = 'agent'`;
  const isListed = sql`account_id = ${accountId} and (agent_id is not null or via = 'agent') ${filter}`;
  const [page] = await db.query(
    auditPage,
    sql`select coalesce(json_agg(json_build_object('agent_id', coalesce(agent_id, ''), 'action', action, 'ip_address', ip,
        'timestamp', to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')) order by id desc), '[]') as data,
      (select count(*) from audit_log where ${isListed}) as total
    from (
      select id, agent_id, action, ip, at from audit_log
      where ${isListed}
      order by id desc limit ${take} offset ${skip}) page`,
  );
  return page ?? { data: [], total: 0 };
}
