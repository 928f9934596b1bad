import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CALLBACK, Person, postJson } from '../../support/person.ts';
import { basicAuth } from '../../support/requests.ts';
import { onBothDatabases } from '../../support/service.ts';

onBothDatabases('client registration', (kvitt) => {
  const post = (body: unknown, headers: Record<string, string> = {}, base = '/agent') =>
    postJson(`${kvitt.url}${base}/register`, body, headers);
  const app = { name: 'An app', redirect_uri: CALLBACK };

  test('accepts the key in the body, Basic authentication or a session, on both paths', async () => {
    const seller = await kvitt.account();
    const person = new Person(kvitt.url);
    await person.signIn(seller);
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const keys = { username: seller.username, api_key: seller.apiKey };
    const first = await post({ ...keys, ...app, description: 'Does things' });
    const { client_id, client_secret, ...rest } = first.body;
    assert.equal(first.status, 200);
    assert.deepEqual(rest, { status: true, existing: false, ...app });
    assert.match(client_secret, /^kvcs_[\w-]{43}$/);
    assert.equal(first.headers.get('cache-control'), 'no-store');
    const repeated = { status: true, existing: true, client_id, client_secret: null, ...app };
    assert.deepEqual((await post(app, basicAuth(seller))).body, repeated);
    assert.deepEqual((await post(app, { cookie })).body, repeated);
    assert.deepEqual((await post({ ...keys, ...app }, {}, '/strax/agent')).body, repeated);
    const form = await fetch(`${kvitt.url}/agent/register`, {
      method: 'POST',
      headers: { cookie },
      body: new URLSearchParams(app),
    });
    assert.equal(form.status, 401, 'a form of another page could send a cookie');
  });

  test('is identified by account, name and address; returns a new secret only on request', async () => {
    const [seller, other] = [await kvitt.account(), await kvitt.account()];
    const ids = new Set<string>();
    for (const [by, fields] of [
      [seller, app],
      [seller, { ...app, name: 'Another' }],
      [seller, { ...app, redirect_uri: `${CALLBACK}2` }],
      [other, app],
    ] as const) {
      const { body } = await post(fields, basicAuth(by));
      assert.equal(body.existing, false);
      ids.add(body.client_id);
    }
    assert.equal(ids.size, 4);
    const { body } = await post({ ...app, rotate_secret: true }, basicAuth(seller));
    assert.deepEqual([body.existing, body.rotated, typeof body.client_secret], [true, true, 'string']);
    const fresh = await post({ ...app, name: 'New', rotate_secret: 'true' }, basicAuth(seller));
    assert.deepEqual([fresh.body.existing, fresh.body.rotated], [false, undefined]);
  });

  test('creates one client and one secret from ten concurrent requests', async () => {
    const seller = await kvitt.account();
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(app, basicAuth(seller))));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.equal(new Set(answers.map(({ body }) => body.client_id)).size, 1);
    assert.equal(answers.filter(({ body }) => body.client_secret !== null).length, 1);
  });

  test('is refused with 401, 403 or 422 and an error code', async () => {
    const seller = await kvitt.account();
    const withoutKey = await kvitt.account({ subscriptions: [] });
    const refusal = async (body: unknown, headers: Record<string, string> = {}) => {
      const answer = await post(body, headers);
      assert.deepEqual(Object.keys(answer.body), ['status', 'code', 'message']);
      assert.equal(answer.body.status, false);
      return [answer.status, answer.body.code];
    };
    const unknown = [401, 'invalid_credentials'];
    assert.deepEqual(await refusal(app), unknown);
    assert.deepEqual(await refusal({ ...app, username: seller.username, api_key: 'wrong' }), unknown);
    assert.deepEqual(await refusal({ ...app, username: 'nobody', api_key: seller.apiKey }), unknown);
    assert.deepEqual(await refusal({ ...app, username: seller.username }), unknown);
    assert.deepEqual(await refusal({ ...app, username: 'a\0', api_key: 'b' }), unknown);
    assert.deepEqual(await refusal(app, { cookie: 'kvitt=wrong' }), unknown);
    assert.deepEqual(await refusal(app, basicAuth(withoutKey)), [403, 'webservice_required']);
    const invalid = [422, 'validation_error'];
    for (const fields of [
      { name: undefined },
      { name: ' ' },
      { name: 'x'.repeat(101) },
      { name: { a: 1 } },
      { name: 'gro.live\u202E' },
      { redirect_uri: undefined },
      { redirect_uri: 'http://app.example/callback' },
      { redirect_uri: 'http://127.0.0.1/callback' },
      { redirect_uri: 'https://user:pw@app.example/' },
      { redirect_uri: 'https://app.example/#fragment' },
      { redirect_uri: 'app.example/callback' },
      { redirect_uri: 'https://app.example/a b' },
      { redirect_uri: `https://app.example/${'x'.repeat(2000)}` },
      { redirect_uri: ['https://app.example/'] },
      { rotate_secret: 'perhaps' },
      { description: 'x'.repeat(501) },
    ]) {
      assert.deepEqual(
        await refusal({ ...app, ...fields }, basicAuth(seller)),
        invalid,
        JSON.stringify(fields),
      );
    }
    const unreadable = await fetch(`${kvitt.url}/agent/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":',
    });
    const errors: any = await unreadable.json();
    assert.deepEqual([unreadable.status, errors.status, errors.code], [400, false, 'body_unreadable']);
    assert.equal(
      (await post(app, basicAuth(seller))).body.existing,
      false,
      'a refused call has left something',
    );
  });
});
