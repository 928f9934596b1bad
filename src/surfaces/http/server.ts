import { readFileSync } from 'node:fs';
import { maxHeaderSize } from 'node:http';
import { parse as readFields } from 'node:querystring';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { Failure, fail, failure } from '../../kernel/failures/failure.ts';
import { UploadedFile } from '../../kernel/fields/uploaded-file.ts';
import type { NewGuid } from '../../kernel/ids.ts';
import { clientErrorHandler, replaceNodeAnswers } from './client-errors.ts';
import { isNestedTooDeeply, MAX_JSON_DEPTH } from './json-depth.ts';

/** Large enough for a 5 MB file and its fields, or a customer with a photo; nothing needs more. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;

const REQUEST_SECONDS = 60;
/** Why a body of another kind is not read. */
export const BODY_KINDS =
  'send application/x-www-form-urlencoded, multipart/form-data or application/json as its Content-Type';
const DEEP = `it is nested more than ${MAX_JSON_DEPTH} levels deep`;

export interface HttpOptions {
  newGuid: NewGuid;
  logLevel: string;
  trustProxy: string | undefined;
  tls: { cert: string; key: string } | undefined;
}

/** The server that all surfaces hang on: how bodies are read, what is logged, how long things may take. */
export async function createServer({
  newGuid,
  logLevel,
  trustProxy,
  tls,
}: HttpOptions): Promise<FastifyInstance> {
  const app = fastify({
    logger: { level: logLevel, serializers: { req: () => undefined, res: () => undefined } },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => newGuid(),
    requestIdHeader: false,
    rewriteUrl: ({ url = '' }: { url?: string }) => escapeStrayPercent(url),
    bodyLimit: MAX_BODY_BYTES,
    // What is too long to be a guid is answered like any other unknown one; no address is longer than this.
    routerOptions: { maxParamLength: maxHeaderSize, ignoreTrailingSlash: true, querystringParser },
    clientErrorHandler: clientErrorHandler(newGuid, REQUEST_SECONDS),
    trustProxy: trustProxy ? trustProxy.split(',').map((one) => one.trim()) : false,
    requestTimeout: REQUEST_SECONDS * 1000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // What still comes by a kept connection while the node stops is served, and the connection closed after it.
    return503OnClosing: false,
    // A missing Host header is refused by a hook, in JSON; Node would send an empty page.
    ...(tls
      ? { https: { cert: readFileSync(tls.cert), key: readFileSync(tls.key), requireHostHeader: false } }
      : { http: { requireHostHeader: false } }),
  } as object) as FastifyInstance;

  // An empty JSON body is one without fields, as many clients send on calls that need none.
  const readJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {});
    else if (isNestedTooDeeply(body as string)) done(failure('body_unreadable', DEEP));
    else readJson(request, body as string, done);
  });
  await app.register(cookie);
  // Some libraries call an empty body plain text; what is in one that isn't empty cannot be told.
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' || request.is404) done(null, {});
    else done(failure('body_unreadable', BODY_KINDS));
  });
  await app.register(formbody, { bodyLimit: MAX_BODY_BYTES, parser: querystringParser });
  await app.register(multipart, {
    limits: { fileSize: MAX_BODY_BYTES, files: 5, fields: 100, fieldSize: MAX_BODY_BYTES, parts: 100 },
    throwFileSizeLimit: true,
  });

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  replaceNodeAnswers(app, newGuid);
  // The route is logged, not the address: a query may carry an api_key, a path a payment link.
  app.addHook('onResponse', (request, reply, done) => {
    const facts = {
      method: request.method,
      path: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ip: request.ip,
    };
    request.log.info(facts, 'request');
    done();
  });
  return app;
}

/**
 * Fields of a query or a form. A stray % stands for itself, and bytes that are not UTF-8 become the sign that no text
 * may hold; the server's own parser would leave the whole field undecoded, and its escapes would be kept as text.
 */
function querystringParser(text: string): Record<string, unknown> {
  return readFields(text);
}

/** A path with a stray % would be answered before any hook; taken literally, it is a path that leads nowhere. */
function escapeStrayPercent(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}

/** The fields of a form or JSON body; files among them come as `UploadedFile`. */
export async function bodyFields(request: FastifyRequest): Promise<Record<string, unknown>> {
  if (request.isMultipart()) return multipartFields(request);
  const { body } = request;
  return typeof body === 'object' && body !== null && !Array.isArray(body)
    ? (body as Record<string, unknown>)
    : {};
}

async function multipartFields(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  let size = 0;
  try {
    for await (const part of request.parts()) {
      const value = part.type === 'file' ? await part.toBuffer() : textOf(part.value);
      size += value.length;
      // The parser bounds each part, not all of them, and lets through a field that it has cut off.
      if (size > MAX_BODY_BYTES || (part.type === 'field' && part.valueTruncated)) fail('too_large', '8 MB');
      fields[part.fieldname] =
        part.type === 'file' ? new UploadedFile(cleanFileName(part), value as Buffer) : value;
    }
  } catch (error) {
    // Left alone, what was not read yet would keep the connection from its next request, and the server from stopping.
    request.raw.unpipe();
    request.raw.resume();
    throw multipartFailure(error as Error & { code?: string; statusCode?: number });
  }
  return fields;
}

/** A field that says it is JSON has been read already; written again it is a field like the others. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A name is only ever shown, so one that cannot be kept as it is gets mended instead of refused. */
function cleanFileName({ filename = '' }: { filename?: string }): string {
  return filename.replaceAll('\0', '').toWellFormed();
}

/** The parser throws a plain error where a form is malformed, and calls it unacceptable that a field is no JSON. */
function multipartFailure(error: Error & { code?: string; statusCode?: number }): Error {
  if (error.code === 'FST_INVALID_JSON_FIELD_ERROR') return failure('invalid_data');
  if (error instanceof Failure || error.statusCode !== undefined) return error;
  return failure('body_unreadable', error.message);
}
