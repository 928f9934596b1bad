import { type Cell, SHEET_FILE, Sheet, workbookFiles } from '../../../src/domain/files/spreadsheet.ts';
import { zip } from './zip.ts';

export type { Cell } from '../../../src/domain/files/spreadsheet.ts';

/** A workbook with one sheet. The first row holds the headings; numbers stay numbers, and days of the wire become dates. */
export function xlsx(title: string, rows: readonly (readonly Cell[])[]): Blob {
  const sheet = new Sheet(rows);
  const text = [sheet.start(), ...rows.map((cells) => sheet.row(cells)), sheet.end()].join('');
  const files = { ...workbookFiles(title), [SHEET_FILE]: text };
  const encoder = new TextEncoder();
  const archive = zip(
    Object.entries(files).map(([name, content]) => ({ name, bytes: encoder.encode(content) })),
  );
  return new Blob([archive], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' });
}
