import type { FastifyInstance } from 'fastify';

/** A year. Subdomains are left out, because they may belong to other services. */
const HSTS = 'max-age=31536000';

/**
 * Headers of every answer. Nothing may be stored by caches unless its route says otherwise: a list of invoices is as
 * confidential as the key in its address.
 */
export const NO_STORE = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

export function addSecurityHeaders(app: FastifyInstance, { isHttps }: { isHttps: boolean }): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(NO_STORE);
    if (isHttps) reply.header('strict-transport-security', HSTS);
    done();
  });
}
