import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { jsonExcess } from '../../src/surfaces/http/request/json-depth.ts';
import { createAccountWithAgent, createAgent } from '../support/agents/agent.ts';
import { changeAgent } from '../support/agents/limits.ts';
import { type Client, invoice, line } from '../support/client.ts';
import { signInToConsole } from '../support/console-client.ts';
import { measureCpuMs } from '../support/cpu-time.ts';
import { runJobs } from '../support/jobs.ts';
import { Person } from '../support/person.ts';
import { basicAuth, send } from '../support/requests.ts';
import { onBothDatabases } from '../support/service.ts';

const manyKeys = (count: number) => `{${Array.from({ length: count }, (_, i) => `"${i}z":1`).join(',')}}`;
const json = { 'content-type': 'application/json' };

onBothDatabases('bounds of requests', (kvitt) => {
  let seller: Client;
  before(async () => {
    seller = await kvitt.account();
  });
  const post = (path: string, body: string, headers: Record<string, string> = json) =>
    send(kvitt.url, path, { method: 'POST', body, headers });

  test('refuse a body of many keys before it is parsed', async () => {
    const body = manyKeys(700_000);
    const counting = await measureCpuMs(() => jsonExcess(body));
    const parsing = await measureCpuMs(() => JSON.parse(body));
    assert.ok(counting < parsing / 20, `${counting} ms to count, ${parsing} ms to parse`);
    const { status, body: answer } = await post('/api/v1/create-invoice', body);
    const message = 'The request body could not be read: it is larger than 1000 fields in one object';
    assert.deepEqual([status, answer.message], [400, message]);
    const values = await post('/api/v1/create-invoice', `{"data":[${'1,'.repeat(30_000)}1]}`);
    assert.match(values.body.message, /larger than 20000 values$/);
  });

  test('accept an invoice of 500 lines with all their fields', async () => {
    const items = Array.from({ length: 500 }, (_, i) => ({
      ...line(),
      unit_price: 10,
      qty: 1,
      description: `Lína ${i}`,
      discount: 0,
      discount_type: 'percent',
      item_number: `B-${i}`,
      a: 1,
      b: 2,
      c: 3,
    }));
    const data = invoice({ items, amount: 6200 });
    for (const sent of [data, JSON.stringify(data)]) {
      const body = JSON.stringify({ username: seller.username, api_key: seller.apiKey, data: sent });
      const { body: answer } = await post('/api/v1/create-invoice', body);
      assert.notEqual(answer.error_code, 'body_unreadable');
      assert.doesNotMatch(answer.message, /larger than/);
    }
  });

  test('are lower where no file is expected, and lower still before the caller is known', async () => {
    const megabytes = (count: number) => JSON.stringify({ x: 'x'.repeat(count * 1024 * 1024) });
    for (const [path, size, limit] of [
      ['/api/v1/hello', 1.1, '1 MB'],
      ['/api/v1/get-invoices', 1.1, '1 MB'],
      ['/api/v1/create-item', 1.1, '1 MB'],
      ['/api/v1/create-cost', 8.1, '8 MB'],
      ['/api/v1/create-customer', 8.1, '8 MB'],
      ['/agent/token', 0.3, '256 kB'],
      ['/agent/register', 0.3, '256 kB'],
      ['/oauth/register', 0.3, '256 kB'],
      ['/api/v1/nothing', 0.3, '256 kB'],
    ] as const) {
      const { status, body } = await post(path, megabytes(size));
      assert.equal(status, 413, path);
      assert.match(body.message, new RegExp(`send at most ${limit}`), path);
    }
    const form = new FormData();
    form.set('x', 'x'.repeat(1.1 * 1024 * 1024));
    assert.equal((await send(kvitt.url, '/api/v1/hello', { method: 'POST', body: form })).status, 413);
    assert.equal((await post('/api/v1/hello', megabytes(0.9))).status, 401);
  });

  test('refuse a form whose part has a header without an end, instead of waiting for it forever', async () => {
    const part = (header: string) => `--x\r\nContent-Disposition: form-data; ${header}`;
    const good = `${part('name="a"')}\r\n\r\n1\r\n`;
    const bare = `${part('name="b"')}\n\n1\r\n`;
    const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
    const bodies = [`${bare}--x--\r\n`, `${good}${bare}--x--\r\n`, `${bare}${good}--x--\r\n`];
    await Promise.all(
      bodies.flatMap((body) =>
        ['/api/v1/hello', '/agent/token', '/sign-in'].map(async (path) => {
          const response = await fetch(kvitt.url + path, { method: 'POST', body, headers: multipart });
          assert.equal(response.status, 400, path);
          assert.match(await response.text(), /the header of a part has no end/);
        }),
      ),
    );
    assert.equal((await post('/api/v1/hello', `${good}--x--\r\n`, multipart)).status, 401);
  });

  test('let no lone surrogate in unread fields reach a column that cannot store it', async () => {
    const console = await signInToConsole(seller);
    const async = { prefer: 'respond-async' };
    const proposer = await createAccountWithAgent(kvitt.url);
    await changeAgent(proposer.seller, proposer.agent, { limits: { mode: 'propose' } });
    const person = await signInToConsole(proposer.seller);
    for (const [item_number, unread] of [
      ['A', { unread: '\ud800' }],
      ['B', { 'unread\udc00': 1 }],
    ] as const) {
      const item = { item_number, description: 'A', unit_price: 1, tax: 'S', uom: 'HUR' };
      const delayed = await console.call('create-invoice', { ...invoice(), ...unread }, async);
      assert.equal(delayed.status, 202, JSON.stringify(delayed.body));
      const proposed = await proposer.agent.call('POST', '/items', { data: { ...item, ...unread } });
      // A stored call keeps its input as JSON text, in which the surrogate stays escaped.
      assert.deepEqual([proposed.status, proposed.body.error_code], [202, 'approval_required']);
      const { guid } = proposed.body.proposal;
      assert.equal((await proposer.agent.get(`/proposals/${guid}`)).result.state, 'waiting');
      const [found] = (await person.ok('find-proposals', { guid })).rows;
      assert.deepEqual([found.refusal, found.changed], [null, false]);
      const approved = await person.ok('approve-proposal', { guid, seen: found.seen });
      assert.equal(approved.state, 'approved');
      const [made] = (await proposer.seller.ok('get-items')).filter(
        (one: any) => one.item_number === item_number,
      );
      assert.equal(made.description, 'A');
    }
    kvitt.now = () => new Date('2026-03-17T13:00:00Z');
    assert.equal((await runJobs(kvitt)).failed, 0);
    kvitt.resetClock();
    const { actions } = await console.ok('get-delayed-actions');
    assert.deepEqual(
      actions.map(({ state }: any) => state),
      ['done', 'done'],
    );
  });

  test('name an ignored field in the header of the answer, whatever its characters', async () => {
    const item = { item_number: 'C', description: 'A', unit_price: 1, tax: 'S', uom: 'HUR' };
    const fields = { username: seller.username, api_key: seller.apiKey, data: item, 'unread\udc00,': 1 };
    const { status, headers } = await post('/api/v1/create-item', JSON.stringify(fields));
    assert.deepEqual([status, headers.get('kvitt-ignored')], [200, 'unread%EF%BF%BD%2C']);
  });

  test('refuse NUL in every text that reaches the database with a 4xx', async () => {
    const { body: operator } = await kvitt.operator('POST', '/sandbox/claims/a%00b/cancel', {});
    assert.equal(operator.error, 'request_unreadable');
    for (const [method, path] of [
      ['POST', '/sandbox/claims/%00/pay'],
      ['POST', '/sandbox/claims/%00/cancel'],
      ['GET', '/sandbox/claims?account=%00'],
      ['GET', '/sandbox/mail?to=%00'],
      ['GET', '/sandbox/einvoices?account=%00'],
      ['POST', '/sandbox/einvoices/%00'],
      ['GET', '/accounts/%00'],
      ['PATCH', '/accounts/%00'],
      ['POST', '/clients/%00'],
      ['PUT', '/rates/%00/2026-01-01'],
    ] as const) {
      const { status } = await kvitt.operator(
        method,
        path,
        method === 'GET' ? undefined : { status: 'delivered' },
      );
      assert.ok(status >= 400 && status < 500, `${method} ${path}: ${status}`);
    }
    const agent = await createAgent(seller);
    const headers = basicAuth(seller);
    for (const path of ['/api/v1/agent/customers/%00', '/api/v1/agent/invoices/%00', '/api/v1/agents/%00']) {
      const { status } = await send(kvitt.url, path, { headers, method: 'DELETE' });
      assert.ok(status < 500, `${path}: ${status}`);
    }
    assert.ok(agent);
    for (const path of [
      '/pay/%00',
      '/sell/%00',
      '/order/%00',
      '/ticket/%00',
      '/logo/%00',
      '/invite?key=%00',
      '/reset?key=%00',
    ])
      assert.ok((await fetch(`${kvitt.url}${path}`)).status < 500, path);
    for (const cookie of ['kvitt=%00', 'kvitt-form=%00', 'kvitt-lang=%00'])
      assert.ok((await fetch(`${kvitt.url}/account`, { headers: { cookie } })).status < 500, cookie);
    const person = new Person(kvitt.url);
    const page = await person.get('/sign-in');
    const answer = await person.submit(page, '/sign-in', { username: '\0', password: '\0' });
    assert.ok(answer.status >= 400 && answer.status < 500);
    for (const body of ['client_id=%00&grant_type=refresh_token&refresh_token=%00', '%00=%00'])
      for (const path of ['/agent/token', '/oauth/token', '/oauth/revoke', '/agent/register']) {
        const { status } = await post(path, body, { 'content-type': 'application/x-www-form-urlencoded' });
        assert.ok(status < 500, `${path}: ${status}`);
      }
  });

  test('let no cache store an answer with data, and no browser guess its type', async () => {
    const headers = basicAuth(seller);
    const paths = [
      '/api/v1/get-invoices',
      '/api/v1/hello',
      '/api/v1/nothing',
      '/api/v1/agent/items',
      '/api/v1/agents',
      '/operator/accounts',
      '/console/api/session',
      '/.well-known/oauth-authorization-server',
      '/sign-in',
      '/health',
    ];
    for (const path of paths) {
      const answer = await fetch(`${kvitt.url}${path}`, { headers });
      const sent = ['cache-control', 'x-content-type-options'].map((name) => answer.headers.get(name));
      assert.deepEqual(sent, ['no-store', 'nosniff'], path);
    }
  });

  test('describe only resources that exist', async () => {
    const resource = (path: string) => send(kvitt.url, `/.well-known/oauth-protected-resource${path}`);
    assert.equal((await resource('')).status, 200);
    assert.equal((await resource('/api/v1/agent')).status, 200);
    for (const path of ['/anything', '/api/v1/agent/nothing', '/api'])
      assert.equal((await resource(path)).status, 404, path);
  });
});
