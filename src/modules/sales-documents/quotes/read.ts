import { type QuoteState, quoteState } from '../../../domain/sales/quote-states.ts';
import type { Lang } from '../../../domain/values/codes.ts';
import type { ReadContext } from '../../../kernel/operations/context.ts';
import type { InvoiceDocument } from '../../../rendering/invoice-document.ts';
import { type LineText, lineTexts, type SumRow, sumRows } from '../../../rendering/printed-totals.ts';
import { type ReferenceRow, referenceRows } from '../../../rendering/reference-rows.ts';
import { logoPath } from '../../accounts/logo-link.ts';
import { readLogoFacts } from '../../accounts/logo-store.ts';
import { findCurrentDocument, type SalesDocumentRow } from '../store.ts';
import { quoteDocument, quoteVersion } from './quote-document.ts';

export interface ShownQuote extends Pick<SalesDocumentRow, 'valid_until' | 'answered_by' | 'decline_reason'> {
  document: InvoiceDocument;
  /** What an answer has to name, see `quoteVersion`. */
  version: string;
  state: QuoteState;
  logo: { path: string; width: number; height: number } | null;
}

/** The quote as its page and its mails show it; null where it was deleted. */
export async function showQuote(ctx: ReadContext, guid: string): Promise<ShownQuote | null> {
  const [row, logo] = await Promise.all([
    findCurrentDocument(ctx.db, ctx.account.id, 'quote', guid, ctx.today),
    readLogoFacts(ctx.db, ctx.account.id),
  ]);
  if (!row) return null;
  const { valid_until, answered_by, decline_reason } = row;
  const document = quoteDocument(ctx, row);
  return {
    ...{ valid_until, answered_by, decline_reason },
    document,
    version: quoteVersion(row, document),
    state: quoteState(row, ctx.today),
    logo: logo && { ...logo, path: logoPath(ctx.secrets, ctx.account.id, logo.guid) },
  };
}

/** References, lines and sums as they would be printed on the invoice. */
export function printedQuote(
  { document }: Pick<ShownQuote, 'document'>,
  lang: Lang,
): { references: ReferenceRow[]; lines: LineText[]; sums: SumRow[] } {
  return {
    references: referenceRows(document, lang),
    lines: lineTexts(document, lang),
    sums: sumRows(document, lang),
  };
}
