import { payableAmount } from '../../domain/invoices/payments.ts';
import type { Lang } from '../../domain/values/codes.ts';
import { formatDate, formatMoney } from '../../domain/values/format.ts';
import { formatKennitala } from '../../domain/values/kennitala.ts';
import { isZero } from '../../domain/values/money.ts';
import { type InvoiceDocument, isInvoiceForm, isSettled, type StatusMark } from '../invoice-document.ts';
import { type Labels, overdueText } from '../labels.ts';
import { hasOptionalFee, transferAmount } from '../printed-totals.ts';
import { referenceRows } from '../reference-rows.ts';
import { vatNumber } from '../ubl/identifiers.ts';
import { COLORS, CONTENT_WIDTH, PAGE, type PdfWriter, type TextStyle } from './pdf-writer.ts';

declare global {
  namespace PDFKit.Mixins {
    interface PDFImage {
      /** Reads the size of an image without drawing it. The published types lack it. */
      openImage(src: Buffer): { width: number; height: number };
    }
  }
}

const TITLE: TextStyle = { weight: 'bold', size: 24 };
const NAME: TextStyle = { weight: 'bold', size: 12 };
const MUTED: TextStyle = { size: 9, color: COLORS.muted };
const CAPTION: TextStyle = { size: 8, color: COLORS.muted };
/** Space for the logo in points, and points per pixel: a small image is not enlarged until it blurs. */
const LOGO = { width: 170, height: 56, perPixel: 0.75 };
const COLUMN_WIDTH = 280;

/** Seller, title, buyer, references, due dates and amount. */
export function drawHeader(pdf: PdfWriter, document: InvoiceDocument, labels: Labels): void {
  const top = pdf.y;
  drawTitle(pdf, document, labels);
  const rightEnd = pdf.y;
  pdf.y = top;
  drawSeller(pdf, document, labels);
  pdf.y = Math.max(pdf.y, rightEnd) + 24;
  const begin = pdf.y;
  drawBuyer(pdf, document, labels);
  const end = pdf.y;
  pdf.y = begin;
  drawReferences(pdf, document);
  pdf.y = Math.max(pdf.y, end) + 18;
  drawBand(pdf, document, labels);
  drawReminderText(pdf, document, labels);
}

/** Why the invoice is sent again. */
function drawReminderText(pdf: PdfWriter, document: InvoiceDocument, labels: Labels): void {
  if (document.form !== 'reminder') return;
  const style: TextStyle = { size: 10 };
  for (const line of pdf.wrap(reminderText(document, labels), CONTENT_WIDTH, style)) {
    pdf.addTagged(pdf.root, 'P', () => pdf.writeText(`${line} `, PAGE.left, pdf.y, style));
    pdf.y += pdf.lineHeight(style);
  }
  pdf.y += 14;
}

function reminderText({ paid, overdueDays }: InvoiceDocument, labels: Labels): string {
  if (isZero(paid)) return overdueDays > 0 ? labels.isLate : labels.isDueSoon;
  return overdueDays > 0 ? labels.isPartlyLate : labels.isPartlyDueSoon;
}

function drawTitle(pdf: PdfWriter, document: InvoiceDocument, labels: Labels): void {
  const title = titleText(document, labels);
  pdf.addTagged(pdf.root, 'H1', () => pdf.writeRight(title, PAGE.right, pdf.y - 6, TITLE, COLUMN_WIDTH - 60));
  pdf.y += 26;
  if (document.number !== null) {
    const number = numberText(document, labels);
    pdf.addTagged(pdf.root, 'P', () =>
      pdf.writeRight(number, PAGE.right, pdf.y, { size: 12, color: COLORS.muted }),
    );
  }
  pdf.y += 20;
  const { mark, overdueDays, lang } = document;
  if (mark) drawBadge(pdf, markText(mark, lang, labels), BADGE_COLORS[mark.kind]);
  else if (overdueDays > 0) drawBadge(pdf, overdueText(overdueDays, lang), BADGE_COLORS.credited);
}

