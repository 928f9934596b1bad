const SEPARATORS = [';', '\t', ',', '|'] as const;
const SAMPLE = 64 * 1024;

interface CsvRecords {
  rows: string[][];
  /** The number of the record at which the file is broken, counted from 1; null where all can be read. */
  brokenRow: number | null;
  /** There are more than are read. */
  isLong: boolean;
}

/** More rows would need more memory than the process that reads them has. */
export const MAX_ROWS = 100_000;

/** The records of a CSV file (RFC 4180). A quoted field may hold separators, line ends and doubled quotes. */
export function parseCsv(text: string, separator: string): CsvRecords {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const field = text[at] === '"' ? quotedField(text, at) : plainField(text, at, separator);
    if (!field) return { rows, brokenRow: rows.length + 1, isLong: false };
    row.push(field.value);
    at = field.end;
    if (text[at] === separator) {
      at += 1;
      if (at === text.length) row.push('');
      continue;
    }
    if (at < text.length && text[at] !== '\r' && text[at] !== '\n')
      return { rows, brokenRow: rows.length + 1, isLong: false };
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
    if (rows.length >= MAX_ROWS) return { rows, brokenRow: null, isLong: true };
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return { rows, brokenRow: null, isLong: false };
}

interface Field {
  value: string;
  /** Where the separator or the end of the line stands. */
  end: number;
}

/** Null where the quote is never closed. */
function quotedField(text: string, start: number): Field | null {
  let from = start + 1;
  const parts: string[] = [];
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return null;
    parts.push(text.slice(from, quote));
    if (text[quote + 1] !== '"') return { value: parts.join('"'), end: quote + 1 };
    from = quote + 2;
  }
}

function plainField(text: string, start: number, separator: string): Field {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { value: text.slice(start, end), end };
}

/** The separator that gives most rows the same number of columns, and more than one. */
export function findSeparator(text: string): string {
  const named = /^sep=(.)\r?\n/.exec(text)?.[1];
  if (named) return named;
  const lines = text.slice(0, SAMPLE).split(/\r?\n/);
  const scores = SEPARATORS.map((separator) => {
    const widths = lines.map((line) => line.replace(/"[^"]*"/g, '').split(separator).length - 1);
    const same = [...Map.groupBy(widths, (width) => width)].map(([width, rows]) => rows.length * width);
    return { separator, score: Math.max(0, ...same) };
  });
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).separator;
}
