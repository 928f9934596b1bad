import { z } from 'zod';
import type { ReadContext } from '../../kernel/context.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineRead } from '../../kernel/operation.ts';
import { printSalesDocument } from '../../rendering/pdf/printer.ts';
import { readLogoBytes } from '../accounts/logo-store.ts';
import { toPrintableDocument } from './printable-document.ts';
import { byGuid, NOT_FOUND } from './rules.ts';
import type { SalesDocumentKind } from './schema.ts';
import { findCurrentDocument } from './store.ts';

export const getOrderInvoicePdf = definePdf('order', 'get-order-invoice-pdf');
export const getDraftInvoicePdf = definePdf('draft', 'get-draft-invoice-pdf');
export const getQuotePdf = definePdf('quote', 'get-quote-pdf');

function definePdf(kind: SalesDocumentKind, name: string) {
  return defineRead({
    name,
    summary: `The ${kind} as a PDF, with the figures that its invoice would have today.`,
    description:
      'The answer carries the file in base64. The PDF says what it is, so that nobody takes it for an invoice.',
    scope: 'nav',
    input: byGuid(kind),
    output: z
      .object({
        guid: out.guid(`The ${kind}`),
        file_name: out.text('What to call the file', 'tilbod-1.pdf'),
        file: out.text('The PDF, base64', 'JVBERi0xLjcK…').meta({ contentEncoding: 'base64' }),
      })
      .meta({ id: `${kind[0]?.toUpperCase()}${kind.slice(1)}Pdf` }),
    refusals: [NOT_FOUND[kind]],
    async run(ctx, { guid }) {
      const { fileName, pdf } = await printDocument(ctx, kind, guid);
      return { guid, file_name: fileName, file: pdf.toString('base64') };
    },
  });
}

type PrintContext = Pick<ReadContext, 'db' | 'account' | 'today' | 'newGuid'>;

export async function printDocument(
  ctx: PrintContext,
  kind: SalesDocumentKind,
  guid: string,
): Promise<{ fileName: string; pdf: Buffer }> {
  const [document, logo] = await Promise.all([
    findCurrentDocument(ctx.db, ctx.account.id, kind, guid, ctx.today),
    readLogoBytes(ctx.db, ctx.account.id),
  ]);
  if (!document) fail(NOT_FOUND[kind]);
  return printSalesDocument(toPrintableDocument(ctx, document), kind, logo);
}
