import type { AuthInfo } from '@modelcontextprotocol/server';
import type { FastifyBaseLogger } from 'fastify';
import type { Scope } from '../../../kernel/access/scopes.ts';
import type { Caller } from '../../../kernel/operations/caller.ts';
import type { McpDeps } from './tool-call.ts';

export const MCP_PATH = '/mcp';

/** One authenticated request: what it may do, and for whom. */
export interface AuthenticatedRequest {
  deps: McpDeps;
  caller: Caller;
  scopes: readonly Scope[];
  log: Pick<FastifyBaseLogger, 'error'>;
}

const KEY = 'kvitt';

/** The handler of the SDK passes it through to the factory of servers. */
export function toAuthInfo(request: AuthenticatedRequest): AuthInfo {
  const { caller, scopes } = request;
  return {
    token: '',
    clientId: caller.agentId ?? caller.account.username,
    scopes: [...scopes],
    extra: { [KEY]: request },
  };
}

export function authenticatedRequestOf(info: AuthInfo | undefined): AuthenticatedRequest {
  const request = info?.extra?.[KEY];
  if (!request) throw new Error('An MCP request came without its AuthInfo');
  return request as AuthenticatedRequest;
}
