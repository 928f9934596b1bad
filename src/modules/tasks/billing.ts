import { transitionObstacle } from '../../domain/task-states.ts';
import type { WriteContext } from '../../kernel/context.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { type BillableTask, countKnown, lockTasks, tasksWithTime } from './billing-store.ts';

/** Locks the tasks that an invoice bills. Of two concurrent invoices for a task the second finds no unbilled time, and fails. */
export async function billableTasks(ctx: WriteContext, guids: readonly string[]): Promise<number[]> {
  const { billable, spent } = await lockTasksForBilling(ctx, guids);
  const [first] = spent;
  if (first) fail('task_nothing_to_bill', first.number, 'leave out its task_guid');
  return billable;
}

export interface LockedTasks {
  billable: number[];
  /** Tasks without unbilled time. */
  spent: BillableTask[];
}

/** Locks these tasks until the invoice is committed. */
export async function lockTasksForBilling(ctx: WriteContext, guids: readonly string[]): Promise<LockedTasks> {
  const wanted = [...new Set(guids)];
  if (wanted.length === 0) return { billable: [], spent: [] };
  const tasks = await lockTasks(ctx.tx, ctx.account.id, wanted);
  if (tasks.length < wanted.length) fail('task_not_found');
  const ids = tasks.map(({ id }) => id);
  const withTime = new Set(await tasksWithTime(ctx.tx, ctx.account.id, ids));
  const isSpent = ({ id, status, running_since }: BillableTask): boolean => {
    const why = transitionObstacle({ status, running: running_since !== null }, 'bill');
    if (why === 'running') fail('task_running');
    return why !== null || !withTime.has(id);
  };
  const spent = tasks.filter(isSpent);
  return { billable: ids.filter((id) => spent.every((one) => one.id !== id)), spent };
}

/** A draft only refers to its tasks, so they need to exist and nothing more. */
export async function checkTasks(ctx: WriteContext, guids: readonly string[]): Promise<void> {
  const wanted = [...new Set(guids)];
  if (wanted.length === 0) return;
  if ((await countKnown(ctx.tx, ctx.account.id, wanted)) < wanted.length) fail('task_not_found');
}
