import { readFileSync } from 'node:fs';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import fastify, {
  type FastifyBodyParser,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { failure } from '../../kernel/failures/failure.ts';
import type { NewGuid } from '../../kernel/ids.ts';
import { toLoggedError } from '../../kernel/log.ts';
import { http } from '../../kernel/node-http.ts';
import { LARGE_BODY, SMALL_BODY } from './body-limits.ts';
import { addDecompression, bodyText, parseFields, parseForm } from './body-text.ts';
import { clientErrorHandler, replaceNodeAnswers } from './client-errors.ts';
import { refuseFlaggedForm } from './dry-run-flag.ts';
import { jsonExcess } from './json-depth.ts';
import { multipartFields } from './multipart.ts';
import { addSecurityHeaders } from './security-headers.ts';

const REQUEST_SECONDS = 60;
/** A form may spell the fields of a record one by one. */
const MAX_FORM_FIELDS = 10_000;
const MAX_MULTIPART_FIELDS = 2000;
const BODY_KINDS =
  'send application/x-www-form-urlencoded, multipart/form-data or application/json as its Content-Type';

export interface HttpOptions {
  newGuid: NewGuid;
  logLevel: string;
  trustProxy: string | undefined;
  /** Whether the service is reached by https. */
  isHttps: boolean;
  tls: { cert: string; key: string } | undefined;
}

/** The HTTP server of all surfaces: body parsers, size limits, timeouts and the request log. */
export async function createServer(options: HttpOptions): Promise<FastifyInstance> {
  const { newGuid, isHttps } = options;
  const app = fastify(serverOptions(options)) as FastifyInstance;
  await app.register(cookie);
  await addBodyParsers(app);
  app.addHook('onRequest', (request, reply, done) => {
    // The peer has gone: its address is not known any more, and nobody reads an answer.
    if (request.raw.socket.remoteAddress === undefined) {
      reply.hijack();
      request.raw.destroy();
      return;
    }
    reply.header('x-request-id', request.id);
    done();
  });
  addSecurityHeaders(app, { isHttps });
  replaceNodeAnswers(app, newGuid);
  logRequests(app);
  return app;
}

function serverOptions({ newGuid, logLevel, trustProxy, tls }: HttpOptions): object {
  return {
    logger: {
      level: logLevel,
      serializers: { req: () => undefined, res: () => undefined, err: toLoggedError },
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => newGuid(),
    requestIdHeader: false,
    rewriteUrl: ({ url = '' }: { url?: string }) => normalizeTarget(url),
    bodyLimit: SMALL_BODY,
    // A path parameter too long for a guid gets the answer of an unknown guid instead of a router error.
    routerOptions: {
      maxParamLength: http.maxHeaderSize,
      ignoreTrailingSlash: true,
      querystringParser: parseFields,
    },
    clientErrorHandler: clientErrorHandler(newGuid, REQUEST_SECONDS),
    trustProxy: trustProxy ? trustProxy.split(',').map((one) => one.trim()) : false,
    requestTimeout: REQUEST_SECONDS * 1000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // During shutdown a keep-alive connection still gets its answer, and is closed after it.
    return503OnClosing: false,
    // A hook refuses a missing Host header with JSON; Node would send an empty body.
    ...(tls
      ? { https: { cert: readFileSync(tls.cert), key: readFileSync(tls.key), requireHostHeader: false } }
      : { http: { requireHostHeader: false } }),
  };
}

async function addBodyParsers(app: FastifyInstance): Promise<void> {
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

/** Logs the route instead of the URL, because a query can carry an api_key and a path a payment token. */
function logRequests(app: FastifyInstance): void {
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
}

function countFields(form: string): number {
  let count = 1;
  for (let at = form.indexOf('&'); at !== -1; at = form.indexOf('&', at + 1)) count += 1;
  return count;
}

/** What to send instead of a body that cannot be read. The contract's PUT takes JSON only. */
export function expectedBody({ method, url }: FastifyRequest): string {
  return method === 'PUT' && url.startsWith('/api/v1/') ? 'send it as application/json' : BODY_KINDS;
}

export function isJson({ headers }: FastifyRequest): boolean {
  return /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');
}

/**
 * Doubled slashes count as one: clients join a base address that ends in a slash with a path that begins with one. This
 * happens before routing, so that guards, routes and redirects all see the same path.
 */
function normalizeTarget(url: string): string {
  const target = escapeStrayPercent(url);
  const path = target.split('?', 1)[0] ?? '';
  return path.startsWith('/') ? path.replaceAll(/\/{2,}/g, '/') + target.slice(path.length) : target;
}

/** Fastify answers a malformed percent-encoding before any hook runs. Escaping the % turns it into an ordinary 404. */
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

/** The fields of a form or JSON body. Files are `UploadedFile`. */
export async function bodyFields(request: FastifyRequest): Promise<Record<string, unknown>> {
  if (request.isMultipart()) return refuseFlaggedForm(request, await multipartFields(request));
  const { body } = request;
  return typeof body === 'object' && body !== null && !Array.isArray(body)
    ? (body as Record<string, unknown>)
    : {};
}
