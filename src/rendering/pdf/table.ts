import type { Lang } from '../../domain/codes.ts';
import {
  formatDeduction,
  formatFigure,
  formatPercent,
  formatPrice,
  formatQuantity,
} from '../../domain/format.ts';
import { type Labels, unitName } from '../labels.ts';
import type { DocumentLine, InvoiceDocument } from '../model.ts';
import { INK, INNER, PAGE, type Sheet, type Style } from './sheet.ts';

interface Column {
  label: string;
  x: number;
  width: number;
  isFigure: boolean;
  text(line: DocumentLine): string;
}

const HEADING: Style = { face: 'bold', size: 8.5, color: INK.soft };
const CELL: Style = { size: 9.5 };
const GAP = 9;
const PADDING = 3.6;

/** The lines of the invoice. A line stays on one page, and every page begins with the headings of the columns. */
export function lineTable(sheet: Sheet, document: InvoiceDocument, labels: Labels): void {
  const columns = columnsOf(document, labels);
  const table = sheet.group(sheet.root, 'Table');
  const first = sheet.group(sheet.group(table, 'THead'), 'TR');
  for (const column of columns) {
    sheet.tag(first, 'TH', () => heading(sheet, column), { scope: 'Column' });
  }
  underline(sheet);
  const body = sheet.group(table, 'TBody');
  sheet.onNewPage = () => {
    sheet.decorate(() => {
      for (const column of columns) heading(sheet, column);
    }, 'Pagination');
    underline(sheet);
  };
  for (const line of document.lines) row(sheet, columns, sheet.group(body, 'TR'), line);
  sheet.onNewPage = () => {};
  table.end();
  sheet.y += 14;
}

/** Columns that would be empty on every line are left out, and their room goes to the description. */
function columnsOf({ lines, currency, lang, outsideVat }: InvoiceDocument, labels: Labels): Column[] {
  const empty = [
    lines.every(({ discount }) => discount === null) && labels.discount,
    outsideVat && labels.vat,
  ];
  const figures: Omit<Column, 'x' | 'isFigure'>[] = [
    {
      label: labels.qty,
      width: 68,
      text: ({ qty, uom }) => `${formatQuantity(qty, lang)} ${unitName(uom, lang)}`,
    },
    { label: labels.price, width: 70, text: ({ unitPrice }) => formatPrice(unitPrice, currency, lang) },
    { label: labels.discount, width: 52, text: ({ discount }) => discountText(discount, currency, lang) },
    { label: labels.vat, width: 32, text: ({ code }) => RATE[lang][code] },
    { label: labels.amount, width: 76, text: ({ net }) => formatFigure(net, currency, lang) },
  ];
  const shown = figures.filter(({ label }) => !empty.includes(label));
  const itemWidth = 62;
  const room = INNER - itemWidth - shown.reduce((sum, { width }) => sum + width, 0);
  let x: number = PAGE.left;
  const texts = [
    { label: labels.item, width: itemWidth, isFigure: false, text: (line: DocumentLine) => line.itemNumber },
    {
      label: labels.description,
      width: room,
      isFigure: false,
      text: (line: DocumentLine) => line.description,
    },
  ];
  return [...texts, ...shown.map((column) => ({ ...column, isFigure: true }))].map((column) => {
    const placed = { ...column, x };
    x += column.width;
    return placed;
  });
}

const RATE = {
  is: { S: '24 %', AA: '11 %', Z: '0 %' },
  en: { S: '24%', AA: '11%', Z: '0%' },
};

function discountText(discount: DocumentLine['discount'], currency: string, lang: Lang): string {
  if (!discount) return '';
  return discount.percent
    ? formatPercent(discount.percent, lang)
    : formatDeduction(discount.amount, currency, lang);
}

function heading(sheet: Sheet, column: Column): void {
  write(sheet, column, column.label, sheet.y, HEADING);
}

function underline(sheet: Sheet): void {
  sheet.y += 15;
  sheet.rule(sheet.y, INK.strong, 0.9);
  sheet.y += PADDING;
}

function row(
  sheet: Sheet,
  columns: readonly Column[],
  parent: PDFKit.PDFStructureElement,
  line: DocumentLine,
): void {
  const cells = columns.map((column) => {
    const text = column.text(line);
    return column.isFigure ? [text] : sheet.wrap(text, column.width - GAP, CELL);
  });
  const lineHeight = sheet.lineHeight(CELL);
  const height = Math.max(...cells.map((cell) => cell.length)) * lineHeight;
  sheet.need(height + 2 * PADDING);
  const y = sheet.y;
  for (const [index, column] of columns.entries()) {
    const texts = cells[index] ?? [];
    // A cell that says nothing is there all the same, or who listens would hear the next one under its heading.
    if (texts.every((text) => text === '')) {
      sheet.group(parent, 'TD').end();
      continue;
    }
    sheet.tag(parent, 'TD', () => {
      for (const [at, text] of texts.entries()) {
        if (text !== '') write(sheet, column, text, y + at * lineHeight, CELL);
      }
    });
  }
  sheet.y = y + height + PADDING;
  sheet.rule(sheet.y);
  sheet.y += PADDING;
}

function write(sheet: Sheet, { x, width, isFigure }: Column, text: string, y: number, style: Style): void {
  if (isFigure) sheet.putRight(text, x + width, y, style, width - GAP);
  else sheet.put(text, x, y, style);
}
