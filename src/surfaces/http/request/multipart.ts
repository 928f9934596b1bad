import type { FastifyRequest } from 'fastify';
import { Failure, fail, failure } from '../../../kernel/failures/failure.ts';
import { UploadedFile } from '../../../kernel/fields/uploaded-file.ts';
import { bodyLimitOf, sizeInWords } from './body-limits.ts';

/** Parsing the largest form takes a fraction of this once its last byte has arrived. */
const STALL_MS = 2000;

/** The fields of a multipart form. Files are `UploadedFile`. */
export async function multipartFields(request: FastifyRequest): Promise<Record<string, unknown>> {
  const watch = watchForStall(request);
  try {
    return await Promise.race([collectParts(request), watch.stalled]);
  } catch (error) {
    // An unread body would block the next request on this connection, and the shutdown of the server.
    request.raw.unpipe();
    request.raw.resume();
    throw multipartFailure(error as Error & { code?: string; statusCode?: number });
  } finally {
    watch.stop();
  }
}

async function collectParts(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = Object.create(null);
  const limit = bodyLimitOf(request);
  let size = 0;
  for await (const part of request.parts()) {
    const value = part.type === 'file' ? await part.toBuffer() : textOf(part.value);
    size += value.length;
    // The parser limits each part but not their sum, and passes on a truncated field.
    if (size > limit || (part.type === 'field' && part.valueTruncated)) fail('too_large', sizeInWords(limit));
    const before = fields[part.fieldname];
    if (part.type === 'file') fields[part.fieldname] = new UploadedFile(cleanFileName(part), value as Buffer);
    else if (Array.isArray(before)) before.push(value);
    // A form has several fields of one name where a list was sent, as in a query.
    else fields[part.fieldname] = typeof before === 'string' ? [before, value] : value;
  }
  return fields;
}

/**
 * Rejects when the parser has not finished although the whole body has arrived. It waits forever for the end of a part's
 * header whose lines do not end in CRLF, and so would the client, the connection and the memory of the request.
 */
function watchForStall({ raw }: FastifyRequest): { stalled: Promise<never>; stop(): void } {
  const { promise, reject } = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  const startTimer = () => {
    timer = setTimeout(() => reject(failure('body_unreadable', 'the header of a part has no end')), STALL_MS);
  };
  raw.once('end', startTimer);
  const stop = () => {
    raw.off('end', startTimer);
    clearTimeout(timer);
  };
  return { stalled: promise, stop };
}

/** The parser decodes a part whose content type is JSON. Encoding it again makes it a text field like the others. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** File names are only displayed, so characters that the database cannot store are dropped instead of refused. */
function cleanFileName({ filename = '' }: { filename?: string }): string {
  return filename.replaceAll('\0', '').toWellFormed();
}

/** The multipart parser throws errors without a status for malformed forms, and 406 for a field with invalid JSON. */
function multipartFailure(error: Error & { code?: string; statusCode?: number }): Error {
  if (error.code === 'FST_INVALID_JSON_FIELD_ERROR') return failure('invalid_data');
  if (error instanceof Failure || error.statusCode !== undefined) return error;
  return failure('body_unreadable', error.message);
}
