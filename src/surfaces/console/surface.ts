import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../kernel/context.ts';
import { type Kernel, list, read, write } from '../../kernel/execute.ts';
import { type FailureKind, fail } from '../../kernel/failure.ts';
import type { Operation } from '../../kernel/operation.ts';
import type { Session } from '../../modules/people/sign-in.ts';
import { failureOf, numbered } from '../http/failures.ts';
import { idempotencyKey } from '../http/idempotency.ts';
import { jsonWithList } from '../http/json-list.ts';
import { bodyFields } from '../http/server.ts';
import { serveApp } from './app.ts';
import type { ConsoleParts } from './parts.ts';
import { operations } from './routes.ts';

const STATUS: Partial<Record<FailureKind, number>> = { input: 422, not_found: 404, conflict: 409 };
const JSON_TYPE = 'application/json; charset=utf-8';
/** A screen shows a page of a list; whoever wants all of it uses the API. */
const MOST_ROWS = 500;

/** The browser application, and the face of the operations that it calls: by session, as JSON, one page at a time. */
export async function consoleSurface(app: FastifyInstance, parts: ConsoleParts): Promise<void> {
  const { kernel, accounts, browsers } = parts;
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply));

  app.get('/api/session', async (request, reply) => {
    const session = (await browsers.session(request)) ?? fail('session_required');
    const { username, name, registrationNo, subscriptions } = session.account;
    return reply.header('cache-control', 'no-store').send({
      username,
      name,
      registration_no: registrationNo,
      subscriptions,
      today: kernel.clock().toISOString().slice(0, 10),
      form_key: browsers.formKey(request, reply, session),
    });
  });

  for (const [name, operation] of Object.entries(operations)) {
    app.post(`/api/${name}`, async (request, reply) => {
      const session = (await browsers.session(request)) ?? fail('session_required');
      browsers.checkForm(request, { form_key: request.headers['x-form-key'] }, session);
      const fields = await bodyFields(request);
      const caller = callerOf(session, request, fields.agent_id);
      await answer(kernel, operation as unknown as Operation, caller, fields, reply);
      // What nodes remember of the account, and of the programs that act for it, has changed.
      if (name === 'update-company' || name === 'revoke-agent') await accounts.forget(session.account.id);
      return reply;
    });
  }

  serveApp(app, parts);
}

async function answer(
  kernel: Kernel,
  operation: Operation,
  caller: Caller,
  raw: Record<string, unknown>,
  reply: FastifyReply,
): Promise<void> {
  reply.type(JSON_TYPE).header('cache-control', 'no-store');
  if (operation.kind === 'list') {
    const limit = Math.min(Number(raw.limit ?? MOST_ROWS), MOST_ROWS);
    reply.send(await jsonWithList('', list(kernel, operation, caller, { ...raw, limit }), () => ''));
  } else if (operation.kind === 'read') {
    reply.send(JSON.stringify(await read(kernel, operation, caller, raw)));
  } else {
    reply.send(JSON.stringify((await write(kernel, operation, caller, raw)).output));
  }
}

/** What is done about a program stands among what that program did. */
function callerOf({ account }: Session, request: FastifyRequest, agentId: unknown): Caller {
  const key = idempotencyKey(request);
  return {
    account,
    via: 'console',
    ...(typeof agentId === 'string' && { agentId }),
    ip: request.ip,
    requestId: request.id,
    ...(key && { idempotencyKey: key }),
  };
}

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = failureOf(error, request);
  const { code, message, details } = failure;
  return numbered(reply, failure, (kind) => STATUS[kind] ?? 422)
    .type(JSON_TYPE)
    .send(JSON.stringify({ error: code, message, details, request_id: request.id }));
}
