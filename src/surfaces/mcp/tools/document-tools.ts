import { previewInvoice } from '../../../modules/invoices/issue/preview-invoice.ts';
import { createRecurringInvoice } from '../../../modules/recurring/create-recurring-invoice.ts';
import { getRecurringInvoices } from '../../../modules/recurring/read.ts';
import { createQuote } from '../../../modules/sales-documents/create-sales-document.ts';
import { getQuotes } from '../../../modules/sales-documents/read.ts';
import type { ToolCall } from '../call/tool-call.ts';
import { outputSchema } from '../input/json-schema.ts';
import { pickFields, sent } from '../input/tool-input.ts';
import { DOCUMENT_CUSTOMER, DOCUMENT_LINES, SHARED_NAMES } from './document-fields.ts';
import { fromList, listTool } from './list-tool.ts';
import { ADDS, SENDS, type Tool, writeTool } from './tool.ts';

const days = (what: string) => sent({ description: `${what}: days from issue, or a date` });

export const quoteList: Tool = listTool('quote_list', {
  title: 'List quotes',
  description:
    'Lists quotes to customers, newest first. A quote becomes an invoice by operation_call with accept-quote.',
  source: fromList(getQuotes),
  short: ['guid', 'number', 'status', 'amount', 'currency', 'description', 'customer', 'created_date'],
  row: outputSchema(getQuotes.output, ['guid', 'number', 'status', 'amount', 'currency']),
});

export const quoteCreate: Tool = writeTool('quote_create', {
  title: 'Create quote',
  description:
    'Creates a quote for a customer, with lines as on an invoice. Nothing is sent or booked; when the customer agrees, accept-quote (by operation_call) issues the invoice.',
  operations: [createQuote],
  annotations: ADDS,
  input: {
    customer: DOCUMENT_CUSTOMER,
    items: DOCUMENT_LINES,
    amount: sent({ type: 'number', description: 'Checked when sent' }),
    due_date: days('Gjalddagi'),
    settlement_date: days('Eindagi'),
    ...pickFields(createQuote.input, {
      valid_until: 'Last day to accept it',
      accept_as: 'What accepting creates; invoice when left out',
      remind: 'Remind by mail three days before valid_until',
      ...SHARED_NAMES,
    }),
  },
  required: ['items', 'customer'],
  run: (call, args, flags) => call.write(createQuote, { ...args }, flags),
});

export const recurringList: Tool = listTool('recurring_list', {
  title: 'List recurring invoices',
  description:
    'Lists recurring invoices with their interval, state and the day of the next invoice. They are paused, resumed and stopped by operation_call.',
  source: fromList(getRecurringInvoices),
  short: [
    'guid',
    'recurring_name',
    'recurring_interval',
    'status',
    'status_reason',
    'next_date',
    'invoice_count',
    'amount',
    'currency',
    'customer',
  ],
  row: outputSchema(getRecurringInvoices.output, ['guid', 'status', 'next_date', 'amount', 'currency']),
});

/** The sum of one invoice is computed where it is left out. */
async function completeTemplate(
  call: ToolCall,
  args: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const body = { currency: 'ISK', ...args };
  if (args.amount !== undefined || !call.caller.scopes?.includes('create_invoice')) return body;
  const { items, customer, is_discount, discount_type, discount_value } = args;
  const discount = { is_discount, discount_type, discount_value };
  const sale = { type: 'invoice', currency: body.currency, items, customer, ...discount };
  const { amount } = await call.read(previewInvoice, sale);
  return { ...body, amount };
}

const SCHEDULE_DESCRIPTIONS = {
  recurring_name: '',
  recurring_interval: '',
  recurring_start_date: 'Day of the first invoice',
  recurring_max_invoice: 'How many in all; no end when left out',
  recurring_period: 'Period that each invoice is for, printed on it: before or after its date',
  recurring_link_national: "true: the customer's profile of each day; false: as it is now",
  issue_date: 'Days count from here; the start date when left out',
};

export const recurringCreate: Tool = writeTool('recurring_create', {
  title: 'Create recurring invoice',
  description:
    'Creates a recurring invoice: the service issues and sends an invoice at each interval from the start date on, until it is stopped. It needs a name, an interval, a start date, customer and items; amount (with VAT) is computed when left out.',
  operations: [createRecurringInvoice],
  annotations: SENDS,
  input: {
    customer: DOCUMENT_CUSTOMER,
    items: DOCUMENT_LINES,
    amount: sent({ type: 'number' }),
    due_date: days('Gjalddagi'),
    settlement_date: days('Eindagi'),
    ...pickFields(createRecurringInvoice.input, { ...SCHEDULE_DESCRIPTIONS, ...SHARED_NAMES }),
  },
  required: ['items', 'recurring_name', 'recurring_interval', 'recurring_start_date'],
  run: (call, args, flags) =>
    call.writeCompleted(createRecurringInvoice, args, () => completeTemplate(call, args), flags),
});
