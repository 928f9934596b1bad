import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '../../../kernel/failures/failure.ts';
import { digest } from '../../../kernel/node/digest.ts';
import type { Log } from '../../../kernel/node/log.ts';
import { sameBytes } from '../../../kernel/security/secrets.ts';
import { OPEN_PATHS, pathOf } from '../request/paths.ts';
import { urlPart } from '../request/url-part.ts';

const MAINT = 'en4_maint_code';

/**
 * Warns once when a proxy announces itself and is not trusted: all its clients then share one address, and one of them can
 * exceed the rate limits of all.
 */
export function warnOfUntrustedProxy(app: FastifyInstance, log: Log): void {
  let hasWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!hasWarned && request.headers['x-forwarded-for'] !== undefined) {
      hasWarned = true;
      log.warn(
        { proxy: request.ip },
        'a request came through a proxy that is not trusted; set KVITT_TRUST_PROXY to its address',
      );
    }
    done();
  });
}

/** Accepts plain http from this machine only, because a query can carry an api_key in the clear. */
export function requireHttps(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const open = request.protocol === 'https' || isLoopback(request.ip) || OPEN_PATHS.test(pathOf(request));
    if (!open) fail('https_required');
    done();
  });
}

/** Restricts a development environment to requests with its code, in the query or in a cookie set from it. */
export function requireMaintenanceCode(app: FastifyInstance, code: string): void {
  const expected = digest(code);
  const expectedCookie = digest(urlPart(code));
  app.addHook('onRequest', async (request, reply) => {
    if (OPEN_PATHS.test(pathOf(request))) return;
    const inQuery = (request.query as Record<string, unknown>)[MAINT];
    const hasCode =
      typeof inQuery === 'string'
        ? sameBytes(digest(inQuery), expected)
        : sameBytes(digest(rawCookie(request, MAINT)), expectedCookie);
    if (!hasCode) fail('maintenance');
    if (typeof inQuery === 'string' && request.headers.accept?.includes('text/html')) {
      reply.header('set-cookie', `${MAINT}=${urlPart(inQuery)}; Path=/; HttpOnly; SameSite=Lax`);
    }
  });
}

function isLoopback(ip: string): boolean {
  return ip === '::1' || ip.startsWith('127.') || ip.startsWith('::ffff:127.');
}

/** The cookie without decoding, because decoding fails on malformed percent-encodings. */
function rawCookie(request: FastifyRequest, name: string): string {
  const pair = request.headers.cookie?.split(/;\s*/).find((one) => one.startsWith(`${name}=`));
  return pair?.slice(name.length + 1) ?? '';
}
