import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { Client, type Reply } from '../../support/client.ts';
import { type Answer, type Body, basicAuth, credentialsQuery, send } from '../../support/requests.ts';
import { onBothDatabases } from '../../support/service.ts';

const HELLO = '/api/v1/hello';
const JSON_TYPE = { 'content-type': 'application/json' };

function form(fields: Record<string, string>): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return body;
}

/** Sends a form with a GET, which fetch refuses to do. */
function getWithBody(url: string, body: string | URLSearchParams): Promise<{ status: number; body: Reply }> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': `${body}`.length };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'GET', headers }, async (response) => {
      const chunks = await response.toArray();
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) });
    });
    sent.on('error', reject).end(`${body}`);
  });
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
  });

  test('takes each credential from its field, or else from Basic, without the spaces around it', async () => {
    const [seller, other] = [await kvitt.account({ name: 'Seller' }), await kvitt.account({ name: 'Other' })];
    const { username, apiKey: api_key } = seller;
    const ways: [
      fields: Record<string, string>,
      headers: Record<string, string>,
      expected: string | number,
    ][] = [
      [{ username: '', api_key: '' }, basicAuth(seller), 'Seller'],
      [{ username: ' ', api_key: '\n' }, basicAuth(seller), 'Seller'],
      [{ username: '', api_key }, basicAuth(seller), 'Seller'],
      [{ username }, basicAuth(seller), 'Seller'],
      [{ api_key }, basicAuth(seller), 'Seller'],
      [{ username }, basicAuth(new Client(kvitt.url, '', api_key)), 'Seller'],
      [{ api_key }, basicAuth(new Client(kvitt.url, username, '')), 'Seller'],
      [{ username }, basicAuth(other), 401],
      [{ api_key }, basicAuth(other), 401],
      [{ username: `${username}\r\n`, api_key: ` ${api_key}\n` }, {}, 'Seller'],
      [{}, basicAuth(new Client(kvitt.url, ` ${username}`, `${api_key} \n`)), 'Seller'],
    ];
    for (const [fields, headers, expected] of ways) {
      const { status, body } = await post(new URLSearchParams(fields), headers);
      assert.equal(body.name ?? status, expected, JSON.stringify([fields, headers]));
    }
    const query = `${HELLO}?username=&api_key=`;
    assert.equal((await send(kvitt.url, query, { headers: basicAuth(seller) })).body.name, 'Seller');
  });

  test('says which credentials were not sent, and that a GET takes them in the query', async () => {
    const seller = await kvitt.account();
    const { username, apiKey: api_key } = seller;
    const end = 'sent; send username and api_key as fields, or with HTTP Basic';
    const none = `No username and api_key were ${end}`;
    const table: [fields: Record<string, string>, headers: Record<string, string>, message: string][] = [
      [{}, {}, none],
      [{ username: '', api_key: '' }, {}, none],
      [{ username: '' }, { authorization: `Bearer ${api_key}` }, none],
      [{ username }, {}, `No api_key was ${end}`],
      [{ api_key }, {}, `No username was ${end}`],
      [{ api_key }, { authorization: 'Basic !!!' }, `No username was ${end}`],
    ];
    for (const [fields, headers, message] of table) {
      const { status, body, headers: answered } = await post(new URLSearchParams(fields), headers);
      const refusal = { status: false, message, result: null, error_code: 'credentials_missing' };
      assert.deepEqual([status, body], [401, refusal]);
      assert.match(answered.get('www-authenticate') ?? '', /^Basic /);
    }
    // fetch sends no body with a GET.
    const answer = await getWithBody(`${kvitt.url}${HELLO}`, new URLSearchParams({ username, api_key }));
    const where = 'in the query, because the body of a GET is not read';
    const message = `No username and api_key were sent; send username and api_key ${where}, or with HTTP Basic`;
    assert.deepEqual([answer.status, answer.body.message], [401, message]);
  });

  test('refuses the fields in the body of a GET, which would be ignored', async () => {
    const seller = await kvitt.account();
    const get = (body: string) =>
      getWithBody(`${kvitt.url}/api/v1/get-count-invoices?${credentialsQuery(seller)}`, body);
    const { status, body } = await get('accounting_status=Posted');
    const why = 'a GET takes its fields from the query; send them there, or use POST';
    const message = `The request body could not be read: ${why}`;
    assert.deepEqual([status, body.message, body.error_code], [400, message, 'body_unreadable']);
    for (const empty of ['', '{}']) assert.equal((await get(empty)).status, 200, empty);
  });

  test('answers alike for an unknown user and a wrong key, on every kind of endpoint', async () => {
    const [seller, other] = [await kvitt.account(), await kvitt.account()];
    const { url, username, apiKey } = seller;
    const wrong = [
      new Client(url, username, 'wrong'),
      new Client(url, username, other.apiKey),
      new Client(url, username, `x${apiKey}`),
      new Client(url, username, apiKey.toUpperCase()),
      new Client(url, 'nobody', apiKey),
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
      assert.deepEqual(
        [withoutCredentials.status, withoutCredentials.body.error_code],
        [401, 'credentials_missing'],
      );
    }
    for (const authorization of [
      'Basic',
      'Basic Og==',
      'Basic bm9jb2xvbg==',
      `Bearer ${apiKey}`,
      'Basic AAAA',
    ]) {
      const answer = await post(undefined, { authorization });
      assert.deepEqual([answer.status, answer.body.error_code], [401, 'credentials_missing'], authorization);
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
