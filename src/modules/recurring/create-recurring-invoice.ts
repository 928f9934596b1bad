import { parseInterval } from '../../domain/sales/recurrence.ts';
import { hasSubscription } from '../../kernel/access/account.ts';
import { recordRow } from '../../kernel/database/row.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import type { ReadContext } from '../../kernel/operations/context.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { COMPOSE_EVENTS } from '../invoices/records/event-store.ts';
import type { InvoiceFacts } from '../invoices/records/invoice-facts-store.ts';
import { composeDocument } from '../sales-documents/compose-document.ts';
import { readDocumentFacts } from '../sales-documents/document-body.ts';
import { documentEffect } from '../sales-documents/document-effect.ts';
import { COMPOSE_REFUSALS } from '../sales-documents/rules.ts';
import { insertSalesDocument, selectCreatedDocument } from '../sales-documents/store.ts';
import { withOffsets } from './offsets.ts';
import { scheduleFields } from './schedule.ts';
import { type RecurringInput, recurringInput } from './schema.ts';
import { insertSchedule, type NewSchedule } from './store.ts';

export const createRecurringInvoice = defineWrite({
  name: 'create-recurring-invoice',
  summary: 'Creates a recurring invoice: a template from which an invoice is issued on each of its dates.',
  description:
    'Use it for subscriptions and rent. The service issues and sends an invoice on each date of the schedule until the template is stopped or paused, or has issued `recurring_max_invoice` invoices.',
  access: { scope: 'recurring' },
  events: ['recurring.created', ...COMPOSE_EVENTS],
  input: recurringInput,
  output: createdRecord,
  refusals: COMPOSE_REFUSALS,
  prepare: (ctx: ReadContext, input: RecurringInput) => readDocumentFacts(ctx, input),
  async run(ctx, input, facts: InvoiceFacts) {
    if (!hasSubscription(ctx.account, 'recurring'))
      fail('subscription_required', 'A recurring invoice', 'recurring');
    if (input.save) fail('flags_conflict', violation('template_saved'));
    if (!input.customer && !input.kennitala) fail('field_required', 'customer');
    const interval = parseInterval(input.recurring_interval);
    if (!interval)
      fail('field_invalid', 'recurring_interval', violation('one_of', 'weekly, monthly, quarterly, yearly'));
    const start = input.recurring_start_date;
    const body = await composeDocument(ctx, withOffsets(input, start), facts, null);
    const target = ctx.newGuid();
    const template = { guid: target, kind: 'recurring' as const, ...body, now: ctx.now };
    ctx.emit('recurring.created', { guid: target });
    const document = insertSalesDocument(ctx.account.id, template);
    const schedule: NewSchedule = {
      name: input.recurring_name,
      interval,
      period: input.recurring_period ?? '',
      start_date: start,
      max_invoices: input.recurring_max_invoice ?? null,
      link_national: input.recurring_link_national ?? true,
    };
    const ctes = insertSchedule(ctx.account.id, document, schedule);
    const described = documentEffect(ctx, 'recurring', body, null);
    const fields = [...scheduleFields(null, schedule), ...(described.fields ?? [])];
    const effect = { ...described, name: schedule.name, fields };
    return ctx.finish({ target, row: recordRow, ctes, result: selectCreatedDocument, effect });
  },
});
