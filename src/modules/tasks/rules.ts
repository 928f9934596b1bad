import { type TaskEvent, transitionViolation } from '../../domain/tasks/task-states.ts';
import { type Account, hasSubscription } from '../../kernel/access/account.ts';
import { fail } from '../../kernel/failures/failure.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { type LockedTask, lockTask } from './store.ts';

/** A task is read with all of its logs, so their number is bounded. */
const MAX_LOGS = 1000;

/** Creating tasks and logging time need the plan; existing tasks can be closed, read and billed without it. */
export function requireTasks(account: Account): void {
  if (!hasSubscription(account, 'task')) fail('subscription_required', 'A task', 'task');
}

/** Locks the task until the end of the transaction. Fails when its state does not allow the event. */
export async function lockTaskOrFail(ctx: WriteContext, guid: string, event: TaskEvent): Promise<LockedTask> {
  const task = (await lockTask(ctx.tx, ctx.account.id, guid)) ?? fail('task_not_found');
  const violation = transitionViolation({ status: task.status, running: task.running_since !== null }, event);
  if (violation === 'finished') fail('task_finished', task.status);
  if (violation === 'running') fail('task_running');
  if (violation === 'not running') fail('task_not_running');
  return task;
}

export function checkLogCount({ log_count }: LockedTask): void {
  if (log_count >= MAX_LOGS) fail('task_full', String(MAX_LOGS));
}
