import { text } from '../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { byGuid, finishMove, lockScheduleFor } from './schedule.ts';

export const pauseRecurringInvoice = defineWrite({
  name: 'pause-recurring-invoice',
  summary: 'Pauses a recurring invoice.',
  description: 'No invoices are issued until resume-recurring-invoice is called.',
  access: { scope: 'recurring' },
  events: ['recurring.paused'],
  input: byGuid.extend({ reason: text(500).optional('Reason of the pause, for other people') }),
  output: createdRecord,
  refusals: ['recurring_invoice_not_found', 'recurring_locked'],
  async run(ctx, input) {
    const schedule = await lockScheduleFor(ctx, input.guid, 'pause');
    const reason = input.reason || 'Paused on request';
    ctx.emit('recurring.paused', { guid: schedule.guid });
    return finishMove(ctx, schedule, { state: 'paused', next: schedule.next_index, reason });
  },
});
