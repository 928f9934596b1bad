import { addDays, daysBetween, type PlainDate } from '../../domain/values/dates.ts';
import { decimal } from '../../domain/values/money.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { toEntry } from './entry.ts';
import { type Picture, preparePicture } from './image.ts';
import { type Entry, emitLogChange, type LockedLog, lockLog, updateLog } from './log-store.ts';
import { type LogPatch, logPatch } from './schema.ts';
import { logChange } from './task-effect.ts';

export const editLogTask = defineWrite({
  name: 'edit-log-task',
  summary: 'Changes the fields of a time log that are sent, and computes its hours again.',
  description: 'Send only what changes. A log that is on an invoice cannot be changed.',
  access: { scope: 'task' },
  events: ['task.logged'],
  input: logPatch,
  output: createdRecord,
  refusals: ['task_log_not_found', 'task_log_billed', 'file_refused'],
  prepare: (ctx, input: LogPatch) => preparePicture(ctx, input),
  async run(ctx, input, { image }: Picture) {
    const before = await lockUnbilledLog(ctx, input.guid);
    const time = changeTime(input, before);
    const fields = {
      ...(time ?? before),
      manual: time ? true : before.manual,
      description: input.description ?? before.description,
      unit_price: before.unit_price,
    };
    emitLogChange(ctx, before, 'changed');
    const effect = logChange(before, fields, input.file);
    return ctx.finish({ target: before.guid, ...updateLog(ctx.account.id, before, fields, image), effect });
  },
});

/** Locks the log with its task. Fails when the log is on an invoice. */
export async function lockUnbilledLog(ctx: WriteContext, guid: string): Promise<LockedLog> {
  const log = (await lockLog(ctx.tx, ctx.account.id, guid)) ?? fail('task_log_not_found');
  return log.invoice_id === null ? log : fail('task_log_billed');
}

/** Null when the request does not change the time. A log of hours stays one of hours, and one of clock times stays that, unless the request says otherwise. */
function changeTime(input: LogPatch, before: LockedLog): Entry | null {
  const { adv, date, end_date, h, p, qty } = input;
  if ([adv, date, end_date, h, p, qty].every((value) => value === undefined)) return null;
  const hoursBefore = before.start_minute === null ? (before.hours_per_day ?? before.quantity) : null;
  const keepsHours = h === undefined && p === undefined && hoursBefore !== null;
  return toEntry({
    adv: adv ?? before.advanced,
    date: date ?? before.from_date,
    end_date: end_date ?? lastDay(input, before),
    h: h ?? before.start_minute ?? undefined,
    p: p ?? before.end_minute ?? undefined,
    qty: qty ?? (keepsHours ? decimal(hoursBefore) : undefined),
  });
}

/** A date alone moves the entry with all its days. A date that comes with a new time begins an entry of one day. */
function lastDay({ adv, date, h, p, qty }: LogPatch, { from_date, to_date }: LockedLog): PlainDate {
  if (date === undefined) return to_date;
  const isMoved = [adv, h, p, qty].every((value) => value === undefined);
  return isMoved ? addDays(date, daysBetween(from_date, to_date)) : date;
}
