import { stripInvalidXml } from '../domain/strings/markup.ts';
import { isVisible } from '../domain/strings/visible-text.ts';

/** An XML element. Empty elements are never written. */
export interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  content: string | readonly Element[];
}

type Content = string | null | undefined | readonly (Element | null)[];

/** Returns null if there is no content, so that callers can pass optional parts without checking them. */
export function element(
  name: string,
  content: Content,
  attributes: Readonly<Record<string, string>> = {},
): Element | null {
  if (content === null || content === undefined) return null;
  if (typeof content === 'string') {
    const text = stripInvalidXml(content);
    return !isVisible(text) ? null : { name, attributes, content: text };
  }
  const within = content.filter((child) => child !== null);
  return within.length === 0 ? null : { name, attributes, content: within };
}

export function writeXml(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${serialize(root, '')}\n`;
}

function serialize({ name, attributes, content }: Element, indent: string): string {
  const attributeTexts = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const open = `${indent}<${name}${attributeTexts.join('')}>`;
  if (typeof content === 'string') return `${open}${escapeXml(content)}</${name}>`;
  return [open, ...content.map((child) => serialize(child, `${indent}  `)), `${indent}</${name}>`].join('\n');
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The text of a value; empty if a reader would see nothing of it. */
export function visibleText(text: string): string {
  return isVisible(text) ? stripInvalidXml(text).trim() : '';
}

/**
 * Replaces number signs by their full-width form. UBL readers parse text between two number signs at the start of
 * a note as a subject code.
 */
export function widenNumberSigns(text: string): string {
  return text.replaceAll('#', '\uff03');
}

function escapeXml(text: string): string {
  return stripInvalidXml(text).replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char);
}
