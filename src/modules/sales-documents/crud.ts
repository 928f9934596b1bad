import type { RequestedLine } from '../../domain/credit-lines.ts';
import { toWire } from '../../domain/money.ts';
import type { ReadContext, WriteContext } from '../../kernel/context.ts';
import { type FailureCode, fail } from '../../kernel/failures/failure.ts';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import { type CreatedRecord, createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineList, defineRead, defineWrite } from '../../kernel/operation.ts';
import { batches, mapBatches, pageFields } from '../../kernel/paging.ts';
import {
  type CompactInput,
  compactCustomer,
  compactFacts,
  compactInput,
  compactLines,
} from '../invoices/issue/create-compact-invoice.ts';
import type { CreatedInvoice, InvoiceFacts } from '../invoices/issue/issue-store.ts';
import { getInvoicesOf, toInvoiceCustomer, toLine } from '../invoices/read/read.ts';
import { createdInvoice, invoice } from '../invoices/schema.ts';
import { composeDocument, documentFacts } from './compose-document.ts';
import { invoicePart } from './invoice-part.ts';
import { isUninvoiced } from './rules.ts';
import {
  partInput,
  type SalesDocument,
  type SalesDocumentInput,
  type SalesDocumentKind,
  salesDocument,
  salesDocumentInput,
} from './schema.ts';
import {
  deleteSalesDocument,
  findSalesDocument,
  insertSalesDocument,
  invoicedCtes,
  listSalesDocuments,
  lockSalesDocument,
  removeLines,
  replaceSalesDocument,
  type SalesDocumentRow,
  selectCreatedDocument,
} from './store.ts';

const SCOPE = 'create_invoice';
const NOT_FOUND = { order: 'order_not_found', draft: 'draft_not_found', quote: 'quote_not_found' } as const;

const COMPOSING: FailureCode[] = [
  'subscription_required',
  'flags_conflict',
  'customer_not_found',
  'item_not_found',
  'item_inactive',
  'figures_refused',
  'amount_mismatch',
];

/** Orders, drafts and quotes have the same verbs; only what they are called differs. */
function creating(kind: SalesDocumentKind, name: string) {
  return defineWrite({
    name,
    summary: `Creates a ${kind}: what becomes an invoice later.`,
    scope: SCOPE,
    input: salesDocumentInput,
    output: createdRecord,
    refusals: COMPOSING,
    prepare: documentFacts,
    run: (ctx, input, facts: InvoiceFacts) => storeNew(ctx, kind, input, facts),
  });
}

async function storeNew(
  ctx: WriteContext,
  kind: SalesDocumentKind,
  input: SalesDocumentInput,
  facts: InvoiceFacts,
) {
  const target = ctx.newGuid();
  const body = composeDocument(ctx, input, facts, null);
  const ctes = insertSalesDocument(ctx.account.id, { guid: target, kind, ...body, now: ctx.now });
  return (
    (await ctx.finishIf<CreatedRecord>({ target, ctes, result: selectCreatedDocument })) ??
    fail(NOT_FOUND[kind])
  );
}

function updating(kind: SalesDocumentKind, name: string) {
  return defineWrite({
    name,
    summary: `Changes the fields of a ${kind} that are sent, as long as nothing was invoiced from it.`,
    scope: SCOPE,
    input: object({ guid: guid().describe(`The ${kind}`), data: salesDocumentInput }),
    output: createdRecord,
    refusals: [NOT_FOUND[kind], 'document_locked', ...COMPOSING],
    prepare: (ctx: ReadContext, { data }: { guid: string; data: SalesDocumentInput }) =>
      documentFacts(ctx, data),
    async run(ctx, input, facts: InvoiceFacts) {
      const before = await untouched(ctx, kind, input.guid);
      const body = composeDocument(ctx, input.data, facts, before);
      await removeLines(ctx.tx, ctx.account.id, before.id);
      const ctes = replaceSalesDocument(ctx.account.id, { id: before.id, ...body, now: ctx.now });
      const result = selectCreatedDocument;
      return (
        (await ctx.finishIf<CreatedRecord>({ target: before.guid, ctes, result })) ?? fail(NOT_FOUND[kind])
      );
    },
  });
}

