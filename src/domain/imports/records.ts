import { plainHeading } from '../bank/column-names.ts';
import type { Rows } from '../bank/columns.ts';
import {
  type DateOrder,
  type DecimalSign,
  dateOrderOf,
  findDecimalSign,
  parseNumber,
  parseWrittenDate,
} from '../bank/written-values.ts';
import type { RecordColumns, RecordField, RecordLayout } from './columns.ts';

/** A row of a file as the fields of a request. Empty cells are left out. */
export interface FileRecord {
  /** Its place in the file, counted from 1. */
  row: number;
  fields: Readonly<Record<string, string>>;
}

const YES = new Set(['1', 'ja', 'yes', 'true', 'satt', 'x', 'y', 'j']);
const NO = new Set(['0', 'nei', 'no', 'false', 'osatt', 'n']);
/** Prices have four decimals. */
const PLACES = 4;

/** The records of the rows after the headings; a row without any value is none. */
export function readRecords(rows: Rows, { fields }: RecordColumns, layout: RecordLayout): FileRecord[] {
  const { columns, firstRow, mapping } = layout;
  const order = dateOrderOf(mapping.date_format ?? '') ?? 'dmy';
  const below = rows.slice(firstRow);
  const cells = [...columns].flatMap(([name, at]) => {
    const field = fields[name];
    if (!field) return [];
    const sent = mapping.decimal;
    const sign =
      sent === ',' || sent === '.' ? sent : findDecimalSign(below.map((row) => (row[at] ?? '').trim()));
    return [{ name, at, read: (written: string) => readCell(written, field, { sign, order }) }];
  });
  return below.flatMap((row, index) => {
    const found = cells.flatMap(({ name, at, read }) => {
      const written = (row[at] ?? '').replace(/\s+/g, ' ').trim();
      const value = written === '' ? '' : read(written);
      return value === '' ? [] : [[name, value]];
    });
    return found.length > 0 ? [{ row: firstRow + index + 1, fields: Object.fromEntries(found) }] : [];
  });
}

/** The value as a request has it. What cannot be understood stays as it is, and the request is refused by the name of the field. */
function readCell(
  written: string,
  { kind, codes }: RecordField,
  { sign, order }: { sign: DecimalSign; order: DateOrder },
): string {
  const plain = plainHeading(written);
  if (codes) return codes[written] ?? codes[plain] ?? written;
  if (kind === 'number') return parseNumber(written, sign, PLACES)?.toFixed() ?? written;
  if (kind === 'date') return parseWrittenDate(written, order) ?? written;
  if (kind === 'flag') return YES.has(plain) ? '1' : NO.has(plain) ? '0' : written;
  // A sheet that took a kennitala for a number has dropped its zero.
  if (kind === 'kennitala') return written.replace(/^(\d{9})$/, '0$1');
  return written;
}
