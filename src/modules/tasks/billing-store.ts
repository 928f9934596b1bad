import type { TaskStatus } from '../../domain/task-states.ts';
import type { Queryable } from '../../kernel/context.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';

export interface BillableTask {
  id: number;
  guid: string;
  number: string;
  status: TaskStatus;
  running_since: string | null;
}

/** Rows are locked in the order of their ids, which rules out a deadlock between two invoices that name the same tasks. */
export function findTasksToBill(
  db: Queryable,
  accountId: number,
  guids: readonly string[],
  mode: 'lock' | 'read',
): Promise<BillableTask[]> {
  return db.query<BillableTask>(sql`
    select id, guid, number::text, status, running_since from tasks
    where account_id = ${accountId} and guid = any(${guids}::uuid[])
    order by id ${mode === 'lock' ? sql`for update` : EMPTY}`);
}

/** Which of these tasks have time that is on no invoice. */
export async function tasksWithTime(
  tx: Queryable,
  accountId: number,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await tx.query<{ task_id: number }>(sql`
    select distinct task_id from task_logs
    where account_id = ${accountId} and task_id = any(${ids}::bigint[]) and invoice_id is null`);
  return rows.map(({ task_id }) => task_id);
}

/** Steps after the one that stores or issues the invoice: the time of these tasks is on it from now on. */
export function billTasksCtes(accountId: number, invoice: Sql, taskIds: readonly number[], now: Date): Sql {
  if (taskIds.length === 0) return EMPTY;
  return sql`, billed_logs as (
      update task_logs set invoice_id = billing.id from ${invoice} billing
      where task_logs.account_id = ${accountId} and task_id = any(${taskIds}::bigint[]) and invoice_id is null),
    billed_tasks as (
      update tasks set status = 'invoiced', updated_at = ${now}::timestamptz from ${invoice} billing
      where tasks.account_id = ${accountId} and tasks.id = any(${taskIds}::bigint[]))`;
}
