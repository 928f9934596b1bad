/** The parts of a ZIP archive, as bytes. */

/** Little-endian numbers of two, four or eight bytes, as `[size, value]`. */
function record(...fields: readonly (readonly [2 | 4 | 8, number])[]): Uint8Array {
  const size = fields.reduce((sum, [width]) => sum + width, 0);
  const view = new DataView(new ArrayBuffer(size));
  let at = 0;
  for (const [width, value] of fields) {
    if (width === 2) view.setUint16(at, value, true);
    else if (width === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += width;
  }
  return new Uint8Array(view.buffer);
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** Flag bit 11: names are UTF-8. */
const UTF8_NAMES = 0x800;
/** Flag bit 3: checksum and sizes follow the bytes, because they are not known before. */
const SIZES_FOLLOW = 0x8;
/** 1 January 1980, the earliest day of the format: an archive of the same files is the same bytes. */
const DOS_DAY = 0x21;
const MAX_SIZE = 0xffffffff;
const MAX_ENTRIES = 0xffff;
/** The version of the format that has ZIP64. */
const ZIP64 = 45;

export interface ZipFile {
  name: string;
  crc: number;
  size: number;
  /** The size after compression. */
  packed: number;
}

interface Format {
  isDeflated: boolean;
  isStreamed: boolean;
}

function common({ name, crc, size, packed }: ZipFile, { isDeflated, isStreamed }: Format) {
  return [
    [2, 20],
    [2, UTF8_NAMES | (isStreamed ? SIZES_FOLLOW : 0)],
    [2, isDeflated ? 8 : 0],
    [2, 0],
    [2, DOS_DAY],
    [4, crc],
    [4, packed],
    [4, size],
    [2, new TextEncoder().encode(name).length],
    [2, 0],
  ] as const;
}

/** Writes the headers of an archive whose files are written by the caller, each after its header. */
export class ZipDirectory {
  readonly #format: Format;
  readonly #entries: Uint8Array[] = [];
  #count = 0;
  #offset = 0;

  constructor(format: Format = { isDeflated: false, isStreamed: false }) {
    this.#format = format;
  }

  /** What stands before the bytes of a file. Where sizes follow, only its name must be known. */
  head(file: ZipFile): Uint8Array {
    return concat(
      record([4, 0x04034b50], ...common(file, this.#format)),
      new TextEncoder().encode(file.name),
    );
  }

  /** What stands after them, which is nothing where the sizes stood before. */
  tail(file: ZipFile): Uint8Array {
    const sizes = [
      [4, file.crc],
      [4, file.packed],
      [4, file.size],
    ] as const;
    const after = this.#format.isStreamed ? record([4, 0x08074b50], ...sizes) : new Uint8Array();
    const name = new TextEncoder().encode(file.name);
    if (Math.max(file.size, file.packed) > MAX_SIZE)
      throw new Error(`${file.name} has more than the 4 GB that a file in a ZIP archive may have`);
    const isFar = this.#offset > MAX_SIZE;
    const far = isFar ? record([2, 1], [2, 8], [8, this.#offset]) : new Uint8Array();
    this.#entries.push(
      record(
        [4, 0x02014b50],
        [2, isFar ? ZIP64 : 20],
        ...common(file, this.#format).slice(0, -1),
        [2, far.length],
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
        [4, Math.min(this.#offset, MAX_SIZE)],
      ),
      name,
      far,
    );
    this.#count += 1;
    this.#offset += this.head(file).length + file.packed + after.length;
    return after;
  }

  end(): Uint8Array {
    const directory = concat(...this.#entries);
    const counts = [
      [2, Math.min(this.#count, MAX_ENTRIES)],
      [2, Math.min(this.#count, MAX_ENTRIES)],
    ] as const;
    const sizes = [
      [4, Math.min(directory.length, MAX_SIZE)],
      [4, Math.min(this.#offset, MAX_SIZE)],
      [2, 0],
    ] as const;
    const end = record([4, 0x06054b50], [2, 0], [2, 0], ...counts, ...sizes);
    const isLarge = this.#count > MAX_ENTRIES || Math.max(this.#offset, directory.length) > MAX_SIZE;
    return concat(directory, ...(isLarge ? this.#largeEnd(directory.length) : []), end);
  }

  /** The records of ZIP64 for what the usual end has no room for. */
  #largeEnd(size: number): Uint8Array[] {
    const start = this.#offset + size;
    return [
      record([4, 0x06064b50], [8, 44], [2, ZIP64], [2, ZIP64], [4, 0], [4, 0]),
      record([8, this.#count], [8, this.#count], [8, size], [8, this.#offset]),
      record([4, 0x07064b50], [4, 0], [8, start], [4, 1]),
    ];
  }
}

function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
