import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '../../kernel/failures/failure.ts';
import { digest, sameBytes } from '../../kernel/security/secrets.ts';
import { pathOf } from './server.ts';

const MAINT = 'en4_maint_code';
/** What an orchestrator asks from inside its own network: nothing of anyone's books. */
const OPEN_PATHS = /^\/(health(\/.*)?|metrics)$/;

/** Plain http may come only from this machine; elsewhere a key in a query string would be for all to read. */
export function requireHttps(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const open = request.protocol === 'https' || isLoopback(request.ip) || OPEN_PATHS.test(pathOf(request));
    if (!open) fail('https_required');
    done();
  });
}

/** A development environment answers only who knows its code; a browser may carry it on as a cookie. */
export function requireMaintenanceCode(app: FastifyInstance, code: string): void {
  const expected = digest(code);
  const expectedCookie = digest(encodeURIComponent(code));
  app.addHook('onRequest', async (request, reply) => {
    if (OPEN_PATHS.test(pathOf(request))) return;
    const inQuery = (request.query as Record<string, unknown>)[MAINT];
    const known =
      typeof inQuery === 'string'
        ? sameBytes(digest(inQuery), expected)
        : sameBytes(digest(rawCookie(request, MAINT)), expectedCookie);
    if (!known) fail('maintenance');
    if (typeof inQuery === 'string' && request.headers.accept?.includes('text/html')) {
      reply.header('set-cookie', `${MAINT}=${encodeURIComponent(inQuery)}; Path=/; HttpOnly; SameSite=Lax`);
    }
  });
}

function isLoopback(ip: string): boolean {
  return ip === '::1' || ip.startsWith('127.') || ip.startsWith('::ffff:127.');
}

/** As it was sent, so that nothing has to be decoded that may not be decodable. */
function rawCookie(request: FastifyRequest, name: string): string {
  const found = request.headers.cookie?.split(/;\s*/).find((one) => one.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? '';
}
