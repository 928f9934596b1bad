import { formatFigure, formatMoney, formatPercent, formatPrice } from '../../domain/format.ts';
import type { Labels } from '../labels.ts';
import type { InvoiceDocument } from '../model.ts';
import { type SumRow, sumRows } from '../printed-totals.ts';
import { INK, PAGE, type Sheet, type Style } from './sheet.ts';

const ROW = 15;
const LEFT = { from: PAGE.left, to: PAGE.left + 236 };
const RIGHT = { from: PAGE.right - 224, to: PAGE.right };
const HEADING: Style = { face: 'bold', size: 8.5, color: INK.soft };
const SMALL: Style = { size: 9 };

/** The VAT of each rate on the left, and on the right how the amount comes about. They stay together. */
export function sums(sheet: Sheet, document: InvoiceDocument, labels: Labels): void {
  const rows = sumRows(document);
  const rightHeight = rows.reduce((height, row) => height + heightOf(row), 0);
  const leftHeight = document.outsideVat ? 0 : (document.vat.length + 2) * ROW + 36;
  sheet.need(Math.max(rightHeight, leftHeight));
  const top = sheet.y;
  if (!document.outsideVat) vatTable(sheet, document, labels);
  const leftEnd = sheet.y;
  sheet.y = top;
  for (const row of rows) sumRow(sheet, row);
  sheet.y = Math.max(sheet.y, leftEnd) + 14;
}

function heightOf({ isTotal }: SumRow): number {
  return isTotal ? ROW + 15 : ROW;
}

function sumRow(sheet: Sheet, row: SumRow): void {
  const { isTotal } = row;
  if (isTotal) {
    sheet.y += 3;
    sheet.rule(sheet.y, INK.strong, 0.9, RIGHT.from, RIGHT.to);
    sheet.y += 5;
  }
  const style: Style = isTotal ? { face: 'bold', size: 12 } : {};
  sheet.tag(sheet.root, 'P', () => {
    sheet.put(
      `${row.label} `,
      RIGHT.from,
      sheet.y,
      isTotal ? { face: 'bold', size: 11 } : { color: INK.soft },
    );
    sheet.putRight(row.value, RIGHT.to, sheet.y - (isTotal ? 0.7 : 0), style, 118);
  });
  sheet.y += isTotal ? ROW + 7 : ROW;
}

function vatTable(sheet: Sheet, document: InvoiceDocument, labels: Labels): void {
  const { lang, currency, vat } = document;
  const ends = [LEFT.from + 40, LEFT.from + 108, LEFT.from + 170, LEFT.to];
  const table = sheet.group(sheet.root, 'Table');
  const cells = (type: 'TH' | 'TD', texts: string[], style: Style) => {
    const tr = sheet.group(table, 'TR');
    for (const [index, text] of texts.entries()) {
      const end = ends[index] ?? LEFT.to;
      const draw = () =>
        index === 0
          ? sheet.put(text, LEFT.from, sheet.y, style)
          : sheet.putRight(text, end, sheet.y, style, 58);
      sheet.tag(tr, type, draw, type === 'TH' ? { scope: 'Column' } : {});
    }
  };
  cells('TH', [labels.rate, labels.taxable, labels.vat, labels.gross], HEADING);
  sheet.y += 14;
  sheet.rule(sheet.y, INK.rule, 0.9, LEFT.from, LEFT.to);
  sheet.y += 4;
  for (const { percent, net, vat: tax } of vat) {
    const figures = [net, tax, net.plus(tax)].map((figure) => formatFigure(figure, currency, lang));
    cells('TD', [formatPercent(percent, lang), ...figures], SMALL);
    sheet.y += ROW - 1;
  }
  table.end();
  if (currency !== 'ISK') exchange(sheet, document, labels);
}

/** VAT is owed in krónur whatever the invoice is in. */
function exchange(
  sheet: Sheet,
  { lang, currency, exchangeRate, vatInKronur }: InvoiceDocument,
  labels: Labels,
): void {
  const soft: Style = { size: 8.5, color: INK.soft };
  sheet.y += 4;
  const rate = `${labels.exchange}: 1 ${currency} = ${formatPrice(exchangeRate, 'ISK', lang)} ISK`;
  sheet.tag(sheet.root, 'P', () => sheet.put(rate, LEFT.from, sheet.y, soft));
  sheet.y += 12;
  if (vatInKronur === null) return;
  const tax = `${labels.vatInIsk}: ${formatMoney(vatInKronur, 'ISK', lang)}`;
  sheet.tag(sheet.root, 'P', () => sheet.put(tax, LEFT.from, sheet.y, soft));
  sheet.y += 12;
}
