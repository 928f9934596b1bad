import { transitionObstacle } from '../../domain/task-states.ts';
import type { Queryable, WriteContext } from '../../kernel/context.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { type BillableTask, findTasksToBill, tasksWithTime } from './billing-store.ts';

/** The tasks of an invoice as they were read, with the ids of those that have unbilled time. */
export interface TaskFacts {
  tasks: BillableTask[];
  withTime: number[];
}

/**
 * Reads the tasks for `billableTasks`. Issuing locks them: of two invoices for one task the second finds no time left.
 * A draft does not bill them yet, so it needs neither the lock nor their time.
 */
export async function readTaskFacts(
  db: Queryable,
  accountId: number,
  guids: readonly string[],
  mode: 'lock' | 'read' | 'draft',
): Promise<TaskFacts> {
  if (guids.length === 0) return { tasks: [], withTime: [] };
  const tasks = await findTasksToBill(db, accountId, [...new Set(guids)], mode === 'lock' ? 'lock' : 'read');
  if (mode === 'draft' || tasks.length === 0) return { tasks, withTime: [] };
  const ids = tasks.map(({ id }) => id);
  return { tasks, withTime: await tasksWithTime(db, accountId, ids) };
}

/** The ids of the tasks that an invoice bills. A draft bills none yet: its lines remember the tasks, which must exist. */
export function billableTasks(guids: readonly string[], facts: TaskFacts, isDraft: boolean): number[] {
  checkTasksFound(guids, facts);
  if (isDraft) return [];
  const { billable, spent } = splitTasks(facts);
  const [first] = spent;
  if (first) fail('task_nothing_to_bill', first.number, 'leave out its task_guid');
  return billable;
}

export interface SplitTasks {
  billable: number[];
  /** Tasks without time, or whose time is on an invoice already. */
  spent: BillableTask[];
}

/** Locks the tasks of a draft that is being issued. */
export async function lockTasksForBilling(ctx: WriteContext, guids: readonly string[]): Promise<SplitTasks> {
  const facts = await readTaskFacts(ctx.tx, ctx.account.id, guids, 'lock');
  checkTasksFound(guids, facts);
  return splitTasks(facts);
}

function checkTasksFound(guids: readonly string[], { tasks }: TaskFacts): void {
  if (tasks.length < new Set(guids).size) fail('task_not_found');
}

function splitTasks({ tasks, withTime }: TaskFacts): SplitTasks {
  const isSpent = ({ id, status, running_since }: BillableTask): boolean => {
    const obstacle = transitionObstacle({ status, running: running_since !== null }, 'bill');
    if (obstacle === 'running') fail('task_running');
    return obstacle !== null || !withTime.includes(id);
  };
  const spent = tasks.filter(isSpent);
  return { billable: tasks.filter((task) => !spent.includes(task)).map(({ id }) => id), spent };
}
