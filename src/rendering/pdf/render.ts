import { inLanguages } from '../../domain/values/in-languages.ts';
import type { InvoiceDocument } from '../invoice-document.ts';
import { LABELS, type Labels } from '../labels.ts';
import { drawFooter, drawNotes } from './footer.ts';
import { drawHeader, titleText } from './header.ts';
import { drawLineTable } from './line-table.ts';
import { drawPayment } from './payment-section.ts';
import { PdfWriter } from './pdf-writer.ts';
import { drawTotals } from './totals.ts';

/**
 * Renders the PDF of an invoice. The output is deterministic: the same document gives the same bytes. `ubl` is the
 * e-invoice to attach.
 */
export async function renderPdf(document: InvoiceDocument, ubl: string | null = null): Promise<Buffer> {
  const labels = LABELS[document.lang];
  const createdOn = new Date(`${document.issueDate}T00:00:00Z`);
  const pdf = new PdfWriter({
    title: documentTitle(document, labels),
    author: document.seller.name,
    subject: document.guid,
    lang: document.lang,
    createdOn,
  });
  drawHeader(pdf, document, labels);
  drawLineTable(pdf, document, labels);
  drawTotals(pdf, document, labels);
  drawPayment(pdf, document, labels);
  drawNotes(pdf, document, labels);
  drawFooter(pdf, document, labels);
  if (ubl !== null) {
    const options = {
      name: `${document.number ?? document.guid}.xml`,
      type: 'application/xml',
      description: 'UBL 2.1, Peppol BIS Billing 3.0',
      relationship: 'Alternative',
      creationDate: createdOn,
      modifiedDate: createdOn,
    };
    pdf.doc.file(Buffer.from(ubl), options);
  }
  return pdf.toBuffer();
}

function documentTitle(document: InvoiceDocument, labels: Labels): string {
  const { form, number, seller } = document;
  const suffix = number ?? (form === 'invoice' ? labels.draft : '');
  return `${`${titleText(document, labels)} ${suffix}`.trim()} – ${seller.name}`;
}

const FILE_NAMES = inLanguages({
  invoice: ['reikningur', 'invoice'],
  credit: ['kreditreikningur', 'credit-note'],
  draft: ['drog', 'draft'],
  quote: ['tilbod', 'quote'],
  order: ['pontun', 'order'],
  reminder: ['aminning', 'reminder'],
});

/** The file name, in ASCII only. */
export function fileName({ kind, form, lang, number }: InvoiceDocument): string {
  const names = FILE_NAMES[lang];
  const name = form === 'invoice' ? names[kind] : names[form];
  return form === 'draft' ? `${name}.pdf` : `${name}-${number ?? names.draft}.pdf`;
}
