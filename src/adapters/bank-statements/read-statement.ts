import { readTable } from '../../domain/bank/read-table.ts';
import { type ReadStatement, refuseStatement, type StatementFormat } from '../../domain/bank/statement.ts';
import type { StatementFile } from '../../kernel/ports/documents.ts';
import { readCamt } from './camt.ts';
import { isWorkbook, readTables } from './read-rows.ts';

/** Reads the file of a bank; the task of a document process. */
export function readStatement(file: StatementFile): ReadStatement {
  const bytes = Buffer.from(file.bytes);
  const found = formatOf(bytes);
  if (file.format !== null && found !== file.format) return refuseStatement('statement_not', file.format);
  if (found === null) return refuseStatement('statement_kind');
  if (found === 'camt.053') return readCamt(bytes, file.own);
  return readTablesOf(bytes, found, file);
}

/** The first sheet with transactions counts; where none has any, the first one says why. */
function readTablesOf(bytes: Buffer, format: StatementFormat, file: StatementFile): ReadStatement {
  const { mapping, own } = file;
  const read = readTables({ bytes, separator: mapping?.separator, encoding: mapping?.encoding });
  if ('problem' in read) return refuseStatement('statement_broken', read.problem);
  const { sheets, formats, isCutOff } = read;
  // Numbers of a sheet have no notation; the reader writes them with a comma.
  const plain = mapping && format === 'xlsx' ? { ...mapping, decimal: ',' } : mapping;
  const outcomes = sheets.map((rows) => readTable({ format, rows, mapping: plain, own, formats, isCutOff }));
  return (
    outcomes.find((one) => !('problem' in one) || !HAS_NO_TRANSACTIONS.has(one.problem.code)) ??
    outcomes[0] ??
    refuseStatement('statement_empty')
  );
}

/** Why a sheet is passed over where another one follows. */
const HAS_NO_TRANSACTIONS = new Set(['statement_columns', 'statement_no_column', 'statement_empty']);

function formatOf(bytes: Buffer): StatementFormat | null {
  const start = bytes.toString('latin1', 0, 200);
  if (isWorkbook(bytes)) return 'xlsx';
  if (/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\0?\s*<\0?[?!A-Za-z]/.test(start)) return 'camt.053';
  const isText = !start.includes('\0') || /^(?:\xff\xfe|\xfe\xff)/.test(start);
  return isText && !start.startsWith('%PDF') ? 'csv' : null;
}
