import { daysBetween, type PlainDate } from '../../domain/dates.ts';
import { dueOccurrences, occurrenceDate, parseInterval, resumeIndex } from '../../domain/recurrence.ts';
import { canApply } from '../../domain/recurrence-states.ts';
import { subscribes } from '../../kernel/account.ts';
import type { ReadContext, WriteContext } from '../../kernel/context.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { type DaysOrDate, guid, object, text } from '../../kernel/fields/input-fields.ts';
import { type CreatedRecord, createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineList, defineRead, defineWrite } from '../../kernel/operation.ts';
import { batches, pageFields } from '../../kernel/paging.ts';
import type { InvoiceFacts } from '../invoices/issue/issue-store.ts';
import { composeDocument, documentFacts } from '../sales-documents/compose-document.ts';
import { toSalesDocument } from '../sales-documents/crud.ts';
import { insertSalesDocument, selectCreatedDocument } from '../sales-documents/store.ts';
import { type Recurring, type RecurringInput, recurring, recurringInput } from './schema.ts';
import {
  changeSchedule,
  findTemplate,
  insertSchedule,
  listTemplates,
  lockSchedule,
  type ScheduleRow,
  type TemplateRow,
} from './store.ts';

const byGuid = object({ guid: guid().describe('The recurring invoice') });

export const createRecurringInvoice = defineWrite({
  name: 'create-recurring-invoice',
  summary: 'Creates a template that makes an invoice at each of its days.',
  scope: 'recurring',
  input: recurringInput,
  output: createdRecord,
  refusals: [
    'subscription_required',
    'flags_conflict',
    'customer_not_found',
    'item_not_found',
    'item_inactive',
    'figures_refused',
    'amount_mismatch',
  ],
  prepare: (ctx: ReadContext, input: RecurringInput) => documentFacts(ctx, input),
  async run(ctx, input, facts: InvoiceFacts) {
    if (!subscribes(ctx.account, 'recurring'))
      fail('subscription_required', 'A recurring invoice', 'recurring');
    if (!input.customer && !input.kennitala) fail('field_required', 'customer');
    const interval = parseInterval(input.recurring_interval);
    if (!interval)
      fail('field_invalid', 'recurring_interval', violation('one_of', 'weekly, monthly, quarterly, yearly'));
    const start = input.recurring_start_date;
    const body = composeDocument(ctx, withOffsets(input, start), facts, null);
    const target = ctx.newGuid();
    const document = insertSalesDocument(ctx.account.id, {
      guid: target,
      kind: 'recurring',
      ...body,
      now: ctx.now,
    });
    const ctes = insertSchedule(ctx.account.id, document, {
      name: input.recurring_name,
      interval,
      start_date: start,
      max_invoices: input.recurring_max_invoice ?? null,
      link_national: input.recurring_link_national ?? true,
    });
    return (
      (await ctx.finishIf<CreatedRecord>({ target, ctes, result: selectCreatedDocument })) ??
      fail('recurring_invoice_not_found')
    );
  },
});

/**
 * Dates stand for the days between them: every invoice keeps the same distance. As on an invoice, a final due date
 * without a due date is of one that is due at once; days follow the customer's own, as on an order.
 */
function withOffsets(input: RecurringInput, start: PlainDate): RecurringInput {
  const from = input.issue_date ?? start;
  const offset = (field: 'due_date' | 'settlement_date'): DaysOrDate | undefined => {
    const sent = input[field];
    if (!sent || 'days' in sent) return sent;
    if (sent.date < from) fail('field_invalid', field, violation('after', from));
    return { days: daysBetween(from, sent.date) };
  };
  const atOnce = input.settlement_date && 'date' in input.settlement_date ? { days: 0 } : undefined;
  return {
    ...input,
    due_date: offset('due_date') ?? atOnce,
    settlement_date: offset('settlement_date'),
  };
}

export const getRecurringInvoices = defineList({
  name: 'get-recurring-invoices',
  summary: 'Lists the templates of recurring invoices, newest first.',
  scope: 'recurring',
  input: object(pageFields),
  output: recurring,
  async *run({ db, account }, input) {
    const rows = batches<TemplateRow>(input, (take, skip, after) =>
      listTemplates(db, account.id, take, skip, after),
    );
    for await (const templates of rows) yield templates.map(shown);
  },
});

