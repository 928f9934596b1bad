import { XMLParser } from 'fast-xml-parser';
import { escapeMarkup, stripInvalidXml } from '../../domain/strings/markup.ts';
import { hasDoctype } from '../has-doctype.ts';
import { XML_OPTIONS } from '../xml-options.ts';

/** An element as text, attributes or further elements; a list has several of the same name. */
export type Content = string | number | { readonly [name: string]: Content | readonly Content[] };

const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';

const parser = new XMLParser({
  ...XML_OPTIONS,
  // The five entities of XML itself are resolved. A DOCTYPE, which could define others, is refused before.
  processEntities: true,
  maxNestedTags: 40,
});

/** Writes an element. Names that begin with @ are attributes, and `#text` is the text beside them. */
export function element(name: string, content: Content | readonly Content[]): string {
  if (Array.isArray(content)) return content.map((one) => element(name, one)).join('');
  if (typeof content !== 'object') return `<${name}>${escaped(content as string | number)}</${name}>`;
  const parts = Object.entries(content as Record<string, Content>);
  const attributes = parts.filter(([key]) => key.startsWith('@'));
  const inner = parts.filter(([key]) => !key.startsWith('@'));
  const opening = [name, ...attributes.map(([key, value]) => `${key.slice(1)}="${escaped(String(value))}"`)];
  const body = inner.map(([key, value]) => (key === '#text' ? escaped(String(value)) : element(key, value)));
  return `<${opening.join(' ')}>${body.join('')}</${name}>`;
}

function escaped(value: string | number): string {
  return escapeMarkup(stripInvalidXml(String(value)));
}

/** A message whose body is one element in the namespace of the service. */
export function envelope(namespace: string, name: string, content: Content): string {
  const body = element(`svc:${name}`, content);
  return `<?xml version="1.0" encoding="UTF-8"?>
<soap:Envelope xmlns:soap="${ENVELOPE}" xmlns:svc="${escapeMarkup(namespace)}"><soap:Body>${body}</soap:Body></soap:Envelope>`;
}

/** The document as nested objects. Throws on broken XML, and on a DOCTYPE, which could define entities. */
export function parseSoap(xml: string): unknown {
  if (hasDoctype(xml)) throw new Error('XML with a DOCTYPE is not read');
  return parser.parse(xml, true);
}

/** All elements of a name, wherever they are. */
export function findAll(node: unknown, name: string): unknown[] {
  if (Array.isArray(node)) return node.flatMap((one) => findAll(one, name));
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === name ? [value].flat() : findAll(value, name),
  );
}

/** The text of the first element or attribute that has one of the names; empty where there is none. */
export function textOf(node: unknown, ...names: readonly string[]): string {
  for (const name of names) {
    const [found] = [...findAll(node, name), ...findAll(node, `@${name}`)];
    if (found !== undefined) return ownText(found);
  }
  return '';
}

/** The text of an element that may have attributes. */
export function ownText(node: unknown): string {
  const text = typeof node === 'object' && node !== null ? (node as Record<string, unknown>)['#text'] : node;
  return typeof text === 'string' ? text.trim() : '';
}
