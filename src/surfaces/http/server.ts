import { readFileSync } from 'node:fs';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { UploadedFile } from '../../kernel/files.ts';
import type { NewGuid } from '../../kernel/ids.ts';

/** Large enough for a 5 MB file and its fields, or a customer with a photo; nothing needs more. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;

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
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: trustProxy ? trustProxy.split(',').map((one) => one.trim()) : false,
    requestTimeout: 60_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    ...(tls && { https: { cert: readFileSync(tls.cert), key: readFileSync(tls.key) } }),
  } as object) as FastifyInstance;

  // An empty JSON body is one without fields, as many clients send on calls that need none.
  const readJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {});
    else readJson(request, body as string, done);
  });
  await app.register(formbody, { bodyLimit: MAX_BODY_BYTES });
  await app.register(multipart, {
    limits: { fileSize: MAX_BODY_BYTES, files: 5, fields: 100, fieldSize: MAX_BODY_BYTES, parts: 100 },
    throwFileSizeLimit: true,
  });

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  // The route is logged, not the address: a query may carry an api_key, a path a payment link.
  app.addHook('onResponse', async (request, reply) => {
    const facts = {
      method: request.method,
      path: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ip: request.ip,
    };
    request.log.info(facts, 'request');
  });
  return app;
}

export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}

/** The fields of a form or JSON body; files among them come as `UploadedFile`. */
export async function bodyFields(request: FastifyRequest): Promise<Record<string, unknown>> {
  if (request.isMultipart()) {
    const fields: Record<string, unknown> = {};
    for await (const part of request.parts()) {
      fields[part.fieldname] =
        part.type === 'file' ? new UploadedFile(part.filename ?? '', await part.toBuffer()) : part.value;
    }
    return fields;
  }
  const { body } = request;
  return typeof body === 'object' && body !== null && !Array.isArray(body)
    ? (body as Record<string, unknown>)
    : {};
}
