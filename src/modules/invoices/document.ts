import { z } from 'zod';
import { markOf } from '../../documents/model.ts';
import { printInvoice } from '../../documents/pdf/printer.ts';
import type { ReadContext } from '../../kernel/context.ts';
import { fail } from '../../kernel/failure.ts';
import { flag, guid, object } from '../../kernel/fields.ts';
import { read } from '../../kernel/operation.ts';
import { digest, sameBytes } from '../../kernel/secrets.ts';
import { shown } from '../../kernel/shown.ts';
import { keepRendition, type Rendition, readDocument } from './document-store.ts';

export const getInvoicePdf = read({
  name: 'get-invoice-pdf',
  summary: 'The invoice or credit note as a PDF: the same bytes each time, until it is paid or credited.',
  scope: 'nav',
  input: object({
    guid: guid().describe('The invoice'),
    original: flag
      .optional()
      .describe('The PDF as it was first made, even if the invoice was paid or credited since'),
  }),
  output: z
    .object({
      guid: shown.guid('The invoice'),
      file_name: shown.text('What to call the file', 'reikningur-1.pdf'),
      file: shown.text('The PDF, base64', 'JVBERi0xLjcK…').meta({ contentEncoding: 'base64' }),
    })
    .meta({ id: 'InvoicePdf' }),
  refusals: ['invoice_not_found'],
  async run(ctx, input) {
    const { file_name, bytes } = await renditionOf(ctx, input.guid, input.original ?? false);
    return { guid: input.guid, file_name, file: bytes.toString('base64') };
  },
});

/**
 * The invoice on paper. It is printed when it is first needed and kept; a draft is printed anew each time, for it is
 * not yet anything that was sent.
 */
export async function renditionOf(
  ctx: Pick<ReadContext, 'db' | 'account' | 'now'>,
  invoiceGuid: string,
  original = false,
): Promise<Rendition> {
  const stored = await readDocument(ctx.db, ctx.account.id, invoiceGuid, original);
  if (!stored) fail('invoice_not_found');
  const { id, record, file_name, sha256, bytes } = stored;
  if (file_name && sha256 && bytes) return unharmed({ file_name, sha256, bytes });
  const { pdf, fileName } = await printInvoice(record);
  const made = { file_name: fileName, sha256: digest(pdf), bytes: pdf };
  const mark = markOf(record)?.kind ?? 'issued';
  return mark === 'draft' ? made : keepRendition(ctx.db, ctx.account.id, id, mark, made, ctx.now);
}

function unharmed(rendition: Rendition): Rendition {
  if (sameBytes(digest(rendition.bytes), rendition.sha256)) return rendition;
  throw new Error(`The stored ${rendition.file_name} is not what was made`);
}
