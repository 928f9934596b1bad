import { isLoopback, isRegistered } from '../../../domain/access/redirect-uris.ts';
import type { Account } from '../../../kernel/access/account.ts';
import { SCOPES, type Scope, scopesOf } from '../../../kernel/access/scopes.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { type ClientRow, findClient } from '../clients/client-store.ts';
import { findGrant } from '../grants/grant-store.ts';
import { OAuthError, parseScopes, WRONG_CLIENT } from '../schema.ts';

/** The authorization request as it was sent; nothing in it is validated yet. */
export interface AuthorizeRequest {
  client_id: string;
  redirect_uri: string;
  response_type?: string | undefined;
  scope?: string | undefined;
  state?: string | undefined;
  code_challenge?: string | undefined;
  code_challenge_method?: string | undefined;
  resource?: string | undefined;
}

const MAX_STATE = 2000;
const MAX_RESOURCE = 500;

/**
 * The client, if it is registered with this redirect address. Until both are verified nothing is redirected: that would be
 * an open redirect.
 */
export async function findRegisteredClient(
  db: Queryable,
  { client_id, redirect_uri }: AuthorizeRequest,
): Promise<ClientRow> {
  const client = await findClient(db, client_id);
  if (!client || !isRegistered(redirect_uri, client.redirect_uris, client.account_id === 0)) {
    throw new OAuthError('invalid_client', WRONG_CLIENT);
  }
  return client;
}

export function checkResponseType({ response_type }: AuthorizeRequest, isRequired: boolean): void {
  if (response_type === undefined ? isRequired : response_type !== 'code') {
    throw new OAuthError('unsupported_response_type', 'response_type must be code');
  }
}

export function checkState({ state }: AuthorizeRequest): void {
  if (state && state.length > MAX_STATE) {
    throw new OAuthError('invalid_request', `state must be at most ${MAX_STATE} characters`);
  }
}

/** The requested scopes; null where none are named, which means all that the account's plan includes. */
export function requestedScopes({ scope }: AuthorizeRequest): Scope[] | null {
  if (!scope?.trim()) return null;
  const scopes = parseScopes(scope);
  if (scopes === null) {
    throw new OAuthError('invalid_scope', `scope must be some of: ${SCOPES.join(', ')}`);
  }
  return scopes;
}

/** The PKCE challenge (RFC 7636). Only a confidential client may leave it out. */
export function pkceChallenge(client: ClientRow, request: AuthorizeRequest): string | null {
  const { code_challenge: challenge, code_challenge_method: method } = request;
  if (challenge === undefined && method === undefined) {
    if (client.secret_digest) return null;
    throw new OAuthError('invalid_request', 'code_challenge is required, made by S256');
  }
  if (method !== undefined && method !== 'S256') {
    throw new OAuthError('invalid_request', 'code_challenge_method must be S256');
  }
  if (!challenge || !/^[\w-]{43}$/.test(challenge)) {
    throw new OAuthError(
      'invalid_request',
      'code_challenge must be the SHA-256 of the verifier in base64url',
    );
  }
  return challenge;
}

/**
 * The resource that tokens are asked for (RFC 8707): this server or a path below it, without a slash at its end. Null
 * where none is named.
 */
export function requestedResource({ resource }: { resource?: string | undefined }, baseUrl: string) {
  if (resource === undefined) return null;
  if (resource !== baseUrl && !resource.startsWith(`${baseUrl}/`))
    throw new OAuthError('invalid_target', `resource must be ${baseUrl}, or an address below it`);
  if (resource.length > MAX_RESOURCE || resource.includes('#') || resource.includes('\0'))
    throw new OAuthError('invalid_target', `resource must have no fragment and ${MAX_RESOURCE} characters`);
  return resource.replace(/\/$/, '');
}

/** The resource of new tokens. An authorization for one resource gives no tokens for another. */
export function narrowedResource(granted: string | null, requested: string | null): string | null {
  if (granted === null || requested === null || requested === granted) return requested ?? granted;
  throw new OAuthError('invalid_target', `resource must be ${granted}, which was authorized`);
}

/** The requested scopes that the account's plan includes, and those that it lacks. */
export function offeredScopes(
  account: Account,
  scopes: readonly Scope[] | null,
): { scopes: Scope[]; missing: Scope[] } {
  const plan = scopesOf(account);
  return {
    scopes: plan.filter((scope) => scopes === null || scopes.includes(scope)),
    missing: (scopes ?? []).filter((scope) => !plan.includes(scope)),
  };
}

/**
 * Whether an earlier grant covers all scopes, so that the person need not be asked. At a loopback address any program on
 * the machine can listen, so there the person is always asked.
 */
export async function isGranted(
  db: Queryable,
  account: Account,
  { client_id, redirect_uri }: AuthorizeRequest,
  scopes: readonly Scope[],
): Promise<boolean> {
  if (isLoopback(redirect_uri)) return false;
  const grant = await findGrant(db, account.id, client_id);
  return grant !== null && scopes.every((scope) => grant.scopes.includes(scope));
}
