import { subscribes } from '../../kernel/account.ts';
import type { Caller } from '../../kernel/context.ts';
import type { Kernel } from '../../kernel/execute.ts';
import type { Scope } from '../../kernel/scopes.ts';
import type { AttemptLimit, FailedAttemptLimiter } from '../../kernel/security/rate-limits.ts';
import { digest, sameBytes } from '../../kernel/security/secrets.ts';
import { type AccountRow, toAccount } from '../accounts/account-store.ts';
import { checkResource } from './authorize.ts';
import { OAuthRefusal, readScopes, WRONG_CLIENT } from './schema.ts';
import { type ClientRow, findClient } from './store.ts';
import { issue, revokeTokens, type Taken, type Tokens } from './token-changes.ts';
import { findAccessToken, findCode, findRefreshToken, type RefreshRow } from './token-store.ts';

/** A replay within this time is taken for a retry of the same program, and only refused. */
const RETRY_MS = 10_000;

export interface TokenDeps {
  kernel: Kernel;
  attempts: FailedAttemptLimiter;
}

/** The fields of a request to the token endpoint, as they were sent. */
export interface TokenRequest {
  grant_type?: string | undefined;
  client_id: string;
  client_secret?: string | undefined;
  code?: string | undefined;
  redirect_uri?: string | undefined;
  code_verifier?: string | undefined;
  refresh_token?: string | undefined;
  scope?: string | undefined;
  resource?: string | undefined;
}

type From = Pick<Caller, 'ip' | 'requestId'>;

export async function issueTokens(parts: TokenDeps, request: TokenRequest, from: From): Promise<Tokens> {
  return counted(parts, request, from, async () => {
    const client = await authenticated(parts, request);
    checkResource(request.resource, parts.kernel.policy.baseUrl);
    if (request.grant_type === 'authorization_code') return byCode(parts, client, request, from);
    if (request.grant_type === 'refresh_token') return byRefresh(parts, client, request, from);
    if (!request.grant_type) throw new OAuthRefusal('invalid_request', 'grant_type is required');
    throw new OAuthRefusal(
      'unsupported_grant_type',
      'grant_type must be authorization_code or refresh_token',
    );
  });
}

/** RFC 7009: a token that is unknown, or another program's, is as good as revoked. */
export async function revokeToken(
  parts: TokenDeps,
  request: TokenRequest & { token: string },
  from: From,
): Promise<void> {
  await counted(parts, request, from, async () => {
    const client = await authenticated(parts, request);
    const { kernel } = parts;
    const key = digest(request.token);
    const refresh = await findRefreshToken(kernel.db, key, kernel.clock());
    const token = refresh ?? (await findAccessToken(kernel.db, key));
    if (!token || token.client_id !== client.client_id) return;
    const taken: Taken = refresh
      ? { authorizationId: refresh.authorization_id, why: 'revoke-tokens' }
      : { accessToken: key, why: 'revoke-token' };
    await revokeTokens(parts.kernel, callerOf(token, client, from), taken);
  });
}

async function byCode(
  parts: TokenDeps,
  client: ClientRow,
  request: TokenRequest,
  from: From,
): Promise<Tokens> {
  const { kernel } = parts;
  const { code, redirect_uri, code_verifier } = request;
  if (!code) throw new OAuthRefusal('invalid_request', 'code is required');
  const given = await findCode(kernel.db, digest(code), kernel.clock());
  if (!given || given.client_id !== client.client_id) refuse('The code is not valid');
  const caller = callerOf(given, client, from);
  const reused = { authorizationId: given.authorization_id, why: 'reused-code' } as const;
  if (given.exchanged) {
    if (!given.revoked) await revokeTokens(parts.kernel, caller, reused);
    refuse('The code was used before, so what it gave is revoked');
  }
  if (given.revoked) refuse('The access of this agent was revoked');
  refuseUnserved(caller);
  if (!given.in_time) refuse('The code has expired');
  if (given.redirect_uri !== redirect_uri) refuse(WRONG_CLIENT);
  if (!isProven(given.code_challenge, code_verifier)) refuse('code_verifier does not fit the code_challenge');
  const issued = await issue(kernel, caller, given.given_scopes, { authorizationId: given.authorization_id });
  if (issued) return issued;
  // Of two that came at the same moment this one is the second use.
  await revokeTokens(parts.kernel, caller, reused);
  return refuse('The code was used before, so what it gave is revoked');
}

