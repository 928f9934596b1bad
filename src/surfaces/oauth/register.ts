import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasSubscription } from '../../kernel/access/account.ts';
import { runTransaction, runWrite } from '../../kernel/execute.ts';
import type { FailureKind } from '../../kernel/failures/entry.ts';
import { type Failure, fail } from '../../kernel/failures/failure.ts';
import type { Caller, KeyCaller, PersonCaller } from '../../kernel/operations/caller.ts';
import { OPERATOR } from '../../modules/accounts/operator.ts';
import { ConcurrentRegistration, registerClient } from '../../modules/agents/clients/register-agent.ts';
import { registerPublicClient } from '../../modules/agents/clients/register-public-agent.ts';
import { dryRunOf, rehearsalFields, withoutFlag } from '../http/answers/dry-run.ts';
import { failureOf, withStatus } from '../http/answers/failures.ts';
import type { AccessDeps } from '../http/callers/access.ts';
import { isCrossSite, sessionCaller } from '../http/callers/browser-sessions.ts';
import { requestCall, requestOrigin } from '../http/callers/caller.ts';
import { accountCredentials } from '../http/callers/credentials.ts';
import { bodyFields, isJson } from '../http/request/body.ts';
import { markRehearsal } from '../http/request/dry-run-flag.ts';
import { withoutCache } from './token.ts';

/** `/agent/register`: an account registers a client, and gets its secret this one time. */
export async function register(
  deps: AccessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  try {
    const { username, api_key, ...fields } = await bodyFields(request);
    const registrant = await authenticateRegistrant(deps, request, username, api_key);
    if (!hasSubscription(registrant.account, 'webservice')) fail('webservice_required');
    const rehearsal = dryRunOf(request, fields);
    const caller: Caller = { ...registrant, ...rehearsal };
    const registered = await retryOnDuplicate(() =>
      runWrite(deps.kernel, registerClient, caller, withoutFlag(fields)),
    );
    markRehearsal(request, reply);
    const answer = { status: true, ...registered.output, ...rehearsalFields(registered) };
    return withoutCache(reply).send(answer);
  } catch (error) {
    return refuseRegistration(failureOf(error, request), markRehearsal(request, reply));
  }
}

/** The codes that the contract defines for every failure of a kind. */
const CONTRACT_CODES: Partial<Record<FailureKind, string>> = {
  input: 'validation_error',
  unauthenticated: 'invalid_credentials',
};

/** The error format of `/agent/register`, also for an unreadable body. */
export function refuseRegistration(failure: Failure, reply: FastifyReply): FastifyReply {
  const code = CONTRACT_CODES[failure.kind] ?? failure.code;
  const { message } = failure;
  return withoutCache(withStatus(reply, failure, () => 422)).send({ status: false, code, message });
}

/** Authenticates by the fields of the body and HTTP Basic, or by the browser session where neither was sent. */
async function authenticateRegistrant(
  { accounts, browserSessions }: AccessDeps,
  request: FastifyRequest,
  username: unknown,
  apiKey: unknown,
): Promise<KeyCaller | PersonCaller> {
  if (!username && !apiKey && request.headers.authorization === undefined) {
    // CSRF protection: a form on another site cannot send JSON, and the browser marks its request as cross-site.
    const session = isJson(request) && !isCrossSite(request) ? await browserSessions.session(request) : null;
    if (!session) return fail('credentials_missing', 'No username and api_key were', 'as fields');
    return sessionCaller(session, request);
  }
  const credentials = accountCredentials(request, { username, api_key: apiKey });
  const account = await accounts.authenticate(credentials.username, credentials.apiKey, request.ip);
  return { by: 'key', via: 'credential', account, ...requestOrigin(request) };
}

async function retryOnDuplicate<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConcurrentRegistration) return work();
    throw error;
  }
}

const PUBLIC = {
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
};

/** `/oauth/register` (RFC 7591): a public client registers itself, without a secret. */
export async function registerPublic(
  deps: AccessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const bound = [{ subject: 'registration', address: request.ip, max: 60, seconds: 3600 }];
  await deps.rateLimiter.record(bound);
  const { redirect_uris, client_name } = await bodyFields(request);
  const caller: Caller = { by: 'visitor', via: 'agent', ...requestCall(request, OPERATOR) };
  const registration = { redirect_uris, client_name };
  const { output } = await runTransaction(deps.kernel, registerPublicClient, caller, registration);
  const client_id_issued_at = Math.floor(deps.kernel.clock().getTime() / 1000);
  return withoutCache(reply)
    .code(201)
    .send({ ...output, client_id_issued_at, ...PUBLIC });
}
