import type { ReadContext } from '../../../kernel/context.ts';
import { buildInvoiceDocument } from '../../../rendering/build-invoice-document.ts';
import type { InvoiceDocument } from '../../../rendering/invoice-document.ts';
import { toPrintableDraft } from '../../invoices/issue/printable-draft.ts';
import { documentPart } from '../document-source.ts';
import { planDocument } from '../invoice-sales-document.ts';
import type { LockedSalesDocument } from '../store.ts';

/**
 * A quote as the customer sees it: the invoice that accepting it would make today. Of an accepted one it shows what was
 * accepted, so what was invoiced already does not count.
 */
export function quoteDocument(
  ctx: Pick<ReadContext, 'account' | 'today' | 'newGuid'>,
  quote: LockedSalesDocument,
): InvoiceDocument {
  const lines = quote.lines.map((line) => ({ ...line, invoiced_qty: '0' }));
  const plan = planDocument(ctx, quote, documentPart(ctx, { ...quote, lines }));
  return { ...buildInvoiceDocument(toPrintableDraft(ctx, plan)), number: quote.number };
}
