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
  return zip(Object.entries(parts));
}

export async function zip(
  files: readonly (readonly [name: string, content: string | Uint8Array])[],
): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipStream(files.map(([name, content]) => ({ name, chunks: [content] }))))
    chunks.push(chunk);
  return Buffer.concat(chunks).toString('base64');
}
