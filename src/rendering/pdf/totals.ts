import { formatFigure, formatMoney, formatPercent, formatPrice } from '../../domain/values/format.ts';
import type { Decimal } from '../../domain/values/money.ts';
import type { InvoiceDocument } from '../invoice-document.ts';
import type { Labels } from '../labels.ts';
import { printedFigures } from '../printed-figures.ts';
import { type SumRow, sumRows } from '../printed-totals.ts';
import { COLORS, PAGE, type PdfWriter, type TextStyle } from './pdf-writer.ts';

const ROW = 15;
const LEFT = { from: PAGE.left, to: PAGE.left + 236 };
const RIGHT = { from: PAGE.right - 224, to: PAGE.right };
const HEADING: TextStyle = { weight: 'bold', size: 8.5, color: COLORS.muted };
const SMALL: TextStyle = { size: 9 };

/** VAT by rate on the left and the totals on the right. Both stay together on one page. */
export function drawTotals(pdf: PdfWriter, document: InvoiceDocument, labels: Labels): void {
  const rows = sumRows(document);
  pdf.ensureSpace(totalsHeight(document));
  const top = pdf.y;
  if (!document.isOutsideVat) drawVatTable(pdf, document, labels);
  const leftEnd = pdf.y;
  pdf.y = top;
  for (const row of rows) drawSumRow(pdf, row);
  pdf.y = Math.max(pdf.y, leftEnd) + 14;
}

/** An upper bound of the height that `drawTotals` needs. */
export function totalsHeight(document: InvoiceDocument): number {
  const rightHeight = sumRows(document).reduce((height, row) => height + heightOf(row), 0);
  const leftHeight = document.isOutsideVat ? 0 : (document.vat.length + 2) * ROW + 36;
  return Math.max(rightHeight, leftHeight);
}

function heightOf({ isTotal }: SumRow): number {
  return isTotal ? ROW + 15 : ROW;
}

function drawSumRow(pdf: PdfWriter, row: SumRow): void {
  const { isTotal } = row;
  if (isTotal) {
    pdf.y += 3;
    pdf.drawRule(pdf.y, COLORS.strong, 0.9, RIGHT.from, RIGHT.to);
    pdf.y += 5;
  }
  const style: TextStyle = isTotal ? { weight: 'bold', size: 12 } : {};
  pdf.addTagged(pdf.root, 'P', () => {
    pdf.writeText(
      `${row.label} `,
      RIGHT.from,
      pdf.y,
      isTotal ? { weight: 'bold', size: 11 } : { color: COLORS.muted },
    );
    pdf.writeRight(row.value, RIGHT.to, pdf.y - (isTotal ? 0.7 : 0), style, 118);
  });
  pdf.y += isTotal ? ROW + 7 : ROW;
}

function drawVatTable(pdf: PdfWriter, document: InvoiceDocument, labels: Labels): void {
  const { lang, currency } = document;
  const ends = [LEFT.from + 40, LEFT.from + 108, LEFT.from + 170, LEFT.to];
  const table = pdf.addGroup(pdf.root, 'Table');
  const cells = (type: 'TH' | 'TD', texts: string[], style: TextStyle) => {
    const tr = pdf.addGroup(table, 'TR');
    for (const [index, text] of texts.entries()) {
      const end = ends[index] ?? LEFT.to;
      const draw = () =>
        index === 0
          ? pdf.writeText(text, LEFT.from, pdf.y, style)
          : pdf.writeRight(text, end, pdf.y, style, 58);
      pdf.addTagged(tr, type, draw, type === 'TH' ? { scope: 'Column' } : {});
    }
  };
  cells('TH', [labels.rate, labels.taxable, labels.vat, labels.gross], HEADING);
  pdf.y += 14;
  pdf.drawRule(pdf.y, COLORS.rule, 0.9, LEFT.from, LEFT.to);
  pdf.y += 4;
  const { rates, places } = printedFigures(document);
  for (const { percent, net, vat, gross } of rates) {
    const figures = [net, vat, gross].map((figure) => formatFigure(figure, currency, lang, places));
    cells('TD', [formatPercent(percent, lang), ...figures], SMALL);
    pdf.y += ROW - 1;
  }
  table.end();
  if (currency !== 'ISK' && document.exchangeRate)
    drawExchangeRate(pdf, document, document.exchangeRate, labels);
}

/** VAT is owed in krónur, whatever the currency of the invoice. */
function drawExchangeRate(
  pdf: PdfWriter,
  { lang, currency, vatInKronur }: InvoiceDocument,
  exchangeRate: Decimal,
  labels: Labels,
): void {
  const muted: TextStyle = { size: 8.5, color: COLORS.muted };
  pdf.y += 4;
  const rate = `${labels.exchange}: 1 ${currency} = ${formatPrice(exchangeRate, 'ISK', lang)} ISK`;
  pdf.addTagged(pdf.root, 'P', () => pdf.writeText(rate, LEFT.from, pdf.y, muted));
  pdf.y += 12;
  if (vatInKronur === null) return;
  const tax = `${labels.vatInIsk}: ${formatMoney(vatInKronur, 'ISK', lang)}`;
  pdf.addTagged(pdf.root, 'P', () => pdf.writeText(tax, LEFT.from, pdf.y, muted));
  pdf.y += 12;
}
