import { stripInvalidXml } from '../strings/markup.ts';

export type Cell = string | number;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** Escapes text for XML, and drops control characters, which XML cannot hold. */
function escapeXml(text: string): string {
  return stripInvalidXml(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A, B … Z, AA, AB … */
function columnName(index: number): string {
  const rest = index < 26 ? '' : columnName(Math.floor(index / 26) - 1);
  return rest + String.fromCharCode(65 + (index % 26));
}

const STYLES = { heading: 1, text: 0, decimals: 2, whole: 3, date: 4 };
const DAY_MS = 24 * 3600_000;
/** Sheets count days from here, because the first of them took 1900 for a leap year. */
const FIRST_DAY = Date.UTC(1899, 11, 30);

/** The number of a day as the wire writes it, 2026-03-02; null for any other text. */
function dayNumber(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const day = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(day) ? null : (day - FIRST_DAY) / DAY_MS;
}

/** Whether the column holds counts or whole krónur only, and so no decimals are shown in it. */
function isWholeColumn(rows: readonly (readonly Cell[])[], column: number): boolean {
  return rows.every((cells) => typeof cells[column] !== 'number' || Number.isInteger(cells[column]));
}

function cellXml(value: Cell, row: number, column: number, isWhole: boolean): string {
  const at = `${columnName(column)}${row + 1}`;
  const numeric = (style: number, figure: number) => `<c r="${at}" s="${style}"><v>${figure}</v></c>`;
  if (typeof value === 'number')
    return numeric(isWhole && Number.isInteger(value) ? STYLES.whole : STYLES.decimals, value);
  const day = row === 0 ? null : dayNumber(value);
  if (day !== null) return numeric(STYLES.date, day);
  const style = row === 0 ? STYLES.heading : STYLES.text;
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`;
}

/** A sheet, row by row. The first row holds the headings; `sample` are rows by which its columns are laid out. */
export class Sheet {
  readonly #sample: readonly (readonly Cell[])[];
  readonly #isWhole: readonly boolean[];
  #rows = 0;

  constructor(sample: readonly (readonly Cell[])[]) {
    this.#sample = sample;
    this.#isWhole = (sample[0] ?? []).map((_, column) => isWholeColumn(sample, column));
  }

  start(): string {
    const columns = (this.#sample[0] ?? []).map((_, index) => {
      const longest = Math.max(
        ...this.#sample.slice(0, 200).map((cells) => String(cells[index] ?? '').length),
      );
      return `<col min="${index + 1}" max="${index + 1}" width="${Math.min(60, longest + 3)}" customWidth="1"/>`;
    });
    return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`;
  }

  row(cells: readonly Cell[]): string {
    const row = this.#rows++;
    const inRow = cells.map((value, column) => cellXml(value, row, column, this.#isWhole[column] ?? false));
    return `<row r="${row + 1}">${inRow.join('')}</row>`;
  }

  end(): string {
    return '</sheetData></worksheet>';
  }
}

export const SHEET_FILE = 'xl/worksheets/sheet1.xml';

/** The files of a workbook with one sheet, but for the sheet itself (`SHEET_FILE`). */
export function workbookFiles(title: string): Readonly<Record<string, string>> {
  const type = (name: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${name}+xml`;
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type('sheet.main')}"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type('worksheet')}"/><Override PartName="/xl/styles.xml" ContentType="${type('styles')}"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${escapeXml(sheetName(title))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf fontId="0"/><xf fontId="1" applyFont="1"/><xf fontId="0" numFmtId="4" applyNumberFormat="1"/><xf fontId="0" numFmtId="3" applyNumberFormat="1"/><xf fontId="0" numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  };
}

/** Excel takes at most 31 characters, without these signs. */
function sheetName(title: string): string {
  return title.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31) || 'Kvitt';
}
