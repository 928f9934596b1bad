import { toWire } from '../../domain/money.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { object, text } from '../../kernel/fields/input-fields.ts';
import { defineList, defineRead } from '../../kernel/operation.ts';
import { batches, mapBatches, pageFields } from '../../kernel/paging.ts';
import { getInvoicesOf, toInvoiceCustomer, toLine } from '../invoices/read/read.ts';
import { invoice } from '../invoices/schema.ts';
import { A_KIND, byGuid, NOT_FOUND } from './rules.ts';
import { type SalesDocument, type SalesDocumentKind, salesDocument } from './schema.ts';
import { findSalesDocument, listSalesDocuments, type SalesDocumentRow } from './store.ts';

/** What the lists of the console take besides their page. */
export const SEARCH_FIELDS = {
  search: text(200).optional().describe('A number, a kennitala, or a part of a name or text'),
};

export const getOrderInvoices = defineDocumentList('order', 'get-order-invoices');
export const getOrderInvoice = defineDocumentRead('order', 'get-order-invoice');
export const getInvoicesFromOrder = defineInvoiceList('order', 'get-invoices-from-order');

export const getDraftInvoices = defineDocumentList('draft', 'get-draft-invoices');
export const getDraftInvoice = defineDocumentRead('draft', 'get-draft-invoice');
export const getInvoicesFromDraft = defineInvoiceList('draft', 'get-invoices-from-draft');

export const getQuotes = defineDocumentList('quote', 'get-quotes');
export const getQuote = defineDocumentRead('quote', 'get-quote');
export const getInvoicesFromQuote = defineInvoiceList('quote', 'get-invoices-from-quote');

/** A list of the API, and with `searchFields` a list of the console. */
export function defineDocumentList(
  kind: SalesDocumentKind,
  name: string,
  searchFields: Partial<typeof SEARCH_FIELDS> = {},
) {
  return defineList({
    name,
    summary: `Lists ${kind}s, newest first.`,
    description: `Each row says whether all of the ${kind} has been invoiced. With \`limit\` and \`page\` the list comes in pages.`,
    scope: 'nav',
    input: object({ ...pageFields, ...searchFields }),
    output: salesDocument,
    run({ db, account }, input) {
      const { search } = input as { search?: string };
      const rows = batches<SalesDocumentRow>(input, (take, skip, after) =>
        listSalesDocuments(db, account.id, kind, take, skip, after, search),
      );
      return mapBatches(rows, toSalesDocument);
    },
  });
}

function defineDocumentRead(kind: SalesDocumentKind, name: string) {
  return defineRead({
    name,
    summary: `Reads one ${kind} with its lines and what was invoiced of each.`,
    description: 'Use it to see what is left to invoice.',
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

function defineInvoiceList(kind: SalesDocumentKind, name: string) {
  return defineList({
    name,
    summary: `Lists the invoices that were made from ${A_KIND[kind]}, newest first.`,
    description: 'The rows are whole invoices, as get-invoices lists them.',
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
    method_payment: row.method_payment,
    files: row.files,
    created_date: row.created_at.slice(0, 10),
    updated_timestamp: row.updated_at,
    items: row.lines.map((line) => ({ ...toLine(line), invoiced_qty: toWire(line.invoiced_qty) })),
    customer: toInvoiceCustomer(row.buyer),
  };
}
