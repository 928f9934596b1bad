import type { FastifyReply, FastifyRequest } from 'fastify';
import { OAuthError } from '../../modules/agents/schema.ts';
import {
  handleRevocationRequest,
  handleTokenRequest,
  type TokenRequest,
} from '../../modules/agents/tokens/token-endpoint.ts';
import type { AccessDeps } from '../http/callers/access.ts';
import { requestOrigin } from '../http/callers/caller.ts';
import { basicCredentials, textField } from '../http/callers/credentials.ts';
import { bodyFields } from '../http/request/body.ts';
import { pathOf } from '../http/request/paths.ts';

export async function token(
  deps: AccessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const fields = await singleFields(request);
  const { accessToken, refreshToken, expiresIn, scopes } = await handleTokenRequest(
    deps,
    tokenRequest(request, fields),
    requestOrigin(request),
  );
  return withoutCache(reply).send({
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: expiresIn,
    refresh_token: refreshToken,
    // RFC 6749 separates scopes by spaces, the agent API's paths by commas.
    scope: scopes.join(pathOf(request).startsWith('/oauth/') ? ' ' : ','),
  });
}

export async function revoke(
  deps: AccessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const fields = await singleFields(request);
  const { token = '' } = fields;
  if (token === '') throw new OAuthError('invalid_request', 'token is required');
  await handleRevocationRequest(deps, { ...tokenRequest(request, fields), token }, requestOrigin(request));
  return withoutCache(reply).send({});
}

export function withoutCache(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
}

async function singleFields(request: FastifyRequest): Promise<Record<string, string>> {
  const fields = await bodyFields(request);
  const repeated = Object.keys(fields).find((name) => Array.isArray(fields[name]));
  if (repeated) throw new OAuthError('invalid_request', `${repeated} was sent more than once`);
  return Object.fromEntries(
    Object.keys(fields).flatMap((name) => {
      const value = textField(fields, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Client credentials come in the body, or as HTTP Basic in the form encoding of RFC 6749, section 2.3.1. */
function tokenRequest(request: FastifyRequest, fields: Record<string, string>): TokenRequest {
  const { client_id = '', ...rest } = fields;
  if (rest.client_secret === '') delete rest.client_secret;
  if (!/^Basic\s/i.test(request.headers.authorization ?? '')) return { ...rest, client_id };
  const [name = '', client_secret = ''] = basicCredentials(request).map(decodeFormText);
  if (client_id !== '' && client_id !== name) {
    throw new OAuthError('invalid_request', 'client_id differs between the header and the body');
  }
  // RFC 6749, section 2.3: a client must not authenticate in more than one way.
  if (rest.client_secret !== undefined) {
    throw new OAuthError('invalid_request', 'client_secret was sent in the header and in the body');
  }
  return { ...rest, client_id: name, ...(client_secret && { client_secret }) };
}

function decodeFormText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
