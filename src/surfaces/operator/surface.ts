import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail, failure } from '../../kernel/failures/failure.ts';
import { digest } from '../../kernel/node/digest.ts';
import { recordCall } from '../../kernel/operations/audit-log.ts';
import { sameBytes } from '../../kernel/security/secrets.ts';
import { OPERATOR } from '../../modules/accounts/operator.ts';
import { failureOf, ruleStatus, withStatus } from '../http/answers/failures.ts';
import { requestCall, withIdempotencyKey } from '../http/callers/caller.ts';
import { bearerSecret } from '../http/callers/credentials.ts';
import { bodyFields } from '../http/request/body.ts';
import { LARGE_BODY } from '../http/request/body-limits.ts';
import { pathOf } from '../http/request/paths.ts';
import { serveMethods } from '../http/server/methods.ts';
import type { OperatorCall, OperatorDeps } from './deps.ts';
import type { OperatorRoute } from './route.ts';
import { routes } from './routes.ts';

/** The operator API: opens accounts, sets exchange rates, runs jobs and controls the sandboxes. */
export async function operatorSurface(app: FastifyInstance, deps: OperatorDeps): Promise<void> {
  const expected = digest(deps.token);
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply));
  app.addHook('onRequest', async (request) => {
    if (sameBytes(digest(bearerSecret(request)), expected)) return;
    await deps.rateLimiter.record([
      { subject: 'operator token', address: request.ip, max: 100, seconds: 300 },
    ]);
    fail('invalid_operator_token');
  });
  app.setNotFoundHandler((request, reply) =>
    sendFailure(failure('path_not_found', pathOf(request)), request, reply),
  );
  for (const [path, routesOfPath] of Map.groupBy(routes, (route) => route.path)) {
    const handlers = routesOfPath.map((route) => [
      route.method,
      (request: FastifyRequest, reply: FastifyReply) => serve(deps, route, request, reply),
    ]);
    // The token was checked before the body is read.
    serveMethods(app, path, Object.fromEntries(handlers), LARGE_BODY);
  }
}

async function serve(
  deps: OperatorDeps,
  { action, status = 200, answer }: OperatorRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const call = await toOperatorCall(request, deps);
  const body = await answer(call, deps);
  const about = Object.values(call.params)[0] ?? null;
  if (action) await recordCall(deps.kernel, call.callerFor(OPERATOR), action, about);
  return reply.code(status).send(body);
}

async function toOperatorCall(request: FastifyRequest, { accounts }: OperatorDeps): Promise<OperatorCall> {
  const params = request.params as Record<string, string>;
  const query = request.query as Record<string, string>;
  return {
    params,
    query,
    body: await bodyFields(request),
    list: Array.isArray(request.body) ? request.body : null,
    callerFor: (account) =>
      withIdempotencyKey(request, { by: 'operator', via: 'operator', ...requestCall(request, account) }),
    account: async () =>
      accounts.byUsername(params.username ?? query.account ?? fail('field_required', 'account')),
  };
}

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = failureOf(error, request);
  const { code, message } = refusal;
  return withStatus(reply, refusal, ruleStatus).send({ error: code, message });
}