/** A reminder has no number of its own: it names the invoice. */
function numberText({ form, number }: InvoiceDocument, labels: Labels): string {
  if (form !== 'reminder') return `${labels.number} ${number}`;
  return `${labels.invoice} ${labels.number.toLowerCase()} ${number}`;
}

const BADGE_COLORS = { draft: '#8a6100', paid: '#0b7a4b', credited: '#a8323a', written_off: '#a8323a' };

function markText(mark: StatusMark, lang: Lang, labels: Labels): string {
  const day = mark.kind === 'paid' && mark.on ? ` ${formatDate(mark.on, lang)}` : '';
  return `${labels[mark.kind]}${day}`;
}

export function drawBadge(pdf: PdfWriter, text: string, color: string): void {
  const style: TextStyle = { weight: 'bold', size: 11, color };
  const width = pdf.width(text, style) + 20;
  const [x, y] = [PAGE.right - width, pdf.y + 2];
  pdf.drawArtifact(() => {
    pdf.doc.roundedRect(x, y, width, 22, 3).lineWidth(1.2).strokeColor(color).stroke();
  });
  pdf.addTagged(pdf.root, 'P', () => pdf.writeText(text, x + 10, y + 3.5, style));
  pdf.y += 28;
}

/** The name of the kind of document. */
export function titleText({ kind, form }: Pick<InvoiceDocument, 'kind' | 'form'>, labels: Labels): string {
  if (form === 'reminder') return labels.reminder;
  if (form === 'quote') return labels.quote;
  if (form === 'order') return labels.salesOrder;
  if (form === 'draft') return labels.draftInvoice;
  return kind === 'credit' ? labels.credit : labels.invoice;
}

type Letterhead = Pick<InvoiceDocument, 'seller' | 'logo' | 'isForAbroad'>;

export function drawSeller(pdf: PdfWriter, { seller, logo, isForAbroad }: Letterhead, labels: Labels): void {
  if (logo) {
    const bytes = Buffer.from(logo);
    const { width, height } = pdf.doc.openImage(bytes);
    const scale = Math.min(LOGO.width / width, LOGO.height / height, LOGO.perPixel);
    const picture = () => pdf.doc.image(bytes, PAGE.left, pdf.y, { scale });
    pdf.addTagged(pdf.root, 'Figure', picture, { alt: seller.name });
    pdf.y += height * scale + 10;
  }
  drawParagraph(pdf, seller.name, { weight: 'bold', size: logo ? 11 : 16 });
  pdf.y += 2;
  drawParagraph(pdf, seller.address, MUTED);
  drawParagraph(pdf, `${seller.zip} ${seller.city}`.trim(), MUTED);
  if (isForAbroad) drawParagraph(pdf, labels.country, MUTED);
  const number = vatNumber(seller.vat_no);
  const vat =
    number === '' ? '' : ` · ${labels.vatNumber} ${isForAbroad ? number : number.replace(/^IS/, '')}`;
  drawParagraph(pdf, `${labels.kennitala} ${formatKennitala(seller.registration_no)}${vat}`, MUTED);
  const contact = [seller.contact ?? '', seller.email, seller.phone ?? ''];
  drawParagraph(pdf, contact.filter(Boolean).join(' · '), MUTED);
}

type Recipient = Pick<InvoiceDocument, 'buyer' | 'abroad'>;

function drawBuyer(pdf: PdfWriter, document: InvoiceDocument, labels: Labels): void {
  const ofInvoice = document.kind === 'invoice' ? labels.billedTo : labels.creditedTo;
  drawRecipient(pdf, document, isInvoiceForm(document) ? ofInvoice : labels.quotedTo, labels);
}

