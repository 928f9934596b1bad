import { z } from 'zod';
import { dueOccurrences, MAX_CATCH_UP, occurrenceDate } from '../../domain/recurrence.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import { defineWrite } from '../../kernel/operation.ts';
import { planInvoice } from '../invoices/issue/plan.ts';
import { lineFromRow } from '../sales-documents/compose-document.ts';
import { discountIn, invoiceOf } from '../sales-documents/invoice-part.ts';
import { lockSalesDocument } from '../sales-documents/store.ts';
import { scheduleOf } from './crud.ts';
import { changeSchedule, findSchedule, type ScheduleRow, scheduleStep } from './store.ts';

const outcome = z.object({
  issued: z.number().describe('How many invoices were made'),
  more: z.boolean().describe('Whether another one is due'),
});

/**
 * Issues the first occurrence that is due and moves the schedule on, in one transaction. The template is
 * locked, so of several nodes one issues it; the database refuses a second invoice for an occurrence besides.
 */
export const issueOccurrence = defineWrite({
  name: 'issue-recurring-invoice',
  summary: 'Issues what is due of a recurring invoice, or pauses it when too much was missed.',
  scope: null,
  input: object({ guid: guid() }),
  output: outcome,
  async run(ctx, input) {
    const document = await lockSalesDocument(ctx, 'recurring', input.guid);
    const schedule = document && (await findSchedule(ctx.tx, ctx.account.id, input.guid));
    if (!document || schedule?.state !== 'active') fail('recurring_invoice_not_found');
    const due = dueOccurrences(ctx.today, scheduleOf(schedule));
    if (due.kind === 'wait' || due.kind === 'finished') fail('recurring_invoice_not_found');
    if (due.kind === 'pause') {
      const reason = `${due.missed} invoices are overdue to be made; more than ${MAX_CATCH_UP} are not made by themselves. Resume it to go on with the next one.`;
      const pause = moved(ctx.account.id, schedule, schedule.next_index, 'paused', reason);
      await ctx.finishIf({ target: schedule.guid, result: pause });
      return { issued: 0, more: false };
    }
    const [first, ...later] = due.occurrences;
    if (!first) fail('recurring_invoice_not_found');
    const buyer = schedule.link_national
      ? document.current
      : { snapshot: document.buyer, tax_exempt: document.tax_exempt };
    const source = { documentId: document.id, occurrence: first.index, orderReference: '' };
    const lines = document.lines.map(lineFromRow);
    const invoice = planInvoice(ctx, invoiceOf(ctx, document, buyer, lines, discountIn(document), source));
    const next = first.index + 1;
    const state = schedule.max_invoices !== null && next >= schedule.max_invoices ? 'finished' : 'active';
    const ctes = scheduleStep(invoice.ctes, moved(ctx.account.id, schedule, next, state, ''));
    await ctx.finishIf({ target: invoice.guid, ctes, result: invoice.result });
    return { issued: 1, more: later.length > 0 };
  },
});

function moved(
  accountId: number,
  schedule: ScheduleRow,
  next: number,
  state: ScheduleRow['state'],
  reason: string,
) {
  return changeSchedule(accountId, schedule.document_id, {
    state,
    reason,
    nextIndex: next,
    nextDate: occurrenceDate(schedule.start_date, schedule.interval, next),
  });
}
