import {
  FORMAT_NAMES,
  fieldsOfHeadings,
  plainHeading,
  STATEMENT_FIELDS,
  type StatementField,
} from './column-names.ts';
import type { ColumnMapping } from './statement.ts';
import { isWrittenNumber, parseValueDay, parseWrittenDate } from './written-values.ts';

/** The rows of a CSV file or of a sheet, as text. */
export type Rows = readonly (readonly string[])[];

/** Where the columns of a file are. */
export interface Layout {
  mapping: ColumnMapping;
  /** The row after the heading, counted from 0. */
  firstRow: number;
  columns: Readonly<Record<StatementField, readonly number[]>>;
}

export type LayoutProblem = { missing: string } | { noColumn: string };

/** A heading is looked for in as many rows; the account and the period may stand above it. */
const HEADING_ROWS = 40;

function isFormat(name: string): boolean {
  return (FORMAT_NAMES as readonly string[]).includes(name);
}

/** The names of columns in a mapping, with what they hold; `ignore` and an empty text say that a column is not read. */
function columnsIn(mapping: ColumnMapping): [name: string, field: StatementField][] {
  return Object.entries(mapping).flatMap(([name, written]): [string, StatementField][] => {
    const field = STATEMENT_FIELDS.find((one) => one === written);
    return isFormat(name) || !field ? [] : [[name, field]];
  });
}

/** Where the columns of the mapping are in these rows, or what they lack. */
export function applyMapping(rows: Rows, mapping: ColumnMapping): Layout | LayoutProblem {
  const named = columnsIn(mapping);
  const missing = missingFields(named.map(([, field]) => field));
  if (missing) return { missing };
  const headings = named.filter(([name]) => !isColumnNumber(name)).map(([name]) => plainHeading(name));
  const headingRow = rows
    .slice(0, HEADING_ROWS)
    .findIndex((_, at) =>
      headings.every((heading) => headingAt(rows, at).some((cell) => plainHeading(cell) === heading)),
    );
  const columns = emptyColumns();
  for (const [name, field] of named) {
    const at = isColumnNumber(name)
      ? Number(name) - 1
      : headingAt(rows, headingRow).findIndex((cell) => plainHeading(cell) === plainHeading(name));
    if (at < 0 || rows.every((cells) => cells.length <= at)) return { noColumn: name };
    columns[field].push(at);
  }
  const day = columns.booked_on[0] ?? 0;
  const firstRow =
    headings.length > 0
      ? headingRow + 1
      : rows.findIndex((cells) => parseWrittenDate(cells[day] ?? '') !== null);
  return { mapping, firstRow: Math.max(0, firstRow), columns };
}

function isColumnNumber(name: string): boolean {
  return /^[1-9]\d{0,2}$/.test(name);
}

function emptyColumns(): Record<StatementField, number[]> {
  return Object.fromEntries(STATEMENT_FIELDS.map((field) => [field, [] as number[]])) as Record<
    StatementField,
    number[]
  >;
}

function missingFields(fields: readonly StatementField[]): string | null {
  if (!fields.includes('booked_on')) return 'booked_on';
  return fields.some((field) => field === 'amount' || field === 'amount_in' || field === 'amount_out')
    ? null
    : 'amount';
}

/** Proposes what the columns hold: by their headings, or by their values where the file has no heading. */
export function proposeMapping(rows: Rows): ColumnMapping | null {
  for (const at of rows.slice(0, HEADING_ROWS).keys()) {
    const mapping = mappingOfHeading(rows, at);
    if (!mapping) continue;
    // Below a heading that is merged over two columns stand those of money in and money out.
    const below = mappingOfHeading(rows, at + 1);
    const isSplit = Object.values(below ?? {}).some(
      (field) => field === 'amount_in' || field === 'amount_out',
    );
    return below && isSplit ? below : mapping;
  }
  return mappingOfValues(rows);
}

/** The heading in a row. Where a cell is empty, one that was merged with it may stand above. */
function headingAt(rows: Rows, at: number): string[] {
  const [above = [], cells = []] = [rows[at - 1], rows[at]];
  const width = Math.max(above.length, cells.length);
  return Array.from({ length: width }, (_, column) => cells[column]?.trim() || (above[column] ?? '').trim());
}

