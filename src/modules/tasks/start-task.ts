import { recordRow } from '../../kernel/database/row.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operation.ts';
import { lockTaskOrFail, requireTasks } from './rules.ts';
import { byTask } from './schema.ts';
import { startTimer } from './store.ts';

export const startTask = defineWrite({
  name: 'start-task',
  summary: 'Starts the timer of a task; a task has one.',
  description: 'The timer runs until end-task. A task whose timer runs already is refused.',
  scope: 'task',
  events: ['task.started'],
  input: byTask,
  output: createdRecord,
  refusals: ['subscription_required', 'task_not_found', 'task_finished', 'task_running'],
  async run(ctx, input) {
    requireTasks(ctx.account);
    const { id, guid: target, number } = await lockTaskOrFail(ctx, input.guid, 'start');
    ctx.emit('task.started', { guid: target, number });
    const result = startTimer(ctx.account.id, id, ctx.now);
    return ctx.finish({ target, row: recordRow, result });
  },
});
