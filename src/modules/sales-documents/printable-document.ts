import type { ReadContext } from '../../kernel/context.ts';
import type { PrintableInvoice } from '../../rendering/printable-invoice.ts';
import { toPrintableDraft } from '../invoices/issue/printable-draft.ts';
import { documentPart } from './document-source.ts';
import { planDocument } from './invoice-sales-document.ts';
import type { LockedSalesDocument } from './store.ts';

/**
 * An order, draft or quote as it is printed: the invoice that it would make today. What was invoiced already does not
 * count, so that the whole document is shown.
 */
export function toPrintableDocument(
  ctx: Pick<ReadContext, 'account' | 'today' | 'newGuid'>,
  document: LockedSalesDocument,
): PrintableInvoice {
  const lines = document.lines.map((line) => ({ ...line, invoiced_qty: '0' }));
  const plan = planDocument(ctx, document, documentPart(ctx, { ...document, lines }));
  return { ...toPrintableDraft(ctx, plan), number: document.number };
}
