import { obstacle } from '../../domain/task-states.ts';
import type { WriteContext } from '../../kernel/context.ts';
import { fail } from '../../kernel/failure.ts';
import { countKnown, lockTasks, tasksWithTime } from './billing-store.ts';

/**
 * The tasks that an invoice bills, held until it is stored: of two invoices for the same task the second finds
 * nothing left to bill.
 */
export async function billableTasks(ctx: WriteContext, guids: readonly string[]): Promise<number[]> {
  const wanted = [...new Set(guids)];
  if (wanted.length === 0) return [];
  const tasks = await lockTasks(ctx.tx, ctx.account.id, wanted);
  if (tasks.length < wanted.length) fail('task_not_found');
  const ids = tasks.map(({ id }) => id);
  const withTime = new Set(await tasksWithTime(ctx.tx, ctx.account.id, ids));
  for (const { id, number, status, running_since } of tasks) {
    const why = obstacle({ status, running: running_since !== null }, 'bill');
    if (why === 'running') fail('task_running');
    if (why || !withTime.has(id)) fail('task_nothing_to_bill', number);
  }
  return ids;
}

/** A draft only remembers its tasks, so it is enough that they are there. */
export async function checkTasks(ctx: WriteContext, guids: readonly string[]): Promise<void> {
  const wanted = [...new Set(guids)];
  if (wanted.length === 0) return;
  if ((await countKnown(ctx.tx, ctx.account.id, wanted)) < wanted.length) fail('task_not_found');
}
