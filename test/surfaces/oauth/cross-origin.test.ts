import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Agent, createAgent, toFormData } from '../../support/agents/agent.ts';
import type { Client } from '../../support/client.ts';
import { authorizeClient, CALLBACK, postJson } from '../../support/person.ts';
import { OpenApiChecker } from '../../support/reference.ts';
import { basicAuth } from '../../support/requests.ts';
import { TestService } from '../../support/service.ts';

const ORIGIN = { origin: 'https://app.example' };
const PREFLIGHT = { ...ORIGIN, 'access-control-request-method': 'POST' };

describe('programs on pages of another origin (CORS)', () => {
  const kvitt = new TestService();
  let seller: Client;
  let agent: Agent;
  before(async () => {
    await kvitt.start('postgres');
    seller = await kvitt.account();
    agent = await createAgent(seller);
  });
  after(() => kvitt.stop());

  const send = (method: string, path: string, headers: Record<string, string>) =>
    fetch(kvitt.url + path, { method, headers, redirect: 'manual' });
  const readAllowedOrigin = (response: Response) => response.headers.get('access-control-allow-origin');

  test('may discover, register, get and revoke tokens, and use the agent API', async () => {
    const open: [method: string, path: string][] = [
      ['GET', '/.well-known/oauth-authorization-server'],
      ['GET', '/.well-known/oauth-protected-resource'],
      ['GET', '/.well-known/oauth-protected-resource/api/v1/agent'],
      ['POST', '/oauth/register'],
      ...['/oauth', '/agent', '/strax/agent'].flatMap((base): [string, string][] => [
        ['POST', `${base}/token`],
        ['POST', `${base}/revoke`],
      ]),
      ['GET', '/api/v1/agent/status'],
      ['POST', '/api/v1/agent/invoices'],
    ];
    for (const [method, path] of open) {
      const preflight = await send('OPTIONS', path, PREFLIGHT);
      assert.deepEqual([preflight.status, readAllowedOrigin(preflight)], [204, '*'], path);
      assert.match(preflight.headers.get('access-control-allow-methods') ?? '', new RegExp(method));
      const allowed = preflight.headers.get('access-control-allow-headers')?.split(', ') ?? [];
      for (const header of ['authorization', 'idempotency-key', 'kvitt-dry-run'])
        assert.ok(allowed.includes(header), header);
      const answer = await send(method, path, ORIGIN);
      assert.equal(readAllowedOrigin(answer), '*', `${method} ${path} ${answer.status}`);
      assert.equal(answer.headers.get('access-control-allow-credentials'), null);
    }
    const status = await send('GET', '/api/v1/agent/status', {
      ...ORIGIN,
      authorization: `Bearer ${agent.token}`,
    });
    assert.equal(status.status, 200);
    const refusal = await send('GET', '/api/v1/agent/status', { ...ORIGIN, authorization: 'Bearer x' });
    assert.match(refusal.headers.get('access-control-expose-headers') ?? '', /www-authenticate/);
  });

  test("cannot read answers that depend on a cookie or the account's key", async () => {
    for (const path of [
      '/oauth/authorize',
      '/agent/authorize',
      '/strax/agent/authorize',
      '/agent/register',
      '/strax/agent/register',
      '/api/v1/agents',
      '/api/v1/agents/x',
      '/api/v1/agent/audit',
      '/api/v1/hello',
      '/console/api/session',
      '/sign-in',
      '/account',
      '/invitation',
      '/forgotten',
    ]) {
      for (const method of ['OPTIONS', 'GET', 'POST']) {
        const answer = await send(method, path, PREFLIGHT);
        assert.equal(readAllowedOrigin(answer), null, `${method} ${path}`);
      }
    }
  });

  test('treats an OPTIONS request without preflight headers like any other method', async () => {
    const answer = await send('OPTIONS', '/oauth/token', ORIGIN);
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST']);
  });

  test('matches the documentation of agent management', async () => {
    const reference = await OpenApiChecker.of(kvitt.url);
    const call = async (method: string, template: string, path: string, body?: object) => {
      const response = await fetch(kvitt.url + path, {
        method,
        headers: { ...basicAuth(seller), ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      reference.check(method, template, response.status, await response.json());
      return response.status;
    };
    const [agents, one, audit] = ['/api/v1/agents', '/api/v1/agents/{agent_id}', '/api/v1/agent/audit'];
    assert.equal(await call('GET', agents, agents), 200);
    assert.equal(await call('POST', agents, agents, { client_id: agent.clientId, scopes: ['nav'] }), 200);
    assert.equal(await call('POST', agents, agents, { client_id: 'nobody', scopes: 'nav' }), 404);
    assert.equal(await call('POST', agents, agents, { client_id: agent.clientId, scopes: 'all' }), 422);
    assert.equal(await call('GET', audit, `${audit}?limit=5&agent_id=${agent.clientId}`), 200);
    assert.equal(await call('GET', audit, `${audit}?limit=0`), 422);
    assert.equal(await call('DELETE', one, `${agents}/nobody`), 404);
    assert.equal(await call('DELETE', one, `${agents}/${agent.clientId}`), 200);
    assert.equal(await call('GET', agents, agents), 200);
  });

  test('matches the documentation of the token endpoints', async () => {
    const reference = await OpenApiChecker.of(kvitt.url);
    const call = async (path: string, body: object, headers: Record<string, string> = {}) => {
      const answer = await postJson(kvitt.url + path, body, headers);
      reference.check('POST', path, answer.status, answer.body);
      return answer;
    };
    const app = { name: 'Documented', redirect_uri: CALLBACK };
    const { body: client } = await call('/agent/register', app, basicAuth(seller));
    assert.equal((await call('/agent/register', app)).status, 401);
    assert.equal((await call('/agent/register', { name: 'A' }, basicAuth(seller))).status, 422);
    const self = await call('/oauth/register', { redirect_uris: ['http://127.0.0.1/cb'] });
    assert.equal(self.status, 201);
    assert.equal((await call('/oauth/register', {})).status, 400);
    const { access_token } = await authorizeClient(seller, 'nav', client);
    const own = { client_id: client.client_id, client_secret: client.client_secret };
    assert.equal((await call('/agent/revoke', { ...own, token: access_token })).status, 200);
    assert.equal((await call('/agent/token', own)).status, 400);
    assert.equal((await call('/agent/token', {})).status, 401);
    const path = '/.well-known/oauth-authorization-server';
    const metadata = await send('GET', path, {});
    reference.check('GET', path, metadata.status, await metadata.json());
    const nobody = await send('GET', '/agent/authorize?client_id=nobody', {});
    reference.check('GET', '/agent/authorize', nobody.status, await nobody.json());
  });

  test('accepts only JSON in a PUT, as documented, and changes nothing by a form', async () => {
    const other = await createAgent(seller, undefined, 'Another');
    const { result: created } = await other.post('/items', { data: { description: 'A', unit_price: 1 } });
    for (const body of [new URLSearchParams({ description: 'B' }), toFormData({ description: 'B' })]) {
      const response = await fetch(`${kvitt.url}/api/v1/agent/items/${created}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${other.token}` },
        body,
      });
      const answer = (await response.json()) as { message: string };
      assert.deepEqual([response.status, /application\/json/.test(answer.message)], [400, true]);
    }
    assert.equal((await other.get(`/items/${created}`)).result.description, 'A');
    await other.put(`/items/${created}`, { data: { description: 'C' } });
    assert.equal((await other.get(`/items/${created}`)).result.description, 'C');
  });
});
