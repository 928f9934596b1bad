import type { FastifyRequest } from 'fastify';
import { fail } from '../../../kernel/failures/failure.ts';
import type { KeyCaller, ProgramCaller } from '../../../kernel/operations/caller.ts';
import type { AgentAccess, TokenCache } from '../../../modules/agents/token-cache.ts';
import { requestCall } from './caller.ts';
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
): KeyCaller | ProgramCaller {
  const call = { via: 'agent', ...requestCall(request, account) } as const;
  if (bearer && agentId !== undefined) return { by: 'program', agentId, ...call, ...(limits && { limits }) };
  return { by: 'key', ...call, ...(agentId !== undefined && { agentId }) };
}
