import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { entryFromTimer, toEntry } from './entry.ts';
import { checkImage } from './image.ts';
import { type Entry, type Image, insertLog } from './log-store.ts';
import { checkLogCount, lockTaskOrFail } from './rules.ts';
import { type EndInput, endInput } from './schema.ts';
import { newLogEffect, unsentDays } from './task-effect.ts';

export const endTask = defineWrite({
  name: 'end-task',
  summary:
    'Stops the timer of a task, and logs the time that it has counted or, with `adv`, the time that is sent.',
  description: 'The log gets the description and the picture that are sent.',
  access: { scope: 'task' },
  events: ['task.stopped', 'task.logged'],
  input: endInput,
  output: createdRecord,
  refusals: [
    'task_not_found',
    'task_finished',
    'task_not_running',
    'task_full',
    'flags_conflict',
    'file_refused',
  ],
  prepare: async (ctx, { file }) => ({ image: await checkImage(ctx, file) }),
  async run(ctx, input, { image }: { image: Image | null }) {
    refuseDatesOfTimer(input);
    const task = await lockTaskOrFail(ctx, input.guid, input.adv ? 'log' : 'stop');
    checkLogCount(task);
    const logGuid = ctx.newGuid();
    const subject = { guid: task.guid, number: task.number };
    ctx.emit('task.stopped', subject);
    ctx.emit('task.logged', { ...subject, log_guid: logGuid, change: 'added' });
    const fields = {
      ...(input.adv ? entryFromInput(ctx, input) : entryFromTimer(ctx, task.running_since)),
      manual: input.adv ?? false,
      description: input.description ?? '',
      unit_price: input.p?.toFixed() ?? null,
    };
    const insert = insertLog(ctx.account.id, {
      guid: logGuid,
      taskId: task.id,
      fields,
      image,
      endsTimer: true,
      personId: ctx.caller.person?.id ?? null,
      now: ctx.now,
    });
    const counted = input.adv ? unsentDays(input) : ['quantity', 'to_date'];
    const endsTimer = task.running_since !== null;
    const effect = newLogEffect(task, fields, { file: input.file, endsTimer, defaults: counted });
    return ctx.finish({ target: task.guid, ...insert, effect });
  },
});

function refuseDatesOfTimer({ adv, date, end_date, h }: EndInput): void {
  if (!adv && (date || end_date || h)) fail('flags_conflict', violation('timer_dated'));
}

function entryFromInput(ctx: WriteContext, { date = ctx.today, end_date = date, h }: EndInput): Entry {
  const qty = h ?? fail('field_required', 'h');
  return toEntry({ adv: true, date, end_date, h: undefined, p: undefined, qty }, 'h');
}
