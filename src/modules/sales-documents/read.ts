import type { z } from 'zod';
import { toWire } from '../../domain/values/money.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { object, text } from '../../kernel/fields/input-fields.ts';
import type { ReadContext } from '../../kernel/operations/context.ts';
import { defineList, defineRead } from '../../kernel/operations/operation.ts';
import { batches, mapBatches, pageFields } from '../../kernel/operations/paging.ts';
import { getInvoicesOf, toInvoiceCustomer, toLine } from '../invoices/read/read.ts';
import { invoice } from '../invoices/records/schema.ts';
import { textRow } from '../invoices/records/tables.ts';
import { readableQuoteLink } from './quotes/quote-link.ts';
import { A_KIND, byGuid, NOT_FOUND } from './rules.ts';
import { type Quote, quote, type SalesDocument, type SalesDocumentKind, salesDocument } from './schema.ts';
import { findSalesDocument, listSalesDocuments, type SalesDocumentRow } from './store.ts';

/** What the lists of the console take besides their page. */
export const SEARCH_FIELDS = {
  search: text(200).optional('A guid, a number, a kennitala, or a part of a name or text'),
};

export const getOrderInvoices = defineDocumentList(
  'order',
  'get-order-invoices',
  salesDocument,
  toSalesDocument,
);
export const getOrderInvoice = defineDocumentRead(
  'order',
  'get-order-invoice',
  salesDocument,
  toSalesDocument,
);
export const getInvoicesFromOrder = defineInvoiceList('order', 'get-invoices-from-order');

export const getDraftInvoices = defineDocumentList(
  'draft',
  'get-draft-invoices',
  salesDocument,
  toSalesDocument,
);
export const getDraftInvoice = defineDocumentRead(
  'draft',
  'get-draft-invoice',
  salesDocument,
  toSalesDocument,
);
export const getInvoicesFromDraft = defineInvoiceList('draft', 'get-invoices-from-draft');

export const getQuotes = defineDocumentList('quote', 'get-quotes', quote, toQuote);
export const getQuote = defineDocumentRead('quote', 'get-quote', quote, toQuote);
export const searchOrders = defineDocumentList(
  'order',
  'get-order-invoices',
  salesDocument,
  toSalesDocument,
  SEARCH_FIELDS,
);
export const searchDrafts = defineDocumentList(
  'draft',
  'get-draft-invoices',
  salesDocument,
  toSalesDocument,
  SEARCH_FIELDS,
);
export const searchQuotes = defineDocumentList('quote', 'get-quotes', quote, toQuote, SEARCH_FIELDS);

export const getInvoicesFromQuote = defineInvoiceList('quote', 'get-invoices-from-quote');

type ToOutput<T> = (row: SalesDocumentRow, ctx: ReadContext) => T;

/** A list of the API, and with `searchFields` a list of the console. */
function defineDocumentList<T>(
  kind: SalesDocumentKind,
  name: string,
  output: z.ZodType<T>,
  toOutput: ToOutput<T>,
  searchFields: Partial<typeof SEARCH_FIELDS> = {},
) {
  return defineList({
    name,
    summary: `Lists ${kind}s, newest first.`,
    description: `Each row says whether the ${kind} is completely invoiced. \`limit\` and \`page\` split the list into pages.`,
    access: { scope: 'nav' },
    input: object({ ...pageFields, ...searchFields }),
    output,
    run(ctx, input) {
      const { search } = input as { search?: string };
      const rows = batches<SalesDocumentRow>(input, (range) =>
        listSalesDocuments(ctx.db, ctx.account.id, kind, range, search),
      );
      return mapBatches(rows, (row) => toOutput(row, ctx));
    },
  });
}

function defineDocumentRead<T>(
  kind: SalesDocumentKind,
  name: string,
  output: z.ZodType<T>,
  toOutput: ToOutput<T>,
) {
  return defineRead({
    name,
    summary: `Reads one ${kind} with its lines and what was invoiced of each.`,
    description: 'Use it to see what remains to be invoiced.',
    access: { scope: 'nav' },
    input: byGuid(kind),
    output,
    refusals: [NOT_FOUND[kind]],
    async run(ctx, input) {
      const row = await findSalesDocument(ctx.db, ctx.account.id, kind, input.guid);
      return row ? toOutput(row, ctx) : fail(NOT_FOUND[kind]);
    },
  });
}

function defineInvoiceList(kind: SalesDocumentKind, name: string) {
  return defineList({
    name,
    summary: `Lists the invoices that were made from ${A_KIND[kind]}, newest first.`,
    description: 'Each row is a complete invoice, as in get-invoices.',
    access: { scope: 'nav' },
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

export function toSalesDocument(row: SalesDocumentRow): SalesDocument {
  return {
    guid: row.guid,
    number: row.number ?? '',
    system_type: row.kind,
    status: row.status,
    amount: toWire(row.amount),
    currency: row.currency,
    exchange_rate: row.exchange_rate === null ? null : toWire(row.exchange_rate),
    due_date: row.due_date ?? row.due_days ?? 0,
    settlement_date: row.settlement_date ?? row.settlement_days ?? 0,
    ...textRow.valuesIn(row),
    is_claim: row.is_claim,
    is_payment_link: row.is_payment_link,
    is_discount: row.is_discount,
    discount_type: row.discount_is_percent,
    discount_value: toWire(row.discount_value),
    payment_fee: toWire(row.payment_fee),
    mark_paid: row.mark_paid,
    method_payment: row.method_payment,
    files: row.files,
    created_date: row.created_at.slice(0, 10),
    updated_timestamp: row.updated_at,
    items: row.lines.map((line) => ({ ...toLine(line), invoiced_qty: toWire(line.invoiced_qty) })),
    customer: toInvoiceCustomer(row.buyer),
  };
}

function toQuote(row: SalesDocumentRow, ctx: ReadContext): Quote {
  return {
    ...toSalesDocument(row),
    valid_until: row.valid_until,
    accept_as: row.accept_as,
    remind: row.remind,
    link: readableQuoteLink(ctx, row.guid),
    sent_timestamp: row.sent_at,
    sent_to: row.sent_to,
    sending_to: row.sending_to,
    send_error: row.send_error,
    answered_timestamp: row.answered_at,
    answered_by: row.answered_by,
    decline_reason: row.decline_reason,
  };
}
