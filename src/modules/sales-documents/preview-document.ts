import { fail } from '../../kernel/failures/failure.ts';
import { choice, guid, object } from '../../kernel/fields/input-fields.ts';
import { defineRead } from '../../kernel/operations/operation.ts';
import { readAttachments } from '../invoices/files/attachments.ts';
import { preview, toPreview } from '../invoices/issue/preview-invoice.ts';
import { documentBodySource, readDocumentFacts } from './document-body.ts';
import { NOT_FOUND } from './rules.ts';
import { quoteChanges, SALES_DOCUMENT_KINDS } from './schema.ts';
import { findCurrentDocument } from './store.ts';

/** Runs the rules of saving to the end without writing anything, also for an unfinished body. */
export const previewDocument = defineRead({
  name: 'preview-document',
  summary:
    'Previews an order, draft, quote or template before it is saved: its totals and its problems. Nothing is written.',
  access: { scope: 'create_invoice' },
  input: object({
    kind: choice([...SALES_DOCUMENT_KINDS, 'recurring'])('What is saved'),
    guid: guid.optional('The document that is changed; a new one when left out'),
    data: quoteChanges,
  }),
  output: preview,
  refusals: [...Object.values(NOT_FOUND), 'recurring_invoice_not_found'],
  async run(ctx, { kind, guid: changed, data }) {
    const { id: accountId } = ctx.account;
    const [facts, files, before] = await Promise.all([
      readDocumentFacts(ctx, data),
      readAttachments(ctx.db, accountId, data.files),
      changed ? findCurrentDocument(ctx.db, accountId, kind, changed, ctx.today) : null,
    ]);
    if (changed && !before) fail(kind === 'recurring' ? 'recurring_invoice_not_found' : NOT_FOUND[kind]);
    return toPreview(ctx, documentBodySource(ctx, data, facts, files, before));
  },
});
