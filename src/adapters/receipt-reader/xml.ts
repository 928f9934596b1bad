import { isUtf8 } from 'node:buffer';
import { XMLParser } from 'fast-xml-parser';
import { UnreadableReceipt } from '../../kernel/ports/receipt-reader.ts';
import { hasDoctype } from '../has-doctype.ts';
import { XML_OPTIONS } from '../xml-options.ts';

export type XmlNode = Record<string, unknown>;

const MAX_BYTES = 8 * 1024 * 1024;
const MAX_CHARACTERS = 4 * 1024 * 1024;
const MAX_VALUE_LENGTH = 300;
const MAX_LONG_VALUE_LENGTH = 2_000;
const ENCODINGS = new Set([
  'utf-8',
  'utf-16',
  'utf-16le',
  'utf-16be',
  'iso-8859-1',
  'windows-1252',
  'us-ascii',
]);

const SINGLE_BYTE = new Set(['iso-8859-1', 'windows-1252', 'us-ascii']);

const ATTRIBUTE = '@';
/** The text of an element that has attributes. */
const CONTENT = '#text';

export const xmlParser = new XMLParser({ ...XML_OPTIONS, processEntities: false, maxNestedTags: 60 });

/** XXE protection: entities are never resolved, and a DOCTYPE, which could define some, is refused. */
export function parseXml(bytes: Uint8Array): XmlNode {
  if (bytes.length > MAX_BYTES) throw new UnreadableReceipt('The XML is too large');
  try {
    const xml = withoutEmbeddedFiles(decodeXml(bytes));
    if (xml.length > MAX_CHARACTERS) throw new UnreadableReceipt('The XML is too large');
    refuseDoctype(xml);
    return xmlParser.parse(xml, true) as XmlNode;
  } catch (error) {
    if (error instanceof UnreadableReceipt) throw error;
    throw new UnreadableReceipt('The XML is broken', { cause: error });
  }
}

/** Throws on a DOCTYPE, which could define entities. */
export function refuseDoctype(xml: string): void {
  if (hasDoctype(xml)) throw new UnreadableReceipt('XML with a DOCTYPE is not read');
}

const EMBEDDED_FILE = 'EmbeddedDocumentBinaryObject';

/**
 * Drops the content of embedded files, which are most of a large invoice and are not needed here. The search goes through
 * the text once: a regular expression over it took a time that grew with the square of unclosed tags.
 */
export function withoutEmbeddedFiles(xml: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let at = xml.indexOf(EMBEDDED_FILE); at >= 0; at = xml.indexOf(EMBEDDED_FILE, from)) {
    const open = xml.indexOf('>', at);
    if (open < 0) break;
    const close = xml.indexOf('<', open);
    const end = close < 0 ? xml.length : close;
    kept.push(xml.slice(from, open + 1));
    from = end;
  }
  kept.push(xml.slice(from));
  return kept.join('');
}

/** What is UTF-8 is read as such: text of one byte a letter is never that by chance, and some senders declare it wrongly. */
export function decodeXml(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const declared = /encoding\s*=\s*["']([\w-]+)["']/.exec(start)?.[1]?.toLowerCase() ?? 'utf-8';
  const encoding = wideEncoding(start) ?? declared;
  if (!ENCODINGS.has(encoding)) throw new UnreadableReceipt(`XML in ${encoding} is not read`);
  const actual = SINGLE_BYTE.has(encoding) && isUtf8(bytes) ? 'utf-8' : encoding;
  return new TextDecoder(actual, { fatal: true }).decode(bytes);
}

/** UTF-16 by its byte order mark or its first character, whatever the declaration says. */
function wideEncoding(start: string): string | undefined {
  if (/^(?:\xff\xfe|<\0)/.test(start)) return 'utf-16le';
  return /^(?:\xfe\xff|\0<)/.test(start) ? 'utf-16be' : undefined;
}

export function children(node: unknown, name: string): unknown[] {
  const found = isNode(node) ? node[name] : undefined;
  if (found === undefined) return [];
  return Array.isArray(found) ? found : [found];
}

/** Follows a path of element names and takes the first match of each. */
export function child(node: unknown, ...names: string[]): XmlNode | undefined {
  let at = node;
  for (const name of names) at = children(at, name)[0];
  return isNode(at) ? at : undefined;
}

export function text(node: unknown, ...names: string[]): string | undefined {
  return plainText(contentAt(node, names), MAX_VALUE_LENGTH);
}

/** As `text`, for what may have several sentences. */
export function longText(node: unknown, ...names: string[]): string | undefined {
  return plainText(contentAt(node, names), MAX_LONG_VALUE_LENGTH);
}

/** An attribute of the first element at the path, whose last name is that of the attribute. */
export function attribute(node: unknown, ...names: string[]): string | undefined {
  const last = names.at(-1) ?? '';
  return plainText(child(node, ...names.slice(0, -1))?.[ATTRIBUTE + last], MAX_VALUE_LENGTH);
}

/** Throws where an element is there twice that a document has once, because every reader may believe another one. */
export function refuseRepeated(node: unknown, ...names: string[]): void {
  const repeated = names.find((name) => children(node, name).length > 1);
  if (repeated) throw new UnreadableReceipt(`${repeated} is there more than once`);
}

function contentAt(node: unknown, names: readonly string[]): unknown {
  let at = node;
  for (const name of names) at = children(at, name)[0];
  return isNode(at) ? at[CONTENT] : at;
}

function plainText(content: unknown, limit: number): string | undefined {
  if (typeof content !== 'string') return undefined;
  const plain = content
    .slice(0, limit)
    .replace(/&(#?\w+);/g, resolveEntity)
    .trim();
  return plain === '' ? undefined : plain;
}

const PREDEFINED_ENTITIES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));

/** The five predefined XML entities and character references; a document can't define others. */
function resolveEntity(whole: string, name: string): string {
  const number = /^#x([\da-f]{1,6})$/i.exec(name)?.[1] ?? Number(/^#(\d{1,7})$/.exec(name)?.[1]).toString(16);
  const code = Number.parseInt(number, 16);
  if (Number.isNaN(code) || number === 'NaN') return PREDEFINED_ENTITIES.get(name) ?? whole;
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

function isNode(value: unknown): value is XmlNode {
  return typeof value === 'object' && value !== null;
}
