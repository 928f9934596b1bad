import { qrPath } from '../../domain/files/qr-path.ts';
import { formatBankAccount, formatDate, formatMoney } from '../../domain/values/format.ts';
import { formatIban } from '../../domain/values/iban.ts';
import { formatKennitala } from '../../domain/values/kennitala.ts';
import { type InvoiceDocument, isInvoiceForm } from '../invoice-document.ts';
import { type Labels, methodName } from '../labels.ts';
import { creditText, feeText } from '../payment-texts.ts';
import { hasOptionalFee, transferAmount } from '../printed-totals.ts';
import { drawSection } from './footer.ts';
import { COLORS, CONTENT_WIDTH, PAGE, type PdfWriter, type TextStyle } from './pdf-writer.ts';

const BODY: TextStyle = { size: 9.5 };
const LINK_COLOR = '#0b5c8a';
const QR_SIZE = 76;
/** Beside the QR code. */
const TEXT_WIDTH = CONTENT_WIDTH - QR_SIZE - 30;

/** How the invoice is paid, was paid, or what a credit note does with the money. */
export function drawPayment(pdf: PdfWriter, document: InvoiceDocument, labels: Labels): void {
  const text = paymentText(document, labels);
  if (document.paymentLink === '') {
    drawSection(pdf, labels.howToPay, text, BODY);
    return;
  }
  const style = linkStyle(pdf, document.paymentLink);
  const lines = pdf.wrap(document.paymentLink, TEXT_WIDTH, style);
  pdf.ensureSpace(Math.max(QR_SIZE, 40 + lines.length * 13 + text.split('\n').length * 13));
  const top = pdf.y;
  drawSection(pdf, labels.howToPay, text, BODY, TEXT_WIDTH);
  drawOnlinePayment(pdf, document.paymentLink, lines, style, labels);
  drawQrCode(pdf, document.paymentLink, labels.scan, top);
  pdf.y = Math.max(pdf.y, top + QR_SIZE + 10);
}

function drawOnlinePayment(
  pdf: PdfWriter,
  address: string,
  lines: readonly string[],
  style: TextStyle,
  labels: Labels,
): void {
  pdf.addTagged(pdf.root, 'P', () =>
    pdf.writeText(labels.scan, PAGE.left, pdf.y, { weight: 'bold', ...BODY }),
  );
  pdf.y += 13;
  for (const line of lines) {
    pdf.addLink(pdf.root, line, address, PAGE.left, pdf.y, style);
    pdf.y += 12;
  }
  pdf.y += 10;
}

/** The largest size in which the address fits on one line; a longer one wraps in the smallest. */
function linkStyle(pdf: PdfWriter, address: string): TextStyle {
  const sizes = [9, 8, 7, 6.5].map((size) => ({ size, color: LINK_COLOR }));
  return sizes.find((style) => pdf.width(address, style) <= TEXT_WIDTH) ?? { size: 6.5, color: LINK_COLOR };
}

/** The address as a QR code, drawn as squares so that it is sharp in every size. */
function drawQrCode(pdf: PdfWriter, address: string, alt: string, y: number): void {
  const { size, path } = qrPath(address);
  const scale = QR_SIZE / size;
  const draw = () => {
    pdf.doc.save();
    pdf.doc.translate(PAGE.right - QR_SIZE, y).scale(scale);
    pdf.doc.path(path).lineWidth(1).strokeColor(COLORS.strong).stroke();
    pdf.doc.restore();
  };
  pdf.addTagged(pdf.root, 'Figure', draw, { alt });
}

function paymentText(document: InvoiceDocument, labels: Labels): string {
  const { payment, kind, mark, number } = document;
  const isGivenUp = mark?.kind === 'credited' || mark?.kind === 'written_off';
  if (!isInvoiceForm(document) || number === null || isGivenUp) return '';
  if (kind === 'credit') return creditText(document) ?? '';
  switch (payment.kind) {
    case 'paid':
      return paidText(document, payment.method, labels);
    case 'transfer':
      return [transferText(document, labels), hasOptionalFee(document) ? feeText(document) : '']
        .filter(Boolean)
        .join('\n');
    case 'claim': {
      const claim = payment.account && ` · ${labels.claimNumber} ${formatBankAccount(payment.account)}`;
      return [`${labels.claim}${claim}`, feeText(document)].filter(Boolean).join('\n');
    }
    default:
      return '';
  }
}

function paidText({ mark, lang }: InvoiceDocument, method: number | null, labels: Labels): string {
  const on = mark?.kind === 'paid' && mark.on ? ` ${formatDate(mark.on, lang)}` : '';
  const how = methodName(method, lang);
  return `${labels.alreadyPaid}${on}${how && ` · ${how}`}`;
}

/** With a fee for paying online, the transfer names its own sum. */
function transferText(document: InvoiceDocument, labels: Labels): string {
  const { payment, seller, number, currency, lang } = document;
  if (payment.kind !== 'transfer') return '';
  const sum = formatMoney(transferAmount(document), currency, lang);
  const { iban, bank } = payment;
  return [
    `${labels.transfer} ${formatBankAccount(payment.account)}`,
    iban && `IBAN ${formatIban(iban)}`,
    bank && `BIC ${bank.bic}`,
    bank?.name,
    `${labels.kennitala} ${formatKennitala(seller.registration_no)}`,
    `${labels.reference} ${number}`,
    hasOptionalFee(document) && sum,
  ]
    .filter(Boolean)
    .join(' · ');
}
