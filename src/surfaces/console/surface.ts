import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../../kernel/access/access.ts';
import { runAction, runList, runRead, runWrite } from '../../kernel/execute.ts';
import { fail } from '../../kernel/failures/failure.ts';
import type { PersonCaller } from '../../kernel/operations/caller.ts';
import { ChangedMeanwhile } from '../../kernel/operations/changed-meanwhile.ts';
import type { Kernel } from '../../kernel/operations/kernel.ts';
import type { Action, Operation } from '../../kernel/operations/operation.ts';
import { RecordsRefused } from '../../kernel/operations/record-import.ts';
import { listCompanies } from '../../modules/people/companies/company-store.ts';
import { switchCompany } from '../../modules/people/companies/switch-company.ts';
import { confirmPassword } from '../../modules/people/passwords/confirm-password.ts';
import { confirmCode } from '../../modules/people/second-factor/confirm-code.ts';
import { startSession } from '../../modules/people/sessions/open-session.ts';
import type { Session } from '../../modules/people/sessions/session.ts';
import { delayWrite, wantsDelay } from '../../modules/stored-calls/delayed/schedule-action.ts';
import { ProposalChanged } from '../../modules/stored-calls/proposals/approve-proposal.ts';
import { dryRunOf, rehearsalFields, withoutFlag } from '../http/answers/dry-run.ts';
import { failureOf, ruleStatus, withStatus } from '../http/answers/failures.ts';
import { JSON_TYPE, jsonWithList } from '../http/answers/json-list.ts';
import { requestCall, requestOrigin, withIdempotencyKey } from '../http/callers/caller.ts';
import { bodyFields } from '../http/request/body.ts';
import { bodyLimitFor } from '../http/request/body-limits.ts';
import { declareDryRunSupport, markRehearsal } from '../http/request/dry-run-flag.ts';
import { actions } from './actions.ts';
import { serveApp } from './app.ts';
import type { ConsoleDeps } from './deps.ts';
import { operations } from './routes.ts';
import { toConsoleSession } from './session.ts';

/** Screens show one page of a list; the API returns whole lists. */
const MAX_ROWS = 500;

/** The console application and its API: operations called by session and as JSON, lists one page at a time. */
export async function consoleSurface(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  declareDryRunSupport(app);
  const { kernel, browserSessions } = deps;
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply));

  app.get('/api/session', async (request, reply) => {
    const session = (await browserSessions.session(request)) ?? fail('session_required');
    const csrfToken = browserSessions.csrfToken(request, reply, session);
    const companies = await listCompanies(kernel.db, session.person.login);
    return reply
      .header('cache-control', 'no-store')
      .send(toConsoleSession(session, { now: kernel.clock(), csrfToken, companies }));
  });

  app.post('/api/switch-company', async (request, reply) => {
    const session = await authenticate(browserSessions, request);
    const { guid } = await bodyFields(request);
    const opened = await switchCompany(kernel, session, readText(guid), requestOrigin(request));
    browserSessions.signIn(reply, opened);
    return reply.header('cache-control', 'no-store').send({ guid: opened.account.guid });
  });

  for (const [name, operation] of Object.entries(operations)) {
    app.post(`/api/${name}`, { bodyLimit: bodyLimitFor([operation]) }, async (request, reply) => {
      const session = await authenticate(browserSessions, request);
      const body = await bodyFields(request);
      const isWrite = operation.kind === 'write';
      const dryRun = isWrite ? dryRunOf(request, body) : {};
      if (isWrite) markRehearsal(request, reply);
      const { current_password, second_factor_code, was, ...fields } = isWrite ? withoutFlag(body) : body;
      const caller: PersonCaller = {
        ...consoleCaller(session, request),
        ...dryRun,
        ...(isFields(was) && { was }),
      };
      if (asksForPassword(operation.access, current_password)) {
        await confirmPassword(kernel, deps.rateLimiter, caller, readText(current_password));
        caller.hasConfirmedPassword = true;
      }
      if (operation.access.confirm === 'password-and-code')
        await confirmCode(kernel, deps.rateLimiter, caller, { code: readText(second_factor_code) });
      const delayed = caller.isDryRun ? null : await delay(kernel, name, request, caller, fields);
      if (delayed) return sendDelayed(reply, delayed);
      const answer = await runOperation(kernel, operation, caller, fields);
      if (operation.kind === 'write' && operation.session && !caller.isDryRun) {
        if (operation.session === 'ends') await renewSession(deps, session, reply);
        reply.header('kvitt-session', 'changed');
      }
      return reply.type(JSON_TYPE).header('cache-control', 'no-store').send(answer);
    });
  }

  for (const [name, action] of Object.entries(actions))
    app.post(`/api/${name}`, async (request, reply) => {
      const session = await authenticate(browserSessions, request);
      const body = await bodyFields(request);
      // What a person decides cannot be rehearsed: the preview is the rehearsal.
      if (dryRunOf(request, body).isDryRun)
        fail('dry_run_refused', 'find-proposals shows what an approval would do');
      const caller = consoleCaller(session, request);
      const delayed = await delay(kernel, name, request, caller, body);
      if (delayed) return sendDelayed(reply, delayed);
      const answer = await runAction(kernel, action as Action<Kernel, unknown, unknown>, caller, body);
      return reply.type(JSON_TYPE).header('cache-control', 'no-store').send(JSON.stringify(answer));
    });

  serveApp(app, deps);
}

