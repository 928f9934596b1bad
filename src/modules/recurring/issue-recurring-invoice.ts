import { z } from 'zod';
import {
  dueOccurrences,
  MAX_CATCH_UP,
  occurrenceDate,
  occurrencePeriod,
} from '../../domain/sales/recurrence.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { guid, integer, object } from '../../kernel/fields/input-fields.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { valueOrThrow } from '../invoices/plan/checked.ts';
import { planInvoice } from '../invoices/plan/plan.ts';
import { ISSUE_EVENTS } from '../invoices/records/event-store.ts';
import { buildInvoiceStatement, type InvoiceStatement } from '../invoices/save/invoice-statement.ts';
import { documentSource, templateLines } from '../sales-documents/document-source.ts';
import { type LockedSalesDocument, lockSalesDocument } from '../sales-documents/store.ts';
import { finishMove, moveSchedule, templateBuyer, toRecurrence } from './schedule.ts';
import { findSchedule, isIssued, moveScheduleNow, type ScheduleRow, scheduleCtes } from './store.ts';

/**
 * Issues the first occurrence that is due and moves the schedule on, in one transaction. The template is locked, so only
 * one of several nodes issues it; a unique index on the occurrence is the second guard. An invoice of a program's template
 * that exceeds its bounds becomes a proposal; the schedule moves on, so that a proposal which is declined or expires leaves
 * out its date. The clock alone calls it, and a person who approves such a proposal.
 */
export const issueRecurringInvoice = defineWrite({
  name: 'issue-recurring-invoice',
  summary: 'Issues the invoices of a template that are due, or pauses it if too many were missed.',
  access: { scope: 'recurring' },
  books: true,
  events: ['recurring.paused', 'recurring.updated', ...ISSUE_EVENTS],
  input: object({
    guid: guid(),
    occurrence: integer(0, 1_000_000)('Index of the date in the schedule'),
  }),
  output: z.object({
    issued: z.number().describe('Number of invoices that were issued'),
    more: z.boolean().describe('Whether another one is due'),
  }),
  refusals: ['period_locked'],
  async run(ctx, { guid, occurrence }) {
    const { document, schedule } = await lockTemplate(ctx, guid);
    if (ctx.caller.person) {
      await issueProposed(ctx, document, schedule, occurrence);
      return { issued: 1, more: false };
    }
    const due = dueNow(ctx, schedule, occurrence);
    if (due.kind === 'pause') {
      const reason = `${due.missed} invoices are overdue to be made; more than ${MAX_CATCH_UP} are not made by themselves. Resume it to go on with the next one.`;
      const to = { state: 'paused' as const, next: schedule.next_index, reason };
      ctx.emit('recurring.paused', { guid: schedule.guid });
      await finishMove(ctx, schedule, to, { bookedOn: [] });
      return { issued: 0, more: false };
    }
    const invoice = buildInvoice(ctx, document, schedule, occurrence);
    const moved = moveSchedule(ctx.account.id, schedule, nextState(ctx, schedule));
    await ctx.finish({ ...invoice, ctes: scheduleCtes(invoice.ctes, moved) });
    return { issued: 1, more: due.occurrences.length > 1 };
  },
  async whenProposed(ctx, { guid, occurrence }) {
    const { schedule } = await lockTemplate(ctx, guid);
    dueNow(ctx, schedule, occurrence);
    await moveScheduleNow(ctx.tx, moveSchedule(ctx.account.id, schedule, nextState(ctx, schedule)));
  },
});

async function lockTemplate(ctx: WriteContext, requested: string) {
  const document = await lockSalesDocument(ctx, 'recurring', requested);
  const schedule = document && (await findSchedule(ctx.tx, ctx.account.id, requested));
  return document && schedule ? { document, schedule } : fail('recurring_invoice_not_found');
}

/**
 * The occurrences that are due today; refuses where another node was quicker, or the template was paused or advanced
 * meanwhile.
 */
function dueNow({ today }: WriteContext, schedule: ScheduleRow, occurrence: number) {
  if (schedule.state !== 'active' || schedule.next_index !== occurrence) fail('recurring_invoice_not_found');
  const due = dueOccurrences(today, toRecurrence(schedule));
  return due.kind === 'wait' || due.kind === 'finished' ? fail('recurring_invoice_not_found') : due;
}

/** The schedule after its next occurrence. */
function nextState(ctx: WriteContext, { guid, start_date, interval, next_index, max_invoices }: ScheduleRow) {
  const next = next_index + 1;
  const state = max_invoices !== null && next >= max_invoices ? ('finished' as const) : ('active' as const);
  const next_date = state === 'finished' ? null : occurrenceDate(start_date, interval, next);
  ctx.emit('recurring.updated', { guid, state, next_date });
  return { state, next };
}

/** The schedule has moved on when the proposal was made. */
async function issueProposed(
  ctx: WriteContext,
  document: LockedSalesDocument,
  schedule: ScheduleRow,
  occurrence: number,
): Promise<void> {
  if (schedule.state === 'stopped') fail('recurring_locked', schedule.state);
  const isWaiting =
    occurrence < schedule.next_index && !(await isIssued(ctx.tx, ctx.account.id, document.id, occurrence));
  if (!isWaiting) fail('recurring_invoice_not_found');
  await ctx.finish(buildInvoice(ctx, document, schedule, occurrence));
}

function buildInvoice(
  ctx: WriteContext,
  document: LockedSalesDocument,
  schedule: ScheduleRow,
  occurrence: number,
): InvoiceStatement {
  const buyer = templateBuyer(schedule, document);
  const origin = { occurrence, orderReference: '' };
  const source = {
    ...documentSource(ctx, document, buyer, templateLines(document), origin),
    period: occurrencePeriod(schedule, occurrence),
  };
  return buildInvoiceStatement(ctx, valueOrThrow(planInvoice(ctx.account, source)));
}
