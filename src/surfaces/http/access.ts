import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditTrail } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/execute.ts';
import type { RateLimiter } from '../../kernel/security/rate-limits.ts';
import type { AccountDirectory } from '../../modules/accounts/directory.ts';
import type { AgentDirectory } from '../../modules/agents/directory.ts';
import type { Browsers } from './browser.ts';

/** Dependencies of the surfaces that people and agents use. */
export interface AccessDeps {
  kernel: Kernel;
  accounts: AccountDirectory;
  agents: AgentDirectory;
  attempts: RateLimiter;
  audit: AuditTrail;
  browsers: Browsers;
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
