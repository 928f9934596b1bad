import { recordRow } from '../../kernel/database/row.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { type CreatedRecord, createdRecord } from '../../kernel/fields/output-fields.ts';
import type { ReadContext, WriteContext } from '../../kernel/operations/context.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { COMPOSE_EVENTS } from '../invoices/records/event-store.ts';
import type { InvoiceFacts } from '../invoices/records/invoice-facts-store.ts';
import { composeDocument } from './compose-document.ts';
import { readDocumentFacts } from './document-body.ts';
import { documentEffect } from './document-effect.ts';
import { A_KIND, COMPOSE_REFUSALS } from './rules.ts';
import {
  fullQuoteInput,
  quoteInput,
  type SalesDocumentInput,
  type SalesDocumentKind,
  salesDocumentInput,
} from './schema.ts';
import { emitDocumentCreated, insertSalesDocument, selectCreatedDocument } from './store.ts';

type CreateInput = SalesDocumentInput & { type?: 'invoice' | 'credit' | undefined };

const NEXT_STEP = {
  order:
    'It can be changed until something is invoiced from it. create-invoice-from-order invoices it as it is delivered.',
  draft: 'It can be changed until it is issued. issue-draft-invoice issues the invoice.',
  quote:
    'It can be changed until it is accepted. accept-quote creates the invoice when the customer has agreed.',
} as const satisfies Record<SalesDocumentKind, string>;

export const createOrderInvoice = defineWrite({
  ...createDefinition('order', 'create-order-invoice'),
  input: salesDocumentInput,
});
export const createDraftInvoice = defineWrite({
  ...createDefinition('draft', 'create-draft-invoice'),
  input: salesDocumentInput,
});
export const createQuote = defineWrite({ ...createDefinition('quote', 'create-quote'), input: quoteInput });

/** The quote of the agent API's full body. */
export const createFullQuote = defineWrite({
  ...createDefinition('quote', 'create-quote'),
  variant: 'full',
  input: fullQuoteInput,
});

function createDefinition(kind: SalesDocumentKind, name: string) {
  return {
    name,
    summary: `Creates ${A_KIND[kind]}, from which an invoice is made later.`,
    description: NEXT_STEP[kind],
    access: { scope: 'create_invoice' as const },
    events: [`${kind}.created` as const, ...COMPOSE_EVENTS],
    output: createdRecord,
    refusals: COMPOSE_REFUSALS,
    prepare: (ctx: ReadContext, input: CreateInput) => readDocumentFacts(ctx, input),
    run(ctx: WriteContext, input: CreateInput, facts: InvoiceFacts) {
      if (input.type === 'credit') fail('flags_conflict', violation('quote_credit'));
      return createSalesDocument(ctx, kind, input, facts);
    },
  };
}

export async function createSalesDocument(
  ctx: WriteContext,
  kind: SalesDocumentKind,
  input: SalesDocumentInput,
  facts: InvoiceFacts,
): Promise<CreatedRecord> {
  const target = ctx.newGuid();
  const body = await composeDocument(ctx, input, facts, null);
  emitDocumentCreated(ctx, kind, target);
  const ctes = insertSalesDocument(ctx.account.id, { guid: target, kind, ...body, now: ctx.now });
  const effect = documentEffect(ctx, kind, body, null);
  return ctx.finish({ target, row: recordRow, ctes, result: selectCreatedDocument, effect });
}
