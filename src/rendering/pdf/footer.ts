import { formatBankAccount } from '../../domain/format.ts';
import { formatIban } from '../../domain/iban.ts';
import { formatKennitala } from '../../domain/kennitala.ts';
import type { InvoiceDocument } from '../invoice-document.ts';
import type { Labels } from '../labels.ts';
import { COLORS, CONTENT_WIDTH, PAGE, type PdfWriter, type TextStyle } from './pdf-writer.ts';

const HEADING: TextStyle = { weight: 'bold', size: 8.5, color: COLORS.muted };
const BODY: TextStyle = { size: 9.5 };
const SMALL: TextStyle = { size: 8.5, color: COLORS.muted };
const FOOTER = 797;

/** Payment details, memo and terms. */
export function drawNotes(pdf: PdfWriter, document: InvoiceDocument, labels: Labels): void {
  drawSection(pdf, labels.howToPay, paymentText(document, labels), BODY);
  drawSection(pdf, labels.memo, document.memo, BODY);
  drawSection(pdf, labels.terms, document.terms, SMALL);
}

function paymentText({ payment, seller, number, kind, mark }: InvoiceDocument, labels: Labels): string {
  if (kind === 'credit' || mark?.kind === 'credited' || number === null) return '';
  const kennitala = `${labels.kennitala} ${formatKennitala(seller.registration_no)}`;
  if (payment.kind === 'transfer') {
    const iban = payment.iban && `IBAN ${formatIban(payment.iban)} · `;
    const account = formatBankAccount(payment.account);
    return `${labels.transfer} ${account} · ${iban}${kennitala} · ${labels.reference} ${number}`;
  }
  if (payment.kind !== 'claim') return '';
  return payment.account === ''
    ? labels.claim
    : `${labels.claim} · ${labels.claimNumber} ${formatBankAccount(payment.account)}`;
}

/**
 * A text with a heading. The text may continue on the next page; the heading never stays alone at the end of a
 * page.
 */
function drawSection(pdf: PdfWriter, heading: string, text: string, style: TextStyle): void {
  if (text === '') return;
  const lines = pdf.wrap(text, CONTENT_WIDTH - 40, style);
  const height = pdf.lineHeight(style);
  pdf.ensureSpace(14 + Math.min(lines.length, 2) * height);
  pdf.addTagged(pdf.root, 'H2', () => pdf.writeText(heading, PAGE.left, pdf.y, HEADING));
  pdf.y += 13;
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
 * the seller and the invoice number.
 */
export function drawFooter(pdf: PdfWriter, document: InvoiceDocument, labels: Labels): void {
  const { seller, number, kind } = document;
  const word = kind === 'credit' ? labels.credit : labels.invoice;
  const style: TextStyle = { size: 7.5, color: COLORS.muted };
  pdf.onEveryPage((page, pages) => {
    pdf.doc
      .moveTo(PAGE.left, FOOTER - 8)
      .lineTo(PAGE.right, FOOTER - 8)
      .lineWidth(0.6)
      .strokeColor(COLORS.rule)
      .stroke();
    pdf.writeText(labels.regulation, PAGE.left, FOOTER, style);
    pdf.writeRight(`${labels.page} ${page} ${labels.of} ${pages}`, PAGE.right, FOOTER, style);
    if (page === 1) return;
    const which = [seller.name, `${word} ${number ?? ''}`.trim()].join(' · ');
    const [line = ''] = pdf.wrap(which, CONTENT_WIDTH, style);
    pdf.writeText(line, PAGE.left, PAGE.top - 20, style);
  });
}
