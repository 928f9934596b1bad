import { recordRow } from '../../kernel/database/row.ts';
import { deletionOf } from '../../kernel/effects/effect.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { documentRecord } from './document-effect.ts';
import { A_KIND, byGuid, lockUninvoiced, NOT_FOUND } from './rules.ts';
import type { SalesDocumentKind } from './schema.ts';
import { deleteSalesDocumentStatement, draftRecord } from './store.ts';

export const deleteOrderInvoice = defineDelete('order', 'delete-order-invoice');
export const deleteDraftInvoice = defineDelete('draft', 'delete-draft-invoice');
export const deleteQuote = defineDelete('quote', 'delete-quote');

function defineDelete(kind: SalesDocumentKind, name: string) {
  return defineWrite({
    name,
    summary: `Deletes ${A_KIND[kind]} from which nothing was invoiced.`,
    description: 'This cannot be undone. Once an invoice was made from it, the call is refused.',
    access: { scope: 'create_invoice' },
    isUndoable: true,
    events: [`${kind}.deleted`],
    input: byGuid(kind),
    output: createdRecord,
    refusals: [NOT_FOUND[kind], 'document_locked'],
    async run(ctx, { guid }) {
      const before = await lockUninvoiced(ctx, kind, guid);
      ctx.emit(`${kind}.deleted`, { guid: before.guid, number: before.number, ...draftRecord(kind) });
      const result = deleteSalesDocumentStatement(ctx.account.id, before.id);
      const effect = deletionOf(documentRecord(before), [{ name: 'amount', from: before.amount, to: null }]);
      return ctx.finish({ target: before.guid, row: recordRow, result, effect });
    },
  });
}
