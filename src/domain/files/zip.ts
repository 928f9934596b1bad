/** The parts of a ZIP archive, as bytes. */

/** Little-endian numbers of two or four bytes, as `[size, value]`. */
function record(...fields: readonly (readonly [2 | 4, number])[]): Uint8Array {
  const size = fields.reduce((sum, [width]) => sum + width, 0);
  const view = new DataView(new ArrayBuffer(size));
  let at = 0;
  for (const [width, value] of fields) {
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
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
    this.#entries.push(
      record(
        [4, 0x02014b50],
        [2, 20],
        ...common(file, this.#format),
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
        [4, this.#offset],
      ),
      name,
    );
    this.#count += 1;
    this.#offset += this.head(file).length + file.packed + after.length;
    if (this.#offset > MAX_SIZE || this.#count > MAX_ENTRIES)
      throw new Error('A ZIP archive holds at most 4 GB and 65,535 files');
    return after;
  }

  end(): Uint8Array {
    const directory = concat(...this.#entries);
    const counts = [
      [2, this.#count],
      [2, this.#count],
    ] as const;
    const sizes = [
      [4, directory.length],
      [4, this.#offset],
      [2, 0],
    ] as const;
    return concat(directory, record([4, 0x06054b50], [2, 0], [2, 0], ...counts, ...sizes));
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
