import { z } from 'zod';
import { transitionViolation } from '../../domain/tasks/task-states.ts';
import { type Decimal, decimal, roundTo, sum, toWire } from '../../domain/values/money.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { object, text } from '../../kernel/fields/input-fields.ts';
import { countOutput, out } from '../../kernel/fields/output-fields.ts';
import type { ReadContext } from '../../kernel/operations/context.ts';
import { defineList, defineRead } from '../../kernel/operations/operation.ts';
import { batches, mapBatches, pageFields } from '../../kernel/operations/paging.ts';
import { imageLink } from './image.ts';
import { findWorkers, lockLog } from './log-store.ts';
import { byTask, type Task, type TaskLog, task, typeFilter } from './schema.ts';
import { countTasks, findTask, findTimerOf, listTasks, type TaskLogRow, type TaskRow } from './store.ts';

const SEARCH_FIELDS = {
  search: text(200).optional('A part of the name, of the project or of the customer'),
};

export const getTasks = defineTaskList({});
export const searchTasks = defineTaskList(SEARCH_FIELDS);

/** The list of the API, and with `searchFields` the one of the console. */
function defineTaskList(searchFields: Partial<typeof SEARCH_FIELDS>) {
  return defineList({
    name: 'get-tasks',
    summary: 'Lists tasks with their logs, newest first; open tasks unless another type is asked for.',
    description:
      'Use the type `invoice` to find work that is ready to be billed. `limit` and `page` split the list into pages.',
    access: { scope: 'task' },
    input: object({ ...typeFilter, ...pageFields, ...searchFields }),
    output: task,
    run(ctx, input) {
      const { search } = input as { search?: string };
      const rows = batches<TaskRow>(input, (range) =>
        listTasks(ctx.db, ctx.account.id, input.type ?? 'open', range, search),
      );
      return mapBatches(rows, (row) => toTask(ctx, row));
    },
  });
}

export const getCountTasks = defineRead({
  name: 'get-count-tasks',
  summary: 'Counts the tasks of a type.',
  description: 'Returns the number of tasks in the list, for example to plan pages.',
  access: { scope: 'task' },
  input: object(typeFilter),
  output: countOutput,
  run: ({ db, account }, { type }) => countTasks(db, account.id, type ?? 'open'),
});

export const getTask = defineRead({
  name: 'get-task',
  summary: 'Reads one task with its logs.',
  description: 'The answer has the timer, all logs, and the hours that are not invoiced yet.',
  access: { scope: 'task' },
  input: byTask,
  output: task,
  refusals: ['task_not_found'],
  async run(ctx, input) {
    const row = await findTask(ctx.db, ctx.account.id, input.guid);
    return row ? toTask(ctx, row) : fail('task_not_found');
  },
});

export const getTaskWorkers = defineRead({
  name: 'get-task-workers',
  summary: 'Lists the names of the people who logged time on a task, by log.',
  access: { scope: 'task' },
  input: byTask,
  output: z.object({
    workers: z.array(
      z.object({
        log_guid: out.guid('Identifies the log'),
        name: out.own('The person who logged it', 'Anna Björnsdóttir'),
      }),
    ),
  }),
  refusals: ['task_not_found'],
  run: async ({ db, account }, { guid }) =>
    (await findWorkers(db, account.id, guid)) ?? fail('task_not_found'),
});

export const getRunningTimer = defineRead({
  name: 'get-running-timer',
  summary: 'Reads the task on which the timer of the person who is signed in is running.',
  access: { scope: null },
  input: object({}),
  output: z.object({
    task: z
      .object({
        guid: out.guid('Identifies the task'),
        name: out.own('Name of the task', 'Heimasíða'),
        since: out.own('When it was started, Y-m-d H:i:s in UTC', '2026-03-05 09:30:00'),
      })
      .nullable()
      .describe('Null where no timer of this person runs'),
  }),
  run: async ({ db, account, caller }) => ({
    task: caller.person ? await findTimerOf(db, account.id, caller.person.id) : null,
  }),
});

function toTask(ctx: ReadContext, row: TaskRow): Task {
  const { id: _, running_since, item, invoices, logs, ...same } = row;
  const state = { status: row.status, running: running_since !== null };
  const unbilled = logs.filter(({ invoiced }) => !invoiced);
  return {
    ...same,
    item: { ...item, unit_price: toWire(item.unit_price) },
    start_time: running_since ? formatDayFirst(running_since) : '',
    total_time: toWire(timeOf(logs)),
    unbilled_time: toWire(timeOf(unbilled)),
    invoices: invoices.map((one) => ({ ...one, amount: toWire(one.amount) })),
    logs: logs.map((log) => toTaskLog(ctx, log)),
    canStart: transitionViolation(state, 'start') === null,
    canStop: transitionViolation(state, 'stop') === null,
    canDeactive: transitionViolation(state, 'deactivate') === null,
  };
}

/** A log by the names under which a change of it sends its fields; undefined where there is none. */
export async function readTaskLog(db: Queryable, accountId: number, guid: string) {
  const log = await lockLog(db, accountId, guid);
  return log ? { date: log.from_date, qty: toWire(log.quantity), description: log.description } : undefined;
}

function toTaskLog(ctx: ReadContext, log: TaskLogRow): TaskLog {
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

/** Turns `2026-03-02 09:00:12` into `02.03.2026 09:00`. */
function formatDayFirst(moment: string): string {
  return moment.replace(/^(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d).*$/, '$3.$2.$1 $4');
}
