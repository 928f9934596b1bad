import { recordRow } from '../../kernel/database/row.ts';
import { object } from '../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import type { ReadContext } from '../../kernel/operations/context.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { COMPOSE_EVENTS } from '../invoices/records/event-store.ts';
import type { InvoiceFacts } from '../invoices/records/invoice-facts-store.ts';
import { composeDocument } from './compose-document.ts';
import { readDocumentFacts } from './document-body.ts';
import { documentEffect } from './document-effect.ts';
import { A_KIND, byGuid, COMPOSE_REFUSALS, lockUninvoiced, NOT_FOUND } from './rules.ts';
import {
  quoteChanges,
  type SalesDocumentInput,
  type SalesDocumentKind,
  salesDocumentChanges,
} from './schema.ts';
import { deleteLines, draftRecord, replaceSalesDocument, selectCreatedDocument } from './store.ts';

export const updateOrderInvoice = defineUpdate('order', 'update-order-invoice');
export const updateDraftInvoice = defineUpdate('draft', 'update-draft-invoice');
export const updateQuote = defineUpdate('quote', 'update-quote');

function defineUpdate(kind: SalesDocumentKind, name: string) {
  return defineWrite({
    name,
    summary: `Changes the fields of ${A_KIND[kind]} that are sent, until something is invoiced from it.`,
    description: 'Send only what changes; lines that are sent replace all lines.',
    access: { scope: 'create_invoice' },
    events: [`${kind}.updated`, ...COMPOSE_EVENTS],
    input: object({
      guid: byGuid(kind).shape.guid,
      data: kind === 'quote' ? quoteChanges : salesDocumentChanges,
    }),
    output: createdRecord,
    refusals: [NOT_FOUND[kind], 'document_locked', ...COMPOSE_REFUSALS],
    prepare: (ctx: ReadContext, { data }: { guid: string; data: SalesDocumentInput }) =>
      readDocumentFacts(ctx, data),
    async run(ctx, { guid, data }, facts: InvoiceFacts) {
      const before = await lockUninvoiced(ctx, kind, guid);
      const body = await composeDocument(ctx, data, facts, before);
      await deleteLines(ctx.tx, ctx.account.id, before.id);
      ctx.emit(`${kind}.updated`, { guid: before.guid, number: before.number, ...draftRecord(kind) });
      const ctes = replaceSalesDocument(ctx.account.id, { id: before.id, ...body, now: ctx.now });
      const effect = documentEffect(ctx, kind, body, before);
      return ctx.finish({ target: before.guid, row: recordRow, ctes, result: selectCreatedDocument, effect });
    },
  });
}
