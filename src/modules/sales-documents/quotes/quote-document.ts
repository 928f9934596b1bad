import { digest } from '../../../kernel/node/digest.ts';
import type { ReadContext } from '../../../kernel/operations/context.ts';
import { buildInvoiceDocument } from '../../../rendering/build-invoice-document.ts';
import type { InvoiceDocument } from '../../../rendering/invoice-document.ts';
import { lineTexts, sumRows } from '../../../rendering/printed-totals.ts';
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

/**
 * Identifies what the page shows: an answer counts only for this. The time of the last change alone does not, because it
 * has whole seconds, and because buyer and VAT follow the profile of the customer, which changes without the quote.
 * Due dates are left out: they move on with each day.
 */
export function quoteVersion(
  { updated_at, valid_until }: Pick<LockedSalesDocument, 'updated_at' | 'valid_until'>,
  document: InvoiceDocument,
): string {
  const { name, registration_no, address, zip, city } = document.buyer;
  const buyer = [name, registration_no, address, zip, city];
  const figures = [lineTexts(document, 'is'), sumRows(document, 'is')];
  const shown = [updated_at, valid_until, buyer, ...figures, document.memo, document.terms];
  return digest(JSON.stringify(shown)).toString('base64url', 0, VERSION_BYTES);
}

const VERSION_BYTES = 18;
