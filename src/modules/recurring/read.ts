import { fail } from '../../kernel/failures/failure.ts';
import { object } from '../../kernel/fields/input-fields.ts';
import { defineList, defineRead } from '../../kernel/operations/operation.ts';
import { batches, mapBatches, pageFields } from '../../kernel/operations/paging.ts';
import { getInvoicesOf } from '../invoices/read/read.ts';
import { invoice } from '../invoices/records/schema.ts';
import { type SEARCH_FIELDS, toSalesDocument } from '../sales-documents/read.ts';
import { byGuid } from './schedule.ts';
import { type Recurring, recurring } from './schema.ts';
import { findTemplate, listTemplates, type TemplateRow } from './store.ts';

export const getRecurringInvoices = defineTemplateList({});

/** The list of the API, and with `searchFields` the one of the console. */
export function defineTemplateList(searchFields: Partial<typeof SEARCH_FIELDS>) {
  return defineList({
    name: 'get-recurring-invoices',
    summary: 'Lists the templates of recurring invoices, newest first.',
    description: 'Each row has the number of invoices that were issued and the date of the next one.',
    access: { scope: 'recurring' },
    input: object({ ...pageFields, ...searchFields }),
    output: recurring,
    run({ db, account }, input) {
      const { search } = input as { search?: string };
      const rows = batches<TemplateRow>(input, (range) => listTemplates(db, account.id, range, search));
      return mapBatches(rows, toRecurring);
    },
  });
}

export const getRecurringInvoice = defineRead({
  name: 'get-recurring-invoice',
  summary: 'Reads one template of recurring invoices.',
  description:
    'The answer has the number of invoices that were issued, the date of the next one, and the reason if the template is paused.',
  access: { scope: 'recurring' },
  input: byGuid,
  output: recurring,
  refusals: ['recurring_invoice_not_found'],
  async run({ db, account }, input) {
    const template = await findTemplate(db, account.id, input.guid);
    return template ? toRecurring(template) : fail('recurring_invoice_not_found');
  },
});

/** The invoices that a template has made, for the console. */
export const getInvoicesFromRecurring = defineList({
  name: 'get-invoices-from-recurring',
  summary: 'Lists the invoices that were issued from a recurring invoice, newest first.',
  access: { scope: 'recurring' },
  input: byGuid.extend(pageFields),
  output: invoice,
  refusals: ['recurring_invoice_not_found'],
  async *run(ctx, input) {
    const template = await findTemplate(ctx.db, ctx.account.id, input.guid);
    if (!template) fail('recurring_invoice_not_found');
    yield* getInvoicesOf(ctx, template.id, input);
  },
});

function toRecurring({ schedule, ...document }: TemplateRow): Recurring {
  const { number: _number, system_type: _type, status: _status, ...body } = toSalesDocument(document);
  const hasNext = schedule.state === 'active' || schedule.state === 'paused';
  return {
    ...body,
    recurring_name: schedule.name,
    recurring_interval: schedule.interval,
    recurring_period: schedule.period,
    recurring_start_date: schedule.start_date,
    recurring_max_invoice: schedule.max_invoices,
    recurring_link_national: schedule.link_national,
    status: schedule.state,
    status_reason: schedule.reason,
    next_date: hasNext ? schedule.next_date : null,
    invoice_count: schedule.invoice_count,
  };
}
