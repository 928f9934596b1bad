import { readFileSync } from 'node:fs';
import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { NewGuid } from '../../../kernel/node/ids.ts';
import { toLoggedError } from '../../../kernel/node/log.ts';
import { http } from '../../../kernel/node/node-http.ts';
import { readableLog } from '../../../kernel/node/readable-log.ts';
import { addBodyParsers } from '../request/body.ts';
import { SMALL_BODY } from '../request/body-limits.ts';
import { parseFields } from '../request/body-text.ts';
import { clientErrorHandler, replaceNodeAnswers } from './client-errors.ts';
import { addSecurityHeaders } from './security-headers.ts';

const REQUEST_SECONDS = 60;
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
      ...(process.stdout.isTTY && { stream: readableLog(process.stdout) }),
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
  if (!url.includes('%')) return url;
  const path = url.split('?', 1)[0] ?? '';
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}
