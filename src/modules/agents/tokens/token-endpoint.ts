import { hasSubscription } from '../../../kernel/access/account.ts';
import type { Scope } from '../../../kernel/access/scopes.ts';
import { digest } from '../../../kernel/node/digest.ts';
import type { Caller } from '../../../kernel/operations/caller.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import type { RateLimit, RateLimiter } from '../../../kernel/security/rate-limits.ts';
import { sameBytes } from '../../../kernel/security/secrets.ts';
import { type AccountRow, toAccount } from '../../accounts/account-store.ts';
import { narrowedResource, requestedResource } from '../authorize/rules.ts';
import { type ClientRow, findClient } from '../clients/client-store.ts';
import { OAuthError, parseScopes, WRONG_CLIENT } from '../schema.ts';
import { issueTokens, type Tokens } from './issue-tokens.ts';
import { revokeTokens } from './revoke-tokens.ts';
import { findAccessToken, findCode, findRefreshToken, type RefreshRow } from './token-store.ts';

/** A used refresh token that comes again within this time counts as a retry: it is refused, and nothing is revoked. */
const RETRY_MS = 10_000;

export interface TokenDeps {
  kernel: Kernel;
  rateLimiter: RateLimiter;
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

/** A request whose resource is one of this server. */
type CheckedRequest = Omit<TokenRequest, 'resource'> & { resource: string | null };

type From = Pick<Caller, 'ip' | 'requestId'>;

export async function handleTokenRequest(
  deps: TokenDeps,
  request: TokenRequest,
  from: From,
): Promise<Tokens> {
  return countFailures(deps, request, from, async () => {
    const client = await authenticateClient(deps, request);
    const resource = requestedResource(request, deps.kernel.policy.baseUrl);
    if (request.grant_type === 'authorization_code')
      return exchangeCodeForTokens(deps, client, { ...request, resource }, from);
    if (request.grant_type === 'refresh_token')
      return refreshAccess(deps, client, { ...request, resource }, from);
    if (!request.grant_type) throw new OAuthError('invalid_request', 'grant_type is required');
    throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token');
  });
}

/** RFC 7009: the answer for an unknown token, or one of another program, is the same as for a revoked one. */
export async function handleRevocationRequest(
  deps: TokenDeps,
  request: TokenRequest & { token: string },
  from: From,
): Promise<void> {
  await countFailures(deps, request, from, async () => {
    const client = await authenticateClient(deps, request);
    const { kernel } = deps;
    const key = digest(request.token);
    const token =
      (await findRefreshToken(kernel.db, key, kernel.clock())) ?? (await findAccessToken(kernel.db, key));
    if (!token || token.client_id !== client.client_id) return;
    // Whoever signs out with the access token has signed out: its refresh token would give another one.
    const revocation = { authorizationId: token.authorization_id, action: 'revoke-tokens' };
    await revokeTokens(kernel, toCaller(token, client, from), revocation);
  });
}

async function exchangeCodeForTokens(
  deps: TokenDeps,
  client: ClientRow,
  request: CheckedRequest,
  from: From,
): Promise<Tokens> {
  const { kernel } = deps;
  const { code, redirect_uri, code_verifier } = request;
  if (!code) throw new OAuthError('invalid_request', 'code is required');
  const authorization = await findCode(kernel.db, digest(code), kernel.clock());
  if (!authorization || authorization.client_id !== client.client_id) refuse('The code is not valid');
  const caller = toCaller(authorization, client, from);
  const reused = { authorizationId: authorization.authorization_id, action: 'reused-code' } as const;
  if (authorization.exchanged) {
    if (!authorization.revoked) await revokeTokens(deps.kernel, caller, reused);
    refuse('The code was used before, so what it gave is revoked');
  }
  if (authorization.revoked) refuse('The code is no longer valid; ask the user to consent again');
  requireWebService(caller);
  if (!authorization.in_time) refuse('The code has expired');
  if (authorization.redirect_uri !== redirect_uri) refuse(WRONG_CLIENT);
  if (!matchesChallenge(authorization.code_challenge, code_verifier)) {
    // The code may be in the wrong hands, so there is no second guess.
    const { authorization_id: authorizationId } = authorization;
    await revokeTokens(kernel, caller, { authorizationId, action: 'wrong-code-verifier' });
    refuse('code_verifier does not fit the code_challenge, so the code is no longer valid');
  }
  const scopes = authorization.granted_scopes;
  const resource = narrowedResource(authorization.resource, request.resource);
  const issued = await issueTokens(
    kernel,
    caller,
    { scopes, resource },
    { authorizationId: authorization.authorization_id },
  );
  if (issued) return issued;
  // Of two concurrent uses of the code this one came second.
  await revokeTokens(deps.kernel, caller, reused);
  return refuse('The code was used before, so what it gave is revoked');
}

function matchesChallenge(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null) return verifier === undefined;
  if (verifier === undefined || !/^[\w.~-]{43,128}$/.test(verifier)) return false;
  return sameBytes(Buffer.from(digest(verifier).toString('base64url')), Buffer.from(challenge));
}

