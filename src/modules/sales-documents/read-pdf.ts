import { fail } from '../../kernel/failures/failure.ts';
import { fileAnswer } from '../../kernel/fields/output-fields.ts';
import { defineRead } from '../../kernel/operations/operation.ts';
import { printDocument } from './print-document.ts';
import { A_KIND, byGuid, NOT_FOUND } from './rules.ts';
import type { SalesDocumentKind } from './schema.ts';
import { findCurrentDocument } from './store.ts';

export const getQuotePdf = definePdf('quote', 'get-quote-pdf', 'tilbod-1.pdf');
export const getOrderInvoicePdf = definePdf('order', 'get-order-invoice-pdf', 'pontun-1.pdf');
export const getDraftInvoicePdf = definePdf('draft', 'get-draft-invoice-pdf', 'drog.pdf');

function definePdf(kind: SalesDocumentKind, name: string, fileName: string) {
  return defineRead({
    name,
    summary: `Reads ${A_KIND[kind]} as a PDF.`,
    description:
      'The answer has the file in base64, rendered from the record as it is now. The PDF does not ask for payment and is not stored.',
    access: { scope: 'nav' },
    input: byGuid(kind),
    output: fileAnswer(`${kind[0]?.toUpperCase()}${kind.slice(1)}Pdf`, `The ${kind}`, fileName),
    refusals: [NOT_FOUND[kind], 'figures_refused'],
    async run(ctx, { guid }) {
      const document = await findCurrentDocument(ctx.db, ctx.account.id, kind, guid, ctx.today);
      if (!document) fail(NOT_FOUND[kind]);
      const { fileName: file_name, pdf } = await printDocument(ctx, document);
      return { guid, file_name, file: pdf.toString('base64') };
    },
  });
}