export function drawRecipient(
  pdf: PdfWriter,
  { buyer, abroad }: Recipient,
  caption: string,
  labels: Labels,
): void {
  drawParagraph(pdf, caption, CAPTION);
  pdf.y += 1;
  drawParagraph(pdf, buyer.name, NAME);
  drawParagraph(pdf, buyer.address);
  drawParagraph(pdf, `${buyer.zip} ${buyer.city}`.trim());
  if (buyer.registration_no !== '') {
    drawParagraph(pdf, `${labels.kennitala} ${formatKennitala(buyer.registration_no)}`, MUTED);
  }
  if (abroad?.vat) drawParagraph(pdf, `${labels.vatNumber} ${abroad.vat}`, MUTED);
}

function drawParagraph(pdf: PdfWriter, text: string, style: TextStyle = {}): void {
  if (text === '') return;
  pdf.addTagged(pdf.root, 'P', () => {
    for (const line of pdf.wrap(text, COLUMN_WIDTH - 20, style)) {
      pdf.writeText(line, PAGE.left, pdf.y, style);
      pdf.y += pdf.lineHeight(style);
    }
  });
}

/** The references by which the buyer identifies the invoice. */
function drawReferences(pdf: PdfWriter, document: InvoiceDocument): void {
  const left = PAGE.left + COLUMN_WIDTH + 20;
  const values = left + 96;
  for (const [label, value] of referenceRows(document, document.lang)) {
    pdf.addTagged(pdf.root, 'P', () => {
      pdf.writeText(`${label} `, left, pdf.y, MUTED);
      for (const line of pdf.wrap(value, PAGE.right - values, { size: 9 })) {
        pdf.writeText(line, values, pdf.y, { size: 9 });
        pdf.y += 13.5;
      }
    });
  }
}

const BAND = 46;

/** The dates and the amount on a coloured band. */
function drawBand(pdf: PdfWriter, document: InvoiceDocument, labels: Labels): void {
  const { lang, currency, kind, form, isOutsideVat } = document;
  const day = (date: string) => formatDate(date, lang);
  const isInvoice = isInvoiceForm(document);
  const cells: BandCell[] = [[isInvoice ? labels.issued : labels.dated, day(document.issueDate)]];
  if (isInvoice && kind === 'invoice') {
    cells.push([labels.due, day(document.dueDate)], [labels.finalDue, day(document.finalDueDate)]);
  }
  if (form === 'quote')
    cells.push([labels.validUntil, document.validUntil ? day(document.validUntil) : labels.openEnded]);
  const isUnpaid = isInvoice && kind === 'invoice' && !isSettled(document);
  const owed = hasOptionalFee(document) ? transferAmount(document) : document.due;
  const sum = formatMoney(isUnpaid ? owed : payableAmount(document.amount, currency), currency, lang);
  const total = isOutsideVat ? labels.plainTotal : labels.total;
  const caption = kind === 'credit' ? labels.creditedAmount : isUnpaid ? labels.toPay : total;
  drawBandCells(pdf, cells, caption, sum);
}

type BandCell = [label: string, value: string];

export function drawBandCells(
  pdf: PdfWriter,
  cells: readonly BandCell[],
  caption: string,
  sum: string,
): void {
  const y = pdf.y;
  pdf.drawArtifact(() => pdf.doc.roundedRect(PAGE.left, y, CONTENT_WIDTH, BAND, 4).fill(COLORS.band));
  for (const [index, [label, value]] of cells.entries()) {
    const x = PAGE.left + 14 + index * 108;
    pdf.addTagged(pdf.root, 'P', () => {
      pdf.writeText(`${label} `, x, y + 9, CAPTION);
      pdf.writeText(value, x, y + 21, { weight: 'bold', size: 11 });
    });
  }
  const right = PAGE.right - 14;
  pdf.addTagged(pdf.root, 'P', () => {
    pdf.writeText(`${caption} `, right - pdf.width(caption, CAPTION), y + 9, CAPTION);
    pdf.writeRight(sum, right, y + 18, { weight: 'bold', size: 15 }, 150);
  });
  pdf.y = y + BAND + 20;
}
