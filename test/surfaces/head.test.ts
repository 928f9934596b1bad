import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import fastify from 'fastify';
import { serveMethods } from '../../src/surfaces/http/server/methods.ts';
import { type Client, invoice } from '../support/client.ts';
import { OPERATOR_TOKEN } from '../support/databases.ts';
import { authorizePath, Person } from '../support/person.ts';
import { basicAuth, credentialsQuery } from '../support/requests.ts';
import { openSale } from '../support/sales.ts';
import { onBothDatabases } from '../support/service.ts';

/** Headers of the connection, which fetch closes after HEAD, and those that differ between any two answers. */
const OWN_HEADERS = [
  'connection',
  'keep-alive',
  'date',
  'x-request-id',
  'set-cookie',
  'content-security-policy',
];

onBothDatabases('HEAD', (kvitt) => {
  let seller: Client;
  const calls: [path: string, headers: Record<string, string>][] = [];
  before(async () => {
    seller = await kvitt.account();
    const { payment_link } = await seller.call('create-invoice', { data: invoice({ is_payment_link: 1 }) });
    const sale = await openSale(seller, {});
    const person = new Person(kvitt.url);
    const key = basicAuth(seller);
    for (const path of ['hello', 'get-invoices', 'get-count-invoices', 'get-customers', 'get-customer'])
      calls.push([`/api/v1/${path}?${credentialsQuery(seller)}`, {}]);
    for (const path of ['invoices', 'customers', 'customers/nobody', 'items', 'connections', 'audit'])
      calls.push([`/api/v1/agent/${path}`, key]);
    for (const path of ['accounts', `accounts/${seller.username}`, 'accounts/nobody'])
      calls.push([`/operator/${path}`, { authorization: `Bearer ${OPERATOR_TOKEN}` }]);
    // Each answer has the next action_id; from now on they all have two digits.
    for (let id = 1; id < 10; id++) await fetch(`${kvitt.url}/api/v1/agent/items`, { headers: key });
    await person.signIn(seller);
    calls.push(['/console/api/session', { cookie: person.cookieHeader() }]);
    for (const path of [
      '/api/v1/get-invoices',
      '/api/v1/agent/invoices',
      '/operator/accounts',
      '/nothing',
      '/',
      '/health',
      '/health/ready',
      '/docs',
      '/openapi.json',
      '/.well-known/oauth-authorization-server',
      '/.well-known/oauth-protected-resource/api/v1/agent',
      authorizePath({ client_id: 'nobody' }),
      '/console/',
      '/sign-in',
      '/account',
      new URL(payment_link).pathname,
      `${new URL(payment_link).pathname}/pdf`,
      new URL(sale.url).pathname,
    ])
      calls.push([path, {}]);
  });

  test('has the status and headers of GET on every surface, and no body', async () => {
    for (const [path, headers] of calls) {
      const answers = [];
      for (const method of ['GET', 'HEAD']) {
        const response = await fetch(kvitt.url + path, { method, headers, redirect: 'manual' });
        const text = await response.text();
        if (method === 'HEAD') assert.equal(text, '', path);
        else if (response.status !== 302 && response.status !== 303) assert.notEqual(text, '', path);
        // Reading the audit log adds a row to it.
        const own = path.startsWith('/api/v1/agent/audit') ? [...OWN_HEADERS, 'content-length'] : OWN_HEADERS;
        const shared = [...response.headers].filter(([name]) => !own.includes(name));
        answers.push([response.status, Object.fromEntries(shared)]);
      }
      assert.deepEqual(answers[1], answers[0], path);
    }
  });

  test('is refused where GET is', async () => {
    const path = `/api/v1/create-customer?${credentialsQuery(seller)}`;
    const answer = await fetch(kvitt.url + path, { method: 'HEAD' });
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST']);
  });
});

describe('HEAD of a streamed answer', () => {
  const app = fastify();
  after(() => app.close());

  test('reads nothing of the stream, and leaves the length open', async () => {
    let batches = 0;
    const rows = Readable.from(
      (async function* () {
        for (; batches < 1000; batches++) yield 'row';
      })(),
    );
    serveMethods(app, '/list', { GET: async (_request, reply) => reply.type('text/plain').send(rows) });
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const answer = await fetch(`${address}/list`, { method: 'HEAD' });
    const { headers } = answer;
    assert.deepEqual(
      [answer.status, headers.get('content-type'), headers.get('content-length')],
      [200, 'text/plain', null],
    );
    assert.deepEqual([rows.destroyed, batches], [true, 0]);
  });
});
