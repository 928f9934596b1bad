import { MAX_ROWS } from '../../domain/bank/csv.ts';
import { child, children, type XmlNode } from '../receipt-reader/xml.ts';
import { attribute, Workbook } from './workbook.ts';

const MAX_COLUMNS = 200;
export const TOO_LONG = `it has more than ${MAX_ROWS} rows; split it by months`;

/**
 * The rows of each visible sheet of a workbook that has any, as text. Numbers are rounded to as many `places`: sheets store
 * them as floats. A number is a day where its format is one.
 */
export function readXlsx(bytes: Buffer, places = 2): string[][][] {
  const workbook = new Workbook(bytes);
  const names = workbook.sheets();
  if (names.length === 0) throw new Error('it has no sheet');
  const cells = new Cells(workbook, places);
  return names.map((name) => rowsOf(workbook.part(name), cells)).filter((rows) => rows.length > 0);
}

function rowsOf(sheet: XmlNode | null, cells: Cells): string[][] {
  const rows: string[][] = [];
  for (const [place, row] of children(child(sheet, 'worksheet', 'sheetData'), 'row').entries()) {
    const at = Number(attribute(row, 'r') ?? place + 1) - 1;
    if (!(at >= 0 && at < MAX_ROWS)) throw new Error(TOO_LONG);
    while (rows.length < at) rows.push([]);
    rows.push(cells.ofRow(row));
  }
  return rows;
}

/** How the cells of a workbook are read: its shared texts, its formats, and the day that it counts from. */
class Cells {
  readonly #shared: readonly string[];
  readonly #styles: DayStyles;
  readonly #dayZero: number;
  readonly #places: number;

  constructor(workbook: Workbook, places: number) {
    const shared = child(workbook.part('xl/sharedStrings.xml'), 'sst');
    this.#shared = children(shared, 'si').map(plainText);
    this.#styles = dayStyles(workbook.part('xl/styles.xml'));
    const properties = child(workbook.part('xl/workbook.xml'), 'workbook', 'workbookPr');
    const isFrom1904 = ['1', 'true'].includes(attribute(properties, 'date1904') ?? '');
    this.#dayZero = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
    this.#places = places;
  }

  ofRow(row: unknown): string[] {
    const cells: string[] = [];
    for (const cell of children(row, 'c')) {
      const column = columnOf(attribute(cell, 'r')) ?? cells.length;
      if (column >= MAX_COLUMNS) continue;
      while (cells.length < column) cells.push('');
      cells.push(this.#textOf(cell));
    }
    return cells;
  }

  #textOf(cell: unknown): string {
    const type = attribute(cell, 't') ?? 'n';
    if (type === 'inlineStr') return plainText(child(cell, 'is'));
    const value = textIn(children(cell, 'v')[0]).trim();
    if (type === 's') return this.#shared[Number(value)] ?? '';
    if (type === 'str') return unescapeControls(value);
    // 1.5E3 and 0.1 + 0.2 are how sheets store numbers: a float of 15 digits.
    if (type !== 'n' || !/^-?\d*\.?\d+(?:e[+-]?\d+)?$/i.test(value)) return value;
    const number = Number(value);
    return this.#styles.has(Number(attribute(cell, 's') ?? 0)) ? this.#day(number) : this.#number(number);
  }

  #day(number: number): string {
    const day = new Date(this.#dayZero + Math.floor(number) * 86_400_000);
    return Number.isNaN(day.getTime()) ? String(number) : day.toISOString().slice(0, 10);
  }

  /** With a decimal comma, as Icelandic files have. */
  #number(value: number): string {
    const unit = 10 ** this.#places;
    return String(Math.round(value * unit) / unit).replace('.', ',');
  }
}

/** The styles of cells, by their place, whose numbers are days. */
type DayStyles = ReadonlySet<number>;

/** The formats of days that every workbook has; 18 to 21 and 45 to 47 are times of a day. */
const DAY_FORMATS = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]);

function dayStyles(part: XmlNode | null): DayStyles {
  const sheet = child(part, 'styleSheet');
  const own = children(child(sheet, 'numFmts'), 'numFmt')
    .filter((format) => isDayFormat(attribute(format, 'formatCode') ?? ''))
    .map((format) => Number(attribute(format, 'numFmtId')));
  const formats = new Set([...DAY_FORMATS, ...own]);
  const styles = children(child(sheet, 'cellXfs'), 'xf');
  return new Set(
    styles.flatMap((style, at) => (formats.has(Number(attribute(style, 'numFmtId') ?? 0)) ? [at] : [])),
  );
}

/** Texts in quotes, escaped letters and [colours] say nothing; a format with a year or a day of the month is one of days. */
function isDayFormat(code: string): boolean {
  const letters = code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '');
  return /[yd]/i.test(letters) && !/general/i.test(letters);
}

/** A is 0, AB is 27; null without a name. */
function columnOf(reference: string | null): number | null {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference ?? '')?.[1];
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** The text of a cell, or of all its runs. */
function plainText(node: unknown): string {
  if (typeof node === 'string') return '';
  const runs = children(node, 'r').flatMap((run) => children(run, 't'));
  return unescapeControls([...children(node, 't'), ...runs].map(textIn).join(''));
}

/** Sheets write what XML cannot hold as _x000D_. */
function unescapeControls(text: string): string {
  return text.replace(/_x([0-9A-F]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function textIn(node: unknown): string {
  if (typeof node === 'string') return node;
  return typeof node === 'object' && node !== null && '#text' in node ? String(node['#text']) : '';
}
