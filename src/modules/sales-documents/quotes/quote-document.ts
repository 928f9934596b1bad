import type { ReadContext } from '../../../kernel/context.ts';
import { buildInvoiceDocument } from '../../../rendering/build-invoice-document.ts';
import type { InvoiceDocument } from '../../../rendering/invoice-document.ts';
import { toPrintableDocument } from '../printable-document.ts';
import type { LockedSalesDocument } from '../store.ts';

/** A quote as the customer sees it on its page and in its mails. */
export function quoteDocument(
  ctx: Pick<ReadContext, 'account' | 'today' | 'newGuid'>,
  quote: LockedSalesDocument,
): InvoiceDocument {
  return buildInvoiceDocument(toPrintableDocument(ctx, quote), {
    form: 'quote',
    validUntil: quote.valid_until,
  });
}
