import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '../../kernel/failure.ts';
import { digest, sameBytes } from '../../kernel/secrets.ts';
import { pathOf } from './server.ts';

const MAINT = 'en4_maint_code';
const OPEN_PATHS = /^\/(health(\/.*)?|metrics)$/;

/** Plain http may come only from this machine; elsewhere a key in a query string would be for all to read. */
export function requireHttps(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.protocol !== 'https' && !isLoopback(request.ip)) fail('https_required');
  });
}

/** A development environment answers only who knows its code; a browser may carry it on as a cookie. */
export function requireMaintenanceCode(app: FastifyInstance, code: string): void {
  const expected = digest(code);
  app.addHook('onRequest', async (request, reply) => {
    if (OPEN_PATHS.test(pathOf(request))) return;
    const inQuery = (request.query as Record<string, unknown>)[MAINT];
    const given = typeof inQuery === 'string' ? inQuery : cookie(request, MAINT);
    if (given === undefined || !sameBytes(digest(given), expected)) fail('maintenance');
    if (typeof inQuery === 'string' && request.headers.accept?.includes('text/html')) {
      reply.header('set-cookie', `${MAINT}=${encodeURIComponent(inQuery)}; Path=/; HttpOnly; SameSite=Lax`);
    }
  });
}

function isLoopback(ip: string): boolean {
  return ip === '::1' || ip.startsWith('127.') || ip.startsWith('::ffff:127.');
}

function cookie(request: FastifyRequest, name: string): string | undefined {
  const found = request.headers.cookie?.split(/;\s*/).find((one) => one.startsWith(`${name}=`));
  return found && decodeURIComponent(found.slice(name.length + 1));
}
