import type { FastifyRequest } from 'fastify';
import type { AgentAccess } from '../../modules/agents/token-cache.ts';
import type { AccessDeps } from '../http/callers/access.ts';
import { authenticateByKey } from '../http/callers/agent-caller.ts';
import { bearerToken } from '../http/callers/credentials.ts';

/** Authenticates an agent by its token, or a trusted server by the account's key (`X-Agent-Id` names the agent). */
export async function authenticate(
  { tokenCache }: AccessDeps,
  request: FastifyRequest,
  options?: { evenFrozen: boolean },
): Promise<AgentAccess> {
  const token = bearerToken(request);
  if (token !== undefined) return tokenCache.bearer(token, options);
  const agentId = request.headers['x-agent-id'];
  return authenticateByKey(tokenCache, request, typeof agentId === 'string' && agentId ? agentId : undefined);
}