async function refreshAccess(
  deps: TokenDeps,
  client: ClientRow,
  request: CheckedRequest,
  from: From,
): Promise<Tokens> {
  const { kernel } = deps;
  const { refresh_token, scope } = request;
  if (!refresh_token) throw new OAuthError('invalid_request', 'refresh_token is required');
  const key = digest(refresh_token);
  const authorization = await findRefreshToken(kernel.db, key, kernel.clock());
  if (!authorization || authorization.client_id !== client.client_id)
    refuse('The refresh token is not valid');
  const caller = toCaller(authorization, client, from);
  if (authorization.revoked) refuse('The access of this agent was revoked');
  if (authorization.rotated_ms !== null) {
    if (authorization.rotated_ms > RETRY_MS)
      await revokeTokens(deps.kernel, caller, {
        clientId: client.client_id,
        action: 'replayed-refresh-token',
      });
    refuse('The refresh token was used before; only the newest one is valid');
  }
  requireWebService(caller);
  if (!authorization.in_time) refuse('The refresh token has expired');
  const access = {
    scopes: narrowScopes(authorization, scope),
    resource: narrowedResource(authorization.resource, request.resource),
  };
  const issued = await issueTokens(kernel, caller, access, { refreshToken: key });
  return issued ?? refuse('The refresh token was used before; only the newest one is valid');
}

function narrowScopes({ granted_scopes }: RefreshRow, requested: string | undefined): readonly Scope[] {
  if (requested === undefined || requested.trim() === '') return granted_scopes;
  const scopes = parseScopes(requested);
  if (scopes?.every((scope) => granted_scopes.includes(scope))) return scopes;
  throw new OAuthError('invalid_scope', 'scope must be within what was granted');
}

/**
 * An unknown client, a wrong secret and the secret of a public client take the same time and give the same answer. A
 * public client has no secret: one that sends a secret takes itself for another client.
 */
async function authenticateClient(
  { kernel }: TokenDeps,
  { client_id, client_secret }: TokenRequest,
): Promise<ClientRow> {
  const client = await findClient(kernel.db, client_id);
  const expected = client?.secret_digest ?? NO_DIGEST;
  const isSecret = sameBytes(digest(client_secret ?? ''), expected);
  const isProven = client?.secret_digest === null ? client_secret === undefined : isSecret;
  if (!client || !isProven) throw new OAuthError('invalid_client', WRONG_CLIENT);
  return client;
}

const NO_DIGEST = digest('');

/** Counts wrong clients, codes and tokens against the address and the client that sent them. */
async function countFailures<T>(
  { rateLimiter }: TokenDeps,
  { client_id }: TokenRequest,
  { ip }: From,
  work: () => Promise<T>,
): Promise<T> {
  const limits: RateLimit[] = [
    { subject: 'token', address: ip, max: 300, seconds: 300 },
    { subject: `token of ${client_id}`, address: ip, max: 100, seconds: 300 },
  ];
  try {
    return await work();
  } catch (error) {
    if (error instanceof OAuthError && /^invalid_(client|grant)$/.test(error.code))
      await rateLimiter.record(limits);
    throw error;
  }
}

function toCaller(authorization: AccountRow, client: ClientRow, from: From): Caller {
  return {
    by: 'program',
    account: toAccount(authorization),
    via: 'agent',
    agentId: client.client_id,
    ...from,
  };
}

function requireWebService({ account }: Caller): void {
  if (account.disabled || !hasSubscription(account, 'webservice'))
    refuse('The account has no web-service access');
}

function refuse(message: string): never {
  throw new OAuthError('invalid_grant', message);
}
