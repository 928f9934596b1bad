import multipart from '@fastify/multipart';
import type { FastifyBodyParser, FastifyInstance, FastifyRequest } from 'fastify';
import { failure } from '../../../kernel/failures/failure.ts';
import { LARGE_BODY } from './body-limits.ts';
import { addDecompression, bodyText, parseForm } from './body-text.ts';
import { refuseFlaggedForm } from './dry-run-flag.ts';
import { jsonExcess } from './json-depth.ts';
import { multipartFields } from './multipart.ts';

/** A form may spell the fields of a record one by one. */
const MAX_FORM_FIELDS = 10_000;
const MAX_MULTIPART_FIELDS = 2000;
const BODY_KINDS =
  'send application/x-www-form-urlencoded, multipart/form-data or application/json as its Content-Type';

/** The fields of a form or JSON body. Files are `UploadedFile`. */
export async function bodyFields(request: FastifyRequest): Promise<Record<string, unknown>> {
  if (request.isMultipart()) return refuseFlaggedForm(request, await multipartFields(request));
  const { body } = request;
  return typeof body === 'object' && body !== null && !Array.isArray(body)
    ? (body as Record<string, unknown>)
    : {};
}

/** What to send instead of a body that cannot be read. The contract's PUT takes JSON only. */
export function expectedBody({ method, url }: FastifyRequest): string {
  return method === 'PUT' && url.startsWith('/api/v1/') ? 'send it as application/json' : BODY_KINDS;
}

export function isJson({ headers }: FastifyRequest): boolean {
  return /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');
}

export async function addBodyParsers(app: FastifyInstance): Promise<void> {
  addDecompression(app);
  // Many clients send an empty JSON body on calls without fields.
  const readJson = app.getDefaultJsonParser('error', 'error');
  const parseJsonBody: FastifyBodyParser<string> = (request, body, done) => {
    if (body === '') return done(null, {});
    const excess = jsonExcess(body);
    if (excess) done(failure('body_unreadable', `it is ${excess}`));
    else readJson(request, body, done);
  };
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) =>
    parseJsonBody(request, bodyText(request, body as Buffer), done),
  );
  // Some HTTP libraries label an empty body text/plain. A text/plain body with content has no defined fields.
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' || request.is404) done(null, {});
    else done(failure('body_unreadable', expectedBody(request)));
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (request, body, done) => {
      const text = bodyText(request, body as Buffer);
      // Plain `curl -d` and many libraries label JSON as a form; the name of a field never begins with a brace.
      if (/^\s*\{/.test(text)) parseJsonBody(request, text, done);
      else if (countFields(text) > MAX_FORM_FIELDS) done(failure('too_large', `${MAX_FORM_FIELDS} fields`));
      else done(null, parseForm(request, text));
    },
  );
  await app.register(multipart, {
    limits: {
      fileSize: LARGE_BODY,
      files: 5,
      fields: MAX_MULTIPART_FIELDS,
      fieldSize: LARGE_BODY,
      parts: MAX_MULTIPART_FIELDS,
    },
    throwFileSizeLimit: true,
  });
}

function countFields(form: string): number {
  let count = 1;
  for (let at = form.indexOf('&'); at !== -1; at = form.indexOf('&', at + 1)) count += 1;
  return count;
}
