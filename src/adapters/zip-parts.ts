import { crc32, inflateRawSync } from 'node:zlib';
import {
  DEFLATED,
  findDirectory,
  headerLength,
  readDirectory,
  STORED,
  TAIL_SIZE,
  type ZipEntry,
} from '../domain/files/zip-reader.ts';

/** The parts of an archive by their names; `kind` is what the archive should be, for the message of a refusal. */
export function entriesOf(bytes: Buffer, kind: string): Map<string, ZipEntry> {
  const start = Math.max(0, bytes.length - TAIL_SIZE);
  const directory = findDirectory(bytes.subarray(start), start);
  if (!directory) throw new Error(`it is no ${kind}, or its end is missing`);
  const entries = readDirectory(
    bytes.subarray(directory.offset, directory.offset + directory.size),
    directory.count,
  );
  if (!entries) throw new Error('its directory is damaged');
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  if (byName.size < entries.length) throw new Error('it has two parts of one name');
  return byName;
}

/** The bytes of a part, which may have so many megabytes. */
export function unpack(
  bytes: Buffer,
  { name, method, packed, size, checksum, offset, isEncrypted }: ZipEntry,
  maxMb: number,
): Buffer {
  if (isEncrypted) throw new Error('it is locked with a password');
  const header = bytes.subarray(offset, offset + 30);
  if (header.length < 30) throw new Error(`${name} is missing`);
  const from = offset + headerLength(header);
  const content = bytes.subarray(from, from + packed);
  if (method !== STORED && method !== DEFLATED) throw new Error('its compression is not known');
  if (size > maxMb * 1024 * 1024) throw new Error(`${name} is larger than ${maxMb} MB`);
  const unpacked = method === STORED ? content : inflate(name, content, maxMb);
  if (unpacked.length !== size || crc32(unpacked) !== checksum) throw new Error(`${name} is damaged`);
  return unpacked;
}

function inflate(name: string, packed: Buffer, maxMb: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: maxMb * 1024 * 1024 });
  } catch (error) {
    const isLarge = error instanceof RangeError;
    throw new Error(isLarge ? `${name} is larger than ${maxMb} MB` : `${name} is damaged`);
  }
}
