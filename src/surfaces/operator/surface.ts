import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../kernel/account.ts';
import { recordCall } from '../../kernel/audit.ts';
import type { Caller } from '../../kernel/context.ts';
import { type FailureKind, fail, failure } from '../../kernel/failures/failure.ts';
import { digest, sameBytes } from '../../kernel/security/secrets.ts';
import { OPERATOR } from '../../modules/accounts/manage.ts';
import { failureOf, withStatus } from '../http/failures.ts';
import { idempotencyKey } from '../http/idempotency.ts';
import { bodyFields, pathOf } from '../http/server.ts';
import type { OperatorCall, OperatorDeps } from './deps.ts';
import { type OperatorRoute, routes } from './routes.ts';

const STATUS: Partial<Record<FailureKind, number>> = { input: 422, not_found: 404, conflict: 409 };

/** The operator's API: who runs the installation opens accounts, keeps rates and plays the outside world. */
export async function operatorSurface(app: FastifyInstance, deps: OperatorDeps): Promise<void> {
  const expected = digest(deps.token);
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply));
  app.addHook('onRequest', async (request) => {
    const guesses = [{ subject: `operator token from ${request.ip}`, most: 100, seconds: 300 }];
    deps.attempts.refuseKnown(guesses);
    const given = /^Bearer\s+(.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (sameBytes(digest(given), expected)) return;
    await deps.attempts.failed(guesses);
    fail('invalid_operator_token');
  });
  app.setNotFoundHandler((request, reply) =>
    sendFailure(failure('path_not_found', pathOf(request)), request, reply),
  );
  for (const [path, at] of Map.groupBy(routes, (route) => route.path)) {
    app.all(path, async (request, reply) => {
      const route = at.find(({ method }) => method === request.method);
      if (route) return serve(deps, route, request, reply);
      const allowed = at.map(({ method }) => method).join(', ');
      reply.header('allow', allowed);
      return fail('method_not_allowed', allowed);
    });
  }
}

async function serve(
  deps: OperatorDeps,
  { action, status = 200, answer }: OperatorRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const call = await toOperatorCall(request);
  const { body } = await answer(deps, call);
  const about = Object.values(call.params)[0] ?? null;
  if (action) await recordCall(deps.kernel, call.callerFor(OPERATOR), action, about);
  return reply.code(status).send(body);
}

async function toOperatorCall(request: FastifyRequest): Promise<OperatorCall> {
  const key = idempotencyKey(request);
  return {
    params: request.params as Record<string, string>,
    query: request.query as Record<string, string>,
    body: await bodyFields(request),
    callerFor: (account: Account): Caller => ({
      account,
      via: 'operator',
      ip: request.ip,
      requestId: request.id,
      ...(key && { idempotencyKey: key }),
    }),
  };
}

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = failureOf(error, request);
  const { code, message } = refusal;
  return withStatus(reply, refusal, (kind) => STATUS[kind] ?? 422).send({ error: code, message });
}
