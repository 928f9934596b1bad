import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditTrail } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/execute.ts';
import type { FailedAttemptLimiter } from '../../kernel/security/rate-limits.ts';
import type { AccountDirectory } from '../../modules/accounts/directory.ts';
import type { AgentDirectory } from '../../modules/agents/directory.ts';
import type { Browsers } from './browser.ts';

/** What the surfaces stand on that people and their programs come in by. */
export interface AccessDeps {
  kernel: Kernel;
  accounts: AccountDirectory;
  agents: AgentDirectory;
  attempts: FailedAttemptLimiter;
  audit: AuditTrail;
  browsers: Browsers;
}

/**
 * Where a form may lead that ends at a program's address, in the words of a content security policy. Chromium
 * holds every redirect after a form to it, also those that the program makes next, to whichever host it likes.
 */
export function formActionSources(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { protocol, origin, hostname } = new URL(address);
  if (protocol === 'https:') return ['https:'];
  if (protocol !== 'http:') return [];
  // A policy has no words for an address of IPv6.
  return [hostname.startsWith('[') ? 'http:' : origin, 'https:'];
}

/** Whether a person looks at the answer, or a program reads it. */
export function wantsPage(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/html') ?? false;
}

/** Nothing on the way may keep it, and the next page does not learn where people came from. */
export function redirectTo(request: FastifyRequest, reply: FastifyReply, address: string): FastifyReply {
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
  return reply.redirect(address, request.method === 'POST' ? 303 : 302);
}
