import type { FastifyInstance } from 'fastify';

const METHODS = 'GET, POST, PUT, DELETE';
const HEADERS = 'authorization, content-type, idempotency-key, kvitt-dry-run, prefer, x-agent-id';
const EXPOSED =
  'www-authenticate, retry-after, ratelimit, ratelimit-policy, x-request-id, kvitt-dry-run, kvitt-ignored, allow';
const DAY_SECONDS = '86400';

/**
 * CORS: lets pages of other origins call the routes of `app`. Only for routes that authenticate by a token or key in
 * the request. They must not read cookies, and Access-Control-Allow-Credentials is never sent.
 */
export function allowCrossOrigin(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', EXPOSED);
    const asks = request.headers['access-control-request-method'] !== undefined;
    if (request.method !== 'OPTIONS' || !asks) return;
    await reply
      .code(204)
      .header('access-control-allow-methods', METHODS)
      .header('access-control-allow-headers', HEADERS)
      .header('access-control-max-age', DAY_SECONDS)
      .send();
  });
}
