import { crc32, inflateRawSync } from 'node:zlib';
import { XMLParser } from 'fast-xml-parser';
import {
  DEFLATED,
  findDirectory,
  headerLength,
  readDirectory,
  STORED,
  TAIL_SIZE,
  type ZipEntry,
} from '../../domain/files/zip-reader.ts';
import { child, children, refuseDoctype, type XmlNode } from '../receipt-reader/xml.ts';

/** Unpacked, for each part; the process that reads it has limits of its own. */
const MAX_PART_MB = 32;
const MAX_PART = MAX_PART_MB * 1024 * 1024;

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  maxNestedTags: 60,
});

/** The parts of a workbook: an archive of XML files that name each other. */
export class Workbook {
  readonly #bytes: Buffer;
  readonly #entries: ReadonlyMap<string, ZipEntry>;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#entries = entriesOf(bytes);
  }

  /** The XML of a part; null where the workbook has none of that name. */
  part(name: string): XmlNode | null {
    const entry = this.#entries.get(name);
    if (!entry) return null;
    const xml = unpack(this.#bytes, entry).toString('utf8');
    refuseDoctype(xml);
    return parser.parse(xml, true) as XmlNode;
  }

  /** The names of the sheets that can be seen, in the order in which the workbook shows them. */
  sheets(): string[] {
    const targets = this.#targets();
    const listed = children(child(this.part('xl/workbook.xml'), 'workbook', 'sheets'), 'sheet');
    const shown = listed.filter((sheet) => (attribute(sheet, 'state') ?? 'visible') === 'visible');
    const found = shown.flatMap((sheet) => targets.get(attribute(sheet, 'id') ?? '') ?? []);
    return found.filter((name) => this.#entries.has(name) && name.includes('/worksheets/'));
  }

  /** Which part each id of the workbook stands for. */
  #targets(): Map<string, string> {
    const links = children(child(this.part('xl/_rels/workbook.xml.rels'), 'Relationships'), 'Relationship');
    return new Map(
      links.map((link) => {
        const target = attribute(link, 'Target') ?? '';
        return [attribute(link, 'Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`];
      }),
    );
  }
}

export function attribute(node: unknown, name: string): string | null {
  const value = typeof node === 'object' && node !== null ? (node as XmlNode)[`@${name}`] : undefined;
  return typeof value === 'string' ? value : null;
}

function entriesOf(bytes: Buffer): Map<string, ZipEntry> {
  const start = Math.max(0, bytes.length - TAIL_SIZE);
  const place = findDirectory(bytes.subarray(start), start);
  if (!place) throw new Error('it is no workbook, or its end is missing');
  const entries = readDirectory(bytes.subarray(place.offset, place.offset + place.size), place.count);
  if (!entries) throw new Error('its directory is damaged');
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  if (byName.size < entries.length) throw new Error('it has two parts of one name');
  return byName;
}

function unpack(
  bytes: Buffer,
  { name, method, packed, size, checksum, offset, isEncrypted }: ZipEntry,
): Buffer {
  if (isEncrypted) throw new Error('it is locked with a password');
  const header = bytes.subarray(offset, offset + 30);
  if (header.length < 30) throw new Error(`${name} is missing`);
  const from = offset + headerLength(header);
  const content = bytes.subarray(from, from + packed);
  if (method !== STORED && method !== DEFLATED) throw new Error('its compression is not known');
  if (size > MAX_PART) throw new Error(`${name} is larger than ${MAX_PART_MB} MB`);
  const unpacked = method === STORED ? content : inflate(name, content);
  if (unpacked.length !== size || crc32(unpacked) !== checksum) throw new Error(`${name} is damaged`);
  return unpacked;
}

function inflate(name: string, packed: Buffer): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: MAX_PART });
  } catch (error) {
    const isLarge = error instanceof RangeError;
    throw new Error(isLarge ? `${name} is larger than ${MAX_PART_MB} MB` : `${name} is damaged`);
  }
}
