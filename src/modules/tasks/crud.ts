import { normalizeKennitala } from '../../domain/kennitala.ts';
import { type Decimal, decimal, roundTo, sum, toWire } from '../../domain/money.ts';
import { type TaskEvent, transitionObstacle } from '../../domain/task-states.ts';
import { type Account, subscribes } from '../../kernel/account.ts';
import type { ReadContext, WriteContext } from '../../kernel/context.ts';
import { isUniqueViolation } from '../../kernel/database/database.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { isGuid, object } from '../../kernel/fields/input-fields.ts';
import { type CreatedRecord, countOutput, createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineList, defineRead, defineWrite } from '../../kernel/operation.ts';
import { batches, mapBatches, pageFields } from '../../kernel/paging.ts';
import { newItem } from '../items/rules.ts';
import { nextItemNumber } from '../items/store.ts';
import { imageLink } from './image.ts';
import { byTask, type Task, type TaskInput, type TaskLog, task, taskInput, typeFilter } from './schema.ts';
import {
  closeTask,
  countTasks,
  findTask,
  insertTask,
  type LockedTask,
  listTasks,
  lockTask,
  type NewTask,
  readTaskFacts,
  type TaskFacts,
  type TaskLogRow,
  type TaskRow,
} from './store.ts';

export const getTasks = defineList({
  name: 'get-tasks',
  summary: 'Lists tasks with their logs, newest first; those that are open unless another type is asked for.',
  scope: 'task',
  input: object({ ...typeFilter, ...pageFields }),
  output: task,
  run(ctx, input) {
    const rows = batches<TaskRow>(input, (take, skip, after) =>
      listTasks(ctx.db, ctx.account.id, input.type ?? 'open', take, skip, after),
    );
    return mapBatches(rows, (row) => shown(ctx, row));
  },
});

export const getCountTasks = defineRead({
  name: 'get-count-tasks',
  summary: 'Counts the tasks of a type.',
  scope: 'task',
  input: object(typeFilter),
  output: countOutput,
  run: ({ db, account }, { type }) => countTasks(db, account.id, type ?? 'open'),
});

export const getTask = defineRead({
  name: 'get-task',
  summary: 'Reads one task with its logs.',
  scope: 'task',
  input: byTask,
  output: task,
  refusals: ['task_not_found'],
  async run(ctx, input) {
    const row = await findTask(ctx.db, ctx.account.id, input.guid);
    return row ? shown(ctx, row) : fail('task_not_found');
  },
});

export const createTask = defineWrite({
  name: 'create-task',
  summary: 'Creates a task: work for a customer, to be billed as an item.',
  scope: 'task',
  input: taskInput,
  output: createdRecord,
  refusals: [
    'subscription_required',
    'customer_not_found',
    'item_not_found',
    'item_inactive',
    'item_number_taken',
  ],
  prepare(ctx: ReadContext, input: TaskInput) {
    const { customer_guid, customer_no = '', item, item_no = '' } = input;
    if (!customer_guid && customer_no === '') fail('field_required', 'customer_guid');
    return readTaskFacts(ctx.db, ctx.account.id, {
      customerGuid: customer_guid ?? (isGuid(customer_no) ? customer_no : undefined),
      customerNumber: customer_no,
      customerKennitala: normalizeKennitala(customer_no),
      itemGuid: item?.guid,
      itemNumber: item_no,
    });
  },
  async run(ctx, input, facts: TaskFacts) {
    requireTasks(ctx.account);
    const customerId = facts.customer_id ?? fail('customer_not_found');
    const item = await itemFor(ctx, input, facts);
    const guid = ctx.newGuid();
    const { ctes, result } = insertTask(ctx.account.id, {
      guid,
      name: input.name,
      customerId,
      item,
      now: ctx.now,
    });
    try {
      return (await ctx.finishIf<CreatedRecord>({ target: guid, ctes, result })) ?? fail('task_not_found');
    } catch (error) {
      // Somebody took the number that was made up for the new item at the same moment.
      if ('fields' in item && isUniqueViolation(error, 'items_account_id_item_number_key'))
        fail('item_number_taken', item.fields.item_number);
      throw error;
    }
  },
});

