import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../kernel/context.ts';
import { runRead, runWrite } from '../../kernel/execute.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { getAgents, getAudit, grantAgent, revokeAgent } from '../../modules/agents/grants.ts';
import type { AccessDeps } from '../http/access.ts';
import { callerOf as browserCaller } from '../http/browser.ts';
import { bodyFields } from '../http/server.ts';
import { accessOf, callerOf, repeatable } from './auth.ts';

/** Who manages: the account itself by its key or in its browser, or a program as far as it is about itself. */
interface Manager {
  caller: Caller;
  /** The program whose own token it is; null: the account itself. */
  own: string | null;
}

type Handler = (call: {
  parts: AccessDeps;
  request: FastifyRequest;
  reply: FastifyReply;
  manager: Manager;
}) => Promise<object>;

const ROUTES: Record<string, Record<string, Handler | undefined>> = {
  '/agents': {
    GET: async ({ parts, manager }) => runRead(parts.kernel, getAgents, forAccount(manager), {}),
    POST: async ({ parts, request, manager }) => {
      const caller = forAccount(manager);
      const fields = await bodyFields(request);
      const { output } = await runWrite(parts.kernel, grantAgent, caller, fields);
      return { status: true, message: 'Access granted', ...output };
    },
  },
  '/agents/:agent_id': {
    DELETE: async ({ parts, request, manager: { caller, own } }) => {
      const { agent_id = '' } = request.params as { agent_id?: string };
      if (own !== null && own !== agent_id) fail('account_key_required');
      await runWrite(parts.kernel, revokeAgent, caller, { agent_id });
      return { message: 'Access revoked', agent_id };
    },
  },
  '/agent/audit': {
    GET: async ({ parts, request, manager: { caller, own } }) =>
      runRead(parts.kernel, getAudit, caller, { ...(request.query as object), own: own ?? undefined }),
  },
};

/** Listing, granting and revoking agents, and reading what they did. */
export function management(app: FastifyInstance, parts: AccessDeps): void {
  for (const [path, methods] of Object.entries(ROUTES)) {
    app.all(path, async (request, reply) => {
      const handler = methods[request.method];
      if (!handler) {
        const allowed = Object.keys(methods).join(', ');
        reply.header('allow', allowed);
        return fail('method_not_allowed', allowed);
      }
      const manager = await managerOf(parts, request);
      return handler({ parts, request, reply, manager });
    });
  }
}

async function managerOf(parts: AccessDeps, request: FastifyRequest): Promise<Manager> {
  if (request.headers.authorization === undefined) {
    // What changes something must not be a form, which a page elsewhere could send.
    const isForm =
      request.method === 'POST' && !/^application\/json\b/i.test(request.headers['content-type'] ?? '');
    const elsewhere = request.headers['sec-fetch-site'] === 'cross-site';
    const session = isForm || elsewhere ? null : await parts.browsers.session(request);
    if (!session) fail('invalid_bearer');
    return { caller: { ...browserCaller(session, request), via: 'console' }, own: null };
  }
  const access = await accessOf(parts, request);
  const caller = callerOf(access, request);
  const again = request.method === 'GET' ? {} : repeatable(request, caller);
  return { caller: { ...caller, ...again }, own: access.bearer ? (access.agentId ?? null) : null };
}

function forAccount({ caller, own }: Manager): Caller {
  return own === null ? caller : fail('account_key_required');
}