function deleting(kind: SalesDocumentKind, name: string) {
  return defineWrite({
    name,
    summary: `Deletes a ${kind} that nothing was invoiced from.`,
    scope: SCOPE,
    input: byGuid(kind),
    output: createdRecord,
    refusals: [NOT_FOUND[kind], 'document_locked'],
    async run(ctx, input) {
      const before = await untouched(ctx, kind, input.guid);
      const result = deleteSalesDocument(ctx.account.id, before.id);
      return (await ctx.finishIf<CreatedRecord>({ target: before.guid, result })) ?? fail(NOT_FOUND[kind]);
    },
  });
}

function listing(kind: SalesDocumentKind, name: string) {
  return defineList({
    name,
    summary: `Lists ${kind}s, newest first.`,
    scope: 'nav',
    input: object(pageFields),
    output: salesDocument,
    run({ db, account }, input) {
      const rows = batches<SalesDocumentRow>(input, (take, skip, after) =>
        listSalesDocuments(db, account.id, kind, take, skip, after),
      );
      return mapBatches(rows, toSalesDocument);
    },
  });
}

function reading(kind: SalesDocumentKind, name: string) {
  return defineRead({
    name,
    summary: `Reads one ${kind} with its lines and what was invoiced of each.`,
    scope: 'nav',
    input: byGuid(kind),
    output: salesDocument,
    refusals: [NOT_FOUND[kind]],
    async run({ db, account }, input) {
      const row = await findSalesDocument(db, account.id, kind, input.guid);
      return row ? toSalesDocument(row) : fail(NOT_FOUND[kind]);
    },
  });
}

function listingInvoices(kind: SalesDocumentKind, name: string) {
  return defineList({
    name,
    summary: `Lists the invoices that were made from a ${kind}, newest first.`,
    scope: 'nav',
    input: byGuid(kind).extend(pageFields),
    output: invoice,
    refusals: [NOT_FOUND[kind]],
    async *run(ctx, input) {
      const row = await findSalesDocument(ctx.db, ctx.account.id, kind, input.guid);
      if (!row) fail(NOT_FOUND[kind]);
      yield* getInvoicesOf(ctx, row.id, input);
    },
  });
}

const INVOICING: FailureCode[] = [
  'part_refused',
  'exchange_rate_missing',
  'figures_refused',
  'einvoice_refused',
];

/** Invoices all of a document at once. */
function invoicing(kind: SalesDocumentKind, name: string, summary: string) {
  return defineWrite({
    name,
    summary,
    scope: SCOPE,
    input: byGuid(kind),
    output: createdInvoice,
    refusals: [NOT_FOUND[kind], ...INVOICING],
    run: (ctx, input) => invoiceDocument(ctx, kind, input.guid),
  });
}

async function invoiceDocument(
  ctx: WriteContext,
  kind: SalesDocumentKind,
  asked: string,
  lines?: readonly RequestedLine[],
): Promise<CreatedInvoice> {
  const source = await lockSalesDocument(ctx, kind, asked);
  if (!source) fail(NOT_FOUND[kind]);
  const part = invoicePart(ctx, source, lines);
  const { guid: target, result } = part.invoice;
  const ctes = invoicedCtes(ctx.account.id, source.id, part, ctx.now);
  return (await ctx.finishIf<CreatedInvoice>({ target, ctes, result })) ?? fail(NOT_FOUND[kind]);
}

export const createOrderInvoice = creating('order', 'create-order-invoice');
export const updateOrderInvoice = updating('order', 'update-order-invoice');
export const deleteOrderInvoice = deleting('order', 'delete-order-invoice');
export const getOrderInvoices = listing('order', 'get-order-invoices');
export const getOrderInvoice = reading('order', 'get-order-invoice');
export const getInvoicesFromOrder = listingInvoices('order', 'get-invoices-from-order');

