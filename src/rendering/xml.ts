/** An element that is to be written. There are no empty ones: where there is nothing to say, there is no element. */
export interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  content: string | readonly Element[];
}

type Content = string | null | undefined | readonly (Element | null)[];

/** Null when nothing is in it, so that optional parts can be written without asking whether they are there. */
export function element(
  name: string,
  content: Content,
  attributes: Readonly<Record<string, string>> = {},
): Element | null {
  if (content === null || content === undefined) return null;
  if (typeof content === 'string') {
    const text = stripUnwritable(content);
    return text.trim() === '' ? null : { name, attributes, content: text };
  }
  const within = content.filter((child) => child !== null);
  return within.length === 0 ? null : { name, attributes, content: within };
}

export function writeXml(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, '')}\n`;
}

function written({ name, attributes, content }: Element, indent: string): string {
  const named = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const open = `${indent}<${name}${named.join('')}>`;
  if (typeof content === 'string') return `${open}${escaped(content)}</${name}>`;
  return [open, ...content.map((child) => written(child, `${indent}  `)), `${indent}</${name}>`].join('\n');
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** XML 1.0 has no way to write these, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** The text without what XML can't say. */
function stripUnwritable(text: string): string {
  return text.toWellFormed().replace(UNWRITABLE, '');
}

/** What of a text can be read in a document. What is empty then is as good as never given. */
export function legible(text: string): string {
  return stripUnwritable(text).trim();
}

/**
 * For notes of UBL: what stands between two number signs is read there as a code of what the note is about, so the
 * sign is written in its wide form.
 */
export function numberSignsWide(text: string): string {
  return text.replaceAll('#', '\uff03');
}

function escaped(text: string): string {
  return stripUnwritable(text).replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char);
}
