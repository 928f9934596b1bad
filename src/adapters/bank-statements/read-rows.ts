import { findSeparator, parseCsv } from '../../domain/bank/csv.ts';
import type { ColumnMapping } from '../../domain/bank/statement.ts';
import { toError } from '../../domain/values/errors.ts';
import type { ReadRows, RowsFile } from '../../kernel/ports/documents.ts';
import { readXlsx } from './xlsx.ts';

export function isWorkbook(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 2) === 'PK';
}

/** The rows of a CSV file or of the first sheet of a workbook; a task of a document process. */
export function readRows({ bytes: given, separator: sent, encoding: named, places }: RowsFile): ReadRows {
  const bytes = Buffer.from(given);
  if (isWorkbook(bytes)) {
    try {
      return { rows: readXlsx(bytes, places), formats: {} };
    } catch (error) {
      return { problem: toError(error).message.slice(0, 200) };
    }
  }
  const { text, encoding } = decodeText(bytes, named);
  if (text.includes('\0')) return { problem: 'it is neither CSV nor XLSX' };
  const separator = sent ?? findSeparator(text);
  const rows = parseCsv(text, separator);
  if (rows === null) return { problem: 'a quoted field does not end where it should' };
  const formats: ColumnMapping = { separator, encoding };
  return { rows, formats };
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