function mappingOfHeading(rows: Rows, at: number): ColumnMapping | null {
  const cells = headingAt(rows, at);
  const fields = fieldsOfHeadings(cells);
  if (missingFields(fields.filter((field) => field !== null))) return null;
  const hasAmount = fields.includes('amount');
  const chosen = STATEMENT_FIELDS.flatMap((field) => {
    if (hasAmount && (field === 'amount_in' || field === 'amount_out')) return [];
    const ofKind = [...fields.keys()].filter((column) => fields[column] === field);
    return JOINED.has(field) ? ofKind : firstOfKind(rows.slice(at + 1), field, ofKind);
  });
  return Object.fromEntries(
    chosen.sort((a, b) => a - b).map((column) => [cells[column] ?? '', fields[column] ?? 'ignore']),
  );
}

/** The first column of a kind; of days, the first one that holds some. */
function firstOfKind(below: Rows, field: StatementField, columns: readonly number[]): number[] {
  if (field !== 'booked_on' && field !== 'value_on') return columns.slice(0, 1);
  const filled = columns.filter((column) => holdsDays(below, column));
  return (field === 'booked_on' && filled.length === 0 ? columns : filled).slice(0, 1);
}

/** Fields that all columns of the kind make up. */
const JOINED = new Set<StatementField>(['text', 'reference']);
const SOME_DAY = '2026-01-01';

/** Whether the first cell of a column that is filled is a day, with or without its year. */
function holdsDays(rows: Rows, column: number): boolean {
  const first = rows.slice(0, SAMPLE_ROWS).find((cells) => (cells[column] ?? '').trim() !== '');
  return first !== undefined && parseValueDay(first[column] ?? '', 'dmy', SOME_DAY) !== null;
}

/**
 * The same columns with another one as the amount: a bank may give the amount in two currencies, and only the balance tells
 * which of them is that of the account.
 */
export function otherAmounts(rows: Rows, { mapping, firstRow, columns }: Layout): Layout[] {
  const [amount, ...more] = columns.amount;
  if (amount === undefined || more.length > 0 || firstRow === 0) return [];
  const cells = headingAt(rows, firstRow - 1);
  return fieldsOfHeadings(cells).flatMap((field, column) => {
    if (field !== 'amount' || column === amount) return [];
    const { [cells[amount] ?? '']: _, ...others } = mapping;
    return [
      {
        mapping: { ...others, [cells[column] ?? '']: 'amount' },
        firstRow,
        columns: { ...columns, amount: [column] },
      },
    ];
  });
}

/** What a person may call the columns: by the heading, which is the first row of several words, or by numbers. */
export function columnNames(rows: Rows): string[] {
  const isHeading = (cells: readonly string[]) =>
    cells.length > 1 && cells.every((cell) => /\p{L}/u.test(cell) || cell.trim() === '');
  const heading = rows
    .slice(0, HEADING_ROWS)
    .find((cells) => isHeading(cells) && cells.filter((cell) => cell.trim() !== '').length > 2);
  const names = [...new Set(heading?.map((cell) => cell.trim()).filter((name) => name !== ''))];
  const width = Math.max(0, ...rows.slice(0, SAMPLE_ROWS).map((cells) => cells.length));
  return names.length > 0 ? names : Array.from({ length: width }, (_, at) => String(at + 1));
}

const SAMPLE_ROWS = 50;

/** The first column of days, the first of amounts, the last of amounts as balance, and the longest text. */
function mappingOfValues(rows: Rows): ColumnMapping | null {
  const sample = rows.slice(0, SAMPLE_ROWS).filter((cells) => cells.some((cell) => cell.trim() !== ''));
  const width = Math.max(0, ...sample.map((cells) => cells.length));
  const kinds = Array.from({ length: width }, (_, at) => kindOf(sample.map((cells) => cells[at] ?? '')));
  const day = kinds.indexOf('day');
  const amount = kinds.indexOf('number');
  if (day < 0 || amount < 0) return null;
  const balance = kinds.lastIndexOf('number');
  const text = kinds.indexOf('text');
  return {
    [day + 1]: 'booked_on',
    [amount + 1]: 'amount',
    ...(balance > amount ? { [balance + 1]: 'balance' } : {}),
    ...(text >= 0 ? { [text + 1]: 'text' } : {}),
  };
}

function kindOf(values: readonly string[]): 'day' | 'number' | 'text' | null {
  const filled = values.filter((value) => value.trim() !== '');
  if (filled.length === 0) return null;
  if (filled.every((value) => /\D/.test(value.trim()) && parseWrittenDate(value) !== null)) return 'day';
  // Ten digits are a kennitala and twelve an account.
  const isAmount = (value: string) => isWrittenNumber(value) && !/^\d{9,}$/.test(value.trim());
  return filled.every(isAmount) ? 'number' : 'text';
}
