/** The directory of a ZIP archive, read from its bytes. */

/** How the bytes of an entry are packed. */
export const STORED = 0;
export const DEFLATED = 8;

const END = 0x06054b50;
const LARGE_END = 0x06064b50;
const LARGE_END_LOCATOR = 0x07064b50;
const ENTRY = 0x02014b50;
const END_SIZE = 22;
const LOCATOR_SIZE = 20;
/** The end may have a comment of 64 kB after it; the records of ZIP64 stand before it. */
export const TAIL_SIZE = END_SIZE + 0xffff + LOCATOR_SIZE + 56;

export interface ZipEntry {
  name: string;
  /** 0: stored as it is, 8: deflated. */
  method: number;
  isEncrypted: boolean;
  /** CRC-32 of the bytes as they were. */
  checksum: number;
  packed: number;
  size: number;
  /** Where the header of the file begins; its bytes follow its name. */
  offset: number;
}

export interface DirectoryPlace {
  count: number;
  size: number;
  offset: number;
}

/** Where the directory of an archive stands; `tail` is its end, from the byte `start` on. Null where it is no archive. */
export function findDirectory(tail: Uint8Array, start: number): DirectoryPlace | null {
  const view = viewOf(tail);
  for (let at = tail.length - END_SIZE; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== END) continue;
    const large = largeDirectory(view, at - LOCATOR_SIZE, start);
    if (large) return large;
    return {
      count: view.getUint16(at + 10, true),
      size: view.getUint32(at + 12, true),
      offset: view.getUint32(at + 16, true),
    };
  }
  return null;
}

function largeDirectory(view: DataView, locator: number, start: number): DirectoryPlace | null {
  if (locator < 0 || view.getUint32(locator, true) !== LARGE_END_LOCATOR) return null;
  const at = Number(view.getBigUint64(locator + 8, true)) - start;
  if (at < 0 || at + 56 > view.byteLength || view.getUint32(at, true) !== LARGE_END) return null;
  const numberAt = (offset: number) => Number(view.getBigUint64(at + offset, true));
  return { count: numberAt(32), size: numberAt(40), offset: numberAt(48) };
}

/** The entries of a directory; null where it is damaged. */
export function readDirectory(bytes: Uint8Array, count: number): ZipEntry[] | null {
  const view = viewOf(bytes);
  const entries: ZipEntry[] = [];
  let at = 0;
  while (entries.length < count) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY) return null;
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      view.getUint16(at + offset, true),
    ) as [number, number, number];
    const [name, end] = [at + 46, at + 46 + nameLength + extraLength];
    if (end > bytes.length) return null;
    const short = { packed: 20, size: 24, offset: 42 };
    const entry = {
      name: new TextDecoder().decode(bytes.subarray(name, name + nameLength)),
      method: view.getUint16(at + 10, true),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      checksum: view.getUint32(at + 16, true),
      packed: view.getUint32(at + short.packed, true),
      size: view.getUint32(at + short.size, true),
      offset: view.getUint32(at + short.offset, true),
    };
    entries.push({ ...entry, ...largeNumbers(view, entry, name + nameLength, end) });
    at = end + commentLength;
  }
  return entries;
}

const TOO_LARGE = 0xffffffff;

/** The numbers of ZIP64, which has them in this order for those that do not fit into four bytes. */
function largeNumbers(view: DataView, entry: ZipEntry, from: number, to: number): Partial<ZipEntry> {
  const missing = (['size', 'packed', 'offset'] as const).filter((name) => entry[name] === TOO_LARGE);
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1 || at + 4 + 8 * missing.length > to) continue;
    return Object.fromEntries(
      missing.map((name, index) => [name, Number(view.getBigUint64(at + 4 + 8 * index, true))]),
    );
  }
  return {};
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** How many bytes stand between the start of a file's header and its own bytes. */
export function headerLength(header: Uint8Array): number {
  const view = viewOf(header);
  return 30 + view.getUint16(26, true) + view.getUint16(28, true);
}
