import { hoursElapsed } from '../../domain/task-time.ts';
import type { WriteContext } from '../../kernel/context.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { type CreatedRecord, createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operation.ts';
import { lockTaskOrFail, requireTasks } from './crud.ts';
import { entryOf } from './entry.ts';
import { imageOf } from './image.ts';
import { checkRoom } from './log.ts';
import { type Entry, type Image, insertLog } from './log-store.ts';
import { byTask, type EndInput, endInput } from './schema.ts';
import { type LockedTask, startTimer } from './store.ts';

export const startTask = defineWrite({
  name: 'start-task',
  summary: 'Starts the timer of a task; a task has one.',
  scope: 'task',
  input: byTask,
  output: createdRecord,
  refusals: ['subscription_required', 'task_not_found', 'task_finished', 'task_running'],
  async run(ctx, input) {
    requireTasks(ctx.account);
    const { id, guid: target } = await lockTaskOrFail(ctx, input.guid, 'start');
    const result = startTimer(ctx.account.id, id, ctx.now);
    return (await ctx.finishIf<CreatedRecord>({ target, result })) ?? fail('task_running');
  },
});

export const endTask = defineWrite({
  name: 'end-task',
  summary:
    'Stops the timer of a task and logs the time that it has counted, or with adv the time that is sent.',
  scope: 'task',
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
  prepare: async (ctx, { file }) => ({ image: await imageOf(ctx, file) }),
  async run(ctx, input, { image }: { image: Image | null }) {
    checkDated(input);
    const task = await lockTaskOrFail(ctx, input.guid, input.adv ? 'log' : 'stop');
    checkRoom(task);
    const { ctes, result } = insertLog(ctx.account.id, {
      guid: ctx.newGuid(),
      taskId: task.id,
      fields: {
        ...(input.adv ? dated(ctx, input) : counted(ctx, task)),
        manual: input.adv ?? false,
        description: input.description ?? '',
        unit_price: input.p?.toFixed() ?? null,
      },
      image,
      endsTimer: true,
      now: ctx.now,
    });
    return (
      (await ctx.finishIf<CreatedRecord>({ target: task.guid, ctes, result })) ?? fail('task_not_running')
    );
  },
});

function checkDated({ adv, date, end_date, h }: EndInput): void {
  if (!adv && (date || end_date || h)) fail('flags_conflict', violation('timer_dated'));
}

function dated(ctx: WriteContext, { date = ctx.today, end_date = date, h }: EndInput): Entry {
  const qty = h ?? fail('field_required', 'h');
  return entryOf({ adv: true, date, end_date, h: undefined, p: undefined, qty }, 'h');
}

function counted(ctx: WriteContext, { running_since }: LockedTask): Entry {
  const started = running_since ?? fail('task_not_running');
  const from_date = started.slice(0, 10);
  return {
    advanced: false,
    from_date,
    to_date: ctx.today < from_date ? from_date : ctx.today,
    start_minute: null,
    end_minute: null,
    hours_per_day: null,
    quantity: hoursElapsed(new Date(`${started.replace(' ', 'T')}Z`), ctx.now).toFixed(),
  };
}
