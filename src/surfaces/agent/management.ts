import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { runRead, runWrite } from '../../kernel/execute.ts';
import { Failure, fail } from '../../kernel/failures/failure.ts';
import type { Caller } from '../../kernel/operations/caller.ts';
import { changeAgent } from '../../modules/agents/grants/change-agent.ts';
import { grantAgent } from '../../modules/agents/grants/grant-agent.ts';
import { revokeAgent } from '../../modules/agents/grants/revoke-agent.ts';
import { getAgents, getAudit } from '../../modules/agents/read.ts';
import { FIRST_AUDIT_PAGE } from '../../modules/agents/schema.ts';
import { dryRunOf, rehearsalFields, withoutFlag } from '../http/answers/dry-run.ts';
import { ruleStatus, statusOf } from '../http/answers/failures.ts';
import type { AccessDeps } from '../http/callers/access.ts';
import { agentCaller } from '../http/callers/agent-caller.ts';
import { isCrossSite, sessionCaller } from '../http/callers/browser-sessions.ts';
import { withIdempotencyKey } from '../http/callers/caller.ts';
import { bodyFields, expectedBody, isJson } from '../http/request/body.ts';
import { markRehearsal } from '../http/request/dry-run-flag.ts';
import { nestFields } from '../http/request/field-names.ts';
import { type Fields, queryFields, refuseIgnoredBody } from '../http/request/fields.ts';
import { serveMethods } from '../http/server/methods.ts';
import { authenticate } from './auth.ts';

/** The account by its key or session, or an agent that manages its own access. */
interface Manager {
  caller: Caller;
  /** The agent whose token authenticated the call; null for the account itself. */
  own: string | null;
}

interface ManagedCall {
  deps: AccessDeps;
  request: FastifyRequest;
  reply: FastifyReply;
  manager: Manager;
  /** The fields of a write, without the flag of a dry run. */
  body: Fields;
}

type Handler = (call: ManagedCall) => Promise<object>;

const ROUTES: Record<string, Record<string, Handler>> = {
  '/agents': {
    GET: async ({ deps, manager }) => runRead(deps.kernel, getAgents, requireAccount(manager), {}),
    POST: async ({ deps, manager, body }) => {
      const granted = await runWrite(deps.kernel, grantAgent, requireAccount(manager), body);
      return { status: true, message: 'Access granted', ...granted.output, ...rehearsalFields(granted) };
    },
  },
  '/agents/:agent_id': {
    PUT: async ({ deps, request, manager, body }) => {
      const { agent_id = '' } = request.params as { agent_id?: string };
      if (!isJson(request)) fail('body_unreadable', expectedBody(request));
      const changed = await runWrite(deps.kernel, changeAgent, requireAccount(manager), {
        ...body,
        agent_id,
      });
      return { status: true, message: 'Access changed', ...changed.output, ...rehearsalFields(changed) };
    },
    DELETE: async ({ deps, request, manager }) => {
      const { agent_id = '' } = request.params as { agent_id?: string };
      const caller = manager.own === agent_id ? manager.caller : requireAccount(manager);
      const revoked = await runWrite(deps.kernel, revokeAgent, caller, { agent_id });
      return { message: 'Access revoked', agent_id, ...rehearsalFields(revoked) };
    },
  },
  '/agent/audit': {
    GET: readAudit,
  },
};

/** Reading the log is a call like any other: it is logged and answered with its action_id. */
async function readAudit({ deps, request, reply, manager: { caller, own } }: ManagedCall): Promise<object> {
  const { kernel, audit } = deps;
  const record = (target: string | null, outcome: string) =>
    audit.record(caller, { action: getAudit.name, target, outcome });
  try {
    refuseIgnoredBody(request);
    const found = await runRead(kernel, getAudit, caller, { ...queryFields(request), own: own ?? undefined });
    return { ...found, action_id: await record(found.page === 1 ? FIRST_AUDIT_PAGE : null, 'ok') };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const action_id = await record(null, error.code);
    const code = statusOf(error.kind, ruleStatus);
    return reply
      .code(code)
      .send({ error: true, message: error.message, code, error_code: error.code, action_id });
  }
}

/** Lists, grants and revokes agents, and reads their audit log. */
export function managementRoutes(app: FastifyInstance, deps: AccessDeps): void {
  for (const [path, methods] of Object.entries(ROUTES)) {
    const handlers = Object.entries(methods).map(([method, handler]) => [
      method,
      async (request: FastifyRequest, reply: FastifyReply) => handler(await openCall(deps, request, reply)),
    ]);
    serveMethods(app, path, Object.fromEntries(handlers));
  }
}

async function openCall(
  deps: AccessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ManagedCall> {
  const manager = await identifyManager(deps, request);
  const call = { deps, request, reply, manager, body: {} };
  if (request.method === 'GET' || request.method === 'HEAD') return call;
  const body = nestFields(await bodyFields(request));
  const caller = { ...manager.caller, ...dryRunOf(request, body) };
  markRehearsal(request, reply);
  return { ...call, manager: { ...manager, caller }, body: withoutFlag(body) };
}

async function identifyManager(deps: AccessDeps, request: FastifyRequest): Promise<Manager> {
  if (request.headers.authorization === undefined) {
    // CSRF protection: pages of other sites can send forms with the session cookie, but no JSON.
    const isForm = request.method === 'POST' && !isJson(request);
    const session = isForm || isCrossSite(request) ? null : await deps.browserSessions.session(request);
    if (!session) fail('invalid_bearer');
    return { caller: { ...sessionCaller(session, request), via: 'console' }, own: null };
  }
  const access = await authenticate(deps, request);
  const caller = agentCaller(access, request);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return {
    caller: isRead ? caller : withIdempotencyKey(request, caller),
    own: access.bearer ? (access.agentId ?? null) : null,
  };
}

/** The audit log tells what the account's key does about a program from what the program does by `via`. */
function requireAccount({ caller, own }: Manager): Caller {
  if (own !== null) fail('account_key_required');
  return caller.by === 'key' ? { ...caller, via: 'credential' } : caller;
}
