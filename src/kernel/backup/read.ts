import { createHash } from 'node:crypto';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import {
  damaged,
  type Header,
  notABackup,
  parseBetween,
  parseHeader,
  type TableHead,
  type Trailer,
  truncated,
} from './format.ts';

export type Part = { header: Header } | { table: TableHead } | { row: Buffer };

/** Far above the longest possible row; bounds the memory for a file that is not a backup and has no line ends. */
const MOST_LINE_BYTES = 128 * 1024 * 1024;
const NEWLINE = 10;
const ROW = '['.charCodeAt(0);

/** Reads the whole backup and throws what is wrong with it. */
export async function verifyBackup(source: Readable): Promise<Header> {
  let header: Header | undefined;
  for await (const part of readBackup(source)) if ('header' in part) header = part.header;
  return header ?? notABackup();
}

/** The parts in their order. Throws at the end unless the backup is complete. */
export async function* readBackup(source: Readable): AsyncGenerator<Part> {
  const hash = createHash('sha256');
  const rows: Record<string, number> = {};
  let table: string | undefined;
  let trailer: Trailer | undefined;
  let begun = false;
  for await (const line of linesOf(unzipped(source))) {
    if (trailer) damaged();
    if (!begun) {
      begun = true;
      yield { header: parseHeader(line.toString()) };
    } else if (line[0] === ROW) {
      if (table === undefined) damaged();
      rows[table] = (rows[table] ?? 0) + 1;
      yield { row: line };
    } else {
      const between = parseBetween(line.toString());
      if ('sha256' in between) {
        trailer = between;
        continue;
      }
      table = between.table;
      rows[table] = 0;
      yield { table: between };
    }
    hash.update(line).update('\n');
  }
  if (!begun) notABackup();
  if (!trailer) truncated();
  const same = Object.keys(rows).length === Object.keys(trailer.rows).length;
  if (!same || Object.entries(rows).some(([name, count]) => trailer?.rows[name] !== count)) damaged();
  if (hash.digest('hex') !== trailer.sha256) damaged();
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
    if (/header check/.test(message)) notABackup();
    if (code === 'Z_BUF_ERROR') truncated();
    damaged();
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
    if (waiting > MOST_LINE_BYTES) notABackup();
  }
  if (waiting > 0) truncated();
}
