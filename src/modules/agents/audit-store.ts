import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import { timestampText } from '../../kernel/database/time-sql.ts';
import { auditLog } from '../../kernel/operations/tables.ts';
import { personNameSql } from '../people/person-store.ts';
import { FIRST_AUDIT_PAGE } from './schema.ts';

const recordRow = row({
  agent_id: col.text(),
  action: col.text(),
  ip_address: col.text(),
  timestamp: col.text(),
  action_id: col.bigint(),
  outcome: col.text(),
  target: col.text().nullable(),
  person: col.text(),
  effect: auditLog.columns.effect,
});
const auditPage = row({ data: col.jsonList(recordRow), total: col.bigint() });
export type AuditPage = RowOf<typeof auditPage>;

/**
 * The record that a call made or changed. A refused call did neither: its target is what was asked for, which may be a
 * record of another account.
 */
export const writtenTarget = sql`case when outcome in ('ok', 'approval_required') then target end`;

/** How far back the read of the first page is looked for, so that a long log costs no more than a short one. */
const SNAPSHOT_ROWS = 1000;

export interface AuditFilter {
  agentId?: string;
  actionId?: number;
  /** The program that asks: it sees its own calls, and not what people did about it in their browsers. */
  own?: string;
  /** Who asks for a page after the first: the program, or null for the account's own server. */
  continues?: { agentId: string | null };
}

/**
 * Rows and total come in one statement, also where the page is empty. The account's own server may call the agent API
 * without naming a program.
 */
export async function listAudit(
  db: Queryable,
  accountId: number,
  filter: AuditFilter,
  { take, skip }: { take: number; skip: number },
): Promise<AuditPage> {
  const { agentId, actionId, own, continues } = filter;
  const ofAgent = agentId ? sql`and agent_id = ${agentId}` : EMPTY;
  const ofAction = actionId === undefined ? EMPTY : sql`and id = ${actionId}`;
  const ofOwn = own === undefined ? EMPTY : sql`and agent_id = ${own} and via = 'agent'`;
  const inSnapshot = continues ? sql`and id < ${snapshotEnd(accountId, continues.agentId)}` : EMPTY;
  const isListed = sql`account_id = ${accountId} and (agent_id is not null or via = 'agent')
    ${ofAgent} ${ofAction} ${ofOwn} ${inSnapshot}`;
  const [page] = await db.query(
    auditPage,
    sql`select coalesce(json_agg(json_build_object('agent_id', coalesce(agent_id, ''), 'action', action, 'ip_address', ip,
        'timestamp', ${timestampText(sql`at`)}, 'action_id', id, 'outcome', outcome,
        'target', ${writtenTarget}, 'effect', effect,
        'person', coalesce((select ${personNameSql('p')} from people p
          where p.account_id = ${accountId} and p.id = page.person_id), ''))
        order by id desc), '[]') as data,
      (select count(*) from audit_log where ${isListed}) as total
    from (
      select id, agent_id, action, ip, at, outcome, target, person_id, effect from audit_log
      where ${isListed}
      order by id desc limit ${take} offset ${skip}) page`,
  );
  return page ?? { data: [], total: 0 };
}

/** Reading the log adds rows to it. Later pages therefore end where the reader's last first page ended. */
function snapshotEnd(accountId: number, agentId: string | null): Sql {
  return sql`coalesce(
    (select max(id) from (
      select id, agent_id, via, action, target from audit_log
      where account_id = ${accountId} and (agent_id is not null or via = 'agent')
      order by id desc limit ${SNAPSHOT_ROWS}) recent
    where action = 'get-audit' and target = ${FIRST_AUDIT_PAGE} and via = 'agent'
      and agent_id is not distinct from ${agentId}::text),
    9223372036854775807)`;
}
