import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Client } from '../../support/client.ts';
import { signInToConsole } from '../../support/console-client.ts';
import {
  agentCall,
  authorizeClient,
  type ClientCredentials,
  Person,
  registerClient,
} from '../../support/person.ts';
import { basicAuth } from '../../support/requests.ts';
import { onBothDatabases } from '../../support/service.ts';

onBothDatabases('management of agents', (kvitt) => {
  let seller: Client;
  before(async () => {
    seller = await kvitt.account();
  });

  async function call(method: string, path: string, headers: Record<string, string>, body?: unknown) {
    const response = await fetch(`${kvitt.url}/api/v1${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as any };
  }
  /** Whether the log of the apps says that the program has revoked itself, and the person that it names. */
  async function revoker(account: Client): Promise<[boolean, string]> {
    const { rows } = await (await signInToConsole(account)).ok('find-audit');
    const { by_program, person } = rows.find(({ action }: { action: string }) => action === 'revoke-agent');
    return [by_program, person];
  }
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  test("grants, lists and revokes an agent with the account's key", async () => {
    const account = await kvitt.account();
    const app = await registerClient(account, { name: 'Tengill' });
    assert.deepEqual((await call('GET', '/agents', basicAuth(account))).body, { data: [], total: 0 });
    const grantRequest = { client_id: app.client_id, scopes: 'nav,cost' };
    const keyedHeaders = { ...basicAuth(account), 'idempotency-key': 'a-grant' };
    const granted = await call('POST', '/agents', keyedHeaders, grantRequest);
    assert.deepEqual(
      await call('POST', '/agents', keyedHeaders, grantRequest),
      granted,
      'a replay has the same answer',
    );
    const { granted_at, ...rest } = granted.body;
    const bounds = { max_amount: null, max_amount_per_day: null, max_documents_per_day: null };
    const limits = { mode: 'act', ...bounds, new_recipients: 'act' };
    const grant = {
      agent_id: app.client_id,
      name: 'Tengill',
      scopes: ['nav', 'cost'],
      limits,
      frozen: false,
    };
    assert.deepEqual([granted.status, rest], [200, { status: true, message: 'Access granted', ...grant }]);
    assert.match(granted_at, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    assert.deepEqual((await call('GET', '/agents', basicAuth(account))).body, {
      data: [{ ...grant, granted_at }],
      total: 1,
    });
    const list = await call('POST', '/agents', basicAuth(account), {
      client_id: app.client_id,
      scopes: ['task'],
    });
    assert.deepEqual(list.body.scopes, ['task']);
    const revoked = await call('DELETE', `/agents/${app.client_id}`, basicAuth(account));
    assert.deepEqual(
      [revoked.status, revoked.body],
      [200, { message: 'Access revoked', agent_id: app.client_id }],
    );
    const auditRows = (await call('GET', `/agent/audit?agent_id=${app.client_id}`, basicAuth(account))).body
      .data;
    assert.deepEqual(
      auditRows.map(({ action }: any) => action),
      ['revoke-agent', 'grant-agent', 'grant-agent'],
    );
    assert.deepEqual(await revoker(account), [false, ''], "the account's key has done it, not the program");
    assert.equal((await call('DELETE', `/agents/${app.client_id}`, basicAuth(account))).status, 404);
  });

  test('needs no consent for granted scopes, and enforces later reductions', async () => {
    const account = await kvitt.account();
    const app = await registerClient(account);
    await call('POST', '/agents', basicAuth(account), {
      client_id: app.client_id,
      scopes: 'dashboard_data,nav',
    });
    const tokens = await authorizeClient(account, 'dashboard_data,nav', app);
    assert.equal((await agentCall(kvitt.url, '/agent/status', tokens.access_token)).status, 200);
    await call('POST', '/agents', basicAuth(account), { client_id: app.client_id, scopes: 'nav' });
    assert.equal((await agentCall(kvitt.url, '/agent/status', tokens.access_token)).status, 403);
  });

  test('refuses invalid grants, methods and credentials', async () => {
    const app = await registerClient(seller);
    const smallAccount = await kvitt.account({ subscriptions: ['webservice'] });
    const smallApp = await registerClient(smallAccount);
    const table: [status: number, by: Client, body: unknown][] = [
      [422, seller, {}],
      [422, seller, { client_id: app.client_id }],
      [422, seller, { client_id: app.client_id, scopes: [] }],
      [422, seller, { client_id: app.client_id, scopes: 'everything' }],
      [422, seller, { client_id: app.client_id, scopes: { nav: 1 } }],
      [422, seller, { client_id: 'a\0', scopes: 'nav' }],
      [404, seller, { client_id: 'nobody', scopes: 'nav' }],
      [404, seller, { client_id: smallApp.client_id, scopes: 'nav' }],
      [422, smallAccount, { client_id: smallApp.client_id, scopes: 'nav,recurring' }],
    ];
    for (const [status, caller, body] of table) {
      const answer = await call('POST', '/agents', basicAuth(caller), body);
      assert.deepEqual(
        [answer.status, answer.body.error, answer.body.code],
        [status, true, status],
        JSON.stringify(body),
      );
    }
    for (const [path, expected] of [
      ['/agents', 'GET, POST'],
      [`/agents/${app.client_id}`, 'PUT, DELETE'],
      ['/agent/audit', 'GET'],
      ['/agent/status', 'GET'],
    ]) {
      const { status, body } = await call('PATCH', path ?? '', basicAuth(seller));
      assert.deepEqual(
        [status, body],
        [405, { error: true, message: `Method not allowed — expected ${expected}`, code: 405 }],
      );
    }
    for (const path of ['/agents', '/agent/audit', '/agent/status']) {
      const { status, body } = await call('GET', path, {});
      assert.deepEqual([status, Object.keys(body), body.code], [401, ['error', 'message', 'code'], 401]);
      assert.doesNotMatch(body.message, /token|expired/i);
      assert.equal((await call('GET', path, bearer('kvat_unknown'))).status, 401);
      assert.equal((await call('GET', path, { authorization: 'Basic x' })).status, 401);
    }
  });

  test('lets an agent revoke only itself with its own token', async () => {
    const account = await kvitt.account();
    const [one, two] = [
      await authorizeClient(account),
      await authorizeClient(account, 'nav', await registerClient(account, { name: 'Two' })),
    ];
    assert.equal((await call('GET', '/agents', bearer(one.access_token))).status, 403);
    assert.equal(
      (await call('POST', '/agents', bearer(one.access_token), { client_id: one.client_id, scopes: 'nav' }))
        .status,
      403,
    );
    assert.equal((await call('DELETE', `/agents/${two.client_id}`, bearer(one.access_token))).status, 403);
    assert.equal((await call('DELETE', `/agents/${one.client_id}`, bearer(one.access_token))).status, 200);
    assert.equal((await call('GET', '/agent/audit', bearer(one.access_token))).status, 401);
    assert.equal((await call('GET', '/agent/audit', bearer(two.access_token))).status, 200);
    const foreignRevoke = await call('DELETE', `/agents/${two.client_id}`, basicAuth(seller));
    assert.equal(foreignRevoke.status, 404, "another account's agent");
    assert.deepEqual(await revoker(account), [true, '']);
  });

  test('pages the audit log newest first, and shows each agent only its own rows', async () => {
    const account = await kvitt.account();
    const [one, two] = [
      await authorizeClient(account),
      await authorizeClient(account, 'nav', await registerClient(account, { name: 'Two' })),
    ];
    for (let n = 0; n < 3; n++) await agentCall(kvitt.url, '/agent/status', one.access_token);
    assert.equal((await agentCall(kvitt.url, '/agent/status', two.access_token)).status, 403);
    const audit = (query: string, headers = basicAuth(account)) =>
      call('GET', `/agent/audit${query}`, headers);
    const all = (await audit('')).body;
    assert.deepEqual([all.page, all.limit, all.total], [1, 50, all.data.length]);
    assert.deepEqual(Object.keys(all.data[0]), [
      'agent_id',
      'action',
      'ip_address',
      'timestamp',
      'action_id',
      'outcome',
      'target',
      'effect',
      'person',
    ]);
    assert.deepEqual([all.data[0].outcome, all.data[1].outcome], ['scope_required', 'ok']);
    assert.deepEqual([all.data[0].agent_id, all.data[0].action], [two.client_id, 'get-status']);
    assert.equal(all.data[0].ip_address, '127.0.0.1');
    assert.match(all.data[0].timestamp, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const first = (await audit(`?agent_id=${one.client_id}&limit=2`)).body;
    assert.deepEqual([first.data.length, first.limit], [2, 2]);
    assert.deepEqual(
      first.data.map(({ action }: any) => action),
      ['get-status', 'get-status'],
    );
    const second = (await audit(`?agent_id=${one.client_id}&limit=2&page=2`)).body;
    assert.deepEqual(
      second.data.map(({ action }: any) => action),
      ['get-status', 'issue-tokens'],
    );
    assert.deepEqual((await audit('?page=1000')).body.data, []);
    const ownRows = (await audit('', bearer(one.access_token))).body;
    assert.ok(ownRows.total > 0 && ownRows.data.every(({ agent_id }: any) => agent_id === one.client_id));
    const others = (await audit(`?agent_id=${two.client_id}`, bearer(one.access_token))).body;
    assert.deepEqual([others.data, others.total], [[], 0]);
    const otherRows = (await audit(`?own=${two.client_id}`, bearer(one.access_token))).body;
    assert.ok(otherRows.data.every(({ agent_id }: any) => agent_id === one.client_id));
    for (const wrong of ['limit=0', 'limit=201', 'limit=ten', 'page=0', 'page=x', 'action_id=x']) {
      const { status, body } = await audit(`?${wrong}`);
      assert.deepEqual([status, body.error, body.code], [422, true, 422], wrong);
      const [row] = (await audit(`?action_id=${body.action_id}`)).body.data;
      assert.deepEqual([row.action, row.outcome], ['get-audit', 'field_invalid'], wrong);
    }
    assert.ok(
      (await audit('', basicAuth(seller))).body.data.every(({ agent_id }: any) => agent_id !== one.client_id),
    );
  });

  test('logs the reading of the log, and finds a call by its action_id', async () => {
    const account = await kvitt.account();
    const { access_token, client_id } = await authorizeClient(account);
    const ids: number[] = [];
    for (let n = 0; n < 4; n++) {
      const { body } = await agentCall(kvitt.url, '/agent/status', access_token);
      ids.push(body.action_id);
    }
    const audit = async (query: string, headers = basicAuth(account)) =>
      (await call('GET', `/agent/audit${query}`, headers)).body;
    for (const headers of [basicAuth(account), bearer(access_token)]) {
      const { action_id, data } = await audit('?limit=1', headers);
      assert.notEqual(data[0].action_id, action_id, 'the answer shows the log before it was read');
      const [row] = (await audit('?limit=1', headers)).data;
      assert.deepEqual([row.action_id, row.action, row.outcome], [action_id, 'get-audit', 'ok']);
    }
    const [found] = (await audit(`?action_id=${ids[1]}`)).data;
    assert.deepEqual([found.action_id, found.action, found.agent_id], [ids[1], 'get-status', client_id]);
    const other = await kvitt.account();
    assert.deepEqual((await audit(`?action_id=${ids[1]}`, basicAuth(other))).data, []);
    const pages: number[] = [];
    const { total } = await audit('?limit=1');
    for (let page = 1; page <= total; page++) {
      const { data } = await audit(`?limit=1&page=${page}`);
      pages.push(data[0].action_id);
    }
    assert.equal(new Set(pages).size, total, 'every page shows another row');
    assert.ok(ids.every((id) => pages.includes(id)));
  });

  test("accepts x-agent-id with the account's key for granted agents", async () => {
    const account = await kvitt.account();
    const app: ClientCredentials = await authorizeClient(account);
    const callAs = (agent: string) =>
      call('GET', '/agent/status', { ...basicAuth(account), 'x-agent-id': agent });
    assert.equal((await call('GET', '/agent/status', basicAuth(account))).body.username, account.username);
    const rowsWithoutAgent = (await call('GET', '/agent/audit?limit=1', basicAuth(account))).body.data;
    assert.deepEqual([rowsWithoutAgent[0].agent_id, rowsWithoutAgent[0].action], ['', 'get-status']);
    const answerAsAgent = await callAs(app.client_id);
    assert.equal(answerAsAgent.status, 200);
    const { data } = (await call('GET', '/agent/audit?limit=1', basicAuth(account))).body;
    assert.deepEqual([data[0].agent_id, data[0].action], [app.client_id, 'get-status']);
    assert.deepEqual([(await callAs('nobody')).status, (await callAs('x'.repeat(101))).status], [403, 403]);
    await call('DELETE', `/agents/${app.client_id}`, basicAuth(account));
    assert.equal((await callAs(app.client_id)).status, 403);
  });

  test('lets a signed-in person list and revoke agents, but refuses cross-site requests', async () => {
    const account = await kvitt.account();
    const app = await authorizeClient(account);
    const person = new Person(kvitt.url);
    await person.signIn(account);
    const cookie = person.cookieHeader();
    assert.equal((await call('GET', '/agents', { cookie })).body.total, 1);
    assert.ok((await call('GET', '/agent/audit', { cookie })).body.total > 0);
    assert.equal((await call('GET', '/agents', { cookie, 'sec-fetch-site': 'cross-site' })).status, 401);
    const form = await fetch(`${kvitt.url}/api/v1/agents`, {
      method: 'POST',
      headers: { cookie },
      body: new URLSearchParams({ client_id: app.client_id, scopes: 'nav' }),
    });
    assert.equal(form.status, 401);
    assert.equal((await call('DELETE', `/agents/${app.client_id}`, { cookie })).status, 200);
    assert.deepEqual(await revoker(account), [false, account.username]);
  });
});
