import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import {
  DEFLATED,
  findDirectory,
  headerLength,
  readDirectory,
  STORED,
  TAIL_SIZE,
  type ZipEntry,
} from '../../domain/files/zip-reader.ts';
import { toError } from '../../domain/values/errors.ts';
import { OperatorError } from './operator-error.ts';

const HEADER_SIZE = 30;
const CHUNK = 256 * 1024;
/** The directory of an archive of a million files. */
const MAX_DIRECTORY = 256 * 1024 * 1024;

/** A ZIP archive on disk, of which any file can be read without unpacking the others. */
export class ZipFile {
  readonly #handle: FileHandle;
  readonly #entries: ReadonlyMap<string, ZipEntry>;

  private constructor(handle: FileHandle, entries: readonly ZipEntry[]) {
    this.#handle = handle;
    this.#entries = new Map(entries.map((entry) => [entry.name, entry]));
  }

  static async open(path: string): Promise<ZipFile> {
    const handle = await open(path, 'r');
    try {
      const { size } = await handle.stat();
      const start = Math.max(0, size - TAIL_SIZE);
      const directory = findDirectory(await readBytes(handle, start, size - start), start);
      if (!directory || directory.size > MAX_DIRECTORY || directory.offset + directory.size > size)
        refuseDamaged();
      const entries = readDirectory(
        await readBytes(handle, directory.offset, directory.size),
        directory.count,
      );
      return new ZipFile(handle, entries ?? refuseDamaged());
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** The bytes of a file. One that unpacks to more than its directory says is refused. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name);
    if (!entry) throw new OperatorError(`The archive has no file ${name}. Nothing was changed.`);
    let left = entry.size;
    try {
      for await (const chunk of await this.#chunks(entry)) {
        left -= chunk.length;
        if (left < 0) refuseDamaged();
        yield chunk;
      }
    } catch (error) {
      throw /^Z_/.test(toError(error).code ?? '') ? damaged() : error;
    }
    if (left > 0) refuseDamaged();
  }

  async #chunks({ method, packed, offset }: ZipEntry): Promise<AsyncIterable<Buffer>> {
    if (method !== STORED && method !== DEFLATED) refuseDamaged();
    if (packed === 0) return emptyChunks();
    const header = await readBytes(this.#handle, offset, HEADER_SIZE);
    if (header.length < HEADER_SIZE) refuseDamaged();
    const start = offset + headerLength(header);
    const bytes = this.#range(start, start + packed);
    if (method === STORED) return bytes;
    const inflate = createInflateRaw();
    // A failure to read destroys the other end, so whoever reads that gets the error.
    pipeline(Readable.from(bytes), inflate).catch(() => undefined);
    return inflate;
  }

  async *#range(from: number, to: number): AsyncGenerator<Buffer> {
    for (let at = from; at < to; ) {
      const chunk = await readBytes(this.#handle, at, Math.min(CHUNK, to - at));
      if (chunk.length === 0) refuseDamaged();
      at += chunk.length;
      yield chunk;
    }
  }
}

async function* emptyChunks(): AsyncGenerator<Buffer> {}

async function readBytes(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

function refuseDamaged(): never {
  throw damaged();
}

function damaged(): OperatorError {
  return new OperatorError('The file is no ZIP archive, or it is damaged. Nothing was changed.');
}
