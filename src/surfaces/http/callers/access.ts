import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditTrail } from '../../../kernel/operations/audit-log.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import type { RateLimiter } from '../../../kernel/security/rate-limits.ts';
import type { AccountCache } from '../../../modules/accounts/account-cache.ts';
import type { TokenCache } from '../../../modules/agents/token-cache.ts';
import type { BrowserSessions } from './browser-sessions.ts';

/** Dependencies of the surfaces that people and agents use. */
export interface AccessDeps {
  kernel: Kernel;
  accounts: AccountCache;
  tokenCache: TokenCache;
  rateLimiter: RateLimiter;
  audit: AuditTrail;
  browserSessions: BrowserSessions;
}

/**
 * The form-action sources for a form whose submission redirects to a client's redirect URI. Chromium applies
 * form-action to every redirect that follows, including those that the client makes to other hosts.
 */
export function formActionSources(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { protocol, origin, hostname } = new URL(address);
  if (protocol === 'https:') return ['https:'];
  if (protocol !== 'http:') return [];
  // CSP source expressions cannot contain an IPv6 address.
  return [hostname.startsWith('[') ? 'http:' : origin, 'https:'];
}

/** Whether the client is a browser that shows HTML. */
export function wantsPage(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/html') ?? false;
}

/** Redirects without caching, and without a Referer that would pass on a secret address. */
export function redirectTo(request: FastifyRequest, reply: FastifyReply, address: string): FastifyReply {
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
  return reply.redirect(address, request.method === 'POST' ? 303 : 302);
}
