import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { KvittError } from '../../../sdk/src/errors.ts';
import { readClientEnvironment } from '../../config.ts';
import { createVerifier, fetchMetadata, registerClient, requestToken, toStored } from './oauth.ts';
import { deleteToken, readToken, writeToken } from './token-file.ts';
import { UsageError } from './usage-error.ts';

/** As long as the code that the service issues. */
const LOGIN_LIMIT_MS = 10 * 60_000;

/** Signs in through the browser: OAuth 2.1 with PKCE, a client that registers itself, and a loopback redirect. */
export async function login(args: string[]): Promise<void> {
  const { url: fromEnvironment, tokenFile } = readClientEnvironment();
  const options = { url: { type: 'string' }, scope: { type: 'string' } } as const;
  const { values } = parseArgs({ args, options });
  const url = values.url ?? fromEnvironment;
  if (!url || !URL.canParse(url))
    throw new UsageError('Name the service: kvitt login --url https://kvitt.example.', 'login');
  const metadata = await fetchMetadata(url);
  const server = createServer();
  try {
    const redirectUri = await listen(server);
    const client_id = await registerClient(metadata, redirectUri);
    const { verifier, challenge } = createVerifier();
    const state = randomBytes(16).toString('base64url');
    const scope = values.scope?.replaceAll(',', ' ') ?? metadata.scopes_supported.join(' ');
    const address = new URL(metadata.authorization_endpoint);
    address.search = new URLSearchParams({
      response_type: 'code',
      client_id,
      redirect_uri: redirectUri,
      scope,
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }).toString();
    console.log(`Open this address in a browser, sign in and allow access:\n\n${address}\n`);
    console.log(`It asks for: ${scope}${values.scope ? '' : ' (everything; --scope asks for less)'}.`);
    const code = await receiveCode(server, { state, issuer: metadata.issuer });
    const answer = await requestToken(metadata.token_endpoint, {
      grant_type: 'authorization_code',
      client_id,
      redirect_uri: redirectUri,
      code,
      code_verifier: verifier,
    });
    const { token_endpoint } = metadata;
    writeToken(tokenFile, toStored({ url: metadata.issuer, client_id, token_endpoint }, answer));
    console.log(`Signed in at ${metadata.issuer}. The token is in ${tokenFile}.`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Revokes the token at the service, and then deletes the file: a token that lives on stays where it can be revoked. */
export async function logout(): Promise<void> {
  const { tokenFile } = readClientEnvironment();
  const stored = readToken(tokenFile);
  if (!stored) throw new UsageError('Nobody is signed in.', 'logout');
  const { revocation_endpoint } = await fetchMetadata(stored.url);
  const body = new URLSearchParams({ client_id: stored.client_id, token: stored.refresh_token });
  const { ok, status } = await fetch(revocation_endpoint, { method: 'POST', body });
  if (!ok)
    throw failure(
      `The token was not revoked: ${stored.url} answered ${status}. It is still in ${tokenFile}; run kvitt logout again.`,
      'not_revoked',
    );
  deleteToken(tokenFile);
  console.log(`Signed out of ${stored.url}.`);
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
}

/** Waits for the redirect. Requests without the right state are answered and ignored: any page can send them here. */
function receiveCode(server: Server, expected: { state: string; issuer: string }): Promise<string> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(
      () => reject(failure('Nobody signed in within ten minutes; run kvitt login again.', 'login_timeout')),
      LOGIN_LIMIT_MS,
    );
    server.on('request', (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
      const isCallback = pathname === '/callback' && searchParams.get('state') === expected.state;
      const page = isCallback ? 'Done. You can close this window.' : 'There is nothing here.';
      response
        .writeHead(isCallback ? 200 : 404, {
          'content-type': 'text/plain; charset=utf-8',
          connection: 'close',
        })
        .end(page);
      if (!isCallback) return;
      clearTimeout(limit);
      const [code, issuer] = [searchParams.get('code'), searchParams.get('iss')];
      // The service always names itself, so that a code of another one cannot be mixed in (RFC 9207).
      const isOurs = issuer === expected.issuer;
      if (code && isOurs) resolve(code);
      else
        reject(
          failure('Access was not allowed; run kvitt login again.', searchParams.get('error') ?? 'no_code'),
        );
    });
  });
}

function failure(message: string, code: string): KvittError {
  return new KvittError(message, { code });
}
