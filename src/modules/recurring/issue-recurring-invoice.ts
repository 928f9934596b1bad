import { z } from 'zod';
import { dueOccurrences, MAX_CATCH_UP, occurrenceDate, occurrencePeriod } from '../../domain/recurrence.ts';
import type { WriteContext } from '../../kernel/context.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import { defineWrite } from '../../kernel/operation.ts';
import { ISSUE_EVENTS } from '../invoices/event-store.ts';
import { valueOrThrow } from '../invoices/issue/checked.ts';
import { buildInvoiceStatement } from '../invoices/issue/invoice-statement.ts';
import { planInvoice } from '../invoices/issue/plan.ts';
import { documentSource, templateLines } from '../sales-documents/document-source.ts';
import { type LockedSalesDocument, lockSalesDocument } from '../sales-documents/store.ts';
import { finishMove, moveSchedule, templateBuyer, toRecurrence } from './schedule.ts';
import { findSchedule, type ScheduleRow, scheduleCtes } from './store.ts';

/**
 * Issues the first occurrence that is due and moves the schedule on, in one transaction. The template is locked, so only
 * one of several nodes issues it; a unique index on the occurrence is the second guard.
 */
export const issueRecurringInvoice = defineWrite({
  name: 'issue-recurring-invoice',
  summary: 'Issues what is due of a recurring invoice, or pauses it when too much was missed.',
  scope: null,
  events: ['recurring.paused', 'recurring.updated', ...ISSUE_EVENTS],
  input: object({ guid: guid() }),
  output: z.object({
    issued: z.number().describe('How many invoices were made'),
    more: z.boolean().describe('Whether another one is due'),
  }),
  async run(ctx, input) {
    const document = await lockSalesDocument(ctx, 'recurring', input.guid);
    const schedule = document && (await findSchedule(ctx.tx, ctx.account.id, input.guid));
    if (!document || schedule?.state !== 'active') fail('recurring_invoice_not_found');
    const due = dueOccurrences(ctx.today, toRecurrence(schedule));
    if (due.kind === 'wait' || due.kind === 'finished') fail('recurring_invoice_not_found');
    if (due.kind === 'pause') {
      const reason = `${due.missed} invoices are overdue to be made; more than ${MAX_CATCH_UP} are not made by themselves. Resume it to go on with the next one.`;
      const to = { state: 'paused' as const, next: schedule.next_index, reason };
      ctx.emit('recurring.paused', { guid: schedule.guid });
      await finishMove(ctx, schedule, to);
      return { issued: 0, more: false };
    }
    const [first, ...later] = due.occurrences;
    if (!first) fail('recurring_invoice_not_found');
    await issueOccurrence(ctx, document, schedule, first.index);
    return { issued: 1, more: later.length > 0 };
  },
});

async function issueOccurrence(
  ctx: WriteContext,
  document: LockedSalesDocument,
  schedule: ScheduleRow,
  occurrence: number,
): Promise<void> {
  const buyer = templateBuyer(schedule, document);
  const origin = { occurrence, orderReference: '' };
  const source = {
    ...documentSource(ctx, document, buyer, templateLines(document), origin),
    period: occurrencePeriod(schedule, occurrence),
  };
  const invoice = buildInvoiceStatement(ctx, valueOrThrow(planInvoice(ctx.account, source)));
  const next = occurrence + 1;
  const isFinished = schedule.max_invoices !== null && next >= schedule.max_invoices;
  const move = moveSchedule(ctx.account.id, schedule, { state: isFinished ? 'finished' : 'active', next });
  const next_date = isFinished ? null : occurrenceDate(schedule.start_date, schedule.interval, next);
  const { guid: templateGuid } = schedule;
  ctx.emit('recurring.updated', { guid: templateGuid, state: isFinished ? 'finished' : 'active', next_date });
  await ctx.finish({ ...invoice, ctes: scheduleCtes(invoice.ctes, move) });
}
