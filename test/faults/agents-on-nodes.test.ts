import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Service, startService } from '../../src/service.ts';
import { Agent } from '../support/agents/agent.ts';
import { changeAgent } from '../support/agents/limits.ts';
import { type Client, invoice, Client as Seller } from '../support/client.ts';
import { testConfig } from '../support/databases.ts';
import {
  agentCall,
  authorizeClient,
  authorizePath,
  exchangeCode,
  Person,
  refreshTokens,
  registerClient,
} from '../support/person.ts';
import { basicAuth } from '../support/requests.ts';
import { TestService } from '../support/service.ts';

describe('OAuth agents on two nodes', () => {
  const kvitt = new TestService();
  let second: Service;
  let seller: Client;
  before(async () => {
    await kvitt.startOwn('postgres', { KVITT_RATE_LIMIT: 'on' });
    second = await startService(testConfig({ ...kvitt.database.env, KVITT_RATE_LIMIT: 'on' }), {
      clock: () => kvitt.now(),
    });
    seller = await kvitt.account();
  });
  after(async () => {
    await second.stop();
    await kvitt.stop();
  });
  const urls = () => [kvitt.url, second.address];
  const statuses = (token: string) =>
    Promise.all(urls().map(async (url) => (await agentCall(url, '/agent/status', token)).status));

  test('accepts exactly one of twenty concurrent refreshes, and its tokens work on both nodes', async () => {
    const app = await authorizeClient(seller);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => refreshTokens(urls()[n % 2] ?? '', app, app.refresh_token)),
    );
    const winners = answers.filter(({ status }) => status === 200);
    assert.equal(winners.length, 1);
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 400]));
    const { access_token, refresh_token } = winners[0]?.body ?? {};
    assert.deepEqual(await statuses(access_token), [200, 200]);
    assert.equal((await refreshTokens(second.address, app, refresh_token)).status, 200);
  });

  test('exchanges a code on one node only', async () => {
    const app = await registerClient(seller, { name: 'Codes' });
    const path = authorizePath({ client_id: app.client_id, scope: 'nav' });
    const code = (await new Person(kvitt.url).allow(path, seller)).searchParams.get('code') ?? '';
    const answers = await Promise.all(urls().map((url) => exchangeCode(url, app, code)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
  });

  test('refuses a revoked token on the other node at once, although its cache has just served it', async () => {
    for (const [name, revoke] of [
      [
        'the agent',
        (app: { client_id: string }) =>
          fetch(`${kvitt.url}/api/v1/agents/${app.client_id}`, {
            method: 'DELETE',
            headers: basicAuth(seller),
          }),
      ],
      ['the account', () => kvitt.operator('PATCH', `/accounts/${seller.username}`, { disabled: true })],
    ] as const) {
      const app = await authorizeClient(seller, 'dashboard_data', await registerClient(seller, { name }));
      assert.deepEqual(await statuses(app.access_token), [200, 200]);
      await revoke(app);
      const statusesAfter = await statuses(app.access_token);
      assert.deepEqual(statusesAfter, name === 'the agent' ? [401, 401] : [403, 403], name);
    }
    await kvitt.operator('PATCH', `/accounts/${seller.username}`, { disabled: false });
  });

  test('enforces the limit of a day against fifty concurrent writes, and a freeze at once', async () => {
    const authorized = await authorizeClient(
      seller,
      'create_invoice',
      await registerClient(seller, { name: 'Bound' }),
    );
    const nodes = urls().map((url) => new Agent(url, authorized));
    const [first, other] = nodes as [Agent, Agent];
    await changeAgent(seller, first, { limits: { max_amount_per_day: 12 * 1240 } });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => nodes[n % 2]?.call('POST', '/invoices', { data: invoice() })),
    );
    assert.equal(answers.filter((one) => one?.status === 200).length, 12);
    assert.equal(answers.filter((one) => one?.status === 202).length, 38);
    assert.equal(await seller.ok('get-count-invoices'), 12);
    await changeAgent(seller, first, { frozen: true });
    for (const node of [other, first])
      assert.equal((await node.call('POST', '/invoices', { data: invoice() })).status, 403);
  });

  test('counts failed attempts on one node against the rate limit of the other', async () => {
    const wrong = urls().map((url) => new Seller(url, 'somebody', 'wrong'));
    for (let n = 0; n < 60; n++) assert.equal((await wrong[n % 2]?.call('hello'))?.httpStatus, 401);
    for (const one of wrong) assert.equal((await one.call('hello')).httpStatus, 429);
    const names = { username: 'anybody' };
    for (let n = 0; n < 10; n++) await new Person(urls()[n % 2] ?? '').signIn(names, '/account', 'wrong');
    for (const url of urls()) assert.equal((await new Person(url).signIn(names)).status, 429);
  });
});
