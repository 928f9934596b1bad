import { createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { byGuid, finishMove, lockScheduleFor } from './schedule.ts';

export const stopRecurringInvoice = defineWrite({
  name: 'stop-recurring-invoice',
  summary: 'Stops a recurring invoice for good.',
  description:
    'A stopped template cannot be resumed; use pause-recurring-invoice if it may continue. Its invoices do not change.',
  access: { scope: 'recurring' },
  isUndoable: true,
  events: ['recurring.stopped'],
  input: byGuid,
  output: createdRecord,
  refusals: ['recurring_invoice_not_found', 'recurring_locked'],
  async run(ctx, { guid }) {
    const schedule = await lockScheduleFor(ctx, guid, 'stop');
    ctx.emit('recurring.stopped', { guid: schedule.guid });
    return finishMove(ctx, schedule, { state: 'stopped', next: schedule.next_index });
  },
});
