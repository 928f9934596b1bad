import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../kernel/context.ts';
import { fail } from '../../kernel/failures/failure.ts';
import type { AgentAccess } from '../../modules/agents/directory.ts';
import type { AccessDeps } from '../http/access.ts';
import { requestCaller } from '../http/caller.ts';
import { basicCredentials, bearerToken } from '../http/credentials.ts';
import { idempotencyKey } from '../http/idempotency.ts';

/** Authenticates an agent by its token, or a trusted server by the account's key (`X-Agent-Id` names the agent). */
export async function authenticate(
  { agents }: AccessDeps,
  request: FastifyRequest,
  options?: { evenFrozen: boolean },
): Promise<AgentAccess> {
  const token = bearerToken(request);
  if (token !== undefined) return agents.bearer(token, options);
  const [username, apiKey] = basicCredentials(request);
  if (!username || !apiKey || username.includes('\0')) fail('invalid_bearer');
  const agentId = request.headers['x-agent-id'];
  return agents.basic(
    username,
    apiKey,
    request.ip,
    typeof agentId === 'string' && agentId ? agentId : undefined,
  );
}

/** The caller for the audit log and the operations. */
export function agentCaller(
  {
    account,
    agentId,
    bearer,
    limits,
  }: Pick<AgentAccess, 'account' | 'agentId' | 'limits'> & { bearer?: boolean },
  request: FastifyRequest,
): Caller {
  return {
    ...requestCaller(request, account, 'agent'),
    ...(agentId !== undefined && { agentId }),
    ...(bearer && { isDelegated: true }),
    ...(limits && { limits }),
  };
}

/** Idempotency keys are scoped by agent, because two agents can choose the same key. */
export function idempotencyOf(request: FastifyRequest, { agentId }: Caller): Pick<Caller, 'idempotencyKey'> {
  const key = idempotencyKey(request);
  return key === undefined ? {} : { idempotencyKey: agentId === undefined ? key : `${agentId} ${key}` };
}
