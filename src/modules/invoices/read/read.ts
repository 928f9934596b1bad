import { z } from 'zod';
import { ACCOUNTING_STATUSES } from '../../../domain/invoices/invoice-states.ts';
import { remaining } from '../../../domain/invoices/invoice-status.ts';
import { toWire } from '../../../domain/values/money.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { boundaryDate, choice, guid, integer, object } from '../../../kernel/fields/input-fields.ts';
import { countOutput, out } from '../../../kernel/fields/output-fields.ts';
import { parseStatusFilter } from '../../../kernel/fields/status-filter.ts';
import type { ReadContext } from '../../../kernel/operations/context.ts';
import { defineList, defineRead } from '../../../kernel/operations/operation.ts';
import { batches, mapBatches, type Page, pageFields } from '../../../kernel/operations/paging.ts';
import { paymentLink } from '../records/payment-link.ts';
import { type Invoice, type InvoiceLine, invoice } from '../records/schema.ts';
import { textRow } from '../records/tables.ts';
import {
  countInvoices,
  findInvoice,
  findInvoiceGuidById,
  findInvoiceGuidByNumber,
  type InvoiceFilter,
  type InvoiceRow,
  type LineRow,
  listInvoices,
  SORTS,
} from './invoice-store.ts';
import { timelineEntry, toTimeline } from './timeline.ts';

const invoiceWithTimeline = invoice
  .extend({ timeline: z.array(timelineEntry).describe('What happened to it, in order') })
  .meta({ id: 'InvoiceWithTimeline' });

const filters = {
  // Not parsed by the schema: parseStatusFilter refuses every wrong value with its own failure code.
  accounting_status: z
    .unknown()
    .meta({ type: 'array', items: { type: 'string', enum: [...ACCOUNTING_STATUSES] } })
    .optional()
    .describe('Accounting status; several separated by commas'),
  date_filter: choice(['created_date', 'issue_date']).optional(
    'The date that from_date and to_date filter; issue_date when left out',
  ),
  from_date: boundaryDate.optional('First day'),
  to_date: boundaryDate.optional('Last day'),
};

export const getInvoices = defineList({
  name: 'get-invoices',
  summary:
    'Lists invoices and credit notes with their lines, newest issue date first unless `sort` says otherwise.',
  description:
    'Bookkeeping asks for `accounting_status=Created`, imports the invoices, and reports the result with update-invoice. `limit` and `page` split the list into pages. Invoices of one day are in the order of their numbers, drafts as if they had the highest.',
  access: { scope: 'nav' },
  input: object({
    ...filters,
    sort: choice(SORTS).optional(
      'By day of issue and number, or by number alone (created); date_desc when left out',
    ),
    ...pageFields,
  }),
  output: invoice,
  refusals: ['invalid_accounting_status'],
  run(ctx, input) {
    const { db, account } = ctx;
    const filter = toFilter(input);
    const rows = batches<InvoiceRow>(input, (range) =>
      listInvoices(db, account.id, filter, input.sort ?? 'date_desc', range),
    );
    return mapBatches(rows, (row) => toInvoice(ctx, row));
  },
});

export const findInvoiceGuid = defineRead({
  name: 'get-invoice',
  summary: 'Finds the guid of an invoice by its internal number.',
  access: { scope: 'nav' },
  input: object({ id: integer(1, Number.MAX_SAFE_INTEGER)('The number') }),
  output: out.guid('The invoice'),
  refusals: ['invoice_not_found'],
  run: async ({ db, account }, { id }) =>
    (await findInvoiceGuidById(db, account.id, id)) ?? fail('invoice_not_found'),
});

export const findInvoiceByNumber = defineRead({
  name: 'get-invoice',
  summary: 'Finds the guid of an invoice by the number that is printed on it.',
  access: { scope: 'any' },
  input: object({ number: integer(1, Number.MAX_SAFE_INTEGER)('The number') }),
  output: out.guid('The invoice'),
  refusals: ['invoice_not_found'],
  run: async ({ db, account }, { number }) =>
    (await findInvoiceGuidByNumber(db, account.id, number)) ?? fail('invoice_not_found'),
});

export const getCountInvoices = defineRead({
  name: 'get-count-invoices',
  summary: 'Counts invoices and credit notes, with the filters of the list.',
  description:
    'Returns the number of invoices in the list, for example to plan pages. It takes the same filters as the list.',
  access: { scope: 'nav' },
  input: object(filters),
  output: countOutput,
  refusals: ['invalid_accounting_status'],
  run: ({ db, account }, input) => countInvoices(db, account.id, toFilter(input)),
});

