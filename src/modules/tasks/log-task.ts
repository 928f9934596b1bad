import { fail } from '../../kernel/failures/failure.ts';
import { type CreatedRecord, createdRecord } from '../../kernel/fields/output-fields.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { toEntry } from './entry.ts';
import { type Picture, preparePicture } from './image.ts';
import { insertLog } from './log-store.ts';
import { checkLogCount, lockTaskOrFail, requireTasks } from './rules.ts';
import { type LogInput, logInput, type WorkInput, workInput } from './schema.ts';
import { newLogEffect, unsentDays } from './task-effect.ts';

const logging = {
  summary: 'Logs time on a task by hand: hours or clock times, on one day or on each day of a range.',
  description:
    'Use it for time that was not counted by the timer. The log can be changed until it is on an invoice.',
  access: { scope: 'task' },
  events: ['task.logged'],
  output: createdRecord,
  refusals: ['subscription_required', 'task_not_found', 'task_finished', 'task_full', 'file_refused'],
  prepare: preparePicture,
} as const;

export const logTask = defineWrite({
  ...logging,
  name: 'log-task',
  input: logInput,
  run: (ctx, input: LogInput, picture: Picture) => logTime(ctx, input, picture, []),
});

/** The agent API's log-task: the day defaults to today. */
export const logWork = defineWrite({
  ...logging,
  name: 'log-work',
  input: workInput,
  run(ctx, input: WorkInput, picture: Picture) {
    const { qty, h, p, date = ctx.today } = input;
    if (qty === undefined && h === undefined && p === undefined) fail('field_required', 'qty');
    return logTime(ctx, { ...input, date }, picture, unsentDays(input));
  },
});

/** `unsent`: the days that follow from the day of the call. */
async function logTime(
  ctx: WriteContext,
  input: LogInput,
  { image }: Picture,
  unsent: string[],
): Promise<CreatedRecord> {
  requireTasks(ctx.account);
  const { adv = false, date, end_date = date, h, p, qty } = input;
  const entry = toEntry({ adv, date, end_date, h, p, qty });
  const task = await lockTaskOrFail(ctx, input.guid, 'log');
  checkLogCount(task);
  const fields = { ...entry, manual: true, description: input.description ?? '', unit_price: null };
  const logGuid = ctx.newGuid();
  const { guid, number } = task;
  ctx.emit('task.logged', { guid, number, log_guid: logGuid, change: 'added' });
  const insert = insertLog(ctx.account.id, {
    guid: logGuid,
    taskId: task.id,
    fields,
    image,
    endsTimer: false,
    personId: ctx.caller.person?.id ?? null,
    now: ctx.now,
  });
  const more = { file: input.file, endsTimer: false, defaults: unsent };
  return ctx.finish({ target: task.guid, ...insert, effect: newLogEffect(task, fields, more) });
}
