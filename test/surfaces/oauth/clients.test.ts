import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { AuthorizationCode } from 'simple-oauth2';
import { noBrowser, openBrowser, PATIENCE_MS } from '../../support/browser.ts';
import type { Client } from '../../support/client.ts';
import { CALLBACK, PASSWORD, registerClient } from '../../support/person.ts';
import { TestService } from '../../support/service.ts';
import { CERT, KEY } from '../../support/tls.ts';

const ELSEWHERE = 'https://elsewhere.example/done';

describe('OAuth client libraries with a person in a browser', { skip: noBrowser() ?? false }, () => {
  const kvitt = new TestService();
  let browser: Browser;
  let context: BrowserContext;
  let seller: Client;
  let nativeApp: Server;
  let website: Server;
  let loopback: string;

  before(async () => {
    await kvitt.start('postgres');
    seller = await kvitt.account();
    nativeApp = createServer((_request, response) => void response.end('Done'));
    loopback = `http://${await startListening(nativeApp)}/callback`;
    website = createTlsServer({ key: KEY, cert: CERT }, ({ url = '' }, response) => {
      const redirectsOn = url.includes('state=lead-on');
      response.writeHead(redirectsOn ? 302 : 200, redirectsOn ? { location: ELSEWHERE } : {}).end('Done');
    });
    const host = await startListening(website);
    browser = await openBrowser({ 'app.example': host, 'elsewhere.example': host });
  });
  after(async () => {
    await browser?.close();
    nativeApp?.close();
    website?.close();
    await kvitt.stop();
  });

  /** Signs in and consents if necessary, and returns the address of the redirect. */
  async function consent(address: string, page: Page): Promise<URL> {
    await page.goto(address);
    if (new URL(page.url()).pathname === '/sign-in') {
      await page.getByLabel('Username').fill(seller.username);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.pathname !== '/sign-in');
    }
    const allow = page.getByRole('button', { name: 'Allow' });
    if (await allow.isVisible()) await Promise.all([page.waitForURL(/callback|elsewhere/), allow.click()]);
    return new URL(page.url());
  }

  async function newPage(): Promise<Page> {
    context = await browser.newContext({ locale: 'en-GB', ignoreHTTPSErrors: true });
    context.setDefaultTimeout(PATIENCE_MS);
    return context.newPage();
  }

  const status = async (token: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${kvitt.url}/api/v1/agent/status`, { headers })).status;
  };

  test('oauth4webapi: registers, gets consent, calls, refreshes and revokes', async () => {
    const insecure = { [oauth.allowInsecureRequests]: true };
    const issuer = new URL(kvitt.url);
    const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
    const server = await oauth.processDiscoveryResponse(issuer, found);
    const created = await oauth.dynamicClientRegistrationRequest(
      server,
      { client_name: 'oauth4webapi', redirect_uris: ['http://127.0.0.1/callback'] },
      insecure,
    );
    const client = await oauth.processDynamicClientRegistrationResponse(created);
    const verifier = oauth.generateRandomCodeVerifier();
    const address = new URL(server.authorization_endpoint ?? '');
    const query = {
      client_id: client.client_id,
      redirect_uri: loopback,
      response_type: 'code',
      scope: 'dashboard_data nav',
      state: oauth.generateRandomState(),
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      resource: kvitt.url,
    };
    address.search = new URLSearchParams(query).toString();
    const back = await consent(address.href, await newPage());
    const parameters = oauth.validateAuthResponse(server, client, back, query.state);
    const none = oauth.None();
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      none,
      parameters,
      loopback,
      verifier,
      insecure,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer);
    assert.equal(tokens.scope, 'dashboard_data nav');
    const called = await oauth.protectedResourceRequest(
      tokens.access_token,
      'GET',
      new URL(`${kvitt.url}/api/v1/agent/status`),
      undefined,
      undefined,
      insecure,
    );
    assert.equal(((await called.json()) as any).username, seller.username);
    const repeated = await oauth.refreshTokenGrantRequest(
      server,
      client,
      none,
      tokens.refresh_token ?? '',
      insecure,
    );
    const fresh = await oauth.processRefreshTokenResponse(server, client, repeated);
    assert.equal(await status(fresh.access_token), 200);
    const revoked = await oauth.revocationRequest(server, client, none, fresh.refresh_token ?? '', insecure);
    await oauth.processRevocationResponse(revoked);
    assert.deepEqual([await status(tokens.access_token), await status(fresh.access_token)], [401, 401]);
    await context.close();
  });

  test('openid-client: a registered client with a secret does the same', async () => {
    const { client_id, client_secret } = await registerClient(seller, { name: 'openid-client' });
    const config = await openid.discovery(
      new URL(kvitt.url),
      client_id,
      client_secret,
      openid.ClientSecretBasic(client_secret),
      {
        algorithm: 'oauth2',
        execute: [openid.allowInsecureRequests],
      },
    );
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const expectedState = openid.randomState();
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'dashboard_data create_invoice',
      state: expectedState,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    const page = await newPage();
    const back = await consent(address.href, page);
    const tokens = await openid.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState });
    const called = await openid.fetchProtectedResource(
      config,
      tokens.access_token,
      new URL(`${kvitt.url}/api/v1/agent/status`),
      'GET',
    );
    assert.equal(called.status, 200);
    const fresh = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    assert.equal(await status(fresh.access_token), 200);
    await openid.tokenRevocation(config, fresh.refresh_token ?? '');
    assert.equal(await status(fresh.access_token), 401);
    await context.close();
  });

  test('simple-oauth2: JSON bodies and comma-separated scopes on the agent paths', async () => {
    const { client_id, client_secret } = await registerClient(seller, { name: 'simple-oauth2' });
    const client = new AuthorizationCode({
      client: { id: client_id, secret: client_secret },
      auth: {
        tokenHost: kvitt.url,
        tokenPath: '/strax/agent/token',
        revokePath: '/agent/revoke',
        authorizePath: '/strax/agent/authorize',
      },
      options: { bodyFormat: 'json', authorizationMethod: 'body', scopeSeparator: ',' },
    });
    const address = client.authorizeURL({
      redirect_uri: CALLBACK,
      scope: ['dashboard_data', 'cost'],
      state: 'abc',
    });
    const back = await consent(address, await newPage());
    assert.equal(back.searchParams.get('state'), 'abc');
    const tokens = await client.getToken({
      code: back.searchParams.get('code') ?? '',
      redirect_uri: CALLBACK,
    });
    assert.equal(tokens.token.scope, 'dashboard_data,cost');
    assert.equal(tokens.expired(), false);
    assert.equal(await status(tokens.token.access_token as string), 200);
    const fresh = await tokens.refresh();
    assert.equal(await status(fresh.token.access_token as string), 200);
    await fresh.revokeAll();
    assert.equal(await status(fresh.token.access_token as string), 401);
    await context.close();
  });

  test('redirects a person who has consented before to the client straight after sign-in', async () => {
    const { client_id } = await registerClient(seller, { name: 'remembered' });
    const query = new URLSearchParams({ client_id, redirect_uri: CALLBACK, scope: 'nav', state: 'a' });
    const address = `${kvitt.url}/agent/authorize?${query}`;
    await consent(address, await newPage());
    await context.close();
    const page = await newPage();
    await page.goto(address);
    await page.getByLabel('Username').fill(seller.username);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/app\.example\/callback\?code=/);
    await context.close();
  });

  test('allows a client to redirect on to another address of its own', async () => {
    const { client_id } = await registerClient(seller, { name: 'leads on' });
    const page = await newPage();
    const query = new URLSearchParams({ client_id, redirect_uri: CALLBACK, scope: 'nav', state: 'lead-on' });
    const back = await consent(`${kvitt.url}/agent/authorize?${query}`, page);
    assert.equal(back.href, ELSEWHERE);
    await context.close();
  });
});

async function startListening(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
