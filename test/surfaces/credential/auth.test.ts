import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from '../../support/client.ts';
import { type Answer, type Body, basicAuth, credentialsQuery, send } from '../../support/requests.ts';
import { onBothDatabases } from '../../support/service.ts';

const HELLO = '/api/v1/hello';
const JSON_TYPE = { 'content-type': 'application/json' };

function form(fields: Record<string, string>): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return body;
}

onBothDatabases('credentials', (kvitt) => {
  const post = (body: Body | undefined, headers: Record<string, string> = {}, query = '') =>
    send(kvitt.url, HELLO + query, { method: 'POST', headers, ...(body !== undefined && { body }) });

  test('hello returns its fields, however the credentials are sent', async () => {
    const seller = await kvitt.account({ name: 'Þórður & synir "ehf."', vat_no: '12345' });
    const { username, apiKey: api_key } = seller;
    const fields = { username, api_key };
    const answers = await Promise.all([
      send(kvitt.url, `${HELLO}?${credentialsQuery(seller)}`),
      send(kvitt.url, HELLO, { headers: basicAuth(seller) }),
      send(kvitt.url, HELLO, {
        headers: { authorization: basicAuth(seller).authorization?.replace('Basic', 'basic ') ?? '' },
      }),
      post(new URLSearchParams(fields)),
      post(form(fields)),
      post(JSON.stringify(fields), JSON_TYPE),
      post(undefined, basicAuth(seller)),
      post('', { ...basicAuth(seller), ...JSON_TYPE }),
      post(undefined, {}, `?${credentialsQuery(seller)}`),
      post(new URLSearchParams({ username: username.toUpperCase(), api_key })),
    ]);
    const { registration_no } = (await kvitt.operator('GET', `/accounts/${username}`)).body;
    for (const [i, { status, headers, body }] of answers.entries()) {
      assert.equal(status, 200, `way ${i}: ${body.message}`);
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
      assert.deepEqual(body, {
        status: true,
        message: 'Connection succeeded',
        name: 'Þórður & synir "ehf."',
        registration_no,
        vat_no: '12345',
      });
    }
  });

  test('prefers fields to Basic authentication, and the body to the query', async () => {
    const [seller, other] = [await kvitt.account({ name: 'Seller' }), await kvitt.account({ name: 'Other' })];
    const fields = new URLSearchParams({ username: seller.username, api_key: seller.apiKey });
    const wrong = new URLSearchParams({ username: seller.username, api_key: 'wrong' });
    const nameOrStatus = async (answer: Promise<Answer>) => (await answer).body.name ?? (await answer).status;
    assert.equal(await nameOrStatus(post(fields, basicAuth(other))), 'Seller');
    assert.equal(await nameOrStatus(post(fields, { authorization: 'Basic !!!' })), 'Seller');
    assert.equal(await nameOrStatus(post(wrong, basicAuth(seller))), 401);
    assert.equal(
      await nameOrStatus(
        send(kvitt.url, `${HELLO}?${credentialsQuery(seller)}`, { headers: basicAuth(other) }),
      ),
      'Seller',
    );
    assert.equal(await nameOrStatus(post(fields, {}, `?${credentialsQuery(other)}`)), 'Seller');
    assert.equal(
      await nameOrStatus(post(new URLSearchParams({ api_key: seller.apiKey }), basicAuth(seller))),
      401,
    );
  });

  test('answers alike for an unknown user and a wrong key, on every kind of endpoint', async () => {
    const [seller, other] = [await kvitt.account(), await kvitt.account()];
    const { url, username, apiKey } = seller;
    const wrong = [
      new Client(url, username, 'wrong'),
      new Client(url, username, other.apiKey),
      new Client(url, username, ` ${apiKey}`),
      new Client(url, username, apiKey.toUpperCase()),
      new Client(url, 'nobody', apiKey),
      new Client(url, '', apiKey),
      new Client(url, username, ''),
      new Client(url, '', ''),
      new Client(url, `${username}'--`, apiKey),
    ];
    const body = {
      status: false,
      message: 'Invalid api_key',
      result: null,
      error_code: 'invalid_credentials',
    };
    for (const endpoint of [
      'hello',
      'get-invoices',
      'get-customer',
      'create-invoice',
      'do-paid-invoice',
      'upload-file',
    ]) {
      for (const client of wrong) {
        const fields = { guid: 'x', data: '{' };
        assert.deepEqual(await client.call(endpoint, fields), { ...body, httpStatus: 401 }, endpoint);
      }
      const withoutCredentials = await send(url, `/api/v1/${endpoint}`, { method: 'POST' });
      assert.deepEqual([withoutCredentials.status, withoutCredentials.body], [401, body]);
    }
    for (const authorization of [
      'Basic',
      'Basic Og==',
      'Basic bm9jb2xvbg==',
      `Bearer ${apiKey}`,
      'Basic AAAA',
    ]) {
      assert.deepEqual((await post(undefined, { authorization })).body, body, authorization);
    }
  });

  test('refuses an account without web-service access until it has it', async () => {
    const seller = await kvitt.account({ subscriptions: ['claim'] });
    const message = 'This account has no web-service access; ask the operator to add it';
    const refusal = {
      httpStatus: 403,
      status: false,
      message,
      result: null,
      error_code: 'webservice_required',
    };
    const plan = (subscriptions: string[]) =>
      kvitt.operator('PATCH', `/accounts/${seller.username}`, { subscriptions });
    assert.deepEqual(await seller.call('hello'), refusal);
    assert.deepEqual(
      await seller.call('create-item', { data: { description: 'x', unit_price: 1 } }),
      refusal,
    );
    await plan(['webservice']);
    assert.equal((await seller.call('hello')).httpStatus, 200);
    await plan([]);
    assert.deepEqual(await seller.call('hello'), refusal);
  });

  test('refuses a closed account at once, and serves it again when it is reopened', async () => {
    const seller = await kvitt.account();
    const close = (disabled: boolean) =>
      kvitt.operator('PATCH', `/accounts/${seller.username}`, { disabled });
    assert.equal((await seller.call('hello')).httpStatus, 200);
    await close(true);
    const message = 'This account is closed for use; ask the operator to open it';
    const refusal = { httpStatus: 403, status: false, message, result: null, error_code: 'account_disabled' };
    assert.deepEqual(await seller.call('get-count-items'), refusal);
    const clientWithWrongKey = new Client(kvitt.url, seller.username, 'wrong');
    assert.equal((await clientWithWrongKey.call('hello')).error_code, 'invalid_credentials');
    await close(false);
    assert.equal((await seller.call('hello')).httpStatus, 200);
  });

  test('refuses a replaced key at once, and accepts the new one', async () => {
    const seller = await kvitt.account();
    assert.equal((await seller.call('hello')).httpStatus, 200);
    const { body } = await kvitt.operator('POST', `/accounts/${seller.username}/api-key`);
    assert.equal((await seller.call('hello')).httpStatus, 401);
    assert.equal((await new Client(kvitt.url, seller.username, body.api_key).call('hello')).httpStatus, 200);
  });
});
