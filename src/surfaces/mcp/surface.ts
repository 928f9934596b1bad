import type { FastifyInstance } from 'fastify';
import { LARGE_BODY } from '../http/request/body-limits.ts';
import { declareDryRunSupport } from '../http/request/dry-run-flag.ts';
import { serveMethods } from '../http/server/methods.ts';
import { MCP_PATH } from './call/authenticated-request.ts';
import { sendHttpRefusal } from './server/http-refusals.ts';
import { guardRequests } from './server/request-guards.ts';
import type { McpOptions, McpRequests } from './server/requests.ts';

/** The Model Context Protocol: language models work in the books through tools. Every request stands alone. */
export async function mcpSurface(app: FastifyInstance, options: McpOptions): Promise<void> {
  declareDryRunSupport(app);
  const { policy } = options.kernel;
  app.setErrorHandler((error, request, reply) => sendHttpRefusal(error, request, reply, policy.baseUrl));
  guardRequests(app, () => policy.baseUrl);
  // The first request loads the tools. Their schemas take a sixth of the time in which a node starts.
  let loading: Promise<McpRequests> | undefined;
  const load = async () => new (await import('./server/requests.ts')).McpRequests(options, app.log);
  app.addHook('onClose', async () => (await loading)?.close());
  const serve: Parameters<typeof serveMethods>[2][string] = async (request, reply) => {
    loading ??= load();
    return (await loading).handle(request, reply);
  };
  serveMethods(app, MCP_PATH, { POST: serve }, LARGE_BODY);
}
