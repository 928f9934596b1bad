import { dueOccurrences, occurrenceDate, resumeIndex } from '../../domain/sales/recurrence.ts';
import type { Effect } from '../../kernel/effects/effect.ts';
import { fail } from '../../kernel/failures/failure.ts';
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
