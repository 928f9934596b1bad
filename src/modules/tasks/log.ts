import { decimal } from '../../domain/money.ts';
import type { ReadContext, WriteContext } from '../../kernel/context.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { type CreatedRecord, createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operation.ts';
import { lockTaskOrFail, requireTasks } from './crud.ts';
import { entryOf } from './entry.ts';
import { imageOf } from './image.ts';
import {
  deleteLog,
  type Entry,
  type Image,
  insertLog,
  type LockedLog,
  lockLog,
  updateLog,
} from './log-store.ts';
import {
  byLog,
  type LogInput,
  type LogPatch,
  logInput,
  logPatch,
  type WorkInput,
  workInput,
} from './schema.ts';
import type { LockedTask } from './store.ts';

const MOST_LOGS = 1000;

interface Picture {
  image: Image | null;
}

const picture = async (ctx: ReadContext, { file }: Pick<LogInput, 'file'>): Promise<Picture> => ({
  image: await imageOf(ctx, file),
});

const logging = {
  summary: 'Puts time on a task by hand: hours or clock times, on a day or on every day of a range.',
  scope: 'task',
  output: createdRecord,
  refusals: ['subscription_required', 'task_not_found', 'task_finished', 'task_full', 'file_refused'],
  prepare: picture,
} as const;

export const logTask = defineWrite({
  ...logging,
  name: 'log-task',
  input: logInput,
  run: logTime,
});

/** The same for programs that leave out the day when it is today. */
export const logWork = defineWrite({
  ...logging,
  name: 'log-work',
  input: workInput,
  run(ctx, input: WorkInput, facts: Picture) {
    const { qty, h, p, date = ctx.today } = input;
    if (qty === undefined && h === undefined && p === undefined) fail('field_required', 'qty');
    return logTime(ctx, { ...input, date }, facts);
  },
});

async function logTime(ctx: WriteContext, input: LogInput, { image }: Picture): Promise<CreatedRecord> {
  requireTasks(ctx.account);
  const { adv = false, date, end_date = date, h, p, qty } = input;
  const entry = entryOf({ adv, date, end_date, h, p, qty });
  const task = await lockTaskOrFail(ctx, input.guid, 'log');
  checkRoom(task);
  const fields = { ...entry, manual: true, description: input.description ?? '', unit_price: null };
  const { ctes, result } = insertLog(ctx.account.id, {
    guid: ctx.newGuid(),
    taskId: task.id,
    fields,
    image,
    endsTimer: false,
    now: ctx.now,
  });
  return (await ctx.finishIf<CreatedRecord>({ target: task.guid, ctes, result })) ?? fail('task_not_found');
}

/** A task is read with all of its logs, so there is an end to them. */
export function checkRoom({ log_count }: LockedTask): void {
  if (log_count >= MOST_LOGS) fail('task_full', String(MOST_LOGS));
}

export const editLogTask = defineWrite({
  name: 'edit-log-task',
  summary: 'Changes the fields that are sent of a log that is on no invoice; its hours are counted anew.',
  scope: 'task',
  input: logPatch,
  output: createdRecord,
  refusals: ['task_log_not_found', 'task_log_billed', 'file_refused'],
  prepare: picture,
  async run(ctx, input: LogPatch, { image }: Picture) {
    const before = await unbilled(ctx, input.guid);
    const time = changedTime(input, before);
    const fields = {
      ...(time ?? before),
      manual: time ? true : before.manual,
      description: input.description ?? before.description,
      unit_price: before.unit_price,
    };
    const { ctes, result } = updateLog(ctx.account.id, before, fields, image);
    return (
      (await ctx.finishIf<CreatedRecord>({ target: before.guid, ctes, result })) ?? fail('task_log_billed')
    );
  },
});

export const deleteTaskLog = defineWrite({
  name: 'task-log-delete',
  summary: 'Deletes a log that is on no invoice, with its picture.',
  scope: 'task',
  input: byLog,
  output: createdRecord,
  refusals: ['task_log_not_found', 'task_log_billed'],
  async run(ctx, input) {
    const log = await unbilled(ctx, input.guid);
    const { ctes, result } = deleteLog(ctx.account.id, log);
    return (await ctx.finishIf<CreatedRecord>({ target: log.guid, ctes, result })) ?? fail('task_log_billed');
  },
});

async function unbilled(ctx: WriteContext, guid: string): Promise<LockedLog> {
  const log = (await lockLog(ctx.tx, ctx.account.id, guid)) ?? fail('task_log_not_found');
  return log.invoice_id === null ? log : fail('task_log_billed');
}

/** Null when nothing was sent about the time. Hours stay hours and clock times stay those, unless others are sent. */
function changedTime(input: LogPatch, before: LockedLog): Entry | null {
  const { adv, date, end_date, h, p, qty } = input;
  if ([adv, date, end_date, h, p, qty].every((sent) => sent === undefined)) return null;
  const hoursBefore = before.start_minute === null ? (before.hours_per_day ?? before.quantity) : null;
  const keepsHours = h === undefined && p === undefined && hoursBefore !== null;
  return entryOf({
    adv: adv ?? before.advanced,
    date: date ?? before.from_date,
    end_date: end_date ?? date ?? before.to_date,
    h: h ?? before.start_minute ?? undefined,
    p: p ?? before.end_minute ?? undefined,
    qty: qty ?? (keepsHours ? decimal(hoursBefore) : undefined),
  });
}
