import type { FastifyInstance } from 'fastify';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const DAY_SECONDS = '86400';
const HEADERS =
  'authorization, content-type, accept, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, last-event-id';
const EXPOSED = 'www-authenticate, retry-after, mcp-protocol-version, mcp-session-id, x-request-id';

/** The name in a Host header without its port. */
function hostnameOf(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase();
}

/**
 * Protection against DNS rebinding: a page in a browser must not reach the endpoint under another name. Programs send no
 * Origin; pages of the service itself may call, and on a developer's machine those of other local ports.
 */
function isKnownOrigin(origin: string | undefined, baseUrl: string): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const { hostname, origin: exact } = new URL(origin);
  const base = new URL(baseUrl);
  return exact === base.origin || (LOOPBACK.has(base.hostname) && LOOPBACK.has(hostname));
}

/** `host` is that of the request, or what a trusted proxy says of it. */
function isKnownHost(host: string | undefined, baseUrl: string): boolean {
  if (!host) return false;
  const hostname = hostnameOf(host);
  return hostname === new URL(baseUrl).hostname || LOOPBACK.has(hostname);
}

/** CORS for pages of known origins, and 403 for requests under other names. */
export function guardRequests(app: FastifyInstance, baseUrl: () => string): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    const isKnown = isKnownOrigin(origin, baseUrl()) && isKnownHost(request.host, baseUrl());
    if (!isKnown) {
      const message = 'This Host or Origin is not served here; call the address of the service itself';
      await reply.code(403).send({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } });
      return;
    }
    if (origin === undefined) return;
    reply.header('access-control-allow-origin', origin).header('vary', 'origin');
    reply.header('access-control-expose-headers', EXPOSED);
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined)
      await reply
        .code(204)
        .header('access-control-allow-methods', 'POST')
        .header('access-control-allow-headers', HEADERS)
        .header('access-control-max-age', DAY_SECONDS)
        .send();
  });
}
