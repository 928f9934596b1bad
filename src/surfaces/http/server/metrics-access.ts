import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { fail } from '../../../kernel/failures/failure.ts';
import { digest } from '../../../kernel/node/digest.ts';
import { http } from '../../../kernel/node/node-http.ts';
import { sameBytes } from '../../../kernel/security/secrets.ts';
import { bearerToken } from '../callers/credentials.ts';
import { metricsReader } from './process-metrics.ts';
import { NO_STORE } from './security-headers.ts';

export interface MetricsAccess {
  host: string;
  /** A port of their own; then the port of the service does not serve them. */
  port: number | undefined;
  /** The bearer token that a scrape must send; unset: none. */
  token: string | undefined;
}

/** Serves the metrics at /metrics, with the token or on the port that is configured for them. */
export function serveMetrics(app: FastifyInstance, registry: Registry, access: MetricsAccess): void {
  const { host, port, token } = access;
  const readMetrics = metricsReader(registry);
  const isAllowed = (sent: string | undefined) =>
    token === undefined || sameBytes(digest(sent ?? ''), digest(token));
  if (port === undefined) {
    app.get('/metrics', async (request, reply) => {
      if (!isAllowed(bearerToken(request))) fail('invalid_metrics_token');
      return reply.type(registry.contentType).send(await readMetrics());
    });
    return;
  }
  const server = http.createServer(async ({ url, headers }, response) => {
    const sent = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1];
    const status = url !== '/metrics' ? 404 : isAllowed(sent) ? 200 : 401;
    response.writeHead(status, { ...NO_STORE, 'content-type': registry.contentType });
    response.end(status === 200 ? await readMetrics() : '');
  });
  app.addHook(
    'onReady',
    () =>
      new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(port, host, resolve);
      }),
  );
  app.addHook(
    'onClose',
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
}
