import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../kernel/context.ts';
import { fail } from '../../kernel/failures/failure.ts';
import type { AgentAccess, TokenCache } from '../../modules/agents/token-cache.ts';
import { requestCaller } from './caller.ts';
import { basicCredentials } from './credentials.ts';

/** Authenticates a trusted server by the account's own key. `agentId` is the program that it acts for. */
export function authenticateByKey(
  tokenCache: TokenCache,
  request: FastifyRequest,
  agentId?: string,
): Promise<AgentAccess> {
  const [username, apiKey] = basicCredentials(request);
  if (!username || !apiKey || username.includes('\0')) fail('invalid_bearer');
  return tokenCache.basic(username, apiKey, request.ip, agentId);
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
