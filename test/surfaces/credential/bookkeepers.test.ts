import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { Client } from '../../support/client.ts';
import { connectBookkeeper } from '../../support/endpoints/bookkeepers.ts';
import { onBothDatabases, TestService } from '../../support/service.ts';
import { UNKNOWN_GUID } from '../../support/unknown-guid.ts';

onBothDatabases('bookkeepers', (kvitt) => {
  let tenant: Client;
  let firm: Client;
  beforeEach(async () => {
    tenant = await kvitt.account({ name: 'Verslun ehf.', email: 'verslun@example.is' });
    firm = await kvitt.account({ name: 'Bókhald ehf.', email: 'bokhald@example.is', vat_no: '12345' });
  });
  const ask = (bookkeeper: string) => tenant.call('add-bookkeeper', { bookkeeper });
  const callHello = async (key: string) =>
    (await new Client(kvitt.url, tenant.username, key).call('hello')).httpStatus;
  const grantKey = async (guid: string) => {
    await tenant.ok('grant-bookkeeper-key', { guid });
    return (await firm.ok('get-tenants'))[0].api_key as string;
  };

  test('that were asked show nothing but the typed username, whether anybody has it or not', async () => {
    const names = [firm.username.toUpperCase(), 'enginn-med-thessu-nafni'];
    const answers = [];
    for (const name of names) answers.push(await ask(name));
    const [known, unknown] = answers.map(({ result, ...same }) => same);
    assert.deepEqual(known, unknown);
    const listed = await tenant.ok('get-bookkeepers');
    assert.deepEqual(
      listed,
      answers.map(({ result: guid }, n) => ({
        guid,
        name: names[n],
        username: names[n],
        ...{ registration_no: '', vat_no: '', email: '', service_provider_guid: null },
        ...{ status: 'Registered', acceptance: 'pending', count_of_bookkeepers: 2, instance_config: {} },
      })),
    );
    for (const { result: guid } of answers) {
      assert.equal(await tenant.ok('grant-bookkeeper-key', { guid }), guid);
      assert.equal((await tenant.ok('get-bookkeeper', { guid })).status, 'Registered');
      assert.equal(await tenant.ok('revoke-bookkeeper-key', { guid }), guid);
      assert.equal((await tenant.ok('get-bookkeeper', { guid })).status, 'Inactive');
    }
    const text = JSON.stringify(await tenant.ok('get-bookkeepers'));
    assert.doesNotMatch(text, /Bókhald|bokhald@|12345/);
    assert.equal((await ask(tenant.username)).error_code, 'bookkeeper_not_found');
  });

  test('see only the name of the company that asks, until they accept', async () => {
    const { result: guid } = await ask(firm.username);
    assert.deepEqual(await firm.ok('get-tenants'), []);
    const [request, ...more] = await firm.ok('get-tenant-requests');
    const { requested_at, ...seen } = request;
    assert.deepEqual([seen, more], [{ guid, name: 'Verslun ehf.' }, []]);
    assert.match(requested_at, /^\d{4}-\d\d-\d\d/);
    const stranger = await kvitt.account();
    for (const [who, request] of [
      [stranger, guid],
      [tenant, guid],
      [firm, UNKNOWN_GUID],
    ] as const)
      for (const answer of ['accept-tenant', 'decline-tenant'])
        assert.equal((await who.call(answer, { guid: request })).error_code, 'tenant_not_found');
    const answers = await Promise.all([1, 2].map(() => firm.call('accept-tenant', { guid })));
    assert.deepEqual(answers.map(({ error_code = 'ok' }) => error_code).sort(), ['ok', 'tenant_not_found']);
    assert.deepEqual(await firm.ok('get-tenant-requests'), []);
    const [bookkeeper] = await tenant.ok('get-bookkeepers');
    assert.deepEqual(
      [bookkeeper.guid, bookkeeper.name, bookkeeper.email, bookkeeper.acceptance],
      [guid, 'Bókhald ehf.', 'bokhald@example.is', 'accepted'],
    );
    const [{ username, api_key, has_key }] = await firm.ok('get-tenants');
    assert.deepEqual([username, api_key, has_key], [tenant.username, null, false]);
  });

  test('get a key that was granted in advance when they accept, and none when they decline', async () => {
    const { result: guid } = await ask(firm.username);
    await tenant.ok('grant-bookkeeper-key', { guid });
    await firm.ok('decline-tenant', { guid });
    const declined = await tenant.ok('get-bookkeeper', { guid });
    assert.deepEqual([declined.acceptance, declined.name], ['declined', firm.username]);
    assert.deepEqual(await firm.ok('get-tenant-requests'), []);
    assert.equal((await ask(firm.username)).result, guid);
    await tenant.ok('grant-bookkeeper-key', { guid });
    await firm.ok('accept-tenant', { guid });
    const [{ api_key }] = await firm.ok('get-tenants');
    assert.equal(await callHello(api_key), 200);
    assert.equal((await tenant.ok('get-bookkeeper', { guid })).status, 'Active');
  });

  test('accept at once where their setting says so', async () => {
    await kvitt.operator('PATCH', `/accounts/${firm.username}`, {
      settings: { bookkeeping_auto_accept: true },
    });
    const { result: guid } = await ask(firm.username);
    assert.equal(await callHello(await grantKey(guid)), 200);
  });

  test('leave a tenant with their key, and can be asked again', async () => {
    const guid = await connectBookkeeper(tenant, firm);
    const key = await grantKey(guid);
    assert.equal(await callHello(key), 200);
    const [{ guid: tenantGuid }] = await firm.ok('get-tenants');
    const leave = (who: Client, of = tenantGuid) => who.call('leave-tenant', { guid: of });
    const withKey = new Client(kvitt.url, tenant.username, key);
    assert.equal((await leave(withKey)).error_code, 'own_key_required');
    for (const [who, of] of [
      [await kvitt.account(), tenantGuid],
      [tenant, tenantGuid],
      [firm, guid],
      [firm, UNKNOWN_GUID],
    ] as const)
      assert.equal((await leave(who, of)).error_code, 'tenant_not_found');
    assert.equal(await callHello(key), 200);
    const answers = await Promise.all([1, 2].map(() => leave(firm)));
    assert.deepEqual(answers.map(({ error_code = 'ok' }) => error_code).sort(), ['ok', 'tenant_not_found']);
    assert.equal(await callHello(key), 401);
    assert.deepEqual(await firm.ok('get-tenants'), []);
    const left = await tenant.ok('get-bookkeeper', { guid });
    assert.deepEqual([left.acceptance, left.status, left.email], ['declined', 'Inactive', '']);
    assert.equal((await ask(firm.username)).result, guid);
    await firm.ok('accept-tenant', { guid });
    assert.equal(await callHello(key), 401);
    assert.equal(await callHello(await grantKey(guid)), 200);
  });

  for (const [reason, close, open] of [
    ['account is closed', { disabled: true }, { disabled: false }],
    ['plan ends', { subscriptions: ['webservice'] }, { subscriptions: ['webservice', 'bookkeeper'] }],
  ] as const) {
    test(`lose their keys for good when their ${reason}`, async () => {
      const guid = await connectBookkeeper(tenant, firm);
      const key = await grantKey(guid);
      assert.equal(await callHello(key), 200);
      const change = (fields: object) => kvitt.operator('PATCH', `/accounts/${firm.username}`, fields);
      assert.equal((await change(close)).status, 200);
      assert.equal(await callHello(key), 401);
      assert.equal((await tenant.ok('get-bookkeeper', { guid })).status, 'Inactive');
      assert.equal((await tenant.call('grant-bookkeeper-key', { guid })).error_code, 'bookkeeper_not_found');
      await change(open);
      assert.equal(await callHello(key), 401);
      assert.equal(await callHello(await grantKey(guid)), 200);
      assert.equal(await callHello(tenant.apiKey), 200);
    });
  }
});

describe('requests to bookkeepers', () => {
  const kvitt = new TestService();
  before(() => kvitt.startOwn('postgres', { KVITT_RATE_LIMIT: 'on' }));
  after(() => kvitt.stop());

  test('are bounded for an account, for known and unknown usernames alike', async () => {
    const [tenant, firm] = [await kvitt.account(), await kvitt.account()];
    for (let n = 0; n < 30; n++)
      await tenant.ok('add-bookkeeper', { bookkeeper: n % 2 ? firm.username : `nobody-${n}` });
    for (const bookkeeper of [firm.username, 'nobody']) {
      const { httpStatus, error_code } = await tenant.call('add-bookkeeper', { bookkeeper });
      assert.deepEqual([httpStatus, error_code], [429, 'too_many_attempts']);
    }
    await firm.ok('add-bookkeeper', { bookkeeper: tenant.username });
  });
});
