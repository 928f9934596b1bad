import type { InvoiceDocument } from '../invoice-document.ts';
import { LABELS } from '../labels.ts';
import { drawFooter, drawNotes } from './footer.ts';
import { drawHeader } from './header.ts';
import { drawLineTable } from './line-table.ts';
import { PdfWriter } from './pdf-writer.ts';
import { drawTotals } from './totals.ts';

/**
 * Renders the PDF of an invoice. The output is deterministic: the same document gives the same bytes. `ubl` is the
 * e-invoice to attach.
 */
export async function renderPdf(document: InvoiceDocument, ubl: string | null = null): Promise<Buffer> {
  const labels = LABELS[document.lang];
  const word = document.kind === 'credit' ? labels.credit : labels.invoice;
  const createdOn = new Date(`${document.issueDate}T00:00:00Z`);
  const pdf = new PdfWriter({
    title: `${word} ${document.number ?? labels.draft} – ${document.seller.name}`,
    author: document.seller.name,
    subject: document.guid,
    lang: document.lang,
    createdOn,
  });
  drawHeader(pdf, document, labels);
  drawLineTable(pdf, document, labels);
  drawTotals(pdf, document, labels);
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

/** The file name, in ASCII only. */
export function fileName({ kind, lang, number }: InvoiceDocument): string {
  const words = {
    is: { invoice: 'reikningur', credit: 'kreditreikningur', draft: 'drog' },
    en: { invoice: 'invoice', credit: 'credit-note', draft: 'draft' },
  }[lang];
  return `${words[kind]}-${number ?? words.draft}.pdf`;
}
