import { createHash, type Hmac } from 'node:crypto';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { toError } from '../../domain/values/errors.ts';
import { sameBytes } from '../security/secrets.ts';
import {
  failDamaged,
  failForged,
  failNotABackup,
  failTruncated,
  failUnauthenticated,
  type Header,
  parseHeader,
  parseSectionLine,
  type TableHead,
  type Trailer,
} from './format.ts';

/** `isRequired`: a backup without an HMAC, as earlier releases made them, is refused. */
export interface Proof {
  mac: Hmac;
  isRequired: boolean;
}

export type Part = { header: Header } | { table: TableHead } | { row: Buffer };

/** Far above the longest possible row; bounds the memory for a file that is not a backup and has no line ends. */
const MAX_LINE_BYTES = 128 * 1024 * 1024;
const NEWLINE = 10;
const ROW = '['.charCodeAt(0);

/** Backups compress about eightfold. A file that grows far beyond that is made to keep a restore busy. */
const MAX_GROWTH = 100;
const MIN_GROWN_BYTES = 64 * 1024 * 1024;

/** The first line alone; nothing of it is verified yet. */
export async function readHeader(source: Readable): Promise<Header> {
  for await (const part of readBackup(source, null)) if ('header' in part) return part.header;
  return failNotABackup();
}

/** Reads the whole backup; throws if it is damaged, incomplete or not authentic. */
export async function verifyBackup(source: Readable, proof: Proof | null): Promise<void> {
  for await (const _part of readBackup(source, proof));
}

/**
 * The parts in their order. Throws at the end unless the backup is complete, and was made with the key of `proof`; with
 * null only the digest is checked, which anybody can compute.
 */
export async function* readBackup(source: Readable, proof: Proof | null): AsyncGenerator<Part> {
  const hash = createHash('sha256');
  const rows: Record<string, number> = {};
  let table: string | undefined;
  let shortest = 0;
  let trailer: Trailer | undefined;
  let hasHeader = false;
  for await (const line of linesOf(unzipped(source))) {
    if (trailer) failDamaged();
    if (!hasHeader) {
      hasHeader = true;
      yield { header: parseHeader(line.toString()) };
    } else if (line[0] === ROW) {
      if (table === undefined || line.length < shortest) failDamaged();
      rows[table] = (rows[table] ?? 0) + 1;
      yield { row: line };
    } else {
      const section = parseSectionLine(line.toString());
      if ('sha256' in section) {
        trailer = section;
        continue;
      }
      table = section.table;
      shortest = shortestRow(section);
      rows[table] = 0;
      yield { table: section };
    }
    hash.update(line).update('\n');
    proof?.mac.update(line).update('\n');
  }
  if (!hasHeader) failNotABackup();
  if (!trailer) failTruncated();
  const hasSameTables = Object.keys(rows).length === Object.keys(trailer.rows).length;
  if (!hasSameTables || Object.entries(rows).some(([name, count]) => trailer?.rows[name] !== count))
    failDamaged();
  if (hash.digest('hex') !== trailer.sha256) failDamaged();
  const { hmac } = trailer;
  if (proof?.isRequired && hmac === undefined) failUnauthenticated();
  if (proof && hmac !== undefined && !sameBytes(proof.mac.digest(), Buffer.from(hmac, 'hex'))) failForged();
}

/** Every value takes two characters at least, and a comma or bracket. */
function shortestRow({ columns }: TableHead): number {
  return 3 * columns.length + 1;
}

async function* unzipped(source: Readable): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  let grown = 0;
  // The loop below gets the error; without a callback it would also be an uncaught exception.
  pipeline(source, gunzip, () => {});
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      grown += chunk.length;
      if (grown > MIN_GROWN_BYTES + MAX_GROWTH * gunzip.bytesWritten) failDamaged();
      yield chunk;
    }
  } catch (error) {
    const { code = '', message } = toError(error);
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
