/** A MIME entity: headers by lower-case name, and the body with one character per byte (latin1). */
export interface Entity {
  headers: ReadonlyMap<string, string>;
  body: string;
}

const MAX_HEADERS = 200;
const MAX_HEADER_LENGTH = 4000;
const MAX_PARTS = 20;

/** A whole mail. Mail servers prepend an mbox "From " line to one that they forward. */
export function parseMessage(text: string): Entity {
  return parseEntity(text.replace(/^>?From .*\r?\n/, ''));
}

/**
 * Never throws, whatever the input: lines that are not headers are skipped, and the first of repeated headers
 * counts.
 */
export function parseEntity(text: string): Entity {
  const end = /^\r?\n|\r?\n\r?\n/.exec(text);
  const head = end ? text.slice(0, end.index) : text;
  return { headers: parseHeaders(head), body: end ? text.slice(end.index + end[0].length) : '' };
}

export function parseHeaders(text: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of text.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/, MAX_HEADERS)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon < 1 || !/^[!-~]{1,100}$/.test(name) || headers.has(name)) continue;
    headers.set(name, line.slice(colon + 1, colon + 1 + MAX_HEADER_LENGTH).trim());
  }
  return headers;
}

interface ContentType {
  name: string;
  parameters: ReadonlyMap<string, string>;
}

export function contentType({ headers }: Entity): ContentType {
  const header = headers.get('content-type') ?? 'text/plain';
  const name = header.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const parameters = new Map<string, string>();
  for (const [, key = '', quoted, bare] of header.matchAll(
    /;\s*([\w-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/g,
  ))
    parameters.set(key.toLowerCase(), quoted?.replaceAll(/\\(.)/g, '$1') ?? bare ?? '');
  return { name, parameters };
}

/** The parts of a multipart body. A truncated last part is included. */
export function splitParts(body: string, boundary: string): Entity[] {
  const parts: string[][] = [];
  let isInside = false;
  for (const line of body.split(/\r?\n/)) {
    const bare = line.startsWith(`--${boundary}`) ? line.trimEnd() : '';
    if (bare === `--${boundary}--`) break;
    if (bare === `--${boundary}`) {
      if (parts.length === MAX_PARTS) break;
      isInside = true;
      parts.push([]);
    } else if (isInside) parts.at(-1)?.push(line);
  }
  return parts.map((lines) => parseEntity(lines.join('\n')));
}

/** Decodes the transfer encoding of a body. */
export function decodeBody({ headers, body }: Entity): string {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('latin1');
  if (encoding !== 'quoted-printable') return body;
  return body
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The type of an entity, and its parts where it is a multipart one. */
export function entityParts(entity: Entity): { name: string; parts: Entity[] } {
  const { name, parameters } = contentType(entity);
  const boundary = parameters.get('boundary') ?? '';
  const isMultipart = name.startsWith('multipart/') && boundary !== '' && boundary.length <= 200;
  return { name, parts: isMultipart ? splitParts(entity.body, boundary) : [] };
}