/** An item of the catalogue by guid or number, or a new one, which gets a number of its own. */
async function itemFor(ctx: WriteContext, input: TaskInput, facts: TaskFacts): Promise<NewTask['item']> {
  if (input.item?.guid || input.item_no) {
    if (facts.item_inactive) fail('item_inactive', facts.item_inactive);
    return { id: facts.item_id ?? fail('item_not_found') };
  }
  const { guid: _, ...sent } = input.item ?? fail('field_required', 'item');
  if (!sent.description) fail('field_required', 'item.description');
  if (!sent.unit_price) fail('field_required', 'item.unit_price');
  const number = await nextItemNumber(ctx.tx, ctx.account.id);
  return { guid: ctx.newGuid(), fields: newItem(number, { ...sent, uom: sent.uom ?? 'HUR' }) };
}

export const deactivateTask = defineWrite({
  name: 'deactivate-task',
  summary: 'Closes a task: it takes no more time, and what is on it can still be billed.',
  scope: 'task',
  input: byTask,
  output: createdRecord,
  refusals: ['task_not_found', 'task_finished', 'task_running'],
  async run(ctx, input) {
    const { id, guid: target } = await lockTaskOrFail(ctx, input.guid, 'deactivate');
    const result = closeTask(ctx.account.id, id, ctx.now);
    return (await ctx.finishIf<CreatedRecord>({ target, result })) ?? fail('task_not_found');
  },
});

/** What makes tasks or puts time on them belongs to the plan; what is there can always be ended, read and billed. */
export function requireTasks(account: Account): void {
  if (!subscribes(account, 'task')) fail('subscription_required', 'A task', 'task');
}

/** The task, held until the end of the transaction, if that may happen to it now. */
export async function lockTaskOrFail(ctx: WriteContext, guid: string, event: TaskEvent): Promise<LockedTask> {
  const task = (await lockTask(ctx.tx, ctx.account.id, guid)) ?? fail('task_not_found');
  const why = transitionObstacle({ status: task.status, running: task.running_since !== null }, event);
  if (why === 'finished') fail('task_finished', task.status);
  if (why === 'running') fail('task_running');
  if (why === 'not running') fail('task_not_running');
  return task;
}

function shown(ctx: ReadContext, row: TaskRow): Task {
  const { id: _, running_since, item, invoices, logs, ...same } = row;
  const state = { status: row.status, running: running_since !== null };
  const unbilled = logs.filter(({ invoiced }) => !invoiced);
  return {
    ...same,
    item: { ...item, unit_price: toWire(item.unit_price) },
    start_time: running_since ? dayFirst(running_since) : '',
    total_time: toWire(timeOf(logs)),
    unbilled_time: toWire(timeOf(unbilled)),
    invoices: invoices.map((one) => ({ ...one, amount: toWire(one.amount) })),
    logs: logs.map((log) => shownLog(ctx, log)),
    canStart: transitionObstacle(state, 'start') === null,
    canStop: transitionObstacle(state, 'stop') === null,
    canDeactive: transitionObstacle(state, 'deactivate') === null,
    project_name: '',
  };
}

function shownLog(ctx: ReadContext, log: TaskLogRow): TaskLog {
  const { quantity, image, unit_price, ...same } = log;
  const daily = decimal(log.hours_per_day ?? '0');
  return {
    ...same,
    quantity: toWire(quantity),
    count_of_workers: 1,
    hours_worked_per_day: toWire(roundTo(daily, 0)),
    hours_per_day: toWire(daily),
    image: image ? imageLink(ctx, image) : '',
    unit_price: unit_price === null ? null : toWire(unit_price),
  };
}

function timeOf(logs: readonly TaskLogRow[]): Decimal {
  return sum(logs.map(({ quantity }) => decimal(quantity)));
}

/** `2026-03-02 09:00:12` as `02.03.2026 09:00`. */
function dayFirst(moment: string): string {
  return moment.replace(/^(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d).*$/, '$3.$2.$1 $4');
}
