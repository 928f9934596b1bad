import { parseInterval } from '../../domain/sales/recurrence.ts';
import { recordRow } from '../../kernel/database/row.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { object } from '../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import type { ReadContext } from '../../kernel/operations/context.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { COMPOSE_EVENTS } from '../invoices/records/event-store.ts';
import type { InvoiceFacts } from '../invoices/records/invoice-facts-store.ts';
import { composeDocument } from '../sales-documents/compose-document.ts';
import { readDocumentFacts } from '../sales-documents/document-body.ts';
import { documentEffect } from '../sales-documents/document-effect.ts';
import { COMPOSE_REFUSALS } from '../sales-documents/rules.ts';
import {
  deleteLines,
  lockSalesDocument,
  replaceSalesDocument,
  selectCreatedDocument,
} from '../sales-documents/store.ts';
import { withOffsets } from './offsets.ts';
import { byGuid, lockScheduleFor, scheduleFields, templateBuyer, templateRecord } from './schedule.ts';
import { type RecurringChanges, recurringChanges } from './schema.ts';
import { findSchedule, replaceSchedule, type ScheduleRow } from './store.ts';

export const updateRecurringInvoice = defineWrite({
  name: 'update-recurring-invoice',
  summary: 'Changes the fields of a recurring invoice that are sent. Issued invoices do not change.',
  description:
    'Send only what changes; lines that are sent replace all lines. Interval and start date can be changed until the first invoice is issued.',
  access: { scope: 'recurring' },
  events: ['recurring.updated', ...COMPOSE_EVENTS],
  input: object({ guid: byGuid.shape.guid, data: recurringChanges }),
  output: createdRecord,
  refusals: ['recurring_invoice_not_found', 'recurring_locked', ...COMPOSE_REFUSALS],
  prepare: (ctx: ReadContext, { data }: { guid: string; data: RecurringChanges }) =>
    readDocumentFacts(ctx, data),
  async run(ctx, { guid, data }, facts: InvoiceFacts) {
    const found = await lockScheduleFor(ctx, guid, 'change');
    // Read again: the statement that waited for the lock has not seen an invoice that was made meanwhile.
    const schedule = (await findSchedule(ctx.tx, ctx.account.id, guid)) ?? found;
    const plan = changePlan(schedule, data);
    const locked = await lockSalesDocument(ctx, 'recurring', guid);
    if (!locked) fail('recurring_invoice_not_found');
    const before = { ...locked, current: { ...locked.current, ...templateBuyer(schedule, locked) } };
    const body = await composeDocument(ctx, withOffsets(data, plan.start_date), facts, before);
    await deleteLines(ctx.tx, ctx.account.id, before.id);
    ctx.emit('recurring.updated', { guid: before.guid, state: schedule.state, next_date: plan.next_date });
    const document = replaceSalesDocument(ctx.account.id, { id: before.id, ...body, now: ctx.now });
    const ctes = replaceSchedule(ctx.account.id, before.id, document, plan);
    const described = documentEffect(ctx, 'recurring', body, before);
    const fields = [...scheduleFields(schedule, plan), ...(described.fields ?? [])];
    const effect = { ...described, record: templateRecord(schedule), fields };
    return ctx.finish({ target: before.guid, row: recordRow, ctes, result: selectCreatedDocument, effect });
  },
});

/**
 * The days of made invoices follow from start and interval, so both are fixed as soon as there is one. Until then a change
 * of either begins the schedule anew, also after its first days were passed over.
 */
function changePlan(schedule: ScheduleRow, data: RecurringChanges) {
  const interval =
    data.recurring_interval === undefined ? schedule.interval : parseInterval(data.recurring_interval);
  if (!interval)
    fail('field_invalid', 'recurring_interval', violation('one_of', 'weekly, monthly, quarterly, yearly'));
  const start_date = data.recurring_start_date ?? schedule.start_date;
  const hasBegun = schedule.invoice_count > 0;
  if (hasBegun && interval !== schedule.interval)
    fail('field_invalid', 'recurring_interval', violation('schedule_begun'));
  if (hasBegun && start_date !== schedule.start_date)
    fail('field_invalid', 'recurring_start_date', violation('schedule_begun'));
  const isNew = interval !== schedule.interval || start_date !== schedule.start_date;
  const next = isNew ? { next_index: 0, next_date: start_date } : schedule;
  const max_invoices =
    data.recurring_max_invoice === undefined ? schedule.max_invoices : data.recurring_max_invoice;
  if (max_invoices !== null && max_invoices <= next.next_index)
    fail('field_invalid', 'recurring_max_invoice', violation('whole_between', next.next_index + 1, 10_000));
  return {
    name: data.recurring_name ?? schedule.name,
    interval,
    period: data.recurring_period === undefined ? schedule.period : (data.recurring_period ?? ''),
    start_date,
    max_invoices,
    link_national: data.recurring_link_national ?? schedule.link_national,
    next_index: next.next_index,
    next_date: next.next_date,
  };
}
