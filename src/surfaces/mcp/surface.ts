import { Readable } from 'node:stream';
import { createMcpHandler, type McpHttpHandler, type McpServerFactory } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../kernel/context.ts';
import { fail } from '../../kernel/failures/failure.ts';
import type { AgentAccess } from '../../modules/agents/directory.ts';
import type { AccessDeps } from '../http/access.ts';
import { LARGE_BODY } from '../http/body-limits.ts';
import { requestCaller } from '../http/caller.ts';
import { basicCredentials, bearerToken } from '../http/credentials.ts';
import { dryRunOf } from '../http/dry-run.ts';
import { DRY_RUN_HEADER, declareDryRunSupport, markRehearsal } from '../http/dry-run-flag.ts';
import { serveMethods } from '../http/methods.ts';
import { sendHttpRefusal } from './http-refusals.ts';
import { asksForRehearsal, checkMessages } from './message-permissions.ts';
import { guardRequests } from './request-guards.ts';
import { createServer } from './server.ts';
import { toAuthInfo } from './session.ts';
import type { CallableOperation, McpDeps } from './tool-call.ts';

const MCP_PATH = '/mcp';

interface McpOptions extends AccessDeps {
  operations: ReadonlyMap<string, CallableOperation>;
  /** What is served behind authentication and guards; the books, unless a test of the protocol serves something else. */
  serverFactory?: McpServerFactory;
}

/** The Model Context Protocol: language models work in the books through tools. Every request stands alone. */
export async function mcpSurface(app: FastifyInstance, options: McpOptions): Promise<void> {
  declareDryRunSupport(app);
  const { kernel, audit, operations, serverFactory = createServer } = options;
  const { policy } = kernel;
  app.setErrorHandler((error, request, reply) => sendHttpRefusal(error, request, reply, policy.baseUrl));
  guardRequests(app, () => policy.baseUrl);
  const handler = createMcpHandler(serverFactory, {
    onerror: (error) => app.log.debug({ reason: error.message }, 'mcp'),
  });
  app.addHook('onClose', () => handler.close());
  const deps = { kernel, audit, operations };
  const serve = (request: FastifyRequest, reply: FastifyReply) =>
    handle(handler, options, deps, request, reply);
  serveMethods(app, MCP_PATH, { POST: serve }, LARGE_BODY);
}

async function handle(
  handler: McpHttpHandler,
  options: McpOptions,
  deps: McpDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const access = await authenticate(options, request);
  const session = { deps, caller: toCaller(access, request), scopes: access.scopes, log: request.log };
  await checkMessages(session, request.body);
  markRehearsal(request, reply);
  if (asksForRehearsal(request.body)) reply.header(DRY_RUN_HEADER, '1');
  const closed = new AbortController();
  reply.raw.once('close', () => closed.abort());
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
  const url = `${deps.kernel.policy.baseUrl}${MCP_PATH}`;
  const response = await handler.fetch(new Request(url, { method: 'POST', headers, signal: closed.signal }), {
    authInfo: toAuthInfo(session),
    parsedBody: request.body,
  });
  return sendResponse(response, reply);
}

/** `grant` is what the account allows the program: its scopes, and its limits where it has some. */
function toCaller(
  { account, agentId, bearer, resource: _, ...grant }: AgentAccess,
  request: FastifyRequest,
): Caller {
  return {
    ...requestCaller(request, account, 'agent'),
    ...(agentId !== undefined && { agentId }),
    ...(bearer && { isDelegated: true }),
    ...grant,
    ...dryRunOf(request, {}),
  };
}

/** A token must be for this resource, or have been asked for without one. The account's own key is good as well. */
async function authenticate({ agents, kernel }: McpOptions, request: FastifyRequest): Promise<AgentAccess> {
  const token = bearerToken(request);
  if (token === undefined) {
    const [username, apiKey] = basicCredentials(request);
    if (!username || !apiKey || username.includes('\0')) fail('invalid_bearer');
    return agents.basic(username, apiKey, request.ip);
  }
  const access = await agents.bearer(token);
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
