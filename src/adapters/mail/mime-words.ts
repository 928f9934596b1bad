import type { Entity } from './mime.ts';

const ENCODED_WORD = /=\?([\w-]+)(?:\*[\w-]+)?\?([bq])\?([^?\s]*)\?=(?:\s+(?==\?))?/gi;

/** The words of a header: encoded ones (RFC 2047) are decoded, raw bytes are taken for UTF-8. */
export function decodeWords(header: string): string {
  const decoded = header.replace(ENCODED_WORD, (whole, charset: string, kind: string, text: string) => {
    const bytes =
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64')
        : decodePercents(text.replaceAll('_', ' '), '=');
    return decodeText(bytes, charset) ?? whole;
  });
  return decoded === header ? (decodeText(Buffer.from(header, 'latin1'), 'utf-8') ?? header) : decoded;
}

/** The name of an attached file, from its disposition or its type; empty where it has none. */
export function fileNameOf({ headers }: Entity): string {
  const disposition = headers.get('content-disposition') ?? '';
  const type = headers.get('content-type') ?? '';
  return (
    extendedParameter(disposition, 'filename') ||
    plainParameter(disposition, 'filename') ||
    extendedParameter(type, 'name') ||
    plainParameter(type, 'name')
  );
}

/** Programs write names with spaces without quotation marks as well. */
function plainParameter(header: string, name: string): string {
  const found = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|"?([^";]+))`, 'i').exec(header);
  return decodeWords((found?.[1] === undefined ? (found?.[2] ?? '') : unescapeQuoted(found[1])).trim());
}

const SECTION = /;\s*([\w-]+)\*(?:(\d{1,2})(\*)?)?=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g;

/** A name with a character set, or in several sections, as programs write long names (RFC 2231). */
function extendedParameter(header: string, name: string): string {
  const sections: Uint8Array[] = [];
  let charset = 'utf-8';
  for (const [, key = '', number, mark, quoted, bare = ''] of header.matchAll(SECTION)) {
    if (key.toLowerCase() !== name) continue;
    const text = quoted === undefined ? bare : unescapeQuoted(quoted);
    const isEncoded = number === undefined || mark !== undefined;
    const named = isEncoded && Number(number ?? 0) === 0 ? /^([\w-]*)'[\w-]*'/.exec(text) : null;
    charset = named?.[1] || charset;
    const rest = text.slice(named?.[0].length ?? 0);
    sections[Number(number ?? 0)] = isEncoded ? decodePercents(rest, '%') : Buffer.from(rest, 'latin1');
  }
  return decodeText(Buffer.concat(Object.values(sections)), charset) ?? '';
}

/** Other backslashes are kept: some programs write the path of the file, and do not escape it. */
function unescapeQuoted(text: string): string {
  return text.replaceAll(/\\(["\\])/g, '$1');
}

/** `=C3=A1` or `%C3%A1` as bytes. */
function decodePercents(text: string, sign: '=' | '%'): Buffer {
  const pattern = sign === '=' ? /=([0-9a-f]{2})/gi : /%([0-9a-f]{2})/gi;
  const letters = text.replace(pattern, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(letters, 'latin1');
}

/** Null where the character set is not known, or the bytes are not of it. */
function decodeText(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
