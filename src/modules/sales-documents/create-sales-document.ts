import type { WriteContext } from '../../kernel/context.ts';
import { recordRow } from '../../kernel/database/row.ts';
import { type CreatedRecord, createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operation.ts';
import type { InvoiceFacts } from '../invoices/issue/invoice-facts-store.ts';
import { composeDocument, readDocumentFacts } from './compose-document.ts';
import { COMPOSE_REFUSALS } from './rules.ts';
import { type SalesDocumentInput, type SalesDocumentKind, salesDocumentInput } from './schema.ts';
import { insertSalesDocument, selectCreatedDocument } from './store.ts';

export const createOrderInvoice = defineCreate('order', 'create-order-invoice');
export const createDraftInvoice = defineCreate('draft', 'create-draft-invoice');
export const createQuote = defineCreate('quote', 'create-quote');

function defineCreate(kind: SalesDocumentKind, name: string) {
  return defineWrite({
    name,
    summary: `Creates a ${kind}: what becomes an invoice later.`,
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
