import type { PrintedDocument } from '../../kernel/effects/effect.ts';
import type { ReadContext } from '../../kernel/operations/context.ts';
import { printInvoice, printSalesDocument } from '../../rendering/pdf/printer.ts';
import { readLogoBytes } from '../accounts/logo-store.ts';
import type { InvoiceableDocument } from './document-source.ts';
import { toPrintableDocument } from './printable-document.ts';

/** The PDF of a quote, order or draft as it is now; of a template, the invoice that it makes, marked as a draft. */
export async function printDocument(
  ctx: Pick<ReadContext, 'db' | 'account' | 'today' | 'newGuid'>,
  document: InvoiceableDocument & { valid_until: string | null },
): Promise<PrintedDocument> {
  const logo = await readLogoBytes(ctx.db, ctx.account.id);
  const printable = toPrintableDocument(ctx, document);
  const { kind: form, valid_until } = document;
  if (form === 'recurring') return printInvoice(ctx.account.id, printable, logo);
  const validUntil = form === 'quote' ? valid_until : null;
  return printSalesDocument(ctx.account.id, printable, { form, validUntil }, logo);
}
