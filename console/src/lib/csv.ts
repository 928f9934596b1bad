import type { Cell } from './xlsx.ts';

/** A table as CSV: with semicolons, as Icelandic spreadsheets expect, and a UTF-8 byte order mark. */
export function csv(rows: readonly (readonly Cell[])[]): Blob {
  const text = rows.map((row) => row.map(cell).join(';')).join('\r\n');
  return new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv;charset=utf-8' });
}

/** Escapes text that a spreadsheet would run as a formula (CSV injection). */
function cell(value: Cell): string {
  if (typeof value === 'number') return String(value).replace('.', ',');
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
