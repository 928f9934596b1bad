import { COLORS, CONTENT_WIDTH, PAGE, type PdfWriter, type TextStyle } from './pdf-writer.ts';

export interface TableColumn<T> {
  label: string;
  text(row: T): string;
  /**
   * `figure` is right-aligned on one line. `code` is as wide as its longest text within bounds. `text` gets the
   * remaining width and wraps.
   */
  kind: 'figure' | 'code' | 'text';
}

interface PlacedColumn<T> extends TableColumn<T> {
  x: number;
  width: number;
}

const HEADING: TextStyle = { weight: 'bold', size: 8.5, color: COLORS.muted };
const CELL: TextStyle = { size: 9.5 };
const GAP = 14;
const PADDING = 3.6;
const HEADING_HEIGHT = 15 + 3 * PADDING;
/** A row that continues on the next page has at least so many lines on this one. */
const MIN_LINES = 3;
const MAX_FIGURE_WIDTH = 96;
const MAX_CODE_WIDTH = 132;
const MIN_CODE_WIDTH = 62;
const MIN_TEXT_WIDTH = 150;
const SPACE_BELOW = 14;

/** So many of the last rows are never left without what follows them. */
const ROWS_KEPT_WITH_NEXT = 2;

/**
 * A table over the width of the page. A row stays on one page unless it is taller than one, and every page repeats the
 * column headings. The last rows move to the next page if the `heightBelow` that follows the table does not fit below
 * them, so that no page begins with sums of lines that the reader cannot see.
 */
export function drawTable<T>(
  pdf: PdfWriter,
  columns: readonly TableColumn<T>[],
  rows: readonly T[],
  heightBelow = 0,
): void {
  const placed = placeColumns(pdf, columns, rows);
  const table = pdf.addGroup(pdf.root, 'Table');
  const first = pdf.addGroup(pdf.addGroup(table, 'THead'), 'TR');
  for (const column of placed) {
    pdf.addTagged(first, 'TH', () => drawHeading(pdf, column), { scope: 'Column' });
  }
  drawUnderline(pdf);
  const body = pdf.addGroup(table, 'TBody');
  pdf.onNewPage = () => {
    pdf.drawArtifact(() => {
      for (const column of placed) drawHeading(pdf, column);
    }, 'Pagination');
    drawUnderline(pdf);
  };
  const cells = rows.map((row) => cellsOf(pdf, placed, row));
  const kept = cells.length - ROWS_KEPT_WITH_NEXT;
  const keptHeight = total(cells.slice(kept).map((row) => heightOf(pdf, row))) + SPACE_BELOW + heightBelow;
  for (const [index, row] of cells.entries()) {
    if (index === kept && index > 0 && fitsOnPage(keptHeight)) pdf.ensureSpace(keptHeight);
    drawRow(pdf, placed, pdf.addGroup(body, 'TR'), row);
  }
  pdf.onNewPage = () => {};
  table.end();
  pdf.y += SPACE_BELOW;
}

/** Figures and codes get the width that their longest text needs; the texts share the rest. */
function placeColumns<T>(
  pdf: PdfWriter,
  columns: readonly TableColumn<T>[],
  rows: readonly T[],
): PlacedColumn<T>[] {
  const widest = (column: TableColumn<T>) =>
    Math.max(
      pdf.width(column.label, HEADING),
      ...rows.flatMap((row) =>
        column
          .text(row)
          .split('\n')
          .map((line) => pdf.width(line, CELL)),
      ),
    ) + GAP;
  const natural = columns.map((column) => {
    if (column.kind === 'text') return 0;
    return Math.min(widest(column), column.kind === 'code' ? MAX_CODE_WIDTH : MAX_FIGURE_WIDTH);
  });
  const texts = columns.filter(({ kind }) => kind === 'text').length;
  const missing = MIN_TEXT_WIDTH * texts - (CONTENT_WIDTH - total(natural));
  const widths = natural.map((width, index) =>
    columns[index]?.kind === 'code' && missing > 0
      ? Math.max(Math.min(width, MIN_CODE_WIDTH), width - missing)
      : width,
  );
  const rest = (CONTENT_WIDTH - total(widths)) / Math.max(texts, 1);
  let x: number = PAGE.left;
  return columns.map((column, index) => {
    const width = column.kind === 'text' ? rest : (widths[index] ?? 0);
    const one = { ...column, x, width };
    x += width;
    return one;
  });
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0);
}

