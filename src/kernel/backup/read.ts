import { createHash } from 'node:crypto';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import {
  failDamaged,
  failNotABackup,
  failTruncated,
  type Header,
  parseHeader,
  parseSectionLine,
  type TableHead,
  type Trailer,
} from './format.ts';

export type Part = { header: Header } | { table: TableHead } | { row: Buffer };

/** Far above the longest possible row; bounds the memory for a file that is not a backup and has no line ends. */
const MAX_LINE_BYTES = 128 * 1024 * 1024;
const NEWLINE = 10;
const ROW = '['.charCodeAt(0);

/** Reads the whole backup; throws if it is damaged or incomplete. */
export async function verifyBackup(source: Readable): Promise<Header> {
  let header: Header | undefined;
  for await (const part of readBackup(source)) if ('header' in part) header = part.header;
  return header ?? failNotABackup();
}

/** The parts in their order. Throws at the end unless the backup is complete. */
export async function* readBackup(source: Readable): AsyncGenerator<Part> {
  const hash = createHash('sha256');
  const rows: Record<string, number> = {};
  let table: string | undefined;
  let trailer: Trailer | undefined;
  let hasHeader = false;
  for await (const line of linesOf(unzipped(source))) {
    if (trailer) failDamaged();
    if (!hasHeader) {
      hasHeader = true;
      yield { header: parseHeader(line.toString()) };
    } else if (line[0] === ROW) {
      if (table === undefined) failDamaged();
      rows[table] = (rows[table] ?? 0) + 1;
      yield { row: line };
    } else {
      const section = parseSectionLine(line.toString());
      if ('sha256' in section) {
        trailer = section;
        continue;
      }
      table = section.table;
      rows[table] = 0;
      yield { table: section };
    }
    hash.update(line).update('\n');
  }
  if (!hasHeader) failNotABackup();
  if (!trailer) failTruncated();
  const hasSameTables = Object.keys(rows).length === Object.keys(trailer.rows).length;
  if (!hasSameTables || Object.entries(rows).some(([name, count]) => trailer?.rows[name] !== count))
    failDamaged();
  if (hash.digest('hex') !== trailer.sha256) failDamaged();
}

async function* unzipped(source: Readable): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  // The loop below gets the error; without a callback it would also be an uncaught exception.
  pipeline(source, gunzip, () => {});
  try {
    yield* gunzip;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!code.startsWith('Z_')) throw error;
    if (/header check/.test(message)) failNotABackup();
    if (code === 'Z_BUF_ERROR') failTruncated();
    failDamaged();
  }
}

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let waiting = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      const end = chunk.subarray(from, at);
      yield rest.length > 0 ? Buffer.concat([...rest, end]) : end;
      rest = [];
      waiting = 0;
      from = at + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
    waiting += chunk.length - from;
    if (waiting > MAX_LINE_BYTES) failNotABackup();
  }
  if (waiting > 0) failTruncated();
}
