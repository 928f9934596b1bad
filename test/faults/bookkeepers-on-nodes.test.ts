import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Service, startService } from '../../src/service.ts';
import { type Agent, callAgent, createAgent } from '../support/agents/agent.ts';
import { Client } from '../support/client.ts';
import { testConfig } from '../support/databases.ts';
import { connectBookkeeper } from '../support/endpoints/bookkeepers.ts';
import { basicAuth } from '../support/requests.ts';
import { TestService } from '../support/service.ts';

describe('bookkeeper keys on two nodes', () => {
  const kvitt = new TestService();
  let second: Service;
  let tenant: Client;
  let firm: Client;
  let bookkeeperAgent: Agent;
  let tenantAgent: Agent;
  let bookkeeper: string;
  before(async () => {
    await kvitt.startOwn('postgres');
    second = await startService(testConfig(kvitt.database.env), { clock: () => kvitt.now() });
    firm = await kvitt.account();
    tenant = await kvitt.account();
    bookkeeperAgent = await createAgent(firm, 'bookkeeper');
    tenantAgent = await createAgent(tenant, 'bookkeeper');
    bookkeeper = await connectBookkeeper(tenant, firm);
  });
  after(async () => {
    await second.stop();
    await kvitt.stop();
  });

  const readKey = async (): Promise<string | null> => {
    const listed = await firm.ok('get-tenants');
    assert.equal(listed.length, 1);
    const one = await firm.ok('get-tenant', { guid: listed[0].guid });
    assert.deepEqual([one, one.username], [listed[0], tenant.username]);
    const { result } = await bookkeeperAgent.get('/tenants');
    const { result: single } = await bookkeeperAgent.get(`/tenants/${one.guid}`);
    const hidden = { ...one, api_key: null };
    assert.deepEqual([result, single], [[hidden], hidden], 'a token gets no key');
    return one.api_key;
  };
  const grantKey = async () => {
    assert.equal(await tenant.ok('grant-bookkeeper-key', { guid: bookkeeper }), bookkeeper);
    const key = await readKey();
    assert.ok(key);
    return key;
  };
  const callHello = (key: string) =>
    Promise.all(
      [kvitt.url, second.address].map(async (url) => {
        return (await new Client(url, tenant.username, key).call('hello')).httpStatus;
      }),
    );
  const readStatus = async () => {
    return (await tenantAgent.get(`/bookkeepers/${bookkeeper}`)).result.status;
  };

  const changeFirm = (fields: object) => kvitt.operator('PATCH', `/accounts/${firm.username}`, fields);

  test('returns no key before the tenant grants one', async () => {
    assert.equal(await readKey(), null);
    assert.equal(await readStatus(), 'Registered');
  });

  test("gives a bookkeeper access to the tenant's books, besides the tenant's own key", async () => {
    const key = await grantKey();
    assert.deepEqual(await callHello(key), [200, 200]);
    assert.deepEqual(await callHello(tenant.apiKey), [200, 200]);
    assert.equal(await readStatus(), 'Active');
  });

  test('refuses a bookkeeper key for managing bookkeepers and agents', async () => {
    const holder = new Client(kvitt.url, tenant.username, await grantKey());
    for (const [endpoint, fields] of [
      ['add-bookkeeper', { bookkeeper: firm.username }],
      ['grant-bookkeeper-key', { guid: bookkeeper }],
      ['revoke-bookkeeper-key', { guid: bookkeeper }],
      ['remove-bookkeeper', { guid: bookkeeper }],
    ] as const) {
      const { httpStatus, error_code } = await holder.call(endpoint, fields);
      assert.deepEqual([httpStatus, error_code], [403, 'own_key_required'], endpoint);
    }
    await tenant.ok('accept-tenant', {
      guid: await firm.ok('add-bookkeeper', { bookkeeper: tenant.username }),
    });
    const [ownTenant] = await tenant.ok('get-tenants');
    for (const [endpoint, fields] of [
      ['get-tenants', {}],
      ['get-tenant', { guid: ownTenant.guid }],
    ] as const) {
      const { httpStatus, error_code } = await holder.call(endpoint, fields);
      assert.deepEqual([httpStatus, error_code], [403, 'own_key_required'], endpoint);
    }
    for (const path of ['/tenants', `/tenants/${ownTenant.guid}`])
      assert.equal((await callAgent(kvitt.url, 'GET', path, undefined, basicAuth(holder))).status, 403, path);
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

  test('refuses a revoked key on both nodes at once, although their caches have just served it', async () => {
    for (const [name, revoke] of [
      ['revoke', () => tenant.ok('revoke-bookkeeper-key', { guid: bookkeeper })],
      ['grant another', () => tenant.ok('grant-bookkeeper-key', { guid: bookkeeper })],
      ['close the firm', () => changeFirm({ disabled: true })],
      ['end the plan of the firm', () => changeFirm({ subscriptions: ['webservice'] })],
      ['remove', () => tenant.ok('remove-bookkeeper', { guid: bookkeeper })],
    ] as const) {
      for (let round = 0; round < 3; round++) {
        await changeFirm({ disabled: false, subscriptions: ['webservice', 'bookkeeper'] });
        bookkeeper = await tenant.ok('add-bookkeeper', { bookkeeper: firm.username });
        await firm.call('accept-tenant', { guid: bookkeeper });
        const key = await grantKey();
        assert.deepEqual(await callHello(key), [200, 200], name);
        await revoke();
        assert.deepEqual(await callHello(key), [401, 401], `${name}, round ${round}`);
      }
      if (name === 'revoke') {
        assert.equal(await readKey(), null);
        assert.equal(await readStatus(), 'Inactive');
      }
    }
    assert.deepEqual(await callHello(tenant.apiKey), [200, 200]);
    assert.deepEqual((await bookkeeperAgent.get('/tenants')).result, []);
  });
});
