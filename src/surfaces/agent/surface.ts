import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../kernel/context.ts';
import { type Executed, read, write } from '../../kernel/execute.ts';
import { Failure, fail } from '../../kernel/failure.ts';
import type { AccessParts } from '../http/access.ts';
import { bodyFields } from '../http/server.ts';
import { accessOf, callerOf } from './auth.ts';
import { management } from './management.ts';
import { isHandled, refusalBody, sendError } from './reply.ts';
import { type AgentRoute, routes } from './routes.ts';

/** The delegated API: a program acts for an account within the scopes that were granted to it. */
export async function agentSurface(app: FastifyInstance, parts: AccessParts): Promise<void> {
  app.setErrorHandler((error, request, reply) =>
    sendError(error, request, reply, parts.kernel.rules.baseUrl),
  );
  const paths = Map.groupBy(routes, ({ path }) => path);
  for (const [path, at] of paths) {
    app.all(`/agent${path}`, async (request, reply) => {
      const route = at.find(({ method }) => method === request.method);
      if (route) return serve(parts, route, request, reply);
      const allowed = at.map(({ method }) => method).join(', ');
      reply.header('allow', allowed);
      return fail('method_not_allowed', allowed);
    });
  }
  management(app, parts);
}

async function serve(
  parts: AccessParts,
  { operation, answer }: AgentRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const access = await accessOf(parts, request);
  const caller = callerOf(access, request);
  const { name: action, scope } = operation;
  try {
    if (scope === null || !access.scopes.includes(scope)) fail('scope_required', scope ?? 'none');
    const fields = {
      ...(request.query as object),
      ...(request.params as object),
      ...(await bodyFields(request)),
    };
    const { output, actionId } = await executed(parts, operation, caller, fields);
    return reply.send({ status: true, message: 'OK', ...answer(output as object), action_id: actionId });
  } catch (error) {
    return refused(parts, caller, action, error, reply);
  }
}

/** A write is audited in its own transaction; of a read the trail keeps the row before it is answered. */
async function executed(
  { kernel, audit }: AccessParts,
  operation: AgentRoute['operation'],
  caller: Caller,
  fields: object,
): Promise<Executed<unknown>> {
  if (operation.kind === 'write') return write(kernel, operation, caller, fields);
  const output = await read(kernel, operation, caller, fields);
  const row = { action: operation.name, target: targetOf(fields), outcome: 'ok' };
  return { output, actionId: await audit.record(caller, row) };
}

/** The record that a call names. */
function targetOf(fields: object): string | null {
  const { guid, id = guid } = fields as { guid?: unknown; id?: unknown };
  return typeof id === 'string' ? id.slice(0, 100) : null;
}

/** Whatever was refused is in the audit log as well. */
async function refused(
  { audit }: AccessParts,
  caller: Caller,
  action: string,
  error: unknown,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!(error instanceof Failure)) throw error;
  const actionId = await audit.record(caller, { action, target: null, outcome: error.code });
  if (!isHandled(error.kind)) throw error;
  return reply.send(refusalBody(error, actionId));
}