export const createDraftInvoice = creating('draft', 'create-draft-invoice');
export const updateDraftInvoice = updating('draft', 'update-draft-invoice');
export const deleteDraftInvoice = deleting('draft', 'delete-draft-invoice');
export const getDraftInvoices = listing('draft', 'get-draft-invoices');
export const getDraftInvoice = reading('draft', 'get-draft-invoice');
export const getInvoicesFromDraft = listingInvoices('draft', 'get-invoices-from-draft');

export const createQuote = creating('quote', 'create-quote');
export const createCompactQuote = defineWrite({
  ...createQuote,
  summary: 'Creates a quote for items of the catalogue, with the terms of the customer profile.',
  input: compactInput,
  prepare: compactFacts,
  run(ctx, input: CompactInput, facts: InvoiceFacts) {
    const customer = compactCustomer(input, facts);
    const items = compactLines(input, facts);
    return storeNew(ctx, 'quote', { customer, items, description: input.description }, facts);
  },
});
export const updateQuote = updating('quote', 'update-quote');
export const deleteQuote = deleting('quote', 'delete-quote');
export const getQuotes = listing('quote', 'get-quotes');
export const getQuote = reading('quote', 'get-quote');
export const getInvoicesFromQuote = listingInvoices('quote', 'get-invoices-from-quote');

export const createInvoiceFromOrder = defineWrite({
  name: 'create-invoice-from-order',
  summary: 'Invoices what is left of an order, or the lines and quantities that are delivered now.',
  scope: SCOPE,
  input: byGuid('order').extend({ data: partInput.optional() }),
  output: createdInvoice,
  refusals: [NOT_FOUND.order, ...INVOICING],
  run(ctx, { guid: order, data }) {
    const lines = data?.items?.map(({ guid: line, qty }) => ({ lineGuid: line, itemGuid: line, qty }));
    return invoiceDocument(ctx, 'order', order, lines);
  },
});
export const issueDraftInvoice = invoicing(
  'draft',
  'issue-draft-invoice',
  'Makes the invoice that a draft was made for.',
);
export const acceptQuote = invoicing(
  'quote',
  'accept-quote',
  'The customer took the quote: makes its invoice.',
);

function byGuid(kind: SalesDocumentKind) {
  return object({ guid: guid().describe(`The ${kind}`) });
}

async function untouched(
  ctx: WriteContext,
  kind: SalesDocumentKind,
  asked: string,
): Promise<SalesDocumentRow> {
  const row = await lockSalesDocument(ctx, kind, asked);
  if (!row) fail(NOT_FOUND[kind]);
  if (!isUninvoiced(row.lines)) fail('document_locked', kind);
  return row;
}

export function toSalesDocument(row: SalesDocumentRow): SalesDocument {
  return {
    guid: row.guid,
    number: row.number ?? '',
    system_type: row.kind,
    status: row.status,
    amount: toWire(row.amount),
    currency: row.currency,
    due_date: row.due_date ?? row.due_days ?? 0,
    settlement_date: row.settlement_date ?? row.settlement_days ?? 0,
    delivery_date: row.delivery_date,
    description: row.description,
    booking: row.booking,
    cost_provide: row.cost_provide,
    terms: row.terms,
    is_claim: row.is_claim,
    is_payment_link: row.is_payment_link,
    is_discount: row.is_discount,
    discount_type: row.discount_is_percent,
    discount_value: toWire(row.discount_value),
    payment_fee: toWire(row.payment_fee),
    mark_paid: row.mark_paid,
    created_date: row.created_at.slice(0, 10),
    updated_timestamp: row.updated_at,
    items: row.lines.map((line) => ({ ...toLine(line), invoiced_qty: toWire(line.invoiced_qty) })),
    customer: toInvoiceCustomer(row.buyer),
  };
}
