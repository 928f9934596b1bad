import { deletionOf } from '../../kernel/effects/effect.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { lockUnbilledLog } from './edit-log-task.ts';
import { deleteLog, emitLogChange } from './log-store.ts';
import { byLog } from './schema.ts';
import { logRecord } from './task-effect.ts';

export const deleteTaskLog = defineWrite({
  name: 'task-log-delete',
  summary: 'Deletes a time log that is on no invoice, with its picture.',
  description: 'The hours are removed from the task at once. A log that is on an invoice cannot be deleted.',
  access: { scope: 'task' },
  isUndoable: true,
  events: ['task.logged'],
  input: byLog,
  output: createdRecord,
  refusals: ['task_log_not_found', 'task_log_billed'],
  async run(ctx, input) {
    const log = await lockUnbilledLog(ctx, input.guid);
    emitLogChange(ctx, log, 'deleted');
    const lost = [{ name: 'quantity', from: log.quantity, to: null }];
    const effect = deletionOf(logRecord(log), lost);
    return ctx.finish({ target: log.guid, ...deleteLog(ctx.account.id, log), effect });
  },
});
