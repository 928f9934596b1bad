import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Client } from '../../support/client.ts';
import {
  authorizePath,
  type ClientCredentials,
  createPkcePair,
  exchangeCode,
  Person,
  postJson,
  registerClient,
} from '../../support/person.ts';
import { onBothDatabases } from '../../support/service.ts';

onBothDatabases('OAuth clients that register themselves', (kvitt) => {
  let seller: Client;
  let app: ClientCredentials;
  let person: Person;
  before(async () => {
    seller = await kvitt.account();
    app = await registerClient(seller);
    person = new Person(kvitt.url);
    await person.signIn(seller);
  });

  test('treats self-registered clients as public: loopback with any port, PKCE and consent required', async () => {
    const { status, body: client } = await postJson(`${kvitt.url}/oauth/register`, {
      client_name: 'Native',
      redirect_uris: ['http://127.0.0.1/cb', 'https://native.example/cb'],
      token_endpoint_auth_method: 'client_secret_basic',
    });
    assert.equal(status, 201);
    assert.deepEqual([client.token_endpoint_auth_method, client.client_secret], ['none', undefined]);
    const { verifier, challenge } = createPkcePair();
    const fields = { client_id: client.client_id, response_type: 'code', scope: 'nav' };
    const at = (
      redirect_uri: string,
      more: object = { code_challenge: challenge, code_challenge_method: 'S256' },
    ) => person.get(authorizePath({ ...fields, redirect_uri, ...more }, '/oauth'));
    const bare = await at('http://127.0.0.1:51234/cb', {});
    assert.match(bare.location ?? '', /error=invalid_request/);
    for (const good of ['http://127.0.0.1:51234/cb', 'http://127.0.0.1/cb', 'https://native.example/cb']) {
      const page = await at(good);
      assert.equal(page.status, 200, good);
      assert.match(page.text, /registered itself/);
    }
    for (const bad of [
      'http://127.0.0.1:51234/cb/',
      'http://127.0.0.1:1/cb?x=1',
      'http://localhost:51234/cb',
      'https://native.example:444/cb',
      'http://127.0.0.1:99999/cb',
      'http://u@127.0.0.1:1/cb',
    ]) {
      assert.equal((await at(bad)).status, 400, bad);
    }
    const redirect_uri = 'http://127.0.0.1:51234/cb';
    const path = authorizePath({ ...fields, redirect_uri, code_challenge: challenge }, '/oauth');
    const back = await person.allow(path, seller);
    assert.equal(back.host, '127.0.0.1:51234');
    assert.equal((await at(redirect_uri)).status, 200, 'asked again');
    const code = back.searchParams.get('code') ?? '';
    const tokens = await exchangeCode(kvitt.url, { ...client, client_secret: undefined }, code, {
      redirect_uri,
      code_verifier: verifier,
    });
    assert.equal(tokens.status, 200, tokens.body.message);
  });

  test('does not redirect errors in a browser to an address that anyone could have registered', async () => {
    const { body: attacker } = await postJson(`${kvitt.url}/oauth/register`, {
      redirect_uris: ['https://forger.example/cb'],
    });
    const wrong = { scope: 'everything', redirect_uri: 'https://forger.example/cb', response_type: 'code' };
    const path = authorizePath({ client_id: attacker.client_id, ...wrong }, '/oauth');
    const page = await person.get(path);
    assert.deepEqual([page.status, page.location], [400, null]);
    const link = /<a href="(https:[^"]*)" rel="noreferrer">Back to forger\.example<\/a>/.exec(page.text)?.[1];
    assert.match(link ?? '', /^https:\/\/forger\.example\/cb\?error=invalid_scope&amp;.*state=xyz/);
    assert.match((await new Person(kvitt.url).get(path)).location ?? '', /^\/sign-in\?/);
    const own = authorizePath({ client_id: app.client_id, scope: 'everything' });
    assert.match((await new Person(kvitt.url).get(own)).location ?? '', /^\/sign-in\?/);
    const stranger = new Person(kvitt.url);
    await stranger.signIn(await kvitt.account());
    assert.deepEqual([(await stranger.get(own)).status, (await stranger.get(own)).location], [400, null]);
    const program = await fetch(`${kvitt.url}${path}`, { redirect: 'manual' });
    assert.match(
      program.headers.get('location') ?? '',
      /^https:\/\/forger\.example\/cb\?error=invalid_scope/,
    );
  });

  test('refuses an invalid self-registration with standard error codes', async () => {
    const table: [error: string, body: object][] = [
      ['invalid_redirect_uri', {}],
      ['invalid_redirect_uri', { redirect_uris: [] }],
      ['invalid_redirect_uri', { redirect_uris: 'https://a.example/' }],
      ['invalid_redirect_uri', { redirect_uris: ['http://a.example/'] }],
      ['invalid_redirect_uri', { redirect_uris: ['https://a.example/#x'] }],
      ['invalid_redirect_uri', { redirect_uris: ['javascript:alert(1)'] }],
      ['invalid_redirect_uri', { redirect_uris: [7] }],
      ['invalid_redirect_uri', { redirect_uris: Array(11).fill('https://a.example/') }],
      ['invalid_client_metadata', { redirect_uris: ['https://a.example/'], client_name: 'x'.repeat(101) }],
      ['invalid_client_metadata', { redirect_uris: ['https://a.example/'], client_name: { a: 1 } }],
      ['invalid_client_metadata', { redirect_uris: ['https://a.example/'], client_name: 'gro.live\u202E' }],
    ];
    for (const [error, sent] of table) {
      const { status, body } = await postJson(`${kvitt.url}/oauth/register`, sent);
      assert.deepEqual([status, body.error], [400, error], JSON.stringify(sent));
    }
  });
});
