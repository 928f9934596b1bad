import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../kernel/account.ts';
import { recordCall } from '../../kernel/audit.ts';
import type { Caller } from '../../kernel/context.ts';
import { type FailureKind, fail, failure } from '../../kernel/failure.ts';
import { digest, sameBytes } from '../../kernel/secrets.ts';
import { OPERATOR } from '../../modules/accounts/manage.ts';
import { failureOf, numbered } from '../http/failures.ts';
import { idempotencyKey } from '../http/idempotency.ts';
import { bodyFields, pathOf } from '../http/server.ts';
import type { OperatorCall, OperatorParts } from './parts.ts';
import { routes } from './routes.ts';

const STATUS: Partial<Record<FailureKind, number>> = { input: 422, not_found: 404, conflict: 409 };

/** The operator's API: who runs the installation opens accounts, keeps rates and plays the outside world. */
export async function operatorSurface(app: FastifyInstance, parts: OperatorParts): Promise<void> {
  const expected = digest(parts.token);
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply));
  app.addHook('onRequest', async (request) => {
    const given = /^Bearer\s+(.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!sameBytes(digest(given), expected)) fail('invalid_operator_token');
  });
  app.setNotFoundHandler((request, reply) =>
    sendFailure(failure('path_not_found', pathOf(request)), request, reply),
  );
  for (const { method, path, action, status = 200, answer } of routes) {
    app.route({
      method,
      url: path,
      handler: async (request, reply) => {
        const call = await callOf(request);
        const { body } = await answer(parts, call);
        if (action)
          await recordCall(
            parts.kernel,
            call.callerFor(OPERATOR),
            action,
            Object.values(call.params)[0] ?? null,
          );
        return reply.code(status).send(body);
      },
    });
  }
}

async function callOf(request: FastifyRequest): Promise<OperatorCall> {
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
  return numbered(reply, refusal, (kind) => STATUS[kind] ?? 422).send({ error: code, message });
}