function isProven(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null) return verifier === undefined;
  if (verifier === undefined || !/^[\w.~-]{43,128}$/.test(verifier)) return false;
  return sameBytes(Buffer.from(digest(verifier).toString('base64url')), Buffer.from(challenge));
}

async function byRefresh(
  parts: TokenDeps,
  client: ClientRow,
  request: TokenRequest,
  from: From,
): Promise<Tokens> {
  const { kernel } = parts;
  const { refresh_token, scope } = request;
  if (!refresh_token) throw new OAuthRefusal('invalid_request', 'refresh_token is required');
  const key = digest(refresh_token);
  const given = await findRefreshToken(kernel.db, key, kernel.clock());
  if (!given || given.client_id !== client.client_id) refuse('The refresh token is not valid');
  const caller = callerOf(given, client, from);
  if (given.revoked) refuse('The access of this agent was revoked');
  if (given.rotated_ms !== null) {
    if (given.rotated_ms > RETRY_MS)
      await revokeTokens(parts.kernel, caller, { clientId: client.client_id, why: 'replayed-refresh-token' });
    refuse('The refresh token was used before; only the newest one is valid');
  }
  refuseUnserved(caller);
  if (!given.in_time) refuse('The refresh token has expired');
  const issued = await issue(kernel, caller, narrowed(given, scope), { refreshToken: key });
  return issued ?? refuse('The refresh token was used before; only the newest one is valid');
}

function narrowed({ given_scopes }: RefreshRow, asked: string | undefined): readonly Scope[] {
  if (asked === undefined || asked.trim() === '') return given_scopes;
  const scopes = readScopes(asked);
  if (scopes?.every((scope) => given_scopes.includes(scope))) return scopes;
  throw new OAuthRefusal('invalid_scope', 'scope must be within what was granted');
}

/** The client, if it is the one that it says it is. */
async function authenticated(
  { kernel }: TokenDeps,
  { client_id, client_secret }: TokenRequest,
): Promise<ClientRow> {
  const client = await findClient(kernel.db, client_id);
  const expected = client ? client.secret_digest : NO_DIGEST;
  const proven = expected === null || sameBytes(digest(client_secret ?? ''), expected);
  if (!client || !proven) throw new OAuthRefusal('invalid_client', WRONG_CLIENT);
  return client;
}

const NO_DIGEST = digest('');

/** Wrong clients, codes and tokens count against who sends them. */
async function counted<T>(
  { attempts }: TokenDeps,
  { client_id }: TokenRequest,
  { ip }: From,
  work: () => Promise<T>,
): Promise<T> {
  const bounds: AttemptLimit[] = [
    { subject: `token from ${ip}`, most: 300, seconds: 300 },
    { subject: `token of ${client_id} from ${ip}`, most: 100, seconds: 300 },
  ];
  attempts.refuseKnown(bounds);
  try {
    return await work();
  } catch (error) {
    if (error instanceof OAuthRefusal && /^invalid_(client|grant)$/.test(error.code))
      await attempts.failed(bounds);
    throw error;
  }
}

function callerOf(given: AccountRow, client: ClientRow, from: From): Caller {
  return { account: toAccount(given), via: 'agent', agentId: client.client_id, ...from };
}

function refuseUnserved({ account }: Caller): void {
  if (account.disabled || !subscribes(account, 'webservice')) refuse('The account has no web-service access');
}

function refuse(why: string): never {
  throw new OAuthRefusal('invalid_grant', why);
}
