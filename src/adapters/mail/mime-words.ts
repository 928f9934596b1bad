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
  const extended = /;\s*filename\*=([\w-]*)'[\w-]*'([^\s;]+)/i.exec(disposition);
  if (extended) return decodeText(decodePercents(extended[2] ?? '', '%'), extended[1] || 'utf-8') ?? '';
  const plain = /;\s*filename="?([^";]+)"?/i.exec(disposition) ?? /;\s*name="?([^";]+)"?/i.exec(type);
  return decodeWords(plain?.[1]?.trim() ?? '');
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
