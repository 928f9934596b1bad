import { STATUS_TABS, type StatusFacts, statusTab } from '../../../domain/invoices/invoice-status.ts';
import { toPlainDate } from '../../../domain/values/dates.ts';
import { remindInvoice } from '../../../modules/deliveries/remind-invoice.ts';
import { resendInvoice } from '../../../modules/deliveries/resend-invoice.ts';
import { createInvoice } from '../../../modules/invoices/issue/create-invoice.ts';
import { previewInvoice } from '../../../modules/invoices/issue/preview-invoice.ts';
import { findInvoiceByNumber, getInvoice } from '../../../modules/invoices/read/read.ts';
import { findInvoices } from '../../../modules/invoices/read/search.ts';
import { doPaidInvoice } from '../../../modules/payments/do-paid-invoice.ts';
import type { ToolCall } from '../call/tool-call.ts';
import { outputSchema, rowSchema } from '../input/json-schema.ts';
import { ownText, type Parsed, pickFields, sent } from '../input/tool-input.ts';
import { wrongArguments } from '../input/wrong-arguments.ts';
import { CREDIT_LINES, CUSTOMER, DAY_TEXT, INVOICE_DESCRIPTIONS, LINES, METHOD } from './document-fields.ts';
import { fromSearch, listTool, type RowSource } from './list-tool.ts';
import { MOVES_MONEY, readTool, SENDS, type Tool, writeTool } from './tool.ts';

const NAMES = { tab: 'status', from_date: 'from', to_date: 'to' };
const found = fromSearch(findInvoices, NAMES);

/** Models know the tab as the status: it says where an invoice stands today, in lists and in the record alike. */
const search: RowSource = {
  ...found,
  async fetch(call, filters, page) {
    const { rows, ...rest } = await found.fetch(call, filters, page);
    return { ...rest, rows: rows.map((row) => ({ ...row, status: row.tab })) };
  },
};

type InvoiceRecord = Awaited<ReturnType<typeof getInvoice.run>>;

/** The record with the status that the list shows. */
export function withStatusOfToday(call: ToolCall, invoice: InvoiceRecord) {
  const { status, type: kind, due_date, written_off_on } = invoice;
  const today = toPlainDate(call.deps.kernel.clock());
  return { ...invoice, status: statusTab({ status, kind, due_date, written_off_on } as StatusFacts, today) };
}

const day = sent({ type: 'string', format: 'date' });

export const invoiceList: Tool = listTool('invoice_list', {
  title: 'List invoices',
  description:
    'Lists invoices and credit notes, newest first, by status, customer, day of issue, amount, or a search for a number, sum, name, kennitala or text. status=overdue is past its due date (gjalddagi) and not in collection; unpaid is all that is owed. detail=full adds lines and timeline.',
  source: search,
  input: {
    status: sent({ type: 'string', enum: [...STATUS_TABS, 'unpaid'] }),
    search: sent({ type: 'string' }),
    customer_guid: sent({ type: 'string' }),
    from: day,
    to: day,
    ...pickFields(findInvoices.input, {
      min_amount: 'With VAT',
      max_amount: '',
      sort: 'date when left out, largest first',
      ascending: '',
    }),
  },
  short: [
    'guid',
    'number',
    'type',
    'status',
    'customer_name',
    'customer_guid',
    'issue_date',
    'due_date',
    'settlement_date',
    'amount',
    'currency',
    'remaining',
    'reminded_at',
  ],
  full: getInvoice,
  toFull: withStatusOfToday as never,
  row: rowSchema(findInvoices.output, [
    'guid',
    'number',
    'status',
    'due_date',
    'amount',
    'currency',
    'remaining',
  ]),
});

type Sent = Readonly<Record<string, unknown>>;

/** The guid of the invoice that the arguments name by guid or number. */
async function resolveInvoice(
  call: ToolCall,
  { guid, number }: Parsed<typeof identity, never>,
): Promise<string> {
  if (guid) return guid;
  const written = ['string', 'number'].includes(typeof number) ? String(number).trim() : '';
  if (!/^\d{1,15}$/.test(written)) throw wrongArguments('Send guid, or number as it stands on the invoice');
  return call.read(findInvoiceByNumber, { number: written });
}

const identity = { guid: ownText(), number: sent({ type: 'string', description: 'Instead of guid' }) };

export const invoiceGet: Tool = readTool('invoice_get', {
  title: 'Read invoice',
  description:
    'Reads one invoice or credit note with its lines, customer, sums, payments, remaining, claim and timeline, by guid or number. line_guid of its lines is what invoice_credit takes.',
  operations: [getInvoice],
  input: identity,
  result: outputSchema(
    getInvoice.output,
    ['guid', 'number', 'status', 'remaining', 'items', 'customer', 'timeline'],
    {
      amount: 'With VAT',
      total_24vat: 'Net of the lines at 24 %, without VAT; so total_11vat, total_0vat',
      vat_24: 'VAT on them; so vat_11',
    },
  ),
  run: async (call, args) =>
    withStatusOfToday(call, await call.readMarked(getInvoice, { guid: await resolveInvoice(call, args) })),
});

