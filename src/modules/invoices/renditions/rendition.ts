import { renditionCase } from '../../../domain/invoices/rendition-cases.ts';
import type { PrintedDocument } from '../../../kernel/effects/effect.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { digest } from '../../../kernel/node/digest.ts';
import type { ReadContext } from '../../../kernel/operations/context.ts';
import { sameBytes } from '../../../kernel/security/secrets.ts';
import { printInvoice } from '../../../rendering/pdf/printer.ts';
import { paymentLink } from '../records/payment-link.ts';
import { findRendition, insertRendition, type Rendition, type StoredRendition } from './rendition-store.ts';

/** The stored PDF of an invoice in its present state, or a new one. */
export async function findOrPrintRendition(
  ctx: Pick<ReadContext, 'db' | 'account' | 'now' | 'policy' | 'secrets'>,
  invoiceGuid: string,
  original = false,
): Promise<Rendition & Pick<StoredRendition, 'id' | 'record' | 'has_files'>> {
  const stored = await findRendition(ctx.db, ctx.account.id, invoiceGuid, original);
  if (!stored) fail('invoice_not_found');
  const { id, record, has_files, file_name, sha256, bytes, logo } = stored;
  const invoice = { id, record, has_files };
  if (file_name && sha256 && bytes) return { ...checkIntegrity({ file_name, sha256, bytes }), ...invoice };
  const link = record.is_payment_link ? paymentLink(ctx, record.guid) : '';
  const { pdf, fileName } = await printInvoice(ctx.account.id, record, logo, link);
  const printed = { file_name: fileName, sha256: digest(pdf), bytes: pdf };
  const { rendition: kind } = renditionCase(record);
  if (!kind) return { ...printed, ...invoice };
  return { ...(await insertRendition(ctx.db, ctx.account.id, id, kind, printed, ctx.now)), ...invoice };
}

/** Prints a stored invoice for the preview of a write that issues or sends it. */
export async function printStored(
  ctx: Parameters<typeof findOrPrintRendition>[0],
  invoiceGuid: string,
): Promise<PrintedDocument> {
  const { file_name: fileName, bytes: pdf } = await findOrPrintRendition(ctx, invoiceGuid);
  return { fileName, pdf };
}

/** A rendition is a document that was sent: stored bytes that have changed are an error, never served. */
function checkIntegrity(rendition: Rendition): Rendition {
  if (sameBytes(digest(rendition.bytes), rendition.sha256)) return rendition;
  throw new Error(`The stored ${rendition.file_name} differs from its digest`);
}
