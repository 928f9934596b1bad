import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Attempts } from '../../kernel/attempts.ts';
import type { AuditTrail } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/execute.ts';
import type { AccountDirectory } from '../../modules/accounts/directory.ts';
import type { AgentDirectory } from '../../modules/agents/directory.ts';
import type { Browsers } from './browser.ts';

/** What the surfaces stand on that people and their programs come in by. */
export interface AccessParts {
  kernel: Kernel;
  accounts: AccountDirectory;
  agents: AgentDirectory;
  attempts: Attempts;
  audit: AuditTrail;
  browsers: Browsers;
}

/** Where redirects after a form may lead, in the words of a content security policy. */
export function formTargetsOf(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { protocol, origin, hostname } = new URL(address);
  if (protocol !== 'http:' && protocol !== 'https:') return [];
  // A policy has no words for an address of IPv6.
  return [hostname.startsWith('[') ? protocol : origin];
}

/** Whether a person looks at the answer, or a program reads it. */
export function wantsPage(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/html') ?? false;
}

/** Nothing on the way may keep it, and the next page does not learn where people came from. */
export function sendOn(reply: FastifyReply, status: 302 | 303, address: string): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .redirect(address, status);
}
