import { createHash, randomBytes } from 'node:crypto';
import { KvittError } from '../../../sdk/src/errors.ts';
import type { StoredToken } from './token-file.ts';

/** The part of the authorization server metadata (RFC 8414) that a login needs. */
export interface ServerMetadata {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  registration_endpoint: string;
  revocation_endpoint: string;
  scopes_supported: string[];
}

interface TokenAnswer {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

/** PKCE (RFC 7636): the verifier stays here, and only its digest goes through the browser. */
export function createVerifier(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The issuer must be the address that was asked: otherwise the code could be sent to another server (mix-up attack). */
export async function fetchMetadata(url: string): Promise<ServerMetadata> {
  const origin = new URL(url).origin;
  const metadata = await request<ServerMetadata>(`${origin}/.well-known/oauth-authorization-server`, {});
  if (metadata.issuer !== origin)
    throw new KvittError(`The service calls itself ${metadata.issuer}; use that address.`, {
      code: 'issuer_mismatch',
    });
  return metadata;
}

export async function registerClient(
  { registration_endpoint }: ServerMetadata,
  redirectUri: string,
): Promise<string> {
  const { client_id } = await request<{ client_id: string }>(registration_endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Kvitt command line',
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'none',
    }),
  });
  return client_id;
}

export function requestToken(endpoint: string, fields: Record<string, string>): Promise<TokenAnswer> {
  return request<TokenAnswer>(endpoint, { method: 'POST', body: new URLSearchParams(fields) });
}

export function toStored(
  known: Pick<StoredToken, 'url' | 'client_id' | 'token_endpoint'>,
  { access_token, refresh_token, expires_in }: TokenAnswer,
): StoredToken {
  const { url, client_id, token_endpoint } = known;
  const expires_at = Date.now() + expires_in * 1000;
  return { url, client_id, token_endpoint, access_token, refresh_token, expires_at };
}

async function request<Body>(address: string, init: RequestInit): Promise<Body> {
  const response = await fetch(address, init).catch((cause) => {
    throw new KvittError(
      `${new URL(address).origin} could not be reached. Check the address and the connection.`,
      { code: 'connection_failed', cause },
    );
  });
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  if (response.ok) return body as Body;
  const code = String(body.error ?? body.error_code ?? `http_${response.status}`);
  const message = String(body.error_description ?? body.message ?? `${address} answered ${response.status}.`);
  throw new KvittError(message, { code, status: response.status, answer: body });
}