/** What is computed where it is left out: the sum of the lines, and the dates that the customer's terms suggest. */
async function completeSale(call: ToolCall, args: Sent): Promise<Record<string, unknown>> {
  const body = { type: 'invoice', ...args };
  if (['amount', 'currency', 'settlement_date'].every((name) => args[name] !== undefined)) return body;
  const plan = await call.read(previewInvoice, { ...body, suggest_days: true });
  const { amount, currency, due_date, settlement_date } = plan;
  const isDated = args.due_date !== undefined || args.settlement_date !== undefined;
  // Without a customer there are no terms: the invoice is refused for the customer, and not for a date as well.
  const today = args.issue_date ?? toPlainDate(call.deps.kernel.clock());
  const suggested = settlement_date === null ? { settlement_date: today } : { due_date, settlement_date };
  const dates = isDated ? { settlement_date: args.due_date } : suggested;
  return { amount, currency, ...dates, ...body };
}

export const invoiceCreate: Tool = writeTool('invoice_create', {
  title: 'Create invoice',
  description:
    "Issues an invoice: it gets the next number and is sent by the customer's way of delivery; only a credit note can reverse it. Send customer and items; amount, currency and dates are computed when left out. Try it with dry_run first, or save a draft with save.",
  operations: [createInvoice, previewInvoice],
  annotations: SENDS,
  input: {
    customer: CUSTOMER,
    items: LINES,
    amount: sent({ type: 'number', description: 'Total with VAT; refused when wrong' }),
    ...pickFields(createInvoice.input, INVOICE_DESCRIPTIONS),
    type: sent({ type: 'string', enum: ['invoice'] }),
  },
  required: ['items', 'customer'],
  run: (call, args, flags) => call.writeCompleted(createInvoice, args, () => completeSale(call, args), flags),
});

/** A credit note of lines, of an amount, or of all that is left. */
async function completeCredit(
  call: ToolCall,
  { guid, number, ...args }: Parsed<typeof identity, never> & Sent,
): Promise<Record<string, unknown>> {
  const issue_date = args.issue_date ?? toPlainDate(call.deps.kernel.clock());
  const body = {
    type: 'credit',
    ref_invoice_guid: await resolveInvoice(call, { guid, number }),
    issue_date,
    settlement_date: issue_date,
    ...(args.amount !== undefined && args.items === undefined && { credit_partial: true }),
    ...args,
  };
  if (args.amount !== undefined) return body;
  const { amount } = await call.read(previewInvoice, body);
  return { ...body, amount };
}

export const invoiceCredit: Tool = writeTool('invoice_credit', {
  title: 'Credit invoice',
  description:
    'Issues a credit note for an issued invoice and sends it like the invoice; this cannot be undone. Without items and amount it credits all that remains; send items (guid = line_guid of the invoice, qty) for lines, or amount with VAT for a part. Try it with dry_run first.',
  operations: [createInvoice, previewInvoice],
  annotations: { ...SENDS, destructiveHint: true },
  input: {
    ...identity,
    items: CREDIT_LINES,
    ...pickFields(createInvoice.input, {
      amount: '',
      description: 'Why, for the customer',
      issue_date: '',
      mark_paid: 'The refund is paid already',
    }),
  },
  run: (call, args, flags) =>
    call.writeCompleted(createInvoice, args, () => completeCredit(call, args), flags),
});

export const invoiceSend: Tool = writeTool('invoice_send', {
  title: 'Send invoice again',
  description:
    "Sends an issued invoice to its customer again, in the same way as before; use invoice_remind for an unpaid one. It goes to the customer's own address unless email is sent. A new invoice is sent automatically and does not need this.",
  operations: [resendInvoice],
  annotations: SENDS,
  input: { ...identity, ...pickFields(resendInvoice.input, { email: '' }) },
  run: async (call, { number, guid, ...rest }, flags) =>
    call.write(resendInvoice, { guid: await resolveInvoice(call, { guid, number }), ...rest }, flags),
});

export const invoiceRemind: Tool = writeTool('invoice_remind', {
  title: 'Remind of invoice',
  description:
    'Mails the customer a reminder of an unpaid invoice, with the amount that remains, the days overdue, and a PDF. Within three days of the last reminder it is refused unless again is true.',
  operations: [remindInvoice],
  annotations: SENDS,
  input: { ...identity, ...pickFields(remindInvoice.input, { again: '' }) },
  run: async (call, { number, guid, ...rest }, flags) =>
    call.write(remindInvoice, { guid: await resolveInvoice(call, { guid, number }), ...rest }, flags),
});

export const invoiceMarkPaid: Tool = writeTool('invoice_mark_paid', {
  title: 'Mark invoice paid',
  description:
    'Records that an invoice was paid, or a credit note paid back: all that remains, or amount as a part. Its claim at the bank is lowered, or cancelled when nothing remains. Use it only when the user says that the money arrived; operation_call reverse-payment takes it back (guid: payment_list).',
  operations: [doPaidInvoice],
  annotations: MOVES_MONEY,
  input: {
    ...identity,
    ...pickFields(doPaidInvoice.input, { amount: '', paid_on: DAY_TEXT, reference: '' }),
    method_payment: METHOD,
  },
  run: async (call, { number, guid, ...rest }, flags) =>
    call.write(doPaidInvoice, { guid: await resolveInvoice(call, { guid, number }), ...rest }, flags),
});
