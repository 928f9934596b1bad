import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { runList, runRead, runWrite } from '../../kernel/execute.ts';
import { Failure, fail, failure } from '../../kernel/failures/failure.ts';
import type { Caller } from '../../kernel/operations/caller.ts';
import type { Operation, WriteResult } from '../../kernel/operations/operation.ts';
import { mapBatches } from '../../kernel/operations/paging.ts';
import { checkPermission } from '../../kernel/operations/permission.ts';
import { ApprovalRequired } from '../../kernel/operations/program-gate.ts';
import { AuthenticatedButDenied } from '../../modules/agents/token-cache.ts';
import { dryRunOf, rehearsalFields, withoutFlag } from '../http/answers/dry-run.ts';
import { JSON_TYPE, jsonWithList, startList } from '../http/answers/json-list.ts';
import { objectSchema } from '../http/answers/operation-schema.ts';
import type { AccessDeps } from '../http/callers/access.ts';
import { agentCaller } from '../http/callers/agent-caller.ts';
import { connectionOf, withIdempotencyKey } from '../http/callers/caller.ts';
import { bodyFields, expectedBody, isJson } from '../http/request/body.ts';
import { bodyLimitFor } from '../http/request/body-limits.ts';
import { declareDryRunSupport, markRehearsal } from '../http/request/dry-run-flag.ts';
import { nestFields } from '../http/request/field-names.ts';
import { type Fields, hasData, queryFields, refuseIgnoredBody } from '../http/request/fields.ts';
import { tellIgnoredFields } from '../http/request/ignored-fields.ts';
import { allowCrossOrigin } from '../http/server/cors.ts';
import { serveMethods } from '../http/server/methods.ts';
import { authenticate } from './auth.ts';
import { managementRoutes } from './management.ts';
import { envelopeStatus, refusalBody, sendError } from './reply.ts';
import { type AgentRoute, routes } from './routes.ts';
import type { AgentRequest } from './wire.ts';

/** The agent API: a program acts for an account within the scopes that were granted to it. */
export async function agentSurface(app: FastifyInstance, deps: AccessDeps): Promise<void> {
  declareDryRunSupport(app);
  app.setErrorHandler((error, request, reply) =>
    sendError(error, request, reply, deps.kernel.policy.baseUrl),
  );
  await app.register(async (open) => resources(open, deps));
  managementRoutes(app, deps);
}

/** The resources authenticate by token or key alone, so pages of other origins may call them (CORS). */
function resources(app: FastifyInstance, deps: AccessDeps): void {
  allowCrossOrigin(app);
  for (const [path, routesOfPath] of Map.groupBy(routes, (route) => route.path)) {
    const handlers = routesOfPath.map((route) => [
      route.method,
      (request: FastifyRequest, reply: FastifyReply) => serve(deps, route, request, reply),
    ]);
    const limit = bodyLimitFor(
      routesOfPath.flatMap(({ operation, compact }) => [operation, compact ?? operation]),
    );
    serveMethods(app, `/agent${path}`, Object.fromEntries(handlers), limit);
  }
}

async function serve(
  deps: AccessDeps,
  route: AgentRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { name: action, kind } = route.operation;
  if (kind === 'write') markRehearsal(request, reply);
  const authenticateAgent = () => authenticate(deps, request, { evenFrozen: route.evenFrozen === true });
  const access = await authenticateAgent().catch(async (error) => {
    if (error instanceof AuthenticatedButDenied)
      await deps.audit.record(agentCaller(error.access, request), {
        action,
        target: null,
        outcome: error.code,
      });
    throw error;
  });
  const toCaller = (given: typeof access) => ({ ...agentCaller(given, request), scopes: given.scopes });
  const identify = async () => toCaller(await authenticateAgent());
  const caller: Caller = { ...toCaller(access), connection: connectionOf(reply, identify) };
  const call: Call = { deps, route, caller, compact: null, raw: {}, target: null };
  try {
    // Before the body is read; the kernel checks again the operation that the body asks for.
    checkPermission(route.operation, caller);
    await parseRequest(call, request);
    if (call.caller.isDryRun) markRehearsal(request, reply);
    tellIgnoredFields(request, reply, call.compact ?? route.operation, call.raw, []);
    if (route.list) return await sendList(call, route, reply);
    const done = await runOperation(call, call.compact ?? route.operation);
    const fields = { ...route.output.encode(done.output), ...rehearsalFields(done) };
    const answer = { status: true, success: true, message: 'OK', ...fields };
    return reply.code(route.status).send({ ...answer, action_id: done.actionId });
  } catch (error) {
    return sendRefusal(call, action, error, reply);
  }
}

