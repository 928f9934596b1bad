import { recordRow } from '../../kernel/database/row.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { byTask, taskPatch } from './schema.ts';
import { lockTask, updateTaskStatement } from './store.ts';
import { taskChange } from './task-effect.ts';

export const updateTask = defineWrite({
  name: 'update-task',
  summary: 'Changes the name or the project of a task in any state.',
  description: 'Send only what changes. Logged time does not change.',
  access: { scope: 'task' },
  events: ['task.updated'],
  input: byTask.extend({ data: taskPatch }),
  output: createdRecord,
  refusals: ['task_not_found'],
  async run(ctx, { guid, data: { name, project_name: projectName } }) {
    if (name === '') fail('field_required', 'name');
    const task = (await lockTask(ctx.tx, ctx.account.id, guid)) ?? fail('task_not_found');
    ctx.emit('task.updated', { guid: task.guid, number: task.number });
    const result = updateTaskStatement(ctx.account.id, task.id, { name, projectName }, ctx.now);
    const effect = taskChange(task, { name, project_name: projectName });
    return ctx.finish({ target: task.guid, row: recordRow, result, effect });
  },
});
