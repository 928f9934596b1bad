import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../kernel/context.ts';
import { type Kernel, runList, runRead, runWrite } from '../../kernel/execute.ts';
import { fail } from '../../kernel/failures/failure.ts';
import type { Operation } from '../../kernel/operation.ts';
import { confirmPassword } from '../../modules/people/passwords/confirm-password.ts';
import { type CallerInPerson, confirmCode } from '../../modules/people/second-factor/confirm-code.ts';
import { startSession } from '../../modules/people/sessions/open-session.ts';
import type { Session } from '../../modules/people/sessions/session.ts';
import { bodyLimitFor } from '../http/body-limits.ts';
import { repeatableCaller } from '../http/caller.ts';
import { failureOf, ruleStatus, withStatus } from '../http/failures.ts';
import { JSON_TYPE, jsonWithList } from '../http/json-list.ts';
import { bodyFields } from '../http/server.ts';
import { serveApp } from './app.ts';
import type { ConsoleDeps } from './deps.ts';
import { operations } from './routes.ts';
import { toConsoleSession } from './session.ts';

/** Screens show one page of a list; the API returns whole lists. */
const MAX_ROWS = 500;

/** The console application and its API: operations called by session and as JSON, lists one page at a time. */
export async function consoleSurface(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { kernel, browsers } = deps;
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply));

  app.get('/api/session', async (request, reply) => {
    const session = (await browsers.session(request)) ?? fail('session_required');
    const formKey = browsers.formKey(request, reply, session);
    return reply.header('cache-control', 'no-store').send(toConsoleSession(session, kernel.clock(), formKey));
  });

  for (const [name, operation] of Object.entries(operations)) {
    app.post(`/api/${name}`, { bodyLimit: bodyLimitFor([operation]) }, async (request, reply) => {
      const session = (await browsers.session(request)) ?? fail('session_required');
      browsers.checkForm(request, { form_key: request.headers['x-form-key'] }, session);
      const { current_password, second_factor_code, ...fields } = await bodyFields(request);
      const caller = consoleCaller(session, request);
      if (operation.confirm === true || (operation.confirm && current_password !== undefined)) {
        await confirmPassword(kernel, deps.attempts, caller, readText(current_password));
        caller.hasConfirmedPassword = true;
      }
      if (operation.confirmsCode)
        await confirmCode(kernel, deps.attempts, caller, { code: readText(second_factor_code) });
      const answer = await runOperation(kernel, operation, caller, fields);
      if (operation.kind === 'write' && operation.renewsSession) await renewSession(deps, session, reply);
      return reply.type(JSON_TYPE).header('cache-control', 'no-store').send(answer);
    });
  }

  serveApp(app, deps);
}

async function runOperation(
  kernel: Kernel,
  operation: Operation,
  caller: Caller,
  raw: Record<string, unknown>,
): Promise<string | Readable> {
  if (operation.kind === 'list') {
    const { limit = MAX_ROWS } = raw;
    const bounded = typeof limit === 'object' ? limit : Math.min(Number(limit), MAX_ROWS);
    return jsonWithList('', runList(kernel, operation, caller, { ...raw, limit: bounded }), () => '');
  }
  if (operation.kind === 'read') return JSON.stringify(await runRead(kernel, operation, caller, raw));
  return JSON.stringify((await runWrite(kernel, operation, caller, raw)).output);
}

/** Anything but text and numbers is wrong; an object with a field `toString` could not even be converted. */
function readText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** Signs the browser in again: the operation has ended all sessions of the person. */
async function renewSession(
  { kernel, browsers }: ConsoleDeps,
  { account, person }: Session,
  reply: FastifyReply,
): Promise<void> {
  const caller: Caller = { account, via: 'console', ip: reply.request.ip, requestId: reply.request.id };
  browsers.signIn(reply, await startSession(kernel, caller, person));
}

function consoleCaller({ account, person }: Session, request: FastifyRequest): CallerInPerson {
  return {
    ...repeatableCaller(request, account, 'console'),
    person: { id: person.id, role: person.role },
  };
}

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = failureOf(error, request);
  const problems = [failure, ...failure.further].map(({ code, message, details, reasons }) => ({
    code,
    message,
    details,
    reasons,
  }));
  return withStatus(reply, failure, ruleStatus)
    .type(JSON_TYPE)
    .send(
      JSON.stringify({ error: failure.code, message: failure.message, problems, request_id: request.id }),
    );
}
