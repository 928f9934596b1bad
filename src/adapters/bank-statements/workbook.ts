import { XMLParser } from 'fast-xml-parser';
import type { ZipEntry } from '../../domain/files/zip-reader.ts';
import { child, children, refuseDoctype, type XmlNode } from '../receipt-reader/xml.ts';
import { XML_OPTIONS } from '../xml-options.ts';
import { entriesOf, unpack } from '../zip-parts.ts';

/** Unpacked, for each part; the process that reads it has limits of its own. */
const MAX_PART_MB = 32;

const parser = new XMLParser({ ...XML_OPTIONS, trimValues: false, maxNestedTags: 60 });

/** The parts of a workbook: an archive of XML files that name each other. */
export class Workbook {
  readonly #bytes: Buffer;
  readonly #entries: ReadonlyMap<string, ZipEntry>;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#entries = entriesOf(bytes, 'workbook');
  }

  /** The XML of a part; null where the workbook has none of that name. */
  part(name: string): XmlNode | null {
    const entry = this.#entries.get(name);
    if (!entry) return null;
    const xml = unpack(this.#bytes, entry, MAX_PART_MB).toString('utf8');
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