/** The state of one call, filled in while the request is parsed. A refusal is audited with what is known by then. */
interface Call {
  deps: AccessDeps;
  route: AgentRoute;
  caller: Caller;
  /** The operation for a compact body, where it is one. */
  compact: Exclude<Operation, { kind: 'list' }> | null;
  raw: unknown;
  /** The record that the path names, for the audit log. */
  target: string | null;
}

async function parseRequest(call: Call, request: FastifyRequest): Promise<void> {
  const { route, deps, caller } = call;
  call.caller = withIdempotencyKey(request, caller);
  // The contract requires JSON for PUT. Other implementations of this API ignore the fields of a form there.
  if (request.method === 'PUT' && !isJson(request)) fail('body_unreadable', expectedBody(request));
  refuseIgnoredBody(request);
  const body = nestFields(await bodyFields(request));
  const isWrite = route.operation.kind === 'write';
  if (isWrite) Object.assign(call.caller, dryRunOf(request, body));
  const agentRequest: AgentRequest = {
    query: isWrite ? withoutFlag(queryFields(request)) : queryFields(request),
    params: request.params as Fields,
    body: isWrite ? withoutFlag(body) : body,
    isForm: request.headers['content-type'] !== undefined && !isJson(request),
  };
  const { guid } = agentRequest.params;
  if (typeof guid === 'string') {
    call.target = guid;
    if (route.findById && /^[1-9]\d{0,14}$/.test(guid)) {
      const recordGuid = await runRead(deps.kernel, route.findById, caller, { id: guid });
      agentRequest.params = { ...agentRequest.params, guid: recordGuid };
    }
  }
  if (route.compact && isCompact(agentRequest.body)) call.compact = route.compact;
  call.raw = route.input.decode(agentRequest, objectSchema(route.operation));
}

/** The compact body has client_kennitala or client_name at its top level. A body with `data` is never compact. */
function isCompact(body: Fields): boolean {
  return !hasData(body) && (body.client_kennitala !== undefined || body.client_name !== undefined);
}

/** A write is audited in its own transaction. A read is recorded in the audit trail before it is answered. */
async function runOperation(
  { deps: { kernel, audit }, caller, raw, target }: Call,
  operation: Exclude<Operation, { kind: 'list' }>,
): Promise<WriteResult<unknown>> {
  if (operation.kind === 'write') return runWrite(kernel, operation, caller, raw);
  const output = await runRead(kernel, operation, caller, raw);
  return { output, actionId: await audit.record(caller, { action: operation.name, target, outcome: 'ok' }) };
}

async function sendList(
  { deps: { kernel, audit }, caller, raw, target }: Call,
  { operation, list }: Extract<AgentRoute, { list: object }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const rows = await startList(runList(kernel, operation, caller, raw));
  const actionId = await audit.record(caller, { action: operation.name, target, outcome: 'ok' });
  const encoded = list.encodeRow ? mapBatches(rows, list.encodeRow) : rows;
  const head = '{"status":true,"success":true,"message":"OK","result":';
  const tail = (end: unknown) => {
    const fields = { ...list.encodeEnd(end, undefined), action_id: actionId };
    return `,${JSON.stringify(fields).slice(1)}`;
  };
  return reply.type(JSON_TYPE).send(await jsonWithList(head, encoded, tail));
}

/** The write waits for a person; a dry run of it makes no proposal. */
async function sendApprovalRequired(
  error: ApprovalRequired,
  {
    audit,
    caller,
    action,
    target,
  }: Pick<AccessDeps, 'audit'> & Pick<Call, 'caller' | 'target'> & { action: string },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { code, message, proposal, would } = error;
  const outcome = would ? 'dry_run' : code;
  const action_id = error.actionId ?? (await audit.record(caller, { action, target, outcome }));
  const rehearsal = would ? { dry_run: true, would } : caller.isDryRun ? { dry_run: true } : {};
  const body = { status: false, success: false, ...rehearsal, code, error_code: code, message, result: null };
  return reply.code(202).send({ ...body, proposal, action_id });
}

function withWireName(refusal: Failure, names: Readonly<Record<string, string>> = {}): Failure {
  const [field = '', problem = ''] = refusal.details;
  const name = names[field];
  return name && refusal.code === 'field_invalid' ? failure('field_invalid', name, problem) : refusal;
}

/** Records the refusal in the audit log and sends it. */
async function sendRefusal(
  { deps: { audit }, caller, target, route }: Call,
  action: string,
  error: unknown,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!(error instanceof Failure)) throw error;
  if (error instanceof ApprovalRequired)
    return sendApprovalRequired(error, { audit, caller, action, target }, reply);
  const actionId = await audit.record(caller, { action, target, outcome: error.code });
  const status = envelopeStatus(error);
  if (status === null) throw error;
  const body = refusalBody(withWireName(error, route.input.names), actionId, route.refusedResult);
  return reply.code(status).send(status === 200 ? body : { error: true, code: status, ...body });
}
