import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../kernel/context.ts';
import { keyOfClient } from '../../kernel/idempotency-key.ts';
import type { AgentAccess } from '../../modules/agents/token-cache.ts';
import type { AccessDeps } from '../http/access.ts';
import { authenticateByKey } from '../http/agent-caller.ts';
import { bearerToken } from '../http/credentials.ts';
import { idempotencyKey } from '../http/idempotency.ts';

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

/** The idempotency key of the request, which belongs to its program. */
export function idempotencyOf(request: FastifyRequest, caller: Caller): Pick<Caller, 'idempotencyKey'> {
  const key = idempotencyKey(request);
  return key === undefined ? {} : { idempotencyKey: keyOfClient(key, caller) };
}
