import { z } from 'zod';
import { isLoopback, isRegistered } from '../../domain/redirect-uris.ts';
import type { Account } from '../../kernel/account.ts';
import type { Caller, Queryable } from '../../kernel/context.ts';
import { type Kernel, runWrite } from '../../kernel/execute.ts';
import { defineWrite } from '../../kernel/operation.ts';
import { SCOPES, type Scope, scopesOf } from '../../kernel/scopes.ts';
import { digest, newKey } from '../../kernel/security/secrets.ts';
import { OAuthRefusal, readScopes, WRONG_CLIENT } from './schema.ts';
import { type ClientRow, findClient, findGrant, grantInForce, upsertGrant } from './store.ts';
import { insertAuthorization } from './token-store.ts';

/** What a program asks for, as it was sent: nothing in it is to be trusted yet. */
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

const LONGEST_STATE = 2000;

/** The client, if it is one and the address is its own. Until both are known, nobody is sent anywhere. */
export async function clientAt(
  db: Queryable,
  { client_id, redirect_uri }: AuthorizeRequest,
): Promise<ClientRow> {
  const client = await findClient(db, client_id);
  if (!client || !isRegistered(redirect_uri, client.redirect_uris, client.account_id === 0)) {
    throw new OAuthRefusal('invalid_client', WRONG_CLIENT);
  }
  return client;
}

export function checkResponseType({ response_type }: AuthorizeRequest, isRequired: boolean): void {
  if (response_type === undefined ? isRequired : response_type !== 'code') {
    throw new OAuthRefusal('unsupported_response_type', 'response_type must be code');
  }
}

export function checkState({ state }: AuthorizeRequest): void {
  if (state && state.length > LONGEST_STATE) {
    throw new OAuthRefusal('invalid_request', `state must be at most ${LONGEST_STATE} characters`);
  }
}

/** The requested scopes; null where none are named, which means all that the account's plan includes. */
export function requestedScopes({ scope }: AuthorizeRequest): Scope[] | null {
  if (!scope?.trim()) return null;
  const scopes = readScopes(scope);
  if (scopes === null) {
    throw new OAuthRefusal('invalid_scope', `scope must be some of: ${SCOPES.join(', ')}`);
  }
  return scopes;
}

/** The PKCE challenge (RFC 7636). Only a confidential client may leave it out. */
export function pkceChallenge(client: ClientRow, request: AuthorizeRequest): string | null {
  const { code_challenge: challenge, code_challenge_method: method } = request;
  if (challenge === undefined && method === undefined) {
    if (client.secret_digest) return null;
    throw new OAuthRefusal('invalid_request', 'code_challenge is required, made by S256');
  }
  if (method !== undefined && method !== 'S256') {
    throw new OAuthRefusal('invalid_request', 'code_challenge_method must be S256');
  }
  if (!challenge || !/^[\w-]{43}$/.test(challenge)) {
    throw new OAuthRefusal(
      'invalid_request',
      'code_challenge must be the SHA-256 of the verifier in base64url',
    );
  }
  return challenge;
}

/** RFC 8707: there is one resource here, and its parts. */
export function checkResource(resource: string | undefined, baseUrl: string): void {
  if (resource === undefined || resource === baseUrl || resource.startsWith(`${baseUrl}/`)) return;
  throw new OAuthRefusal('invalid_target', `resource must be ${baseUrl}`);
}

/** What can be offered of what is asked: the plan decides. */
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
 * Whether the account has allowed all of it before. Any program on a machine can wait at a loopback address, so
 * there the person is always asked.
 */
export async function isRemembered(
  db: Queryable,
  account: Account,
  { client_id, redirect_uri }: AuthorizeRequest,
  scopes: readonly Scope[],
): Promise<boolean> {
  if (isLoopback(redirect_uri)) return false;
  const grant = await findGrant(db, account.id, client_id);
  return grant !== null && scopes.every((scope) => grant.scopes.includes(scope));
}

interface Consent {
  clientId: string;
  redirectUri: string;
  scopes: Scope[];
  challenge: string | null;
  /** Whether the person has consented now; else an earlier grant must be in force. */
  now: boolean;
}

const giveCode = defineWrite({
  name: 'authorize-agent',
  summary: 'Gives a program a code for what the account allows it.',
  scope: null,
  owners: true,
  input: z.custom<Consent>(),
  output: z.object({ code: z.string() }),
  async run(ctx, { clientId, redirectUri, scopes, challenge, now }) {
    const code = `kvco_${newKey()}`;
    const expiresAt = new Date(ctx.now.getTime() + ctx.policy.lifetimes.code * 1000);
    const accountId = ctx.account.id;
    const grant = now
      ? upsertGrant(accountId, clientId, scopes, 'besides', ctx.now)
      : grantInForce(accountId, clientId);
    const made = await ctx.finishIf<{ code: string }>({
      target: clientId,
      ...insertAuthorization(
        { accountId, clientId, scopes, redirectUri, digest: digest(code), challenge, expiresAt },
        grant,
        ctx.now,
      ),
      secret: { code },
    });
    if (!made) throw new OAuthRefusal('access_denied', 'The access of this agent was revoked meanwhile');
    return { code: made.code };
  },
});

/** A consent that is given now may widen the grant, which nodes hold with the account. */
const grantAndGiveCode = defineWrite({ ...giveCode, invalidates: ['account'] });

export async function consent(kernel: Kernel, caller: Caller, given: Consent): Promise<string> {
  const operation = given.now ? grantAndGiveCode : giveCode;
  return (await runWrite(kernel, operation, caller, given)).output.code;
}
