import { Readable } from 'node:stream';
import {
  createMcpHandler,
  type McpHttpHandler,
  type McpServerFactory,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../../../kernel/failures/failure.ts';
import type { AgentAccess } from '../../../modules/agents/token-cache.ts';
import { dryRunOf } from '../../http/answers/dry-run.ts';
import type { AccessDeps } from '../../http/callers/access.ts';
import { agentCaller, authenticateByKey } from '../../http/callers/agent-caller.ts';
import { bearerToken } from '../../http/callers/credentials.ts';
import { DRY_RUN_HEADER, markRehearsal } from '../../http/request/dry-run-flag.ts';
import { MCP_PATH, toAuthInfo } from '../call/authenticated-request.ts';
import type { CallableOperation } from '../call/tool-call.ts';
import { asksForRehearsal, checkMessage } from './message-permissions.ts';
import { createServer } from './server.ts';

export interface McpOptions extends AccessDeps {
  operations: ReadonlyMap<string, CallableOperation>;
  /** What is served behind authentication and guards; the books, unless a test of the protocol serves something else. */
  serverFactory?: McpServerFactory;
}

/**
 * No version of the protocol that is served has JSON-RPC batches. The handler would run up to 100 calls of one, which the
 * traffic limits count as one request.
 */
const NO_BATCHES = {
  jsonrpc: '2.0',
  id: null,
  error: { code: ProtocolErrorCode.InvalidRequest, message: 'Send each message in a request of its own' },
};

/** Answers the requests of the surface. */
export class McpRequests {
  readonly #options: McpOptions;
  readonly #handler: McpHttpHandler;

  constructor(options: McpOptions, log: FastifyBaseLogger) {
    this.#options = options;
    this.#handler = createMcpHandler(options.serverFactory ?? createServer, {
      onerror: (error) => log.debug({ reason: error.message }, 'mcp'),
    });
  }

  close(): Promise<void> {
    return this.#handler.close();
  }

  async handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const access = await authenticate(this.#options, request);
    const { kernel, audit, operations } = this.#options;
    const deps = { kernel, audit, operations };
    const { scopes } = access;
    const caller = { ...agentCaller(access, request), scopes, ...dryRunOf(request, {}) };
    const authenticated = { deps, caller, scopes, log: request.log };
    if (Array.isArray(request.body)) return reply.code(400).send(NO_BATCHES);
    await checkMessage(authenticated, request.body);
    markRehearsal(request, reply);
    if (asksForRehearsal(request.body)) reply.header(DRY_RUN_HEADER, '1');
    const closed = new AbortController();
    reply.raw.once('close', () => closed.abort());
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
    const url = `${kernel.policy.baseUrl}${MCP_PATH}`;
    const response = await this.#handler.fetch(
      new Request(url, { method: 'POST', headers, signal: closed.signal }),
      { authInfo: toAuthInfo(authenticated), parsedBody: request.body },
    );
    return sendResponse(response, reply);
  }
}

/** A token must be for this resource, or have been asked for without one. The account's own key is good as well. */
async function authenticate(
  { tokenCache, kernel }: McpOptions,
  request: FastifyRequest,
): Promise<AgentAccess> {
  const token = bearerToken(request);
  if (token === undefined) return authenticateByKey(tokenCache, request);
  const access = await tokenCache.bearer(token);
  const isForOthers = access.resource !== null && access.resource !== `${kernel.policy.baseUrl}${MCP_PATH}`;
  return isForOthers ? fail('wrong_audience') : access;
}

function sendResponse(response: Response, reply: FastifyReply): FastifyReply {
  reply.code(response.status);
  response.headers.forEach((value, name) => {
    reply.header(name, value);
  });
  if (!response.body) return reply.send();
  return reply.send(Readable.fromWeb(response.body as never));
}
