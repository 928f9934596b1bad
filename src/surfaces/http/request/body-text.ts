import { parse as parseQuery } from 'node:querystring';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { failure } from '../../../kernel/failures/failure.ts';

/** Labels that mean Windows-1252 on the web; older programs write Icelandic letters in it. */
const WESTERN = /;\s*charset\s*=\s*"?(iso-?8859-1|latin-?1|windows-1252|cp1252)"?\s*(;|$)/i;
const western = new TextDecoder('windows-1252');

function isWestern({ headers }: FastifyRequest): boolean {
  return WESTERN.test(headers['content-type'] ?? '');
}

/** The text of a body, in the encoding that its Content-Type declares: Latin-1, or else UTF-8. */
export function bodyText(request: FastifyRequest, body: Buffer): string {
  return isWestern(request) ? western.decode(body) : body.toString();
}

/**
 * Parses a query or a form. A stray % stands for itself, and invalid UTF-8 becomes U+FFFD, which text fields refuse.
 * Fastify's default parser would leave the whole field percent-encoded, and the escapes would be stored as text.
 */
export function parseFields(text: string, decode?: (text: string) => string): Record<string, unknown> {
  // The caller bounds the number of fields. Node's own bound would drop the fields beyond it.
  return parseQuery(text, '&', '=', { maxKeys: 0, ...(decode && { decodeURIComponent: decode }) });
}

/** The fields of a form; the bytes that its escapes spell have the encoding of the body. */
export function parseForm(request: FastifyRequest, text: string): Record<string, unknown> {
  return isWestern(request) ? parseFields(text, decodeWestern) : parseFields(text);
}

function decodeWestern(text: string): string {
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, (escapes) =>
    western.decode(Buffer.from(escapes.replaceAll('%', ''), 'hex')),
  );
}

/** Takes bodies that were compressed by gzip; the limit of a body is that of its text. */
export function addDecompression(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
    if (encoding === 'identity' || encoding === '') return done(null, payload);
    const isText = /^application\/(json|x-www-form-urlencoded)\b/i.test(
      request.headers['content-type'] ?? '',
    );
    if (encoding !== 'gzip' || !isText)
      return done(failure('body_unreadable', 'send it as it is, or a form or JSON compressed by gzip'));
    done(null, gunzip(payload));
  });
}

type Payload = Readable & { receivedEncodedLength?: number };

function gunzip(payload: Readable): Payload {
  const unzipped: Payload & NodeJS.WritableStream = createGunzip();
  unzipped.receivedEncodedLength = 0;
  payload.on('data', ({ length }: Buffer) => {
    unzipped.receivedEncodedLength = (unzipped.receivedEncodedLength ?? 0) + length;
  });
  payload.on('error', (error) => unzipped.destroy(error));
  // What cannot be decompressed is an error of the client.
  unzipped.on('error', (error) => Object.assign(error, { statusCode: 400, message: 'it is not valid gzip' }));
  return payload.pipe(unzipped);
}
