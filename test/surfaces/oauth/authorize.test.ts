import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Client } from '../../support/client.ts';
import {
  agentCall,
  authorizeClient,
  authorizePath,
  CALLBACK,
  type ClientCredentials,
  createPkcePair,
  exchangeCode,
  Person,
  registerClient,
} from '../../support/person.ts';
import { basicAuth } from '../../support/requests.ts';
import { onBothDatabases } from '../../support/service.ts';

onBothDatabases('OAuth authorize endpoint', (kvitt) => {
  let seller: Client;
  let app: ClientCredentials;
  let person: Person;
  before(async () => {
    seller = await kvitt.account({ name: 'Þórður & <synir> ehf.' });
    app = await registerClient(seller, { name: 'Tengill <b>"x"</b>' });
    person = new Person(kvitt.url);
    await person.signIn(seller);
  });

  test('shows the client, account, scopes and redirect address, all escaped', async () => {
    const scope =
      'dashboard_data,manage_customers,nav,create_invoice,payment,recurring,cost,task,sell_product,bookkeeper';
    const page = await person.get(authorizePath({ client_id: app.client_id, scope }));
    assert.equal(page.status, 200);
    const { text, headers } = page;
    assert.match(text, /<h1><bdi>Tengill &lt;b&gt;&quot;x&quot;&lt;\/b&gt;<\/bdi> asks for access<\/h1>/);
    assert.match(text, /Þórður &amp; &lt;synir&gt; ehf\./);
    assert.match(text, new RegExp(`Signed in as <bdi>${seller.username}</bdi>`));
    assert.match(text, /<strong>app\.example<\/strong>/);
    const [reads, writes] = text.split('The app can also');
    assert.match(reads ?? '', /Customers<\/li>/);
    assert.match(
      writes ?? '',
      /Issue invoices and credit notes, also as paid, and send them to your customers/,
    );
    assert.doesNotMatch(reads ?? '', /Issue invoices/);
    assert.doesNotMatch(text, /<script|\son\w+=|\sstyle=/i);
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(
      policy,
      /^default-src 'none'; style-src 'sha256-[^']+'; font-src 'self'; base-uri 'none'; form-action 'self' https:; frame-ancestors 'none'$/,
    );
    assert.equal(headers.get('x-frame-options'), 'DENY');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    person.lang = 'is-IS,is;q=0.9,en;q=0.8';
    assert.match(
      (await person.get(authorizePath({ client_id: app.client_id, scope }))).text,
      /biður um aðgang/,
    );
    person.lang = 'en';
  });

  test('shows a page and never redirects for an unknown client or address', async () => {
    const wrong: [what: string, fields: Record<string, string>][] = [
      ['an unknown client', { client_id: 'nobody' }],
      ['no client', { client_id: '' }],
      ['a NUL in the client', { client_id: 'a\0' }],
      ['a trailing slash', { redirect_uri: `${CALLBACK}/` }],
      ['an added query', { redirect_uri: `${CALLBACK}?x=1` }],
      ['a username in it', { redirect_uri: 'https://user@app.example/callback' }],
      ['another case of the path', { redirect_uri: 'https://app.example/Callback' }],
      ['another case of the host', { redirect_uri: 'https://APP.example/callback' }],
      ['a fragment', { redirect_uri: `${CALLBACK}#x` }],
      ['another scheme', { redirect_uri: 'http://app.example/callback' }],
      ['a port', { redirect_uri: 'https://app.example:443/callback' }],
      ['a path that leads back', { redirect_uri: 'https://app.example/x/../callback' }],
      ['another host', { redirect_uri: 'https://evil.example/callback' }],
      ['loopback', { redirect_uri: 'http://127.0.0.1:1234/callback' }],
      ['no address', { redirect_uri: '' }],
    ];
    for (const base of ['/agent', '/strax/agent', '/oauth']) {
      for (const [title, fields] of wrong) {
        const page = await person.get(
          authorizePath({ client_id: app.client_id, scope: 'nav', ...fields }, base),
        );
        assert.deepEqual([title, page.status, page.location], [title, 400, null]);
        assert.match(page.text, /Invalid client or redirect URI/);
      }
    }
    const twice = await person.get(
      `${authorizePath({ client_id: app.client_id })}&redirect_uri=https://evil.example/`,
    );
    assert.deepEqual([twice.status, twice.location], [400, null]);
    const answer = await fetch(`${kvitt.url}${authorizePath({ client_id: 'nobody' })}`, {
      headers: { accept: 'application/json' },
    });
    const body: any = await answer.json();
    assert.deepEqual([answer.status, body.message], [400, 'Invalid client or redirect URI']);
  });

  test('returns other errors to the client with state and issuer', async () => {
    const table: [what: string, error: string, fields: Record<string, string>, base?: string][] = [
      [
        'plain',
        'invalid_request',
        { code_challenge: createPkcePair().challenge, code_challenge_method: 'plain' },
      ],
      ['a method without challenge', 'invalid_request', { code_challenge_method: 'S256' }],
      ['a challenge that is none', 'invalid_request', { code_challenge: 'short' }],
      ['a token at once', 'unsupported_response_type', { response_type: 'token' }],
      ['no type on the path of the standards', 'unsupported_response_type', {}, '/oauth'],
      ['an unknown scope', 'invalid_scope', { scope: 'nav,everything' }],
      ['a resource elsewhere', 'invalid_target', { resource: 'https://other.example' }],
    ];
    for (const [title, error, fields, base] of table) {
      const page = await person.get(
        authorizePath({ client_id: app.client_id, scope: 'nav', ...fields }, base),
      );
      const back = new URL(page.location ?? 'none:');
      assert.deepEqual([title, back.searchParams.get('error')], [title, error]);
      assert.equal(back.origin + back.pathname, CALLBACK);
      assert.equal(back.searchParams.get('state'), 'xyz');
      assert.equal(back.searchParams.get('iss'), kvitt.url);
      assert.equal(back.searchParams.get('code'), null);
    }
  });

  test('grants nothing when the person declines', async () => {
    const path = authorizePath({ client_id: app.client_id, scope: 'nav' });
    const page = await person.submit(await person.get(path), '/agent/authorize', { decision: 'deny' });
    assert.equal(page.status, 303);
    const back = new URL(page.location ?? 'none:');
    assert.equal(back.searchParams.get('error'), 'access_denied');
    assert.equal(back.searchParams.get('code'), null);
  });

  test('refuses a form that did not come from its page', async () => {
    const path = authorizePath({ client_id: app.client_id, scope: 'nav' });
    const page = await person.get(path);
    const stranger = new Person(kvitt.url);
    await stranger.signIn(await kvitt.account());
    for (const form_key of ['', 'wrong', 'a'.repeat(32)]) {
      const refusal = await person.submit(page, '/agent/authorize', { decision: 'allow', form_key });
      assert.deepEqual([refusal.status, refusal.location], [403, null]);
      const repeated =
        /<a href="(\/agent\/authorize[^"]*)">Open the page again</.exec(refusal.text)?.[1] ?? '';
      assert.equal((await person.get(repeated.replaceAll('&amp;', '&'))).status, 200);
    }
    const foreignForm = await stranger.submit(page, '/agent/authorize', { decision: 'allow' });
    assert.equal(foreignForm.location, null);
    const signedOut = await new Person(kvitt.url).submit(page, '/agent/authorize', { decision: 'allow' });
    assert.match(signedOut.location ?? '', /^\/sign-in\?/);
  });

  test('remembers consent for the same scopes, and asks again for others', async () => {
    const scopes = (scope: string) => authorizePath({ client_id: app.client_id, scope });
    await person.allow(scopes('nav cost'), seller);
    assert.match((await person.get(scopes('cost,nav'))).location ?? '', /[?&]code=/);
    assert.equal((await person.get(scopes('cost,nav,task'))).location, null);
    const revoked = await fetch(`${kvitt.url}/api/v1/agents/${app.client_id}`, {
      method: 'DELETE',
      headers: basicAuth(seller),
    });
    assert.equal(revoked.status, 200);
    assert.equal((await person.get(scopes('nav'))).location, null);
  });

  test('offers and grants only scopes of the plan', async () => {
    const small = await kvitt.account({ subscriptions: ['webservice', 'task'] });
    const client = await registerClient(small);
    const path = authorizePath({ client_id: client.client_id, scope: 'nav,recurring,task' });
    const otherPerson = new Person(kvitt.url);
    await otherPerson.signIn(small);
    assert.match((await otherPerson.get(path)).text, /not part of your plan: See recurring invoices; set up/);
    const back = await otherPerson.allow(path, small);
    const { body } = await exchangeCode(kvitt.url, client, back.searchParams.get('code') ?? '');
    assert.equal(body.scope, 'nav,task');
    const nothing = await otherPerson.get(authorizePath({ client_id: client.client_id, scope: 'recurring' }));
    assert.match(nothing.location ?? '', /error=invalid_scope/);
    const none = await kvitt.account({ subscriptions: [] });
    const other = new Person(kvitt.url);
    await other.signIn(none);
    await kvitt.operator('POST', `/clients/${client.client_id}`, { app_client: true });
    const page = await other.get(path);
    assert.deepEqual([page.status, page.location], [403, null]);
  });

  test('lets the owner grant fewer scopes, and set the limits of the app', async () => {
    const chosen = await registerClient(seller, { name: 'Choices' });
    const scope = 'nav,cost,create_invoice';
    const path = authorizePath({ client_id: chosen.client_id, scope });
    const granted = async () => {
      const response = await fetch(`${kvitt.url}/api/v1/agents`, { headers: basicAuth(seller) });
      const { data } = (await response.json()) as {
        data: { agent_id: string; scopes: string[]; limits: any }[];
      };
      return data.find(({ agent_id }) => agent_id === chosen.client_id);
    };
    const page = await person.get(path);
    assert.match(page.text, /<input type="radio" name="mode" value="act" checked>/);
    assert.match(
      page.text,
      /No limits are set now: with “Act” the app can issue and send documents of any amount/,
    );
    const [, folded = ''] = /<details>(.*?)<\/details>/s.exec(page.text) ?? [];
    assert.match(folded, /allow_nav/);
    assert.doesNotMatch(folded, /max_amount/, 'the limits are not folded away');
    const form = { decision: 'allow', max_amount: '', max_amount_per_day: '', max_documents_per_day: '' };
    const nothing = await person.submit(page, '/agent/authorize', form);
    assert.equal(nothing.status, 403, 'every tick was taken away');
    assert.equal(await granted(), undefined);
    const bounds = { max_amount: '100.000', max_amount_per_day: '500 000', max_documents_per_day: '20' };
    const allowed = { ...form, ...bounds, mode: 'act', new_recipients: 'propose', allow_nav: '1' };
    const back = await person.submit(page, '/agent/authorize', allowed);
    const code = new URL(back.location ?? '').searchParams.get('code') ?? '';
    assert.equal((await exchangeCode(kvitt.url, chosen, code)).body.scope, 'nav');
    const grant = await granted();
    assert.deepEqual(grant?.scopes, ['nav']);
    const limits = { max_amount: 100_000, max_amount_per_day: 500_000, max_documents_per_day: 20 };
    assert.deepEqual(grant?.limits, { mode: 'act', ...limits, new_recipients: 'propose' });
    // The present limits are preselected, and a consent without choices leaves them.
    const again = await person.get(path);
    assert.match(again.text, /name="max_amount" [^>]*value="100000"/);
    assert.doesNotMatch(again.text, /No limits are set now/);
    await person.submit(again, '/agent/authorize', { decision: 'allow' });
    assert.deepEqual((await granted())?.limits.max_amount, 100_000);
    const broken = await person.submit(
      await person.get(authorizePath({ client_id: chosen.client_id, scope: 'task' })),
      '/agent/authorize',
      {
        ...allowed,
        allow_task: '1',
        max_amount: 'much',
      },
    );
    assert.ok(broken.status >= 400, 'a bound that cannot be read grants nothing');
    assert.ok(!(await granted())?.scopes.includes('task'));
  });

  test('restricts a client to its own account until the operator opens it to all', async () => {
    const other = await kvitt.account();
    const ownClient = await registerClient(seller, { name: 'Shared' });
    const path = authorizePath({ client_id: ownClient.client_id, scope: 'dashboard_data' });
    const otherVisitor = new Person(kvitt.url);
    await otherVisitor.signIn(other);
    assert.equal((await otherVisitor.get(path)).status, 400);
    const { status, body } = await kvitt.operator('POST', `/clients/${ownClient.client_id}`, {
      app_client: true,
    });
    assert.deepEqual(
      [status, body],
      [200, { client_id: ownClient.client_id, name: 'Shared', app_client: true }],
    );
    const tokens = await authorizeClient(other, 'dashboard_data', ownClient);
    assert.equal(
      (await agentCall(kvitt.url, '/agent/status', tokens.access_token)).body.username,
      other.username,
    );
    const own = await fetch(`${kvitt.url}/api/v1/agents`, { headers: basicAuth(seller) });
    assert.ok(!(await own.text()).includes(ownClient.client_id), 'the grant is the one who consented');
    assert.equal((await kvitt.operator('POST', '/clients/nobody', { app_client: true })).status, 404);
    assert.equal((await kvitt.operator('POST', `/clients/${ownClient.client_id}`, {})).status, 422);
  });

  test('publishes server metadata', async () => {
    const get = async (path: string): Promise<any> => (await fetch(kvitt.url + path)).json();
    const server = await get('/.well-known/oauth-authorization-server');
    assert.equal(server.issuer, kvitt.url);
    assert.deepEqual(server.code_challenge_methods_supported, ['S256']);
    for (const name of ['authorization', 'token', 'registration', 'revocation']) {
      const response = await fetch(server[`${name}_endpoint`], { method: 'PUT' });
      assert.equal(response.status, 405, name);
    }
    for (const path of ['/agent/register', '/agent/token', '/strax/agent/token']) {
      const response = await fetch(kvitt.url + path, { method: 'PUT' });
      const message = 'Method not allowed — expected POST';
      assert.deepEqual(await response.json(), { error: true, message, code: 405 }, path);
      assert.deepEqual([response.status, response.headers.get('allow')], [405, 'POST']);
    }
    const resource = await get('/.well-known/oauth-protected-resource');
    assert.deepEqual(resource.authorization_servers, [kvitt.url]);
    assert.equal(
      (await get('/.well-known/oauth-protected-resource/api/v1/agent')).resource,
      `${kvitt.url}/api/v1/agent`,
    );
  });
});
