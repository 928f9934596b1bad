import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from '../../../src/kernel/database/sql.ts';
import { type AgentRoute, routes } from '../../../src/surfaces/agent/routes.ts';
import {
  type Agent,
  callAgent,
  createAccountWithAgent,
  createAgent,
  toFormData,
} from '../../support/agents/agent.ts';
import { changeAgent, propose } from '../../support/agents/limits.ts';
import { type Client, invoice } from '../../support/client.ts';
import { signInToConsole } from '../../support/console-client.ts';
import { basicAuth } from '../../support/requests.ts';
import { select } from '../../support/select.ts';
import { onBothDatabases } from '../../support/service.ts';
import { UNKNOWN_GUID } from '../../support/unknown-guid.ts';

onBothDatabases('agent API: audit log and access', (kvitt) => {
  let agent: Agent;
  let seller: Client;
  before(async () => {
    ({ agent, seller } = await createAccountWithAgent(kvitt.url));
  });

  /** The newest rows of the audit log. */
  const rows = (limit: number, { username } = seller) =>
    select<any>(
      kvitt.service.engine.kernel.db,
      sql`
      select l.* from audit_log l join accounts a using (account_id)
      where a.username = ${username} order by l.id desc limit ${limit}`,
    );

  test('answers each call with the id of its audit row', async () => {
    const { result: customers } = await agent.get('/customers');
    assert.deepEqual(customers, []);
    const created = await agent.post('/invoices', { data: invoice() });
    const table: [method: string, path: string, action: string, target: string | null, outcome: string][] = [
      ['GET', '/status', 'get-status', null, 'ok'],
      ['GET', '/customers', 'get-customers', null, 'ok'],
      ['GET', `/invoices/${created.result}`, 'get-invoice', created.result, 'ok'],
      ['GET', '/customers?limit=0', 'get-customers', null, 'field_invalid'],
      ['GET', `/customers/${UNKNOWN_GUID}`, 'get-customer', UNKNOWN_GUID, 'customer_not_found'],
      ['GET', '/invoices/999999', 'get-invoice', '999999', 'invoice_not_found'],
      ['POST', '/items', 'create-item', null, 'field_required'],
      ['DELETE', `/costs/${UNKNOWN_GUID}`, 'delete-cost', UNKNOWN_GUID, 'cost_not_found'],
    ];
    for (const [method, path, action, target, outcome] of table) {
      const { body } = await agent.call(method, path);
      const [row] = await rows(1);
      assert.deepEqual(
        [Number(row.id), row.action, row.target, row.outcome, row.via, row.agent_id],
        [body.action_id, action, target, outcome, 'agent', agent.clientId],
        `${method} ${path}`,
      );
    }
  });

  test('logs the record that a call has written', async () => {
    const { result, action_id } = await agent.post('/invoices', { data: invoice() });
    const [row] = await rows(1);
    assert.deepEqual([Number(row.id), row.action, row.target], [action_id, 'create-invoice', result]);
  });

  test('shows people the record of each write, its number and its outcome, but not the request', async () => {
    const person = await signInToConsole(seller);
    const found = async (count = 1) => (await person.ok('find-audit', { limit: count })).rows;
    const { result } = await agent.post('/invoices', { data: invoice() });
    const { number } = await seller.ok('get-invoice', { guid: result });
    await agent.put(`/invoices/${result}`, { data: { accounting_status: 'Posted' } });
    const [changed, created] = await found(2);
    assert.deepEqual([created.target, created.effect.kind, created.became], [result, 'invoice', '']);
    assert.deepEqual(changed.effect, { kind: 'change', record: 'invoice', number, name: 'Kaupandi ehf.' });
    const other = await kvitt.account();
    const foreign = await other.ok('create-invoice', { data: invoice() });
    await agent.call('PUT', `/invoices/${foreign}`, { data: { accounting_status: 'Posted' } });
    const [refused] = await found();
    assert.deepEqual([refused.outcome, refused.target, refused.effect], ['invoice_not_found', null, null]);
    await changeAgent(seller, agent, { limits: { mode: 'propose' } });
    const { guid } = await propose(agent, { data: invoice() });
    const became = async () => (await found(5)).find((row: any) => row.target === guid).became;
    assert.equal(await became(), 'waiting');
    await person.ok('decline-proposal', { guid });
    assert.equal(await became(), 'declined');
    await changeAgent(seller, agent, { limits: { mode: 'act' } });
  });

  test("logs calls outside the agent's scopes, and answers HTTP refusals without action_id", async () => {
    const restrictedAgent = await createAgent(seller, 'nav', 'Small');
    const { status, body, headers } = await restrictedAgent.call('GET', '/costs');
    assert.deepEqual([status, 'action_id' in body], [403, false]);
    assert.match(headers.get('www-authenticate') ?? '', /error="insufficient_scope", scope="cost"/);
    const [row] = await rows(1);
    assert.deepEqual(
      [row.action, row.outcome, row.agent_id],
      ['get-costs', 'scope_required', restrictedAgent.clientId],
    );
    for (const [method, path, token] of [
      ['PATCH', '/costs', agent.token],
      ['GET', '/costs', 'nobody'],
    ] as const) {
      const answer = await callAgent(kvitt.url, method, path, undefined, {
        authorization: `Bearer ${token}`,
      });
      assert.ok(!('action_id' in answer.body));
      if (token !== agent.token)
        assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer error="invalid_token"/);
    }
  });

  test('checks the scope of the operation that a compact body selects', async () => {
    const restrictedAgent = await createAgent(seller, 'create_invoice', 'Invoices only');
    const route = routes.find(({ method, path }) => method === 'POST' && path === '/invoices') as AgentRoute;
    const { compact } = route;
    assert.ok(compact);
    route.compact = { ...compact, access: { scope: 'cost' } };
    try {
      const body = { client_kennitala: '5501234520', items: [{ item_no: 'A', qty: 1 }] };
      const { status, body: answer, headers } = await restrictedAgent.call('POST', '/invoices', body);
      assert.deepEqual([status, answer.code], [403, 403]);
      assert.match(answer.message, /^Agent token does not include the required scope: cost$/);
      assert.match(headers.get('www-authenticate') ?? '', /error="insufficient_scope", scope="cost"/);
      const [row] = await rows(1);
      assert.deepEqual(
        [row.action, row.outcome, row.agent_id],
        ['create-invoice', 'scope_required', restrictedAgent.clientId],
      );
    } finally {
      route.compact = compact;
    }
  });

  test('refuses an unknown accounting status with 400 and an action_id', async () => {
    for (const path of ['/invoices', '/invoices/count', '/costs', '/costs/count']) {
      const { status, body } = await agent.call('GET', `${path}?accounting_status=Done`);
      const { message, action_id, ...rest } = body;
      assert.equal(status, 400);
      assert.deepEqual(rest, {
        status: false,
        success: false,
        result: null,
        error_code: 'invalid_accounting_status',
        error: true,
        code: 400,
      });
      assert.match(message, /^Accounting status must be one of: /);
      const [row] = await rows(1);
      assert.deepEqual([Number(row.id), row.outcome], [action_id, 'invalid_accounting_status']);
    }
  });

  test('gives each of many concurrent calls its own action_id', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => agent.get('/status')));
    const numbers = answers.map(({ action_id }) => action_id);
    assert.equal(new Set(numbers).size, 30);
    const newestRows = await rows(30);
    assert.deepEqual(newestRows.map(({ id }) => Number(id)).sort(), numbers.sort());
  });

  test("accepts calls of a server with the account's key, with and without x-agent-id", async () => {
    for (const id of [null, agent.clientId]) {
      const headers = { ...basicAuth(seller), ...(id && { 'x-agent-id': id }) };
      const created = await callAgent(kvitt.url, 'POST', '/invoices', { data: invoice() }, headers);
      assert.equal(created.body.status, true, created.body.message);
      const [row] = await rows(1);
      assert.deepEqual([Number(row.id), row.agent_id, row.via], [created.body.action_id, id, 'agent']);
    }
    const wrong = { ...basicAuth(seller), 'x-agent-id': 'somebody' };
    const { status, body } = await callAgent(kvitt.url, 'GET', '/status', undefined, wrong);
    assert.deepEqual([status, body.error, body.code], [403, true, 403]);
    const [row] = await rows(1);
    assert.deepEqual([row.action, row.outcome, row.agent_id], ['get-status', 'agent_not_granted', null]);
    const other = await createAccountWithAgent(kvitt.url);
    const foreignAgentHeaders = { ...basicAuth(seller), 'x-agent-id': other.agent.clientId };
    assert.equal((await callAgent(kvitt.url, 'GET', '/status', undefined, foreignAgentHeaders)).status, 403);
  });

  test('removes a scope at once when the plan no longer includes it', async () => {
    const account = await createAccountWithAgent(kvitt.url);
    assert.equal((await account.agent.call('GET', '/tasks')).status, 200);
    const path = `/accounts/${account.seller.username}`;
    await kvitt.operator('PATCH', path, { subscriptions: ['webservice'] });
    assert.equal((await account.agent.call('GET', '/tasks')).status, 403);
    assert.equal((await account.agent.call('GET', '/items')).status, 200);
    await kvitt.operator('PATCH', path, { subscriptions: [] });
    assert.equal((await account.agent.call('GET', '/items')).status, 403);
    const [row] = await rows(1, account.seller);
    assert.deepEqual(
      [row.action, row.outcome, row.agent_id],
      ['get-items', 'webservice_required', account.agent.clientId],
    );
  });

  test('refuses unreadable requests and creates nothing', async () => {
    const send = async (type: string, body: string, method = 'POST') => {
      const headers = { authorization: `Bearer ${agent.token}`, 'content-type': type };
      const answer = await fetch(`${kvitt.url}/api/v1/agent/items`, { method, headers, body });
      return [answer.status, ((await answer.json()) as any).code];
    };
    assert.deepEqual(await send('application/json', '{"data":'), [400, 400]);
    assert.deepEqual(await send('application/xml', '<data/>'), [400, 400]);
    assert.deepEqual(await send('application/json', `{"data":"${'x'.repeat(9_000_000)}"}`), [413, 413]);
    const file = await agent.expectRefusal(
      'POST',
      '/items',
      toFormData({ data: new File(['{}'], 'data.json') }),
    );
    assert.equal(file.error_code, 'invalid_data');
    const listed = await fetch(`${kvitt.url}/api/v1/agent/items`, {
      method: 'POST',
      headers: { authorization: `Bearer ${agent.token}`, 'content-type': 'application/json' },
      body: '[]',
    });
    assert.equal(((await listed.json()) as any).message, 'Field data is required');
  });
});
