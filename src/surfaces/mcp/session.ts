import type { AuthInfo } from '@modelcontextprotocol/server';
import type { FastifyBaseLogger } from 'fastify';
import type { Caller } from '../../kernel/context.ts';
import type { Scope } from '../../kernel/scopes.ts';
import type { McpDeps } from './tool-call.ts';

export const MCP_PATH = '/mcp';

/** One authenticated request: what it may do, and for whom. */
export interface McpSession {
  deps: McpDeps;
  caller: Caller;
  scopes: readonly Scope[];
  log: Pick<FastifyBaseLogger, 'error'>;
}

const KEY = 'kvitt';

/** The handler of the SDK passes it through to the factory of servers. */
export function toAuthInfo(session: McpSession): AuthInfo {
  const { caller, scopes } = session;
  return {
    token: '',
    clientId: caller.agentId ?? caller.account.username,
    scopes: [...scopes],
    extra: { [KEY]: session },
  };
}

export function sessionOf(info: AuthInfo | undefined): McpSession {
  const session = info?.extra?.[KEY];
  if (!session) throw new Error('An MCP request came without its session');
  return session as McpSession;
}
