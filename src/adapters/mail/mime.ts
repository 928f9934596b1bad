/** A piece of a message: its headers by their names in small letters, and what follows them, byte for character. */
export interface Entity {
  headers: ReadonlyMap<string, string>;
  body: string;
}

const MOST_HEADERS = 200;
const MOST_CHARACTERS = 4000;
const MOST_PARTS = 20;

/** Whatever comes is read in one pass: what is no header is left out, and of a repeated one the first counts. */
export function entityIn(text: string): Entity {
  const end = /^\r?\n|\r?\n\r?\n/.exec(text);
  const head = end ? text.slice(0, end.index) : text;
  return { headers: headersIn(head), body: end ? text.slice(end.index + end[0].length) : '' };
}

export function headersIn(text: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of text.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/, MOST_HEADERS)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon < 1 || !/^[!-~]{1,100}$/.test(name) || headers.has(name)) continue;
    headers.set(name, line.slice(colon + 1, colon + 1 + MOST_CHARACTERS).trim());
  }
  return headers;
}

interface ContentType {
  name: string;
  parameters: ReadonlyMap<string, string>;
}

export function typeOf({ headers }: Entity): ContentType {
  const written = headers.get('content-type') ?? 'text/plain';
  const name = written.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const parameters = new Map<string, string>();
  for (const [, key = '', quoted, bare] of written.matchAll(
    /;\s*([\w-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/g,
  ))
    parameters.set(key.toLowerCase(), quoted?.replaceAll(/\\(.)/g, '$1') ?? bare ?? '');
  return { name, parameters };
}

/** The parts of a multipart body. A last one that was cut off counts as far as it goes. */
export function partsOf(body: string, boundary: string): Entity[] {
  const parts: string[][] = [];
  let isInside = false;
  for (const line of body.split(/\r?\n/)) {
    const bare = line.startsWith(`--${boundary}`) ? line.trimEnd() : '';
    if (bare === `--${boundary}--`) break;
    if (bare === `--${boundary}`) {
      if (parts.length === MOST_PARTS) break;
      isInside = true;
      parts.push([]);
    } else if (isInside) parts.at(-1)?.push(line);
  }
  return parts.map((lines) => entityIn(lines.join('\n')));
}

/** The body as it was before it was made fit for the way. */
export function decodedBody({ headers, body }: Entity): string {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('latin1');
  if (encoding !== 'quoted-printable') return body;
  return body
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
