import { anyGuid, anyId } from '../../kernel/database/any-of.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, type RowOf } from '../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import { taskLogs, tasks } from './tables.ts';

const taskState = tasks.pick('id', 'guid', 'status', 'running_since');
const billableTask = taskState.with({ number: col.text(), item_guid: col.uuid() });
export type BillableTask = RowOf<typeof billableTask>;

function tasksByGuid(accountId: number, guids: readonly string[]): Sql {
  return sql`select ${taskState.list()}, number::text,
        (select i.guid from items i where i.account_id = ${accountId} and i.id = tasks.item_id) as item_guid
      from tasks
      where account_id = ${accountId} and guid = ${anyGuid(guids)}
      order by id`;
}

export function findTasksToBill(
  db: Queryable,
  accountId: number,
  guids: readonly string[],
): Promise<BillableTask[]> {
  return db.query(billableTask, tasksByGuid(accountId, guids));
}

/**
 * Locks in the order of ids, so that two invoices which name the same tasks cannot deadlock; `no key`, so that they cannot
 * deadlock with a draft, which holds tasks by its foreign key only.
 */
export function lockTasksToBill(
  tx: Queryable,
  accountId: number,
  guids: readonly string[],
): Promise<BillableTask[]> {
  return tx.query(billableTask, sql`${tasksByGuid(accountId, guids)} for no key update`);
}

const unbilledDays = taskLogs
  .pick('task_id')
  .with({ first_day: col.date(), last_day: col.date(), hours: col.text() });
export type UnbilledDays = RowOf<typeof unbilledDays>;

/** First and last day, and the hours, of the unbilled time of each of those tasks that have any. */
export function findUnbilledDays(
  tx: Queryable,
  accountId: number,
  ids: readonly number[],
): Promise<UnbilledDays[]> {
  return tx.query(
    unbilledDays,
    sql`select task_id, min(from_date) as first_day, max(to_date) as last_day, sum(quantity)::text as hours
      from task_logs
      where account_id = ${accountId} and task_id = ${anyId(ids)} and invoice_id is null
      group by task_id`,
  );
}

/** CTEs after the one that stores or issues the invoice: they assign the unbilled time of these tasks to it. */
export function billTasksCtes(accountId: number, invoice: Sql, taskIds: readonly number[], now: Date): Sql {
  if (taskIds.length === 0) return EMPTY;
  return sql`, billed_logs as (
      update task_logs set invoice_id = billing.id from ${invoice} billing
      where task_logs.account_id = ${accountId} and task_id = any(${taskIds}::bigint[]) and invoice_id is null),
    billed_tasks as (
      update tasks set status = 'invoiced', updated_at = ${now}::timestamptz from ${invoice} billing
      where tasks.account_id = ${accountId} and tasks.id = any(${taskIds}::bigint[])
      returning tasks.guid, tasks.number)`;
}