export const getRecurringInvoice = defineRead({
  name: 'get-recurring-invoice',
  summary: 'Reads one template of recurring invoices.',
  scope: 'recurring',
  input: byGuid,
  output: recurring,
  refusals: ['recurring_invoice_not_found'],
  async run({ db, account }, input) {
    const template = await findTemplate(db, account.id, input.guid);
    return template ? shown(template) : fail('recurring_invoice_not_found');
  },
});

export const stopRecurringInvoice = defineWrite({
  name: 'stop-recurring-invoice',
  summary: 'Ends a recurring invoice; what it made stays.',
  scope: 'recurring',
  input: byGuid,
  output: createdRecord,
  refusals: ['recurring_invoice_not_found', 'recurring_locked'],
  async run(ctx, input) {
    const schedule = await held(ctx, input.guid);
    if (!canApply(schedule.state, 'stop')) fail('recurring_locked', schedule.state);
    return changed(ctx, schedule, { state: 'stopped', next: schedule.next_index });
  },
});

export const pauseRecurringInvoice = defineWrite({
  name: 'pause-recurring-invoice',
  summary: 'Lets a recurring invoice make nothing until it is resumed.',
  scope: 'recurring',
  input: byGuid.extend({ reason: text(500).optional().describe('Why, for whoever looks at it later') }),
  output: createdRecord,
  refusals: ['recurring_invoice_not_found', 'recurring_locked'],
  async run(ctx, input) {
    const schedule = await held(ctx, input.guid);
    if (!canApply(schedule.state, 'pause')) fail('recurring_locked', schedule.state);
    return changed(ctx, schedule, {
      state: 'paused',
      next: schedule.next_index,
      reason: input.reason || 'Paused on request',
    });
  },
});

export const resumeRecurringInvoice = defineWrite({
  name: 'resume-recurring-invoice',
  summary:
    'Lets a paused recurring invoice go on with its next day; the days that were missed are passed over.',
  scope: 'recurring',
  input: byGuid,
  output: createdRecord,
  refusals: ['recurring_invoice_not_found', 'recurring_locked'],
  async run(ctx, input) {
    const schedule = await held(ctx, input.guid);
    if (!canApply(schedule.state, 'resume')) fail('recurring_locked', schedule.state);
    const plan = scheduleOf(schedule);
    const next = resumeIndex(ctx.today, plan);
    const state = dueOccurrences(ctx.today, { ...plan, next }).kind === 'finished' ? 'finished' : 'active';
    return changed(ctx, schedule, { state, next });
  },
});

async function held({ tx, account }: WriteContext, asked: string): Promise<ScheduleRow> {
  return (await lockSchedule(tx, account.id, asked)) ?? fail('recurring_invoice_not_found');
}

async function changed(
  ctx: WriteContext,
  schedule: ScheduleRow,
  to: { state: ScheduleRow['state']; next: number; reason?: string },
): Promise<CreatedRecord> {
  const result = changeSchedule(ctx.account.id, schedule.document_id, {
    state: to.state,
    reason: to.reason ?? '',
    nextIndex: to.next,
    nextDate: occurrenceDate(schedule.start_date, schedule.interval, to.next),
  });
  return (
    (await ctx.finishIf<CreatedRecord>({ target: schedule.guid, result })) ??
    fail('recurring_invoice_not_found')
  );
}

export function scheduleOf({ start_date, interval, next_index, max_invoices }: ScheduleRow) {
  return { start: start_date, interval, next: next_index, max: max_invoices };
}

function shown({ schedule, ...document }: TemplateRow): Recurring {
  const { number: _number, system_type: _type, status: _status, ...body } = toSalesDocument(document);
  const goesOn = schedule.state === 'active' || schedule.state === 'paused';
  return {
    ...body,
    recurring_name: schedule.name,
    recurring_interval: schedule.interval,
    recurring_start_date: schedule.start_date,
    recurring_max_invoice: schedule.max_invoices,
    recurring_link_national: schedule.link_national,
    status: schedule.state,
    status_reason: schedule.reason,
    next_date: goesOn ? schedule.next_date : null,
    invoice_count: schedule.invoice_count,
  };
}
