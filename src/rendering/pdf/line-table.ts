import type { Lang } from '../../domain/codes.ts';
import {
  formatDeduction,
  formatFigure,
  formatPercent,
  formatPrice,
  formatQuantity,
} from '../../domain/format.ts';
import { ZERO } from '../../domain/money.ts';
import type { DocumentLine, InvoiceDocument } from '../invoice-document.ts';
import { type Labels, unitName } from '../labels.ts';
import { printedFigures } from '../printed-figures.ts';
import { COLORS, CONTENT_WIDTH, PAGE, type PdfWriter, type TextStyle } from './pdf-writer.ts';

interface Column {
  label: string;
  x: number;
  width: number;
  isFigure: boolean;
  text(line: DocumentLine): string;
}

const HEADING: TextStyle = { weight: 'bold', size: 8.5, color: COLORS.muted };
const CELL: TextStyle = { size: 9.5 };
const GAP = 9;
const PADDING = 3.6;

/** The line table. A row is never split between pages, and every page repeats the column headings. */
export function drawLineTable(pdf: PdfWriter, document: InvoiceDocument, labels: Labels): void {
  const columns = columnsOf(document, labels);
  const table = pdf.addGroup(pdf.root, 'Table');
  const first = pdf.addGroup(pdf.addGroup(table, 'THead'), 'TR');
  for (const column of columns) {
    pdf.addTagged(first, 'TH', () => drawHeading(pdf, column), { scope: 'Column' });
  }
  drawUnderline(pdf);
  const body = pdf.addGroup(table, 'TBody');
  pdf.onNewPage = () => {
    pdf.drawArtifact(() => {
      for (const column of columns) drawHeading(pdf, column);
    }, 'Pagination');
    drawUnderline(pdf);
  };
  for (const line of document.lines) drawRow(pdf, columns, pdf.addGroup(body, 'TR'), line);
  pdf.onNewPage = () => {};
  table.end();
  pdf.y += 14;
}

/** Columns that are empty on every line are omitted, and the description gets their width. */
function columnsOf(document: InvoiceDocument, labels: Labels): Column[] {
  const { lines, currency, lang, isOutsideVat } = document;
  const nets = printedFigures(document).lines;
  const empty = [
    lines.every(({ discount }) => discount === null) && labels.discount,
    isOutsideVat && labels.vat,
  ];
  const figures: Omit<Column, 'x' | 'isFigure'>[] = [
    {
      label: labels.qty,
      width: 68,
      text: ({ qty, uom }) => `${formatQuantity(qty, lang)} ${unitName(uom, lang)}`,
    },
    { label: labels.price, width: 70, text: ({ unitPrice }) => formatPrice(unitPrice, currency, lang) },
    { label: labels.discount, width: 52, text: ({ discount }) => discountText(discount, currency, lang) },
    { label: labels.vat, width: 32, text: ({ vatPercent }) => formatPercent(vatPercent, lang) },
    {
      label: labels.amount,
      width: 76,
      text: ({ position }) => formatFigure(nets[position - 1] ?? ZERO, currency, lang),
    },
  ];
  const visible = figures.filter(({ label }) => !empty.includes(label));
  const itemWidth = 62;
  const descriptionWidth = CONTENT_WIDTH - itemWidth - visible.reduce((sum, { width }) => sum + width, 0);
  let x: number = PAGE.left;
  const texts = [
    { label: labels.item, width: itemWidth, isFigure: false, text: (line: DocumentLine) => line.itemNumber },
    {
      label: labels.description,
      width: descriptionWidth,
      isFigure: false,
      text: (line: DocumentLine) => line.description,
    },
  ];
  return [...texts, ...visible.map((column) => ({ ...column, isFigure: true }))].map((column) => {
    const positioned = { ...column, x };
    x += column.width;
    return positioned;
  });
}

function discountText(discount: DocumentLine['discount'], currency: string, lang: Lang): string {
  if (!discount) return '';
  return discount.percent
    ? formatPercent(discount.percent, lang)
    : formatDeduction(discount.amount, currency, lang);
}

function drawHeading(pdf: PdfWriter, column: Column): void {
  writeCell(pdf, column, column.label, pdf.y, HEADING);
}

function drawUnderline(pdf: PdfWriter): void {
  pdf.y += 15;
  pdf.drawRule(pdf.y, COLORS.strong, 0.9);
  pdf.y += PADDING;
}

function drawRow(
  pdf: PdfWriter,
  columns: readonly Column[],
  parent: PDFKit.PDFStructureElement,
  line: DocumentLine,
): void {
  const cells = columns.map((column) => {
    const text = column.text(line);
    return column.isFigure ? [text] : pdf.wrap(text, column.width - GAP, CELL);
  });
  const lineHeight = pdf.lineHeight(CELL);
  const height = Math.max(...cells.map((cell) => cell.length)) * lineHeight;
  pdf.ensureSpace(height + 2 * PADDING);
  const y = pdf.y;
  for (const [index, column] of columns.entries()) {
    const texts = cells[index] ?? [];
    // An empty cell still needs its TD element; otherwise screen readers would assign the next cells to the
    // wrong headings.
    if (texts.every((text) => text === '')) {
      pdf.addGroup(parent, 'TD').end();
      continue;
    }
    pdf.addTagged(parent, 'TD', () => {
      for (const [at, text] of texts.entries()) {
        if (text !== '') writeCell(pdf, column, text, y + at * lineHeight, CELL);
      }
    });
  }
  pdf.y = y + height + PADDING;
  pdf.drawRule(pdf.y);
  pdf.y += PADDING;
}

function writeCell(
  pdf: PdfWriter,
  { x, width, isFigure }: Column,
  text: string,
  y: number,
  style: TextStyle,
): void {
  if (isFigure) pdf.writeRight(text, x + width, y, style, width - GAP);
  else pdf.writeText(text, x, y, style);
}
