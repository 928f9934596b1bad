import { transitionViolation } from '../../domain/tasks/task-states.ts';
import type { Period } from '../../domain/values/dates.ts';
import { type Decimal, decimal } from '../../domain/values/money.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { fail } from '../../kernel/failures/failure.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import {
  type BillableTask,
  findTasksToBill,
  findUnbilledDays,
  lockTasksToBill,
  type UnbilledDays,
} from './billing-store.ts';

/** The tasks of an invoice as they were read, with the days of their unbilled time. */
export interface TaskFacts {
  tasks: BillableTask[];
  unbilled: UnbilledDays[];
}

/** Reads the tasks for `billableTasks`. */
export async function readBillableTasks(
  db: Queryable,
  accountId: number,
  guids: readonly string[],
): Promise<TaskFacts> {
  const { tasks } = await readDraftTaskFacts(db, accountId, guids);
  return withUnbilledDays(db, accountId, tasks);
}

/** Issuing locks the tasks: of two invoices for one task the second finds no time left. */
export async function lockTaskFacts(
  tx: Queryable,
  accountId: number,
  guids: readonly string[],
): Promise<TaskFacts> {
  const tasks = guids.length === 0 ? [] : await lockTasksToBill(tx, accountId, [...new Set(guids)]);
  return withUnbilledDays(tx, accountId, tasks);
}

/** A draft does not bill its tasks yet, so it needs neither a lock nor their time. */
export async function readDraftTaskFacts(
  db: Queryable,
  accountId: number,
  guids: readonly string[],
): Promise<TaskFacts> {
  const tasks = guids.length === 0 ? [] : await findTasksToBill(db, accountId, [...new Set(guids)]);
  return { tasks, unbilled: [] };
}

async function withUnbilledDays(db: Queryable, accountId: number, tasks: BillableTask[]): Promise<TaskFacts> {
  if (tasks.length === 0) return { tasks, unbilled: [] };
  const ids = tasks.map(({ id }) => id);
  return { tasks, unbilled: await findUnbilledDays(db, accountId, ids) };
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
  /** From the first to the last day that is billed. */
  period: Period | null;
}

/** Locks the tasks of a draft that is being issued. */
export async function lockTasksForBilling(ctx: WriteContext, guids: readonly string[]): Promise<SplitTasks> {
  const facts = await lockTaskFacts(ctx.tx, ctx.account.id, guids);
  checkTasksFound(guids, facts);
  return splitTasks(facts);
}

function checkTasksFound(guids: readonly string[], { tasks }: TaskFacts): void {
  if (tasks.length < new Set(guids).size) fail('task_not_found');
}

function splitTasks(facts: TaskFacts): SplitTasks {
  const { tasks, unbilled } = facts;
  const isSpent = ({ id, status, running_since }: BillableTask): boolean => {
    const violation = transitionViolation({ status, running: running_since !== null }, 'bill');
    if (violation === 'running') fail('task_running');
    return violation !== null || !unbilled.some(({ task_id }) => task_id === id);
  };
  const spent = tasks.filter(isSpent);
  const billable = tasks.filter((task) => !spent.includes(task)).map(({ id }) => id);
  return { billable, spent, period: billedPeriod(facts) };
}

/** The hours of a task that are on no invoice. */
export function unbilledHours(guid: string, { tasks, unbilled }: TaskFacts): Decimal {
  const task = tasks.find((one) => one.guid === guid);
  return decimal(unbilled.find(({ task_id }) => task_id === task?.id)?.hours ?? '0');
}

/** From the first to the last day of the time that an invoice bills. */
export function billedPeriod({ unbilled }: TaskFacts): Period | null {
  const [start] = unbilled.map(({ first_day }) => first_day).sort();
  const end = unbilled
    .map(({ last_day }) => last_day)
    .sort()
    .at(-1);
  return start && end ? { start, end } : null;
}
