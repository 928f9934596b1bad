import { findSeparator, parseCsv } from '../../domain/bank/csv.ts';
import { readTable } from '../../domain/bank/read-table.ts';
import {
  type ColumnMapping,
  type ReadStatement,
  refuseStatement,
  type StatementFormat,
} from '../../domain/bank/statement.ts';
import { toError } from '../../domain/values/errors.ts';
import type { StatementFile } from '../../kernel/ports/documents.ts';
import { readCamt } from './camt.ts';
import { readXlsx } from './xlsx.ts';

/** Reads the file of a bank; the task of a document process. */
export function readStatement(file: StatementFile): ReadStatement {
  const bytes = Buffer.from(file.bytes);
  const found = formatOf(bytes);
  if (file.format !== null && found !== file.format) return refuseStatement('statement_not', file.format);
  if (found === null) return refuseStatement('statement_kind');
  if (found === 'camt.053') return readCamt(bytes);
  const { mapping, remembered } = file;
  if (found === 'csv') return readCsv(bytes, mapping, remembered);
  try {
    // Numbers of a sheet have no notation; the reader writes them with a comma.
    const plain = mapping && { ...mapping, decimal: ',' };
    return readTable({ format: 'xlsx', rows: readXlsx(bytes), mapping: plain, remembered, formats: {} });
  } catch (error) {
    return refuseStatement('statement_broken', toError(error).message.slice(0, 200));
  }
}

function formatOf(bytes: Buffer): StatementFormat | null {
  const start = bytes.toString('latin1', 0, 200);
  if (start.startsWith('PK')) return 'xlsx';
  if (/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\0?\s*<\0?[?!A-Za-z]/.test(start)) return 'camt.053';
  const isText = !start.includes('\0') || /^(?:\xff\xfe|\xfe\xff)/.test(start);
  return isText && !start.startsWith('%PDF') ? 'csv' : null;
}

function readCsv(
  bytes: Buffer,
  mapping: ColumnMapping | null,
  remembered: ColumnMapping | null,
): ReadStatement {
  const { text, encoding } = decodeText(bytes, mapping?.encoding);
  const separator = mapping?.separator ?? findSeparator(text);
  const rows = parseCsv(text, separator);
  if (rows === null)
    return refuseStatement('statement_broken', 'a quoted field does not end where it should');
  return readTable({ format: 'csv', rows, mapping, remembered, formats: { separator, encoding } });
}

/** Files that are not UTF-8 are from Windows, whose code page includes ISO 8859-1. */
function decodeText(bytes: Buffer, sent: string | undefined): { text: string; encoding: string } {
  const wide = /^(?:\xff\xfe|\xfe\xff)/.exec(bytes.toString('latin1', 0, 2))?.[0];
  const encodings = wide ? [wide === '\xff\xfe' ? 'utf-16le' : 'utf-16be'] : sent ? [sent] : ['utf-8'];
  for (const encoding of encodings) {
    try {
      return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding };
    } catch {
      // Not that one.
    }
  }
  return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
}
