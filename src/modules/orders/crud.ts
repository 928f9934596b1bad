import type { AskedLine } from '../../domain/credit-lines.ts';
import { toWire } from '../../domain/money.ts';
import type { ReadContext, WriteContext } from '../../kernel/context.ts';
import { type FailureCode, fail } from '../../kernel/failure.ts';
import { guid, object } from '../../kernel/fields.ts';
import { list, read, write } from '../../kernel/operation.ts';
import { batches, mapBatches, pageFields } from '../../kernel/paging.ts';
import { type Made, made } from '../../kernel/shown.ts';
import { getInvoicesOf, shownCustomer, shownLine } from '../invoices/read.ts';
import { createdInvoice, invoice } from '../invoices/schema.ts';
import { type ShortInput, shortCustomer, shortFacts, shortInput, shortLines } from '../invoices/short.ts';
import type { InvoiceFacts, MadeInvoice } from '../invoices/write-store.ts';
import { composed, documentFacts } from './compose.ts';
import { invoicePart } from './invoice.ts';
import { isUntouched } from './rules.ts';
import {
  type Document,
  type DocumentInput,
  type DocumentKind,
  document,
  documentInput,
  partInput,
} from './schema.ts';
import {
  type DocumentRow,
  deleteDocument,
  findDocument,
  insertDocument,
  invoicedSteps,
  listDocuments,
  lockDocument,
  madeDocument,
  removeLines,
  replaceDocument,
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
function creating(kind: DocumentKind, name: string) {
  return write({
    name,
    summary: `Creates a ${kind}: what becomes an invoice later.`,
    scope: SCOPE,
    input: documentInput,
    output: made,
    refusals: COMPOSING,
    prepare: documentFacts,
    run: (ctx, input, facts: InvoiceFacts) => storeNew(ctx, kind, input, facts),
  });
}

async function storeNew(ctx: WriteContext, kind: DocumentKind, input: DocumentInput, facts: InvoiceFacts) {
  const target = ctx.newGuid();
  const body = composed(ctx, input, facts, null);
  const steps = insertDocument(ctx.account.id, { guid: target, kind, ...body, now: ctx.now });
  return (await ctx.finish<Made>({ target, steps, answer: madeDocument })) ?? fail(NOT_FOUND[kind]);
}

function updating(kind: DocumentKind, name: string) {
  return write({
    name,
    summary: `Changes the fields of a ${kind} that are sent, as long as nothing was invoiced from it.`,
    scope: SCOPE,
    input: object({ guid: guid().describe(`The ${kind}`), data: documentInput }),
    output: made,
    refusals: [NOT_FOUND[kind], 'document_locked', ...COMPOSING],
    prepare: (ctx: ReadContext, { data }: { guid: string; data: DocumentInput }) => documentFacts(ctx, data),
    async run(ctx, input, facts: InvoiceFacts) {
      const before = await untouched(ctx, kind, input.guid);
      const body = composed(ctx, input.data, facts, before);
      await removeLines(ctx.tx, ctx.account.id, before.id);
      const steps = replaceDocument(ctx.account.id, { id: before.id, ...body, now: ctx.now });
      const answer = madeDocument;
      return (await ctx.finish<Made>({ target: before.guid, steps, answer })) ?? fail(NOT_FOUND[kind]);
    },
  });
}

function deleting(kind: DocumentKind, name: string) {
  return write({
    name,
    summary: `Deletes a ${kind} that nothing was invoiced from.`,
    scope: SCOPE,
    input: byGuid(kind),
    output: made,
    refusals: [NOT_FOUND[kind], 'document_locked'],
    async run(ctx, input) {
      const before = await untouched(ctx, kind, input.guid);
      const answer = deleteDocument(ctx.account.id, before.id);
      return (await ctx.finish<Made>({ target: before.guid, answer })) ?? fail(NOT_FOUND[kind]);
    },
  });
}

function listing(kind: DocumentKind, name: string) {
  return list({
    name,
    summary: `Lists ${kind}s, newest first.`,
    scope: 'nav',
    input: object(pageFields),
    output: document,
    run({ db, account }, input) {
      const rows = batches<DocumentRow>(input, (take, skip, after) =>
        listDocuments(db, account.id, kind, take, skip, after),
      );
      return mapBatches(rows, shownDocument);
    },
  });
}

function reading(kind: DocumentKind, name: string) {
  return read({
    name,
    summary: `Reads one ${kind} with its lines and what was invoiced of each.`,
    scope: 'nav',
    input: byGuid(kind),
    output: document,
    refusals: [NOT_FOUND[kind]],
    async run({ db, account }, input) {
      const row = await findDocument(db, account.id, kind, input.guid);
      return row ? shownDocument(row) : fail(NOT_FOUND[kind]);
    },
  });
}

function listingInvoices(kind: DocumentKind, name: string) {
  return list({
    name,
    summary: `Lists the invoices that were made from a ${kind}, newest first.`,
    scope: 'nav',
    input: byGuid(kind).extend(pageFields),
    output: invoice,
    refusals: [NOT_FOUND[kind]],
    async *run(ctx, input) {
      const row = await findDocument(ctx.db, ctx.account.id, kind, input.guid);
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
function invoicing(kind: DocumentKind, name: string, summary: string) {
  return write({
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
  kind: DocumentKind,
  asked: string,
  lines?: readonly AskedLine[],
): Promise<MadeInvoice> {
  const source = await lockDocument(ctx, kind, asked);
  if (!source) fail(NOT_FOUND[kind]);
  const part = invoicePart(ctx, source, lines);
  const { guid: target, answer } = part.invoice;
  const steps = invoicedSteps(ctx.account.id, source.id, part, ctx.now);
  return (await ctx.finish<MadeInvoice>({ target, steps, answer })) ?? fail(NOT_FOUND[kind]);
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
export const createShortQuote = write({
  ...createQuote,
  summary: 'Creates a quote for items of the catalogue, with the terms of the customer profile.',
  input: shortInput,
  prepare: shortFacts,
  run(ctx, input: ShortInput, facts: InvoiceFacts) {
    const customer = shortCustomer(input, facts);
    const items = shortLines(input, facts);
    return storeNew(ctx, 'quote', { customer, items, description: input.description }, facts);
  },
});
export const updateQuote = updating('quote', 'update-quote');
export const deleteQuote = deleting('quote', 'delete-quote');
export const getQuotes = listing('quote', 'get-quotes');
export const getQuote = reading('quote', 'get-quote');
export const getInvoicesFromQuote = listingInvoices('quote', 'get-invoices-from-quote');

export const createInvoiceFromOrder = write({
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

function byGuid(kind: DocumentKind) {
  return object({ guid: guid().describe(`The ${kind}`) });
}

async function untouched(ctx: WriteContext, kind: DocumentKind, asked: string): Promise<DocumentRow> {
  const row = await lockDocument(ctx, kind, asked);
  if (!row) fail(NOT_FOUND[kind]);
  if (!isUntouched(row.lines)) fail('document_locked', kind);
  return row;
}

export function shownDocument(row: DocumentRow): Document {
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
    items: row.lines.map((line) => ({ ...shownLine(line), invoiced_qty: toWire(line.invoiced_qty) })),
    customer: shownCustomer(row.buyer),
  };
}
