import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Service, startService } from '../../src/service.ts';
import { type Agent, createAgent } from '../support/agents/agent.ts';
import { Client } from '../support/client.ts';
import { testConfig } from '../support/databases.ts';
import { Kvitt } from '../support/service.ts';

describe('keys of bookkeepers on two nodes', () => {
  const kvitt = new Kvitt();
  let second: Service;
  let tenant: Client;
  let firm: Client;
  let keeper: Agent;
  let own: Agent;
  let bookkeeper: string;
  before(async () => {
    await kvitt.startOwn('postgres');
    second = await startService(testConfig(kvitt.database.env), { clock: () => kvitt.now() });
    firm = await kvitt.account();
    tenant = await kvitt.account();
    keeper = await createAgent(firm, 'bookkeeper');
    own = await createAgent(tenant, 'bookkeeper');
    bookkeeper = await tenant.ok('add-bookkeeper', { bookkeeper: firm.username });
  });
  after(async () => {
    await second.stop();
    await kvitt.stop();
  });

  const keyOf = async (): Promise<string | null> => {
    const { result } = await keeper.get('/tenants');
    assert.equal(result.length, 1);
    const one = (await keeper.get(`/tenants/${result[0].guid}`)).result;
    assert.deepEqual([one, one.username], [result[0], tenant.username]);
    return one.api_key;
  };
  const granted = async () => {
    assert.equal(await tenant.ok('grant-bookkeeper-key', { guid: bookkeeper }), bookkeeper);
    const key = await keyOf();
    assert.ok(key);
    return key;
  };
  const helloBy = (key: string) =>
    Promise.all(
      [kvitt.url, second.address].map(async (url) => {
        return (await new Client(url, tenant.username, key).call('hello')).httpStatus;
      }),
    );
  const statusOf = async () => {
    return (await own.get(`/bookkeepers/${bookkeeper}`)).result.status;
  };

  test('are not there before the tenant gives one', async () => {
    assert.equal(await keyOf(), null);
    assert.equal(await statusOf(), 'Registered');
  });

  test('open the books of the tenant, beside its own key', async () => {
    const key = await granted();
    assert.deepEqual(await helloBy(key), [200, 200]);
    assert.deepEqual(await helloBy(tenant.apiKey), [200, 200]);
    assert.equal(await statusOf(), 'Active');
  });

  test('decide nothing about who else may act for the tenant', async () => {
    const holder = new Client(kvitt.url, tenant.username, await granted());
    for (const [endpoint, fields] of [
      ['add-bookkeeper', { bookkeeper: firm.username }],
      ['grant-bookkeeper-key', { guid: bookkeeper }],
      ['revoke-bookkeeper-key', { guid: bookkeeper }],
      ['remove-bookkeeper', { guid: bookkeeper }],
    ] as const) {
      const { httpStatus, error_code } = await holder.call(endpoint, fields);
      assert.deepEqual([httpStatus, error_code], [403, 'own_key_required'], endpoint);
    }
    const basic = Buffer.from(`${holder.username}:${holder.apiKey}`).toString('base64');
    const post = async (path: string, body: object) => {
      const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/json' };
      const response = await fetch(kvitt.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      return response.status;
    };
    assert.equal(await post('/api/v1/agents', { client_id: 'any', scopes: 'nav' }), 403);
    const app = { name: 'App', redirect_uri: 'https://app.example/callback', rotate_secret: true };
    assert.equal(await post('/agent/register', app), 403);
  });

  test('are refused everywhere as soon as they are taken back, however lately they were used', async () => {
    for (const [name, end] of [
      ['revoke', () => tenant.ok('revoke-bookkeeper-key', { guid: bookkeeper })],
      ['grant another', () => tenant.ok('grant-bookkeeper-key', { guid: bookkeeper })],
      ['remove', () => tenant.ok('remove-bookkeeper', { guid: bookkeeper })],
    ] as const) {
      for (let round = 0; round < 3; round++) {
        await tenant.ok('add-bookkeeper', { bookkeeper: firm.username });
        const key = await granted();
        assert.deepEqual(await helloBy(key), [200, 200], name);
        await end();
        assert.deepEqual(await helloBy(key), [401, 401], `${name}, round ${round}`);
      }
      if (name === 'revoke') {
        assert.equal(await keyOf(), null);
        assert.equal(await statusOf(), 'Inactive');
      }
    }
    assert.deepEqual(await helloBy(tenant.apiKey), [200, 200]);
    assert.deepEqual((await keeper.get('/tenants')).result, []);
  });
});
