import { type InvoiceDocument, isInvoiceForm } from '../invoice-document.ts';
import type { Labels } from '../labels.ts';
import { exemptionReasons } from '../vat-category.ts';
import { titleText } from './header.ts';
import { COLORS, CONTENT_WIDTH, PAGE, type PdfWriter, type TextStyle } from './pdf-writer.ts';

const HEADING: TextStyle = { weight: 'bold', size: 8.5, color: COLORS.muted };
const BODY: TextStyle = { size: 9.5 };
const SMALL: TextStyle = { size: 8.5, color: COLORS.muted };
const FOOTER = 797;

/** Why there is no VAT, memo and terms. A seller outside VAT prints nothing about VAT at all. */
export function drawNotes(pdf: PdfWriter, document: InvoiceDocument, labels: Labels): void {
  const reasons = document.isOutsideVat ? [] : exemptionReasons(document);
  drawSection(pdf, labels.vat, reasons.join('\n'), SMALL);
  drawSection(pdf, labels.memo, document.memo, BODY);
  drawSection(pdf, labels.terms, document.terms, SMALL);
}

/**
 * A text with a heading, or without one where that is empty. The text may continue on the next page; the heading never stays alone at the end of a
 * page.
 */
export function drawSection(
  pdf: PdfWriter,
  heading: string,
  text: string,
  style: TextStyle,
  width = CONTENT_WIDTH - 40,
): void {
  if (text === '') return;
  const lines = pdf.wrap(text, width, style);
  const height = pdf.lineHeight(style);
  pdf.ensureSpace(14 + Math.min(lines.length, 2) * height);
  if (heading !== '') {
    pdf.addTagged(pdf.root, 'H2', () => pdf.writeText(heading, PAGE.left, pdf.y, HEADING));
    pdf.y += 13;
  }
  for (const line of lines) {
    pdf.ensureSpace(height);
    if (line.trim() !== '')
      pdf.addTagged(pdf.root, 'P', () => pdf.writeText(`${line} `, PAGE.left, pdf.y, style));
    pdf.y += height;
  }
  pdf.y += 10;
}

/**
 * On every page: the regulation that allows electronic invoices, and the page number; from the second page on also
 * the seller and the number of the document.
 */
export function drawFooter(pdf: PdfWriter, document: InvoiceDocument, labels: Labels): void {
  const { seller, number } = document;
  const title = [seller.name, `${titleText(document, labels)} ${number ?? ''}`.trim()].join(' · ');
  drawPageFooter(pdf, isInvoiceForm(document) ? labels.regulation : seller.name, title, labels);
}

export function drawPageFooter(pdf: PdfWriter, note: string, title: string, labels: Labels): void {
  const style: TextStyle = { size: 7.5, color: COLORS.muted };
  pdf.onEveryPage((page, pages) => {
    pdf.doc
      .moveTo(PAGE.left, FOOTER - 8)
      .lineTo(PAGE.right, FOOTER - 8)
      .lineWidth(0.6)
      .strokeColor(COLORS.rule)
      .stroke();
    const [first = ''] = pdf.wrap(note, CONTENT_WIDTH - 60, style);
    pdf.writeText(first, PAGE.left, FOOTER, style);
    pdf.writeRight(`${labels.page} ${page} ${labels.of} ${pages}`, PAGE.right, FOOTER, style);
    if (page === 1) return;
    const [line = ''] = pdf.wrap(title, CONTENT_WIDTH, style);
    pdf.writeText(line, PAGE.left, PAGE.top - 20, style);
  });
}
