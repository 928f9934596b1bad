import { isZero, roundTo, sum, ZERO } from '../../domain/money.ts';
import {
  formatFigure,
  formatMoney,
  formatPercent,
  formatPrice,
  formatTakenOff,
} from '../../domain/written.ts';
import type { Labels } from '../labels.ts';
import type { InvoiceDocument } from '../model.ts';
import { INK, PAGE, type Sheet, type Style } from './sheet.ts';

const ROW = 15;
const LEFT = { from: PAGE.left, to: PAGE.left + 236 };
const RIGHT = { from: PAGE.right - 224, to: PAGE.right };
const HEADING: Style = { face: 'bold', size: 8.5, color: INK.soft };
const SMALL: Style = { size: 9 };

interface SumRow {
  label: string;
  value: string;
  weight: 'plain' | 'total';
}

/** The VAT of each rate on the left, and on the right how the amount comes about. They stay together. */
export function sums(sheet: Sheet, document: InvoiceDocument, labels: Labels): void {
  const rows = sumRows(document, labels);
  const rightHeight = rows.reduce((height, row) => height + heightOf(row), 0);
  const leftHeight = (document.vat.length + 2) * ROW + 36;
  sheet.need(Math.max(rightHeight, leftHeight));
  const top = sheet.y;
  vatTable(sheet, document, labels);
  const leftEnd = sheet.y;
  sheet.y = top;
  for (const row of rows) sumRow(sheet, row);
  sheet.y = Math.max(sheet.y, leftEnd) + 18;
}

/** The amount and the VAT are shown as they are, rounded; the net gives way, so that what is read adds up. */
function sumRows(document: InvoiceDocument, labels: Labels): SumRow[] {
  const { lang, currency, discount, lines, vat, amount, paymentFee, mark } = document;
  const places = currency === 'ISK' ? 0 : 2;
  const shown = vat.filter((share) => !isZero(share.percent));
  const vatShown = sum(shown.map((share) => roundTo(share.vat, places)));
  const net = roundTo(amount, places).minus(vatShown);
  const money = (figure: typeof amount) => formatMoney(figure, currency, lang);
  const rows: SumRow[] = [];
  const add = (label: string, value: string, weight: SumRow['weight'] = 'plain') =>
    rows.push({ label, value, weight });
  if (discount) {
    const percent = discount.percent ? ` ${formatPercent(discount.percent, lang)}` : '';
    add(labels.subtotal, formatFigure(sum(lines.map((line) => line.net)), currency, lang));
    add(`${labels.wholeDiscount}${percent}`, formatTakenOff(discount.amount, currency, lang));
  }
  add(labels.net, formatFigure(net, currency, lang));
  for (const share of shown) {
    add(`${labels.vat} ${formatPercent(share.percent, lang)}`, formatFigure(share.vat, currency, lang));
  }
  add(labels.total, money(amount), 'total');
  const isPaid = mark?.kind === 'paid';
  // The fee is for collecting what is owed; once nothing is, it is history.
  if (!isZero(paymentFee) && !isPaid) {
    add(labels.fee, formatFigure(paymentFee, currency, lang));
    add(labels.withFee, money(amount.plus(paymentFee)), 'total');
  }
  if (isPaid) {
    add(labels.alreadyPaid, formatTakenOff(amount, currency, lang));
    add(labels.left, money(ZERO), 'total');
  }
  return rows;
}

function heightOf({ weight }: SumRow): number {
  return weight === 'total' ? ROW + 15 : ROW;
}

function sumRow(sheet: Sheet, row: SumRow): void {
  const isTotal = row.weight === 'total';
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
  { lang, currency, exchangeRate, vatTotal }: InvoiceDocument,
  labels: Labels,
): void {
  const soft: Style = { size: 8.5, color: INK.soft };
  sheet.y += 4;
  const rate = `${labels.exchange}: 1 ${currency} = ${formatPrice(exchangeRate, 'ISK', lang)} ISK`;
  sheet.tag(sheet.root, 'P', () => sheet.put(rate, LEFT.from, sheet.y, soft));
  sheet.y += 12;
  const tax = `${labels.vatInIsk}: ${formatMoney(vatTotal.times(exchangeRate), 'ISK', lang)}`;
  sheet.tag(sheet.root, 'P', () => sheet.put(tax, LEFT.from, sheet.y, soft));
  sheet.y += 12;
}
