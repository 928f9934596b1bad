import assert from 'node:assert/strict';
import { request } from 'node:http';
import { before, test } from 'node:test';
import { type Agent, ALL_SCOPES, callAgent, createAgent } from '../../support/agents/agent.ts';
import { changeAgent } from '../../support/agents/limits.ts';
import { type Client, invoice } from '../../support/client.ts';
import { McpClient } from '../../support/mcp.ts';
import {
  authorizePath,
  type ClientCredentials,
  createPkcePair,
  exchangeCode,
  Person,
  refreshTokens,
  registerClient,
} from '../../support/person.ts';
import { basicAuth, send } from '../../support/requests.ts';
import { onBothDatabases } from '../../support/service.ts';

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

onBothDatabases('MCP: access', (kvitt) => {
  let seller: Client;
  let app: ClientCredentials;
  let person: Person;
  before(async () => {
    seller = await kvitt.account();
    app = await registerClient(seller);
    person = new Person(kvitt.url);
    await person.signIn(seller);
  });

  /** The answer of the token endpoint for a code that was asked for with these resources. */
  async function authorize(asked: Record<string, string>, exchanged: Record<string, string> = asked) {
    const { verifier, challenge } = createPkcePair();
    const path = authorizePath({
      client_id: app.client_id,
      scope: 'nav',
      code_challenge: challenge,
      ...asked,
    });
    const back = await person.allow(path, seller);
    return exchangeCode(kvitt.url, app, back.searchParams.get('code') ?? '', {
      code_verifier: verifier,
      ...exchanged,
    });
  }
  const statusOf = async (token: string) =>
    (await new McpClient(kvitt.url, bearer(token)).rpc('tools/list')).status;
  const agentStatus = async (token: string) =>
    (await callAgent(kvitt.url, 'GET', '/items', undefined, bearer(token))).status;

  test('refuses JSON-RPC batches, which would count as one request', async () => {
    const { access_token } = (await authorize({})).body;
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'company_get' } };
    for (const version of ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'])
      for (const batch of [[], [message], [message, message]]) {
        const response = await fetch(`${kvitt.url}/mcp`, {
          method: 'POST',
          headers: {
            ...bearer(access_token),
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            'mcp-protocol-version': version,
          },
          body: JSON.stringify(batch),
        });
        const { error }: any = await response.json();
        assert.deepEqual([response.status, error.code], [400, -32_600], version);
      }
  });

  test('answers parameters that do not fit their method as invalid, not as an internal error', async () => {
    const client = new McpClient(kvitt.url, bearer((await authorize({})).body.access_token));
    const wrong: [method: string, params: Record<string, unknown>][] = [
      ['prompts/get', { name: 'find_overdue', arguments: -1 }],
      ['prompts/get', {}],
      ['resources/read', { uri: 7 }],
      ['completion/complete', { argument: { name: 'customer' } }],
      ['tools/list', { cursor: {} }],
      ['tools/call', { arguments: [] }],
      ['tools/call', { name: [{ toString: 1 }], arguments: {} }],
    ];
    for (const [method, params] of wrong) {
      const { body } = await client.rpc(method, params);
      assert.equal(body.error?.code, -32_602, `${method} ${JSON.stringify(body)}`);
    }
    const odd = await client.rpc('tools/call', { name: 'item_list', arguments: { constructor: { a: 1 } } });
    assert.equal(odd.body.error, undefined, 'names of a prototype are unknown arguments like others');
    assert.match(JSON.stringify(odd.body.result), /constructor/);
    for (const [method, params] of [
      ...wrong,
      ['initialize', {}],
      ['logging/setLevel', { level: 9 }],
    ] as const) {
      const { body } = await client.rpc(method, params as Record<string, unknown>, { version: '2025-11-25' });
      assert.equal(body.error?.code, -32_602, `${method} of 2025 ${JSON.stringify(body)}`);
    }
  });

  test('accepts tokens for this resource or for none, and refuses those for others', async () => {
    const rows: [resource: string | undefined, status: number][] = [
      [undefined, 200],
      [`${kvitt.url}/mcp`, 200],
      [`${kvitt.url}/mcp/`, 200],
      [`${kvitt.url}/api/v1/agent`, 401],
      [kvitt.url, 401],
    ];
    for (const [resource, expected] of rows) {
      const { body } = await authorize(resource === undefined ? {} : { resource });
      assert.equal(await statusOf(body.access_token), expected, resource);
      assert.equal(await agentStatus(body.access_token), 200, resource);
      const renewed = await refreshTokens(kvitt.url, app, body.refresh_token);
      assert.equal(await statusOf(renewed.body.access_token), expected, `${resource}, refreshed`);
    }
    const { body } = await authorize({}, { resource: `${kvitt.url}/api/v1/agent` });
    assert.equal(await statusOf(body.access_token), 401);
  });

  test('gives no token for another resource than the authorized one', async () => {
    const mcp = { resource: `${kvitt.url}/mcp` };
    const other = { resource: `${kvitt.url}/api/v1/agent` };
    const refused = await authorize(mcp, other);
    assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_target']);
    const { body } = await authorize(mcp, {});
    assert.equal(await statusOf(body.access_token), 200);
    const renewed = await refreshTokens(kvitt.url, app, body.refresh_token, other);
    assert.equal(renewed.body.error, 'invalid_target');
  });

  test('describes the resource, and answers 401 with where to find that', async () => {
    const address = `${kvitt.url}/.well-known/oauth-protected-resource/mcp`;
    const metadata = (await (await fetch(address)).json()) as any;
    assert.deepEqual([metadata.resource, metadata.authorization_servers], [`${kvitt.url}/mcp`, [kvitt.url]]);
    const without = await new McpClient(kvitt.url, {}).rpc('tools/list');
    assert.equal(without.status, 401);
    const challenge = without.headers.get('www-authenticate') ?? '';
    assert.ok(challenge.includes(`resource_metadata="${address}"`), challenge);
    assert.match(challenge, /^Bearer scope="dashboard_data [^"]* bookkeeper"/);
    const wrong = await new McpClient(kvitt.url, bearer('nobody')).rpc('tools/list');
    assert.match(wrong.headers.get('www-authenticate') ?? '', /error="invalid_token"/);
  });

  test('offers only the tools of the scopes, and asks for the missing one by 403', async () => {
    const agent = await createAgent(seller, 'nav,cost', 'Small');
    const client = new McpClient(kvitt.url, bearer(agent.token));
    const { tools } = await client.ok('tools/list');
    const names = tools.map(({ name }: any) => name);
    assert.ok(
      names.includes('invoice_list') && names.includes('cost_create') && names.includes('operation_call'),
    );
    assert.ok(!names.includes('invoice_create') && !names.includes('customer_list'));
    const calls: [params: Record<string, unknown>, scope: string][] = [
      [{ name: 'customer_list', arguments: {} }, 'manage_customers'],
      [{ name: 'operation_call', arguments: { operation: 'create-invoice', input: {} } }, 'create_invoice'],
    ];
    for (const [params, scope] of calls) {
      const { status, headers, body } = await client.rpc('tools/call', params);
      const challenge = headers.get('www-authenticate') ?? '';
      assert.deepEqual([status, body.error_code], [403, 'scope_required'], scope);
      assert.match(challenge, /error="insufficient_scope"/);
      assert.match(challenge, new RegExp(`scope="[^"]*\\b${scope}\\b`));
      assert.match(challenge, /scope="[^"]*\bnav\b[^"]*\bcost\b/);
    }
  });

  test('tells every program its company, its scopes, and what remains of the limits of the day', async () => {
    const company = await kvitt.account();
    const agent = await createAgent(company, 'create_invoice', 'Bounded');
    const client = new McpClient(kvitt.url, bearer(agent.token));
    const access = async () => (await client.call('company_get')).result;
    const open = await access();
    assert.deepEqual(
      [open.username, open.today, open.scopes],
      [company.username, '2026-03-17', ['create_invoice']],
    );
    assert.deepEqual(open.left_today, { amount: null, documents: null });
    await changeAgent(company, agent, { limits: { max_amount_per_day: 2000, max_documents_per_day: 3 } });
    assert.equal((await client.call('invoice_create', invoice())).status, true);
    const { limits, left_today } = await access();
    assert.deepEqual([limits.mode, limits.max_amount_per_day], ['act', 2000]);
    assert.deepEqual(left_today, { amount: 760, documents: 2 });
    await changeAgent(company, agent, { limits: { max_amount_per_day: 100 } });
    assert.equal((await access()).left_today.amount, 0);
    const [{ text }] = (await client.ok('resources/read', { uri: 'kvitt://company' })).contents;
    assert.deepEqual(JSON.parse(text), await access());
    const byKey = (await new McpClient(kvitt.url, basicAuth(company)).call('company_get')).result;
    assert.deepEqual([byKey.limits, byKey.left_today], [null, null]);
  });

  test('gives a program instructions that fit its scopes', async () => {
    const instructionsOf = async (headers: Record<string, string>) => {
      const client = new McpClient(kvitt.url, headers);
      return (await client.ok('server/discover')).instructions as string;
    };
    const agent = await createAgent(seller, 'nav', 'Instructed');
    const free = await instructionsOf(bearer(agent.token));
    assert.match(free, /Begin with company_get/);
    assert.match(free, /approval_required/);
    assert.doesNotMatch(await instructionsOf(basicAuth(seller)), /approval_required/);
    await changeAgent(seller, agent, { limits: { mode: 'propose' } });
    assert.match(await instructionsOf(bearer(agent.token)), /may only propose/);
    await changeAgent(seller, agent, { limits: { mode: 'read' } });
    const reading = await instructionsOf(bearer(agent.token));
    assert.match(reading, /may only read/);
    assert.doesNotMatch(reading, /dry_run|approval_required/);
    const reports = await createAgent(seller, 'dashboard_data', 'Reports');
    assert.doesNotMatch(await instructionsOf(bearer(reports.token)), /dry_run/);
  });

  test('asks for no scope where no scope allows the operation', async () => {
    const agent = await createAgent(seller, ALL_SCOPES, 'With all scopes');
    for (const credentials of [bearer(agent.token), basicAuth(seller)]) {
      const client = new McpClient(kvitt.url, credentials);
      for (const operation of ['create-webhook', 'get-webhooks', 'accept-tenant']) {
        const params = { name: 'operation_call', arguments: { operation, input: {} } };
        const { status, headers, body } = await client.rpc('tools/call', params);
        assert.deepEqual([status, headers.get('www-authenticate')], [200, null], operation);
        const { isError, structuredContent } = body.result;
        assert.deepEqual([isError, structuredContent.code], [true, 'closed_to_agents'], operation);
      }
    }
    const { body } = await send(kvitt.url, `/api/v1/agent/audit?agent_id=${agent.clientId}&limit=3`, {
      headers: basicAuth(seller),
    });
    assert.deepEqual(
      body.data.map(({ action, outcome }: any) => [action, outcome]),
      ['accept-tenant', 'get-webhooks', 'create-webhook'].map((action) => [action, 'closed_to_agents']),
    );
  });

  test('accepts the key of the account', async () => {
    const client = new McpClient(kvitt.url, basicAuth(seller));
    const { result } = await client.call('company_get');
    assert.equal(result.username, seller.username);
    assert.equal(
      (await new McpClient(kvitt.url, basicAuth({ ...seller, apiKey: 'x' } as Client)).rpc('ping')).status,
      401,
    );
  });

  test('refuses other hosts and origins, methods and bodies', async () => {
    const agent = await createAgent(seller, 'nav', 'Guarded');
    const client = new McpClient(kvitt.url, bearer(agent.token));
    const origins: [origin: string, status: number][] = [
      [kvitt.url, 200],
      ['http://localhost:6274', 200],
      ['https://evil.example', 403],
      ['null', 403],
    ];
    for (const [origin, expected] of origins) {
      const { status, headers } = await client.rpc('tools/list', {}, { headers: { origin } });
      assert.equal(status, expected, origin);
      assert.equal(headers.get('access-control-allow-origin'), expected === 200 ? origin : null);
    }
    const hosts: [host: string, status: number][] = [
      [new URL(kvitt.url).host, 401],
      ['localhost:1', 401],
      ['evil.example', 403],
      ['evil.example:80', 403],
    ];
    for (const [host, expected] of hosts) assert.equal(await statusWithHost(kvitt.url, host), expected, host);
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const response = await fetch(`${kvitt.url}/mcp`, { method, headers: bearer(agent.token) });
      assert.deepEqual([response.status, response.headers.get('allow')], [405, 'POST'], method);
      await response.body?.cancel();
    }
    const broken = await fetch(`${kvitt.url}/mcp`, {
      method: 'POST',
      headers: { ...bearer(agent.token), 'content-type': 'application/json' },
      body: '{',
    });
    assert.deepEqual([broken.status, ((await broken.json()) as any).error.code], [400, -32_700]);
  });

  test('serves clients of earlier protocol versions by the same handler', async () => {
    const agent = await createAgent(seller, 'nav', 'Older');
    for (const version of ['2025-06-18', '2025-11-25']) {
      const client = new McpClient(kvitt.url, bearer(agent.token));
      const clientInfo = { name: 'older', version: '1' };
      const params = { protocolVersion: version, capabilities: {}, clientInfo };
      const { protocolVersion, capabilities, serverInfo } = await client.ok('initialize', params, {
        version,
      });
      assert.deepEqual([protocolVersion, serverInfo.name], [version, 'kvitt']);
      assert.ok(capabilities.tools && capabilities.resources && capabilities.prompts);
      const { tools } = await client.ok('tools/list', {}, { version });
      assert.deepEqual([tools[0].name, tools[1].name], ['company_get', 'invoice_list']);
      const answer = await client.ok('tools/call', { name: 'item_list', arguments: {} }, { version });
      assert.deepEqual(answer.structuredContent.result, []);
    }
  });

  test('ends with the access of the program', async () => {
    const agent: Agent = await createAgent(seller, 'nav', 'Leaving');
    assert.equal(await statusOf(agent.token), 200);
    await fetch(`${kvitt.url}/api/v1/agents/${agent.clientId}`, {
      method: 'DELETE',
      headers: basicAuth(seller),
    });
    assert.equal(await statusOf(agent.token), 401);
  });
});

/** `fetch` sets the Host header itself. */
function statusWithHost(url: string, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { host, 'content-type': 'application/json' };
    const sent = request(`${url}/mcp`, { method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject).end('{}');
  });
}
