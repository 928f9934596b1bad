import { createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { byGuid, finishMove, lockScheduleFor } from './schedule.ts';

export const stopRecurringInvoice = defineWrite({
  name: 'stop-recurring-invoice',
  summary: 'Ends a recurring invoice; what it made stays.',
  description:
    'A stopped template cannot be started again; create a new one instead, or pause it. Its invoices stay as they are.',
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
