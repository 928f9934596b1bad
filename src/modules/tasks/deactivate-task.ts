import { recordRow } from '../../kernel/database/row.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { lockTaskOrFail } from './rules.ts';
import { byTask } from './schema.ts';
import { closeTask } from './store.ts';
import { taskChange } from './task-effect.ts';

export const deactivateTask = defineWrite({
  name: 'deactivate-task',
  summary: 'Closes a task: no more time can be logged, and logged time can still be billed.',
  description: 'Use it when the work is done. Stop a running timer first.',
  access: { scope: 'task' },
  isUndoable: true,
  events: ['task.closed'],
  input: byTask,
  output: createdRecord,
  refusals: ['task_not_found', 'task_finished', 'task_running'],
  async run(ctx, input) {
    const task = await lockTaskOrFail(ctx, input.guid, 'deactivate');
    const { id, guid: target, number } = task;
    ctx.emit('task.closed', { guid: target, number });
    const result = closeTask(ctx.account.id, id, ctx.now);
    return ctx.finish({ target, row: recordRow, result, effect: taskChange(task, { status: 'closed' }) });
  },
});
