import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyKennitala } from '../../domain/generators.ts';
import { Client } from '../../support/client.ts';
import { OPERATOR_TOKEN } from '../../support/databases.ts';
import { credentialsQuery, send } from '../../support/requests.ts';
import { onBothDatabases, type TestService } from '../../support/service.ts';

const CODE = 'kóði & 7';
const PARAMETER = `en4_maint_code=${encodeURIComponent(CODE)}`;
const CLOSED = {
  status: false,
  message: 'Down for maintenance; development calls need the parameter en4_maint_code',
  result: null,
  error_code: 'maintenance',
};

async function openAccount(kvitt: TestService): Promise<Client> {
  const { body } = await send(kvitt.url, `/operator/accounts?${PARAMETER}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      username: 'guarded',
      password: 'a good password',
      name: 'Guarded',
      registration_no: companyKennitala(705),
    }),
  });
  return new Client(kvitt.url, body.username, body.api_key);
}

const env = { KVITT_MAINT_CODE: CODE, KVITT_TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' };

onBothDatabases(
  'a development node behind a proxy',
  (kvitt) => {
    let seller: Client;

    test('serves requests with its access code', async () => {
      seller = await openAccount(kvitt);
      const { status, body } = await send(
        kvitt.url,
        `/api/v1/hello?${credentialsQuery(seller)}&${PARAMETER}`,
      );
      assert.deepEqual([status, body.name], [200, 'Guarded']);
      const form = new URLSearchParams({ username: seller.username, api_key: seller.apiKey });
      const posted = await send(kvitt.url, `/api/v1/get-items?${PARAMETER}`, { method: 'POST', body: form });
      assert.deepEqual([posted.status, posted.body.result], [200, []]);
    });

    test('refuses all other requests, whatever they ask for', async () => {
      const wrong = [
        '',
        'en4_maint_code=',
        'en4_maint_code=wrong',
        `${PARAMETER}&${PARAMETER}`,
        `${PARAMETER}x`,
      ];
      for (const query of wrong) {
        for (const path of [
          '/api/v1/hello',
          '/api/v1/nothing',
          '/',
          '/docs',
          '/operator/accounts',
          '/healthy',
          '/metrics/x',
        ]) {
          const { status, headers, body } = await send(
            kvitt.url,
            `${path}?${credentialsQuery(seller)}&${query}`,
          );
          assert.equal(status, 503, `${path} ${query}`);
          if (path.startsWith('/operator')) continue;
          assert.deepEqual([headers.get('retry-after'), body], ['5', CLOSED]);
        }
      }
      const inBody = new URLSearchParams({
        username: seller.username,
        api_key: seller.apiKey,
        en4_maint_code: CODE,
      });
      assert.equal((await send(kvitt.url, '/api/v1/hello', { method: 'POST', body: inBody })).status, 503);
    });

    test('serves health and metrics without a code, also over plain http', async () => {
      const headers = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'http' };
      for (const path of ['/health', '/health/ready', '/metrics']) {
        assert.equal((await fetch(kvitt.url + path, { headers })).status, 200, path);
      }
    });

    test("stores the code in a browser's cookie, and refuses a forged cookie", async () => {
      const headers = { accept: 'text/html,*/*' };
      const page = await fetch(`${kvitt.url}/api/v1/hello?${credentialsQuery(seller)}&${PARAMETER}`, {
        headers,
      });
      const cookie = page.headers.get('set-cookie') ?? '';
      assert.match(cookie, /; HttpOnly; SameSite=Lax/);
      const path = `/api/v1/hello?${credentialsQuery(seller)}`;
      const keptCookie = cookie.split(';', 1)[0] ?? '';
      assert.equal((await send(kvitt.url, path, { headers: { cookie: `a=b; ${keptCookie}` } })).status, 200);
      for (const other of [
        'en4_maint_code=wrong',
        'en4_maint_code=%zz',
        'en4_maint_code=%',
        'en4_maint_code',
      ]) {
        assert.equal((await send(kvitt.url, path, { headers: { cookie: other } })).status, 503, other);
      }
      const program = await fetch(`${kvitt.url}/api/v1/hello?${credentialsQuery(seller)}&${PARAMETER}`);
      assert.equal(program.headers.get('set-cookie'), null);
    });

    test('refuses plain http from other machines before it reads anything, but not https', async () => {
      const path = `/api/v1/hello?${credentialsQuery(seller)}&${PARAMETER}`;
      const sendThroughProxy = (from: string, proto?: string) => ({
        headers: { 'x-forwarded-for': from, ...(proto && { 'x-forwarded-proto': proto }) },
      });
      const refusal = {
        status: false,
        message: 'HTTPS must be used',
        result: null,
        error_code: 'https_required',
      };
      for (const init of [
        sendThroughProxy('203.0.113.7'),
        sendThroughProxy('203.0.113.7', 'http'),
        sendThroughProxy('2001:db8::1'),
        sendThroughProxy('127.0.0.1, 203.0.113.7, 10.1.2.3'),
        sendThroughProxy('128.127.0.1'),
      ]) {
        for (const target of [path, '/api/v1/hello', '/nothing']) {
          const { status, body } = await send(kvitt.url, target, init);
          assert.deepEqual([status, body], [403, refusal], JSON.stringify(init));
        }
      }
      for (const init of [
        sendThroughProxy('203.0.113.7', 'https'),
        sendThroughProxy('::1'),
        sendThroughProxy('127.0.0.1'),
        sendThroughProxy('::ffff:127.0.0.1'),
      ]) {
        assert.equal((await send(kvitt.url, path, init)).status, 200, JSON.stringify(init));
      }
    });
  },
  env,
);

onBothDatabases('a node without a proxy', (kvitt) => {
  test('ignores forwarded headers', async () => {
    const seller = await kvitt.account();
    const headers = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'http' };
    assert.equal(
      (await send(kvitt.url, `/api/v1/hello?${credentialsQuery(seller)}`, { headers })).status,
      200,
    );
  });
});
