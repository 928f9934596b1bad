import { findSeparator, parseCsv } from '../../domain/bank/csv.ts';
import type { ColumnMapping } from '../../domain/bank/statement.ts';
import { toError } from '../../domain/values/errors.ts';
import type { ReadRows, RowsFile } from '../../kernel/ports/documents.ts';
import { readXlsx, TOO_LONG } from './xlsx.ts';

export function isWorkbook(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 2) === 'PK';
}

/** The rows of a CSV file or of the first sheet of a workbook; a task of a document process. */
export function readRows(file: RowsFile): ReadRows {
  const tables = readTables(file);
  if ('problem' in tables) return tables;
  const { sheets, formats } = tables;
  return { rows: sheets[0] ?? [], formats };
}

interface Tables {
  /** The rows of each sheet; a CSV file is one. */
  sheets: string[][][];
  formats: ColumnMapping;
  /** The last row does not end, and is shorter than the one before it. */
  isCutOff: boolean;
}

export function readTables(file: RowsFile): Tables | { problem: string } {
  const bytes = Buffer.from(file.bytes);
  if (!isWorkbook(bytes)) return readText(bytes, file);
  try {
    return { sheets: readXlsx(bytes, file.places), formats: {}, isCutOff: false };
  } catch (error) {
    return { problem: toError(error).message.slice(0, 200) };
  }
}

function readText(
  bytes: Buffer,
  { separator: sent, encoding: named }: RowsFile,
): Tables | { problem: string } {
  const { text, encoding } = decodeText(bytes, named);
  if (text.includes('\0')) return { problem: 'it is neither CSV nor XLSX' };
  if (encoding === WINDOWS && MIXED_UTF8.test(text)) return { problem: mixedProblem(text) };
  const separator = sent ?? findSeparator(text);
  const { rows, brokenRow, isLong } = parseCsv(text, separator);
  if (isLong) return { problem: TOO_LONG };
  if (brokenRow !== null) return { problem: `row ${brokenRow}: a quoted field does not end where it should` };
  const [before = [], last = []] = rows.slice(-2);
  const isCutOff = !/[\r\n]$/.test(text) && last.length < before.length;
  return { sheets: [rows], formats: { separator, encoding }, isCutOff };
}

const WINDOWS = 'windows-1252';
/** An Icelandic letter of UTF-8 that was read in another encoding. */
const MIXED_UTF8 = /\u00c3[\u0080-\u00bf\u0152-\u0192\u02c6\u02dc\u2013-\u2122]/;

/** Such a file was damaged, or put together from two: in either encoding some of its texts are wrong. */
function mixedProblem(text: string): string {
  const row = text.slice(0, text.search(MIXED_UTF8)).split('\n').length;
  return `row ${row}: its encoding is UTF-8 in some places and another one in others`;
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
  return { text: new TextDecoder(WINDOWS).decode(bytes), encoding: WINDOWS };
}
