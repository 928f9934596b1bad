import { fail } from '../../kernel/failures/failure.ts';
import { choice, flag, guid, object } from '../../kernel/fields/input-fields.ts';
import { defineRead } from '../../kernel/operations/operation.ts';
import {
  previewFigures,
  toFigures,
  toPreviewLines,
  toPreviewProblem,
} from '../invoices/issue/preview-invoice.ts';
import { planInvoice } from '../invoices/plan/plan.ts';
import { documentPart, documentSource } from './document-source.ts';
import { NOT_FOUND } from './rules.ts';
import { partInput, SALES_DOCUMENT_KINDS } from './schema.ts';
import { findCurrentDocument } from './store.ts';

/** Runs the rules of create-invoice-from-order and its like to the end without writing anything. */
export const previewSalesDocument = defineRead({
  name: 'preview-sales-document',
  summary:
    'Previews the invoice of what remains of an order, draft or quote, or of a part of it, as of today. Nothing is written.',
  access: { scope: 'nav' },
  input: object({
    kind: choice(SALES_DOCUMENT_KINDS)('What it is'),
    guid: guid('The order, draft or quote'),
    is_whole: flag.optional('1: all of it, regardless of what was invoiced'),
    items: partInput.shape.items,
  }),
  output: previewFigures,
  refusals: Object.values(NOT_FOUND),
  async run(ctx, { kind, guid: requested, is_whole, items }) {
    const found = await findCurrentDocument(ctx.db, ctx.account.id, kind, requested, ctx.today);
    if (!found) fail(NOT_FOUND[kind]);
    const document = is_whole
      ? { ...found, lines: found.lines.map((line) => ({ ...line, invoiced_qty: '0' })) }
      : found;
    const lines = items?.map((item) => ({ lineGuid: item.guid, itemGuid: item.guid, qty: item.qty }));
    const part = documentPart(ctx, document, lines);
    const origin = { occurrence: null, orderReference: '' };
    const source = documentSource(ctx, document, document.current, part.lines, origin);
    const { sums, problems } = planInvoice(ctx.account, source);
    return {
      ...toFigures(sums),
      lines: toPreviewLines(part.lines.value, sums, (_, index) => part.invoiced[index]?.guid ?? ''),
      currency: document.currency,
      problems: problems.map(toPreviewProblem),
    };
  },
});
