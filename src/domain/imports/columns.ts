import { FORMAT_NAMES, plainHeading } from '../bank/column-names.ts';
import type { Rows } from '../bank/columns.ts';
import type { ColumnMapping } from '../bank/statement.ts';

/** How the cells of a column are written. */
type CellKind = 'text' | 'number' | 'date' | 'flag' | 'kennitala';

export interface RecordField {
  kind: CellKind;
  /** The usual headings of such a column, as `plainHeading` writes them; its own name is one too. */
  headings: readonly string[];
  /** Words for the codes of the wire. */
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
  if (mapping) return applyRecordMapping(rows, known, mapping);
  const last = remembered && applyRecordMapping(rows, known, remembered);
  if (last && 'columns' in last) return last;
  const proposed = proposeRecordMapping(rows, known);
  return proposed ? applyRecordMapping(rows, known, proposed) : { missing: known.required.join(', ') };
}

function proposeRecordMapping(rows: Rows, known: RecordColumns): ColumnMapping | null {
  for (const cells of rows.slice(0, HEADING_ROWS)) {
    const mapping: Record<string, string> = {};
    for (const cell of cells) {
      const field = fieldOf(cell, known);
      if (field && !Object.values(mapping).includes(field)) mapping[cell.trim()] = field;
    }
    if (known.required.every((field) => Object.values(mapping).includes(field))) return mapping;
  }
  return null;
}

function fieldOf(heading: string, { fields }: RecordColumns): string | undefined {
  const plain = plainHeading(heading);
  if (plain === '') return undefined;
  return Object.keys(fields).find(
    (name) => plainHeading(name) === plain || fields[name]?.headings.includes(plain),
  );
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
