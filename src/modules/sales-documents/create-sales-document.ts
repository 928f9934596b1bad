import type { WriteContext } from '../../kernel/context.ts';
import { recordRow } from '../../kernel/database/row.ts';
import { type CreatedRecord, createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operation.ts';
import type { InvoiceFacts } from '../invoices/issue/invoice-facts-store.ts';
import { composeDocument, readDocumentFacts } from './compose-document.ts';
import { A_KIND, COMPOSE_REFUSALS } from './rules.ts';
import { type SalesDocumentInput, type SalesDocumentKind, salesDocumentInput } from './schema.ts';
import { insertSalesDocument, selectCreatedDocument } from './store.ts';

const NEXT_STEP = {
  order:
    'It can be changed until something is invoiced from it. create-invoice-from-order invoices it as it is delivered.',
  draft: 'It can be changed until it is issued. issue-draft-invoice makes the invoice.',
  quote:
    'It can be changed until it is accepted. accept-quote makes the invoice when the customer has said yes.',
} as const satisfies Record<SalesDocumentKind, string>;

export const createOrderInvoice = defineCreate('order', 'create-order-invoice');
export const createDraftInvoice = defineCreate('draft', 'create-draft-invoice');
export const createQuote = defineCreate('quote', 'create-quote');

function defineCreate(kind: SalesDocumentKind, name: string) {
  return defineWrite({
    name,
    summary: `Creates ${A_KIND[kind]}: what becomes an invoice later.`,
    description: NEXT_STEP[kind],
    scope: 'create_invoice',
    input: salesDocumentInput,
    output: createdRecord,
    refusals: COMPOSE_REFUSALS,
    prepare: readDocumentFacts,
    run: (ctx, input, facts: InvoiceFacts) => createSalesDocument(ctx, kind, input, facts),
  });
}

export function createSalesDocument(
  ctx: WriteContext,
  kind: SalesDocumentKind,
  input: SalesDocumentInput,
  facts: InvoiceFacts,
): Promise<CreatedRecord> {
  const target = ctx.newGuid();
  const body = composeDocument(ctx, input, facts, null);
  const ctes = insertSalesDocument(ctx.account.id, { guid: target, kind, ...body, now: ctx.now });
  return ctx.finish({ target, row: recordRow, ctes, result: selectCreatedDocument });
}
