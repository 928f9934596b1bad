import { XMLParser } from 'fast-xml-parser';
import { UnreadableReceipt } from '../../kernel/ports/receipt-reader.ts';

export type XmlNode = Record<string, unknown>;

const MOST_BYTES = 8 * 1024 * 1024;
const MOST_LETTERS = 1024 * 1024;
const MOST_VALUE = 300;
const ENCODINGS = new Set(['utf-8', 'utf-16', 'utf-16le', 'iso-8859-1', 'windows-1252', 'us-ascii']);

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: true,
  parseTagValue: false,
  processEntities: false,
  maxNestedTags: 60,
});

/** Entities are never resolved, and a DOCTYPE, which could define some, is not let in at all. */
export function parseXml(bytes: Uint8Array): XmlNode {
  if (bytes.length > MOST_BYTES) throw new UnreadableReceipt('The XML is too large');
  try {
    // Attached files make up most of a large invoice and say nothing here.
    const xml = decoded(bytes).replace(/(<(?:\w+:)?EmbeddedDocumentBinaryObject\b[^>]*>)[^<]*/g, '$1');
    if (xml.length > MOST_LETTERS) throw new UnreadableReceipt('The XML is too large');
    if (/<!\s*(?:doctype|entity)/i.test(xml)) throw new UnreadableReceipt('XML with a DOCTYPE is not read');
    return parser.parse(xml, true) as XmlNode;
  } catch (error) {
    if (error instanceof UnreadableReceipt) throw error;
    throw new UnreadableReceipt('The XML is broken', { cause: error });
  }
}

function decoded(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const isWide = start.startsWith('\xff\xfe') || start.startsWith('<\0');
  const named = /encoding=["']([\w-]+)["']/.exec(start)?.[1]?.toLowerCase() ?? 'utf-8';
  if (!isWide && !ENCODINGS.has(named)) throw new UnreadableReceipt(`XML in ${named} is not read`);
  return new TextDecoder(isWide ? 'utf-16le' : named, { fatal: true }).decode(bytes);
}

export function children(node: unknown, name: string): unknown[] {
  const found = isNode(node) ? node[name] : undefined;
  if (found === undefined) return [];
  return Array.isArray(found) ? found : [found];
}

/** The first of each name on the way down. */
export function child(node: unknown, ...names: string[]): XmlNode | undefined {
  let at = node;
  for (const name of names) at = children(at, name)[0];
  return isNode(at) ? at : undefined;
}

export function text(node: unknown, ...names: string[]): string | undefined {
  let at = node;
  for (const name of names) at = children(at, name)[0];
  if (typeof at !== 'string') return undefined;
  const plain = at
    .slice(0, MOST_VALUE)
    .replace(/&(#?\w+);/g, characterOf)
    .trim();
  return plain === '' ? undefined : plain;
}

const NAMED = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));

/** The five names that XML itself knows, and numbers of characters; no document can define others. */
function characterOf(whole: string, name: string): string {
  const number = /^#x([\da-f]{1,6})$/i.exec(name)?.[1] ?? Number(/^#(\d{1,7})$/.exec(name)?.[1]).toString(16);
  const code = Number.parseInt(number, 16);
  if (Number.isNaN(code) || number === 'NaN') return NAMED.get(name) ?? whole;
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

function isNode(value: unknown): value is XmlNode {
  return typeof value === 'object' && value !== null;
}
