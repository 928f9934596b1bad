import { inflateRawSync } from 'node:zlib';
import { XMLParser } from 'fast-xml-parser';
import { findDirectory, headerLength, readDirectory, TAIL_SIZE } from '../../domain/files/zip-reader.ts';
import { child, children, refuseDoctype, type XmlNode } from '../receipt-reader/xml.ts';

const STORED = 0;
const DEFLATED = 8;
/** Unpacked, for each part; the process that reads it has limits of its own. */
const MAX_PART = 32 * 1024 * 1024;
const MAX_COLUMNS = 200;
const MAX_ROWS = 100_000;

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  maxNestedTags: 60,
});

/**
 * The rows of the first sheet of a workbook, as text. Days are the numbers by which sheets count them. Numbers are rounded to as
 * many `places`: sheets store them as floats.
 */
export function readXlsx(bytes: Buffer, places = 2): string[][] {
  const parts = zipParts(bytes);
  const sheets = [...parts.keys()].filter((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name)).sort(byNumber);
  const [sheet] = sheets;
  if (sheet === undefined) throw new Error('it has no sheet');
  const shared = sharedStrings(parts);
  const data = child(parseXml(partOf(parts, sheet)), 'worksheet', 'sheetData');
  const rows: string[][] = [];
  for (const [place, row] of children(data, 'row').entries()) {
    const at = Number(attribute(row, 'r') ?? place + 1) - 1;
    if (!(at >= 0 && at < MAX_ROWS)) throw new Error('it has too many rows');
    while (rows.length < at) rows.push([]);
    rows.push(cellsOf(row, shared, places));
  }
  return rows;
}

function byNumber(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

function cellsOf(row: unknown, shared: readonly string[], places: number): string[] {
  const cells: string[] = [];
  for (const cell of children(row, 'c')) {
    const column = columnOf(attribute(cell, 'r')) ?? cells.length;
    if (column >= MAX_COLUMNS) continue;
    while (cells.length < column) cells.push('');
    cells.push(cellText(cell, shared, places));
  }
  return cells;
}

function cellText(cell: unknown, shared: readonly string[], places: number): string {
  const type = attribute(cell, 't');
  if (type === 'inlineStr') return plainText(child(cell, 'is'));
  const value = textIn(children(cell, 'v')[0]);
  if (type === 's') return shared[Number(value)] ?? '';
  // 1.5E3 and 0.1 + 0.2 are how sheets store numbers: a float of 15 digits.
  const isFloat = type === null || type === 'n';
  return isFloat && /^-?\d*\.?\d+(?:e[+-]?\d+)?$/i.test(value) ? numberText(Number(value), places) : value;
}

/** With a decimal comma, as Icelandic files have. */
function numberText(value: number, places: number): string {
  const unit = 10 ** places;
  return String(Math.round(value * unit) / unit).replace('.', ',');
}

/** A is 0, AB is 27; null without a name. */
function columnOf(place: string | null): number | null {
  const letters = /^([A-Z]{1,3})\d+$/.exec(place ?? '')?.[1];
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function sharedStrings(parts: ReadonlyMap<string, Part>): string[] {
  if (!parts.has('xl/sharedStrings.xml')) return [];
  return children(child(parseXml(partOf(parts, 'xl/sharedStrings.xml')), 'sst'), 'si').map(plainText);
}

/** The text of a cell, or of all its runs. */
function plainText(node: unknown): string {
  const runs = children(node, 'r').flatMap((run) => children(run, 't'));
  return [...children(node, 't'), ...runs].map(textIn).join('');
}

function textIn(node: unknown): string {
  if (typeof node === 'string') return node;
  return typeof node === 'object' && node !== null && '#text' in node ? String(node['#text']) : '';
}

function attribute(node: unknown, name: string): string | null {
  const value = typeof node === 'object' && node !== null ? (node as XmlNode)[`@${name}`] : undefined;
  return typeof value === 'string' ? value : null;
}

function parseXml(xml: string): XmlNode {
  refuseDoctype(xml);
  return parser.parse(xml, true) as XmlNode;
}

interface Part {
  method: number;
  compressed: Buffer;
}

function partOf(parts: ReadonlyMap<string, Part>, name: string): string {
  const entry = parts.get(name);
  if (!entry) throw new Error(`${name} is missing`);
  if (entry.method === STORED) return entry.compressed.toString('utf8');
  if (entry.method !== DEFLATED) throw new Error('its compression is not known');
  return inflateRawSync(entry.compressed, { maxOutputLength: MAX_PART }).toString('utf8');
}

function zipParts(bytes: Buffer): Map<string, Part> {
  const start = Math.max(0, bytes.length - TAIL_SIZE);
  const place = findDirectory(bytes.subarray(start), start);
  if (!place) throw new Error('it is no workbook');
  const entries = readDirectory(bytes.subarray(place.offset, place.offset + place.size), place.count);
  if (!entries) throw new Error('its directory is damaged');
  return new Map(
    entries.map(({ name, method, packed, offset }) => {
      const from = offset + headerLength(bytes.subarray(offset, offset + 30));
      return [name, { method, compressed: bytes.subarray(from, from + packed) }];
    }),
  );
}
