import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../kernel/context.ts';
import { runRead, runWrite } from '../../kernel/execute.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { getAgents, getAudit, grantAgent, revokeAgent } from '../../modules/agents/grants.ts';
import type { AccessDeps } from '../http/access.ts';
import { isCrossSite, sessionCaller } from '../http/browser.ts';
import { serveMethods } from '../http/methods.ts';
import { bodyFields } from '../http/server.ts';
import { agentCaller, authenticate, idempotencyOf } from './auth.ts';

/** Who manages: the account itself by its key or in its browser, or a program as far as it is about itself. */
interface Manager {
  caller: Caller;
  /** The program whose own token it is; null: the account itself. */
  own: string | null;
}

type Handler = (call: {
  deps: AccessDeps;
  request: FastifyRequest;
  reply: FastifyReply;
  manager: Manager;
}) => Promise<object>;

const ROUTES: Record<string, Record<string, Handler>> = {
  '/agents': {
    GET: async ({ deps, manager }) => runRead(deps.kernel, getAgents, requireAccount(manager), {}),
    POST: async ({ deps, request, manager }) => {
      const caller = requireAccount(manager);
      const fields = await bodyFields(request);
      const { client_id } = fields;
      // In the audit log it is a matter of the program, as its revocation is.
      const about = { ...caller, ...(typeof client_id === 'string' && { agentId: client_id.trim() }) };
      const { output } = await runWrite(deps.kernel, grantAgent, about, fields);
      await deps.accounts.forget(caller.account.id);
      return { status: true, message: 'Access granted', ...output };
    },
  },
  '/agents/:agent_id': {
    DELETE: async ({ deps, request, manager: { caller, own } }) => {
      const { agent_id = '' } = request.params as { agent_id?: string };
      if (own !== null && own !== agent_id) fail('account_key_required');
      await runWrite(deps.kernel, revokeAgent, { ...caller, agentId: agent_id }, { agent_id });
      await deps.accounts.forget(caller.account.id);
      return { message: 'Access revoked', agent_id };
    },
  },
  '/agent/audit': {
    GET: async ({ deps, request, manager: { caller, own } }) =>
      runRead(deps.kernel, getAudit, caller, { ...(request.query as object), own: own ?? undefined }),
  },
};

/** Listing, granting and revoking agents, and reading what they did. */
export function managementRoutes(app: FastifyInstance, deps: AccessDeps): void {
  for (const [path, methods] of Object.entries(ROUTES)) {
    const handlers = Object.entries(methods).map(([method, handler]) => [
      method,
      async (request: FastifyRequest, reply: FastifyReply) =>
        handler({ deps, request, reply, manager: await authenticateManager(deps, request) }),
    ]);
    serveMethods(app, path, Object.fromEntries(handlers));
  }
}

async function authenticateManager(deps: AccessDeps, request: FastifyRequest): Promise<Manager> {
  if (request.headers.authorization === undefined) {
    // What changes something must not be a form, which a page elsewhere could send.
    const isForm =
      request.method === 'POST' && !/^application\/json\b/i.test(request.headers['content-type'] ?? '');
    const session = isForm || isCrossSite(request) ? null : await deps.browsers.session(request);
    if (!session) fail('invalid_bearer');
    return { caller: { ...sessionCaller(session, request), via: 'console' }, own: null };
  }
  const access = await authenticate(deps, request);
  const caller = agentCaller(access, request);
  const again = request.method === 'GET' ? {} : idempotencyOf(request, caller);
  return { caller: { ...caller, ...again }, own: access.bearer ? (access.agentId ?? null) : null };
}

function requireAccount({ caller, own }: Manager): Caller {
  return own === null ? caller : fail('account_key_required');
}
