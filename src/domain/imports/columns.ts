import { FORMAT_NAMES, plainHeading } from '../bank/column-names.ts';
import type { Rows } from '../bank/columns.ts';
import type { ColumnMapping } from '../bank/statement.ts';
import { toOneLine } from '../strings/one-line.ts';

/** How the cells of a column are written. */
type CellKind = 'text' | 'number' | 'date' | 'flag' | 'kennitala';

export interface RecordField {
  kind: CellKind;
  /** The usual headings of such a column, as `plainHeading` writes them, the most precise first; its own name comes before them. */
  headings: readonly string[];
  /** Spellings of the codes of the wire; one whose code is empty counts as no value. */
  codes?: Readonly<Record<string, string>>;
}

/** What the rows of a file may hold, by the names of the wire. */
export interface RecordColumns {
  fields: Readonly<Record<string, RecordField>>;
  /** Without these columns a file is not read. */
  required: readonly string[];
}

export interface RecordLayout {
  mapping: ColumnMapping;
  /** The first row after the headings, counted from 0. */
  firstRow: number;
  /** The column of each field, counted from 0. */
  columns: ReadonlyMap<string, number>;
}

export type LayoutProblem = { missing: string } | { noColumn: string } | { noField: string };

/** A heading is looked for in as many rows; a title may stand above it. */
const HEADING_ROWS = 20;

/** Where the columns are: as the mapping says, else as in the last file if it has the same headings, else by the headings. */
export function findRecordColumns(
  rows: Rows,
  known: RecordColumns,
  { mapping, remembered }: { mapping: ColumnMapping | null; remembered: ColumnMapping | null },
): RecordLayout | LayoutProblem {
  if (mapping) return nameOthers(rows, applyRecordMapping(rows, known, mapping));
  const last = remembered && proposeOthers(rows, known, applyRecordMapping(rows, known, remembered));
  if (last && 'columns' in last) return nameOthers(rows, last);
  const proposed = proposeRecordMapping(rows, known);
  return proposed
    ? nameOthers(rows, applyRecordMapping(rows, known, proposed))
    : { missing: known.required.join(', ') };
}

function proposeRecordMapping(rows: Rows, known: RecordColumns): ColumnMapping | null {
  for (const cells of rows.slice(0, HEADING_ROWS)) {
    const mapping = mappingOfHeadings(cells, known);
    if (known.required.every((field) => Object.values(mapping).includes(field))) return mapping;
  }
  return null;
}

/** The fields of these headings. Where several are headings of one field, the most precise one counts. */
function mappingOfHeadings(cells: readonly string[], { fields }: RecordColumns): ColumnMapping {
  const plain = cells.map(plainHeading);
  const found = Object.entries(fields).flatMap(([name, { headings }]): [number, string][] => {
    const heading = [plainHeading(name), ...headings].find((one) => plain.includes(one));
    return heading === undefined ? [] : [[plain.indexOf(heading), name]];
  });
  const inOrder = found.sort(([a], [b]) => a - b);
  return Object.fromEntries(inOrder.map(([at, name]) => [toOneLine(cells[at] ?? ''), name]));
}

/** Adds to the mapping of an earlier file what this one has more. */
function proposeOthers(
  rows: Rows,
  known: RecordColumns,
  last: RecordLayout | LayoutProblem,
): RecordLayout | LayoutProblem {
  if (!('columns' in last) || last.firstRow === 0) return last;
  const others = new Set(headingsLeft(rows, last).map(plainHeading));
  const proposed = Object.entries(mappingOfHeadings(rows[last.firstRow - 1] ?? [], known)).filter(
    ([heading, field]) => others.has(plainHeading(heading)) && !last.columns.has(field),
  );
  return applyRecordMapping(rows, known, { ...last.mapping, ...Object.fromEntries(proposed) });
}

/** A mapping that is sent back has at most 200 names. */
const MAX_IGNORED = 100;

/** Says of the headings that no field is read from that they are ignored. */
function nameOthers(rows: Rows, layout: RecordLayout | LayoutProblem): RecordLayout | LayoutProblem {
  if (!('columns' in layout) || layout.firstRow === 0) return layout;
  const ignored = headingsLeft(rows, layout).slice(0, MAX_IGNORED);
  const others = Object.fromEntries(ignored.map((heading) => [heading, 'ignore']));
  return { ...layout, mapping: { ...layout.mapping, ...others } };
}

/** The headings that the mapping does not name, of columns that are not read. */
function headingsLeft(rows: Rows, { mapping, firstRow, columns }: RecordLayout): string[] {
  const named = new Set(Object.keys(mapping).map(plainHeading));
  const read = new Set(columns.values());
  const left = (rows[firstRow - 1] ?? []).filter((cell, at) => {
    const plain = plainHeading(cell);
    return plain !== '' && !read.has(at) && !named.has(plain) && !isFormat(toOneLine(cell));
  });
  return [...new Set(left.map(toOneLine))];
}

function applyRecordMapping(
  rows: Rows,
  known: RecordColumns,
  mapping: ColumnMapping,
): RecordLayout | LayoutProblem {
  const named = Object.entries(mapping).filter(
    ([name, field]) => !isFormat(name) && field !== '' && field !== 'ignore',
  );
  const unknown = named.find(([, field]) => !known.fields[field]);
  if (unknown) return { noField: unknown[1] };
  const missing = known.required.find((field) => !named.some(([, one]) => one === field));
  if (missing !== undefined) return { missing };
  const headings = named.filter(([name]) => !isNumber(name)).map(([name]) => plainHeading(name));
  const headingRow = rows
    .slice(0, HEADING_ROWS)
    .findIndex((cells) => headings.every((heading) => cells.some((cell) => plainHeading(cell) === heading)));
  const columns = new Map<string, number>();
  for (const [name, field] of named) {
    const at = isNumber(name)
      ? Number(name) - 1
      : (rows[headingRow]?.findIndex((cell) => plainHeading(cell) === plainHeading(name)) ?? -1);
    if (at < 0 || rows.every((cells) => cells.length <= at)) return { noColumn: name };
    columns.set(field, at);
  }
  return { mapping, firstRow: headings.length > 0 ? headingRow + 1 : 0, columns };
}

function isFormat(name: string): boolean {
  return (FORMAT_NAMES as readonly string[]).includes(name);
}

function isNumber(name: string): boolean {
  return /^[1-9]\d{0,2}$/.test(name);
}
