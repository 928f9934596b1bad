import { recordRow } from '../../kernel/database/row.ts';
import type { Sql } from '../../kernel/database/sql.ts';
import { changeOf } from '../../kernel/effects/effect.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { entryFromTimer } from './entry.ts';
import { insertLogCtes } from './log-store.ts';
import { checkLogCount, lockTaskOrFail, requireTasks } from './rules.ts';
import { byTask } from './schema.ts';
import { type LockedTask, lockTimerOf, startTimer } from './store.ts';
import { taskRecord } from './task-effect.ts';

export const startTask = defineWrite({
  name: 'start-task',
  summary: 'Starts the timer of a task.',
  description:
    'The timer runs until end-task. A task has one timer; if it is running already, the call is refused. A person has one timer: if it is running on another task, it is stopped and its time is logged there. A task that was invoiced is open again.',
  access: { scope: 'task' },
  events: ['task.started', 'task.stopped', 'task.logged'],
  input: byTask,
  output: createdRecord,
  refusals: ['subscription_required', 'task_not_found', 'task_finished', 'task_running', 'task_full'],
  async run(ctx, input) {
    requireTasks(ctx.account);
    const { account, caller, now, tx } = ctx;
    const personId = caller.person?.id ?? null;
    const task = await lockTaskOrFail(ctx, input.guid, 'start');
    const { id, guid: target, number } = task;
    const other = personId === null ? null : await lockTimerOf(tx, account.id, personId);
    const stopped = other && { ctes: stopTimer(ctx, other, personId) };
    ctx.emit('task.started', { guid: target, number });
    return ctx.finish({
      target,
      row: recordRow,
      ...stopped,
      result: startTimer(account.id, id, personId, now),
      effect: changeOf(taskRecord(task), [{ name: 'timer', from: 'stopped', to: 'running' }]),
    });
  },
});

/** CTEs that log the time of a running timer and stop it. */
function stopTimer(ctx: WriteContext, task: LockedTask, personId: number | null): Sql {
  checkLogCount(task);
  const log = { guid: ctx.newGuid(), taskId: task.id, image: null, endsTimer: true, personId, now: ctx.now };
  const entry = entryFromTimer(ctx, task.running_since);
  const fields = { ...entry, manual: false, description: '', unit_price: null };
  const subject = { guid: task.guid, number: task.number };
  ctx.emit('task.stopped', subject);
  ctx.emit('task.logged', { ...subject, log_guid: log.guid, change: 'added' });
  return insertLogCtes(ctx.account.id, { ...log, fields });
}
