import { readTable } from '../../domain/bank/read-table.ts';
import { type ReadStatement, refuseStatement, type StatementFormat } from '../../domain/bank/statement.ts';
import type { StatementFile } from '../../kernel/ports/documents.ts';
import { readCamt } from './camt.ts';
import { isWorkbook, readRows } from './read-rows.ts';

/** Reads the file of a bank; the task of a document process. */
export function readStatement(file: StatementFile): ReadStatement {
  const bytes = Buffer.from(file.bytes);
  const found = formatOf(bytes);
  if (file.format !== null && found !== file.format) return refuseStatement('statement_not', file.format);
  if (found === null) return refuseStatement('statement_kind');
  if (found === 'camt.053') return readCamt(bytes);
  const { mapping, remembered } = file;
  const read = readRows({ bytes, separator: mapping?.separator, encoding: mapping?.encoding });
  if ('problem' in read) return refuseStatement('statement_broken', read.problem);
  // Numbers of a sheet have no notation; the reader writes them with a comma.
  const plain = mapping && found === 'xlsx' ? { ...mapping, decimal: ',' } : mapping;
  return readTable({ format: found, rows: read.rows, mapping: plain, remembered, formats: read.formats });
}

function formatOf(bytes: Buffer): StatementFormat | null {
  const start = bytes.toString('latin1', 0, 200);
  if (isWorkbook(bytes)) return 'xlsx';
  if (/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\0?\s*<\0?[?!A-Za-z]/.test(start)) return 'camt.053';
  const isText = !start.includes('\0') || /^(?:\xff\xfe|\xfe\xff)/.test(start);
  return isText && !start.startsWith('%PDF') ? 'csv' : null;
}