export const getInvoice = defineRead({
  name: 'get-invoice',
  summary: 'Reads one invoice or credit note with its lines and its timeline.',
  description:
    'Use it to follow the status, the claim, the e-invoice and the payments of an invoice. The timeline says what happened to it and when.',
  access: { scope: 'nav' },
  input: object({ guid: guid('The invoice') }),
  output: invoiceWithTimeline,
  refusals: ['invoice_not_found'],
  async run(ctx, input) {
    const row = await findInvoice(ctx.db, ctx.account.id, input.guid);
    return row ? { ...toInvoice(ctx, row), timeline: toTimeline(row) } : fail('invoice_not_found');
  },
});

/** The invoices that were made from an order, draft, quote or template. */
export function getInvoicesOf(ctx: ReadContext, documentId: number, page: Page): AsyncIterable<Invoice[]> {
  const filter: InvoiceFilter = {
    accounting: [],
    by: 'issue_date',
    from: undefined,
    to: undefined,
    documentId,
  };
  const rows = batches<InvoiceRow>(page, (range) =>
    listInvoices(ctx.db, ctx.account.id, filter, 'created_desc', range),
  );
  return mapBatches(rows, (row) => toInvoice(ctx, row));
}

interface FilterInput {
  accounting_status?: unknown;
  date_filter?: InvoiceFilter['by'] | undefined;
  from_date?: string | undefined;
  to_date?: string | undefined;
}

function toFilter(input: FilterInput): InvoiceFilter {
  const accounting = parseStatusFilter(input.accounting_status ?? '', ACCOUNTING_STATUSES);
  return { accounting, by: input.date_filter ?? 'issue_date', from: input.from_date, to: input.to_date };
}

export function toInvoice(
  ctx: Pick<ReadContext, 'account' | 'policy' | 'secrets'>,
  row: InvoiceRow,
): Invoice {
  return {
    guid: row.guid,
    number: row.number ?? '',
    amount: toWire(row.amount),
    currency: row.currency,
    status: row.status,
    created_date: row.created_at.slice(0, 10),
    issue_date: row.issue_date,
    due_date: row.due_date,
    settlement_date: row.settlement_date,
    ...textRow.valuesIn(row),
    type: row.kind,
    refer_guid: row.refer_guid,
    accounting_status: row.accounting_status,
    accounting_message: row.accounting_message,
    updated_timestamp: row.updated_at,
    xml_status: row.xml_status,
    claim_id: row.claim_id,
    claim_status: row.claim_status,
    claim_message: row.claim_error,
    payment_message: row.payment_message,
    capital_gains_tax: toWire(row.capital_gains_tax),
    other_default_costs_amount: toWire(row.other_default_costs_amount),
    default_charge_amount: toWire(row.default_charge_amount),
    default_interest_amount: toWire(row.default_interest_amount),
    bank_transaction_amount: toWire(row.bank_transaction_amount),
    total_24vat: toWire(row.net_s),
    total_11vat: toWire(row.net_aa),
    total_0vat: toWire(row.net_z),
    vat_24: toWire(row.vat_s),
    vat_11: toWire(row.vat_aa),
    exchange_rate: toWire(row.exchange_rate),
    payment_fee: toWire(row.payment_fee),
    is_discount: row.is_discount,
    discount_type: row.discount_is_percent,
    discount_value: toWire(row.discount_value),
    credited_amount: toWire(row.credited_amount),
    credited: row.credited,
    paid_amount: toWire(row.paid_amount),
    ...(row.kind === 'credit' && { refund_amount: toWire(row.refund_amount) }),
    written_off_amount: toWire(row.written_off_amount),
    written_off_on: row.written_off_on,
    ...(row.decided_vat_kind && { decided_vat_kind: row.decided_vat_kind }),
    ...(row.is_imported && { is_imported: true }),
    remaining: toWire(remaining(row)),
    payments: row.payments.map(({ guid, paid_on, amount, ...how }) => ({
      guid,
      paid_on,
      amount: toWire(amount),
      ...how,
    })),
    reminded_at: row.reminded_at,
    paid_on: row.paid_on,
    mark_paid: row.mark_paid,
    method_payment: row.method_payment,
    files: row.files,
    // The page of a draft does not exist yet.
    ...(row.is_payment_link && row.status !== 'Draft' && { payment_link: paymentLink(ctx, row.guid) }),
    items: row.lines.map(toLine),
    customer: { ...toInvoiceCustomer(row.buyer), guid: row.customer_guid },
  };
}

export function toLine(line: LineRow): InvoiceLine {
  return {
    guid: line.item_guid,
    line_guid: line.guid,
    item_number: line.item_number,
    description: line.description,
    qty: toWire(line.qty),
    uom: line.uom,
    tax: line.tax,
    ...(line.vat_kind && { vat_kind: line.vat_kind }),
    unit_price: toWire(line.unit_price),
    discount: toWire(line.discount),
    discount_type: line.discount_is_percent,
    ...(line.task_guid && { task_guid: line.task_guid }),
  };
}

export function toInvoiceCustomer({
  guid,
  name,
  address,
  zip,
  city,
  registration_no,
  email,
}: InvoiceRow['buyer']) {
  return { guid, name, address, zip, city, registration_no, email };
}