function drawHeading<T>(pdf: PdfWriter, column: PlacedColumn<T>): void {
  writeCell(pdf, column, column.label, pdf.y, HEADING);
}

function drawUnderline(pdf: PdfWriter): void {
  pdf.y += 15;
  pdf.drawRule(pdf.y, COLORS.strong, 0.9);
  pdf.y += PADDING;
}

/** The lines of text in each cell of a row. */
type Cells = readonly (readonly string[])[];

function cellsOf<T>(pdf: PdfWriter, columns: readonly PlacedColumn<T>[], row: T): Cells {
  return columns.map((column) => {
    const text = column.text(row);
    return column.kind === 'figure' ? [text] : pdf.wrap(text, column.width - GAP, CELL);
  });
}

function countLines(cells: Cells): number {
  return Math.max(...cells.map((cell) => cell.length));
}

function heightOf(pdf: PdfWriter, cells: Cells): number {
  return countLines(cells) * pdf.lineHeight(CELL) + 2 * PADDING;
}

function fitsOnPage(height: number): boolean {
  return height <= PAGE.bottom - PAGE.top - HEADING_HEIGHT;
}

function drawRow<T>(
  pdf: PdfWriter,
  columns: readonly PlacedColumn<T>[],
  parent: PDFKit.PDFStructureElement,
  cells: Cells,
): void {
  const lineHeight = pdf.lineHeight(CELL);
  const lines = countLines(cells);
  const capacity = () => Math.floor((PAGE.bottom - pdf.y - 2 * PADDING) / lineHeight);
  const isTallerThanPage = !fitsOnPage(lines * lineHeight);
  if (lines > capacity() && (!isTallerThanPage || capacity() < MIN_LINES)) pdf.startPage();
  // An empty cell still needs its TD element; otherwise screen readers would assign the next cells to the wrong
  // headings.
  const elements = columns.map(() => pdf.addGroup(parent, 'TD'));
  for (let from = 0; from < lines; ) {
    if (from > 0) pdf.startPage();
    const to = Math.min(lines, from + Math.max(1, capacity()));
    drawCells(
      pdf,
      columns,
      elements,
      cells.map((cell) => cell.slice(from, to)),
    );
    pdf.y += (to - from) * lineHeight + PADDING;
    pdf.drawRule(pdf.y);
    pdf.y += PADDING;
    from = to;
  }
  for (const element of elements) element.end();
}

function drawCells<T>(
  pdf: PdfWriter,
  columns: readonly PlacedColumn<T>[],
  elements: readonly PDFKit.PDFStructureElement[],
  cells: Cells,
): void {
  const y = pdf.y;
  const lineHeight = pdf.lineHeight(CELL);
  for (const [index, column] of columns.entries()) {
    const texts = cells[index] ?? [];
    const element = elements[index];
    if (!element || texts.every((text) => text === '')) continue;
    pdf.addContent(element, 'TD', () => {
      for (const [at, text] of texts.entries()) {
        if (text !== '') writeCell(pdf, column, text, y + at * lineHeight, CELL);
      }
    });
  }
}

function writeCell<T>(
  pdf: PdfWriter,
  { x, width, kind }: PlacedColumn<T>,
  text: string,
  y: number,
  style: TextStyle,
): void {
  if (kind === 'figure') pdf.writeRight(text, x + width, y, style, width - GAP);
  else pdf.writeText(text, x, y, style);
}
