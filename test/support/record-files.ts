import { SHEET_FILE, Sheet, workbookFiles } from '../../src/domain/files/spreadsheet.ts';
import { zipStream } from '../../src/kernel/node/zip-stream.ts';

// Files for `import-records`, in base64.

export const csv = (...lines: string[]) =>
  Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1').toString('base64');

export async function xlsx(rows: (string | number)[][]): Promise<string> {
  const [headings = [], ...others] = rows;
  const sheet = new Sheet(rows);
  const text = `${sheet.start()}${sheet.row(headings)}${others.map((row) => sheet.row(row)).join('')}${sheet.end()}`;
  const parts = { ...workbookFiles('Sheet'), [SHEET_FILE]: text };
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipStream(
    Object.entries(parts).map(([name, part]) => ({ name, chunks: [part] })),
  ))
    chunks.push(chunk);
  return Buffer.concat(chunks).toString('base64');
}
