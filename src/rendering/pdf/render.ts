import { LABELS } from '../labels.ts';
import type { InvoiceDocument } from '../model.ts';
import { footer, notes } from './foot.ts';
import { head } from './head.ts';
import { Sheet } from './sheet.ts';
import { sums } from './sums.ts';
import { lineTable } from './table.ts';

/**
 * The printed invoice: the same bytes for the same document, whenever it is made. `ubl` is the electronic one,
 * which goes along inside.
 */
export async function renderPdf(document: InvoiceDocument, ubl: string | null = null): Promise<Buffer> {
  const labels = LABELS[document.lang];
  const word = document.kind === 'credit' ? labels.credit : labels.invoice;
  const createdOn = new Date(`${document.issueDate}T00:00:00Z`);
  const sheet = new Sheet({
    title: `${word} ${document.number ?? labels.draft} – ${document.seller.name}`,
    author: document.seller.name,
    subject: document.guid,
    lang: document.lang,
    createdOn,
  });
  head(sheet, document, labels);
  lineTable(sheet, document, labels);
  sums(sheet, document, labels);
  notes(sheet, document, labels);
  footer(sheet, document, labels);
  if (ubl !== null) {
    const options = {
      name: `${document.number ?? document.guid}.xml`,
      type: 'application/xml',
      description: 'UBL 2.1, Peppol BIS Billing 3.0',
      relationship: 'Alternative',
      creationDate: createdOn,
      modifiedDate: createdOn,
    };
    sheet.doc.file(Buffer.from(ubl), options);
  }
  return sheet.bytes();
}

/** What a file of it is called, in letters that every system can write. */
export function fileName({ kind, lang, number }: InvoiceDocument): string {
  const words = {
    is: { invoice: 'reikningur', credit: 'kreditreikningur', draft: 'drog' },
    en: { invoice: 'invoice', credit: 'credit-note', draft: 'draft' },
  }[lang];
  return `${words[kind]}-${number ?? words.draft}.pdf`;
}
