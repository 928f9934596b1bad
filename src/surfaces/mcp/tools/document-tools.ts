import { previewInvoice } from '../../../modules/invoices/issue/preview-invoice.ts';
import { createRecurringInvoice } from '../../../modules/recurring/create-recurring-invoice.ts';
import { getRecurringInvoices } from '../../../modules/recurring/read.ts';
import { createQuote } from '../../../modules/sales-documents/create-sales-document.ts';
import { getQuotes } from '../../../modules/sales-documents/read.ts';
import type { Arguments } from '../arguments.ts';
import { inputProperties, outputSchema, type Properties } from '../json-schema.ts';
import { fromList, listTool } from '../list-tool.ts';
import { ADDS, SENDS, type Tool, writeTool } from '../tool.ts';
import type { ToolCall } from '../tool-call.ts';
import { withoutWords } from './invoice-tools.ts';

const items = { type: 'array', items: { type: 'object' }, description: 'As in invoice_create' };
const customer = { type: 'object', description: 'As in invoice_create' };
const days = (what: string) => ({ description: `${what}: days from issue, or a date` });

const documentFields = inputProperties(createQuote.input);
const { currency, exchange_rate, description, booking, cost_provide, terms } = documentFields;
const shared = withoutWords({
  currency,
  exchange_rate,
  description,
  booking,
  cost_provide,
  terms,
} as Properties);

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
  properties: {
    customer,
    items,
    amount: { type: 'number', description: 'Checked when sent' },
    due_date: days('Gjalddagi'),
    settlement_date: days('Eindagi'),
    ...shared,
  },
  required: ['items', 'customer'],
  accepts: Object.keys(documentFields),
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
async function completeTemplate(call: ToolCall, args: Arguments): Promise<Record<string, unknown>> {
  const body = { currency: 'ISK', ...args };
  if (args.amount !== undefined || !call.caller.scopes?.includes('create_invoice')) return body;
  const sale = { type: 'invoice', currency: body.currency, items: args.items, customer: args.customer };
  const { amount } = await call.read(previewInvoice, sale);
  return { ...body, amount };
}

const recurringFields = inputProperties(createRecurringInvoice.input);
const schedule = Object.fromEntries(
  Object.entries(recurringFields).filter(([name]) => name.startsWith('recurring_')),
);

export const recurringCreate: Tool = writeTool('recurring_create', {
  title: 'Create recurring invoice',
  description:
    'Sets up an invoice that is issued and sent by itself at every interval from the start date on, until it is stopped. It needs a name, an interval, a start date, customer and items; amount (with VAT) is computed when left out.',
  operations: [createRecurringInvoice],
  annotations: SENDS,
  properties: {
    customer,
    items,
    amount: { type: 'number' },
    ...schedule,
    due_date: days('Gjalddagi'),
    settlement_date: days('Eindagi'),
    ...shared,
    is_claim: { type: 'boolean' },
  },
  required: ['items', 'recurring_name', 'recurring_interval', 'recurring_start_date'],
  accepts: Object.keys(recurringFields),
  run: (call, args, flags) =>
    call.writeCompleted(createRecurringInvoice, args, () => completeTemplate(call, args), flags),
});
