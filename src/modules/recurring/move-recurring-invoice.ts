import { dueOccurrences, occurrenceDate, resumeIndex } from '../../domain/sales/recurrence.ts';
import type { Effect } from '../../kernel/effects/effect.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { text } from '../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { actingProgram } from '../../kernel/operations/program-gate.ts';
import { storedDocumentEffect } from '../sales-documents/document-effect.ts';
import { lockSalesDocument, setProgram } from '../sales-documents/store.ts';
import {
  byGuid,
  finishMove,
  lockScheduleFor,
  type NextState,
  scheduleFields,
  templateBuyer,
  templateRecord,
  toRecurrence,
} from './schedule.ts';

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

export const resumeRecurringInvoice = defineWrite({
  name: 'resume-recurring-invoice',
  summary: 'Resumes a paused recurring invoice from its next date.',
  description:
    'The next invoice is issued on the next date of the schedule. The dates that were missed are skipped.',
  access: { scope: 'recurring' },
  events: ['recurring.resumed'],
  input: byGuid,
  output: createdRecord,
  refusals: ['recurring_invoice_not_found', 'recurring_locked'],
  async run(ctx, { guid }) {
    const schedule = await lockScheduleFor(ctx, guid, 'resume');
    const recurrence = toRecurrence(schedule);
    const next = resumeIndex(ctx.today, recurrence);
    const isFinished = dueOccurrences(ctx.today, { ...recurrence, next }).kind === 'finished';
    ctx.emit('recurring.resumed', { guid: schedule.guid });
    const document = (await lockSalesDocument(ctx, 'recurring', guid)) ?? fail('recurring_invoice_not_found');
    const buyer = templateBuyer(schedule, document).snapshot;
    const to: NextState = { state: isFinished ? 'finished' : 'active', next };
    const { interval, start_date, max_invoices } = schedule;
    const effect: Effect = {
      ...storedDocumentEffect(ctx, document, buyer),
      record: templateRecord(schedule),
      fields: [
        ...scheduleFields(schedule, { state: to.state, reason: '' }),
        ...scheduleFields(null, { interval, start_date, max_invoices }),
      ],
      // The next day of the schedule depends on the day of the approval.
      dates: { next_date: occurrenceDate(start_date, interval, next) },
      defaults: ['next_date'],
    };
    // Whoever resumes it answers for what it issues: the invoices of a program count against its bounds.
    const ctes = setProgram(ctx.account.id, document.id, actingProgram(ctx.caller));
    return finishMove(ctx, schedule, to, { effect, ctes });
  },
});

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
