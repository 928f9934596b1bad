import { transitionObstacle } from '../../domain/task-states.ts';
import type { WriteContext } from '../../kernel/context.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { type BillableTask, countKnown, lockTasks, tasksWithTime } from './billing-store.ts';

/** The tasks that an invoice bills; of two invoices for the same task the second finds nothing left to bill. */
export async function billableTasks(ctx: WriteContext, guids: readonly string[]): Promise<number[]> {
  const { billable, spent } = await lockTasksForBilling(ctx, guids);
  const [first] = spent;
  if (first) fail('task_nothing_to_bill', first.number, 'leave out its task_guid');
  return billable;
}

export interface LockedTasks {
  billable: number[];
  /** Those whose time is on an invoice already, or that have none. */
  spent: BillableTask[];
}

/** The tasks that are named, held until the invoice is stored. */
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

/** A draft only remembers its tasks, so it is enough that they are there. */
export async function checkTasks(ctx: WriteContext, guids: readonly string[]): Promise<void> {
  const wanted = [...new Set(guids)];
  if (wanted.length === 0) return;
  if ((await countKnown(ctx.tx, ctx.account.id, wanted)) < wanted.length) fail('task_not_found');
}