function asksForPassword({ confirm }: Access, sent: unknown): boolean {
  return confirm === 'secrets' ? sent !== undefined : confirm !== undefined;
}

/** The session of the browser, whose form key proves that our own page sent the request. */
async function authenticate(
  browserSessions: ConsoleDeps['browserSessions'],
  request: FastifyRequest,
): Promise<Session> {
  const session = (await browserSessions.session(request)) ?? fail('session_required');
  browserSessions.checkCsrfToken(request, { form_key: request.headers['x-form-key'] }, session);
  return session;
}

async function runOperation(
  kernel: Kernel,
  operation: Operation,
  caller: PersonCaller,
  raw: Record<string, unknown>,
): Promise<string | Buffer | Readable> {
  if (operation.kind === 'list') {
    const { limit = MAX_ROWS } = raw;
    const bounded = typeof limit === 'object' ? limit : Math.min(Number(limit), MAX_ROWS);
    return jsonWithList('', runList(kernel, operation, caller, { ...raw, limit: bounded }), () => '');
  }
  if (operation.kind === 'read') return JSON.stringify(await runRead(kernel, operation, caller, raw));
  const written = await runWrite(kernel, operation, caller, raw);
  return JSON.stringify({ ...(written.output as object), ...rehearsalFields(written) });
}

type Scheduled = Awaited<ReturnType<typeof delayWrite>>;

/** Schedules the call where browser and person want that; null where it is to run now. */
async function delay(
  kernel: Kernel,
  name: string,
  request: FastifyRequest,
  caller: PersonCaller,
  fields: Record<string, unknown>,
): Promise<Scheduled | null> {
  if (!prefersDelay(request) || !kernel.undoable.has(name) || !(await wantsDelay(kernel, caller)))
    return null;
  return delayWrite(kernel, name, caller, fields);
}

function sendDelayed(reply: FastifyReply, delayed: Scheduled): FastifyReply {
  return reply
    .code(202)
    .type(JSON_TYPE)
    .header('cache-control', 'no-store')
    .send(JSON.stringify({ delayed }));
}

/** `Prefer: respond-async` (RFC 7240): the browser can wait for the outcome, so that the person may undo it. */
function prefersDelay({ headers }: FastifyRequest): boolean {
  return String(headers.prefer ?? '').includes('respond-async');
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Anything but text and numbers is wrong; an object with a field `toString` could not even be converted. */
function readText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** Signs the browser in again: the operation has ended all sessions of the person. */
async function renewSession(
  { kernel, browserSessions }: ConsoleDeps,
  { account, person }: Session,
  reply: FastifyReply,
): Promise<void> {
  const { ip, id: requestId } = reply.request;
  const caller = { account, via: 'console', ip, requestId } as const;
  browserSessions.signIn(reply, await startSession(kernel, caller, person));
}

function consoleCaller({ account, person }: Session, request: FastifyRequest): PersonCaller {
  const { id, role } = person;
  const call = requestCall(request, account);
  return withIdempotencyKey(request, { by: 'person', via: 'console', person: { id, role }, ...call });
}

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = failureOf(error, request);
  markRehearsal(request, reply);
  const problems = [failure, ...failure.further].map(({ code, message, details, reasons }) => ({
    code,
    message,
    details,
    reasons,
  }));
  const { code: error_code, message } = failure;
  const changed = {
    ...(failure instanceof ProposalChanged && { preview: failure.preview, seen: failure.seen }),
    ...(failure instanceof ChangedMeanwhile && { current: failure.current }),
    ...(failure instanceof RecordsRefused && { result: failure.result }),
  };
  return withStatus(reply, failure, ruleStatus)
    .type(JSON_TYPE)
    .send(
      JSON.stringify({
        error: error_code,
        error_code,
        message,
        problems,
        request_id: request.id,
        ...changed,
      }),
    );
}
