import type { Caller } from './context.ts';
import { sql } from './database/sql.ts';
import type { Kernel } from './execute.ts';

/** Records a call that wrote nothing itself; writes carry their row in their own transaction. */
export async function recordCall(
  kernel: Kernel,
  caller: Caller,
  action: string,
  target: string | null,
): Promise<void> {
  const { account, via, agentId = null, ip, requestId, now = kernel.clock() } = caller;
  await kernel.db.query(sql`
    insert into audit_log (account_id, at, via, agent_id, action, target, outcome, ip, request_id)
    values (${account.id}, ${now}, ${via}, ${agentId}, ${action}, ${target}, 'ok', ${ip}, ${requestId})`);
}
