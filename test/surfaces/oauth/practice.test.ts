import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Client } from '../../support/client.ts';
import { connectBookkeeper } from '../../support/endpoints/bookkeepers.ts';
import {
  type AuthorizedClient,
  agentCall,
  authorizeClient,
  authorizePath,
  createPkcePair,
  exchangeCode,
  Person,
  postJson,
  refreshTokens,
} from '../../support/person.ts';
import { onBothDatabases } from '../../support/service.ts';

const REFRESH_SECONDS = 30 * 24 * 3600;

/** The points of docs/oauth.md that no other file tests. */
onBothDatabases('OAuth practice', (kvitt) => {
  let seller: Client;
  let person: Person;
  let app: AuthorizedClient;
  before(async () => {
    seller = await kvitt.account();
    app = await authorizeClient(seller, 'dashboard_data,nav');
    person = new Person(kvitt.url);
    await person.signIn(seller);
  });
  const json = async (path: string): Promise<any> => (await fetch(kvitt.url + path)).json();
  const challenge = (headers: Headers) => headers.get('www-authenticate') ?? '';
  const authorize = (fields: Record<string, string>, base?: string) =>
    person.get(authorizePath({ client_id: app.client_id, scope: 'nav', ...fields }, base));

  test('publishes metadata only of endpoints that are served', async () => {
    const metadata = await json('/.well-known/oauth-authorization-server');
    assert.deepEqual(metadata.response_types_supported, ['code']);
    assert.deepEqual(metadata.grant_types_supported, ['authorization_code', 'refresh_token']);
    assert.equal(metadata.authorization_response_iss_parameter_supported, true);
    const methods = ['none', 'client_secret_post', 'client_secret_basic'];
    assert.deepEqual(metadata.token_endpoint_auth_methods_supported, methods);
    assert.deepEqual(metadata.revocation_endpoint_auth_methods_supported, methods);
    const resource = await json('/.well-known/oauth-protected-resource');
    assert.deepEqual([resource.resource, resource.bearer_methods_supported], [kvitt.url, ['header']]);
    for (const path of ['/oauth-protected-resource/x', '/openid-configuration'])
      assert.equal((await fetch(`${kvitt.url}/.well-known${path}`)).status, 404, path);
  });

  test('names the resource metadata in every challenge, and an error only where a token was sent', async () => {
    const about = `resource_metadata="${kvitt.url}/.well-known/oauth-protected-resource"`;
    const bare = await fetch(`${kvitt.url}/api/v1/agent/status`);
    assert.deepEqual([bare.status, challenge(bare.headers)], [401, `Bearer ${about}`]);
    const wrong = await agentCall(kvitt.url, '/agent/status', 'kvat_wrong');
    assert.equal(wrong.status, 401);
    assert.match(challenge(wrong.headers), /^Bearer error="invalid_token", .*resource_metadata=/);
    const narrow = await agentCall(kvitt.url, '/agent/customers', app.access_token);
    assert.equal(narrow.status, 403);
    assert.equal(
      challenge(narrow.headers),
      `Bearer error="insufficient_scope", scope="manage_customers", ${about}`,
    );
  });

  test('accepts an access token only in the header, and for the agent API only', async () => {
    const status = (init: RequestInit, query = '') =>
      fetch(`${kvitt.url}/api/v1/agent/status${query}`, init).then((answer) => answer.status);
    const { access_token: token, refresh_token } = app;
    assert.equal(await status({ headers: { authorization: `bearer ${token}` } }), 200);
    assert.equal(await status({}, `?access_token=${token}`), 401);
    const form = new URLSearchParams({ access_token: token });
    assert.notEqual(await status({ method: 'POST', body: form }), 200);
    assert.equal(await status({ headers: { authorization: `Bearer ${refresh_token}` } }), 401);
    const headers = { authorization: `Bearer ${token}` };
    for (const path of ['/api/v1/hello', '/api/v1/get-customers', '/operator/accounts'])
      assert.equal((await fetch(kvitt.url + path, { headers })).status, 401, path);
  });

  test('returns state byte by byte, with a redirect that forgets the form', async () => {
    const state = 'a b+c%20&d=é#þ"<>';
    const page = await authorize({ state, scope: 'recurring' });
    const answer = await person.submit(page, '/agent/authorize', { decision: 'allow' });
    assert.equal(answer.status, 303);
    const { searchParams } = new URL(answer.location ?? 'none:');
    assert.deepEqual(searchParams.getAll('state'), [state]);
    for (const name of ['code', 'iss']) assert.equal(searchParams.getAll(name).length, 1, name);
  });

  test('serves no response type but code', async () => {
    for (const response_type of ['token', 'id_token', 'code token', 'none', 'CODE'])
      for (const base of ['/oauth', '/agent']) {
        const { location } = await authorize({ response_type }, base);
        assert.match(location ?? '', /[?&]error=unsupported_response_type/, `${base} ${response_type}`);
      }
  });

  test('refuses parameters that are sent twice', async () => {
    const path = authorizePath({ client_id: app.client_id, scope: 'nav' });
    for (const twice of ['scope=nav', 'state=other', `code_challenge=${createPkcePair().challenge}`]) {
      const { location } = await person.get(`${path}&${twice}&${twice}`);
      assert.match(location ?? '', /[?&]error=invalid_request/, twice);
    }
    const body = new URLSearchParams({ grant_type: 'refresh_token', client_id: app.client_id });
    for (const secret of [app.client_secret, 'other']) body.append('client_secret', secret);
    const answer = await fetch(`${kvitt.url}/oauth/token`, { method: 'POST', body });
    assert.deepEqual([answer.status, ((await answer.json()) as any).error], [400, 'invalid_request']);
  });

  test('accepts its own address and paths below it as the resource of a token', async () => {
    for (const resource of [kvitt.url, `${kvitt.url}/api/v1/agent`])
      assert.equal((await authorize({ resource, scope: 'nav,task' })).status, 200, resource);
    for (const resource of ['https://other.example', `${kvitt.url}.evil.example`, 'x']) {
      const { location } = await authorize({ resource });
      assert.match(location ?? '', /error=invalid_target/, resource);
    }
  });

  test('requires a challenge of 43 characters without padding', async () => {
    const { challenge: good } = createPkcePair();
    for (const code_challenge of [good.slice(1), `${good}A`, `${good}=`, `${good.slice(1)}+`]) {
      const { location } = await authorize({ code_challenge, code_challenge_method: 'S256' });
      assert.match(location ?? '', /error=invalid_request/, code_challenge);
    }
  });

  test('gives a refresh token to no other client, and ends it after thirty days', async () => {
    const other = await authorizeClient(await kvitt.account());
    const stolen = await refreshTokens(kvitt.url, other, app.refresh_token);
    assert.deepEqual([stolen.status, stolen.body.error], [400, 'invalid_grant']);
    const own = await authorizeClient(seller, 'nav', app);
    const then = kvitt.now().getTime() + (REFRESH_SECONDS + 60) * 1000;
    kvitt.now = () => new Date(then);
    try {
      const late = await refreshTokens(kvitt.url, own, own.refresh_token);
      assert.deepEqual([late.status, late.body.error], [400, 'invalid_grant']);
    } finally {
      kvitt.resetClock();
    }
  });

  test('serves no password, implicit or client credentials grant', async () => {
    for (const grant_type of [
      'password',
      'client_credentials',
      'implicit',
      'urn:ietf:params:oauth:grant-type:jwt-bearer',
    ]) {
      const { status, body } = await exchangeCode(kvitt.url, app, 'x', { grant_type });
      assert.deepEqual([status, body.error], [400, 'unsupported_grant_type'], grant_type);
    }
  });

  test('refuses wildcards, fragments and unsafe schemes in the addresses of self-registered programs', async () => {
    const register = (uri: string) => postJson(`${kvitt.url}/oauth/register`, { redirect_uris: [uri] });
    for (const uri of [
      'custom:/cb',
      'data:text/html,x',
      'https://a.example/#',
      'http://10.0.0.1/cb',
      '//a.example/',
    ])
      assert.equal((await register(uri)).body.error, 'invalid_redirect_uri', uri);
    // A star is compared as text, so it matches no other host.
    const { body: star } = await register('https://*.example/cb');
    const at = (redirect_uri: string) =>
      person.get(authorizePath({ client_id: star.client_id, redirect_uri, response_type: 'code' }, '/oauth'));
    assert.equal((await at('https://evil.example/cb')).status, 400);
  });

  test('shows no api_key of another company to a token', async () => {
    const firm = await kvitt.account();
    const guid = await connectBookkeeper(seller, firm);
    await seller.ok('grant-bookkeeper-key', { guid });
    const [{ api_key }] = await firm.ok('get-tenants');
    assert.ok(api_key);
    const { access_token } = await authorizeClient(firm, 'bookkeeper');
    const { status, body } = await agentCall(kvitt.url, '/agent/tenants', access_token);
    assert.equal(status, 200);
    assert.deepEqual([body.result[0].api_key, body.result[0].has_key], [null, true]);
    assert.ok(!JSON.stringify(body).includes(api_key));
  });

  test('keeps codes and tokens out of caches and referrers', async () => {
    const page = await authorize({ scope: 'nav,cost' });
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
    const { headers } = await refreshTokens(kvitt.url, app, 'kvrt_wrong');
    assert.deepEqual([headers.get('cache-control'), headers.get('pragma')], ['no-store', 'no-cache']);
  });
});
