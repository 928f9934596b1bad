import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { Database, DatabaseUnavailable } from '../../src/kernel/database/database.ts';
import { sql } from '../../src/kernel/database/sql.ts';
import { Client, createAccount, invoice, line } from '../support/client.ts';
import { OPERATOR_TOKEN, SECRET } from '../support/databases.ts';
import { assertIntact, clientOn, Load, listInvoicesByNumber, withTimeout } from '../support/load.ts';
import { createAccountWithInvoices } from '../support/many-invoices.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { createInvoiceWithLink } from '../support/payments.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { select } from '../support/select.ts';
import { relayTo } from '../support/tcp-relay.ts';
import { until } from '../support/until.ts';

const RECOVERY_LIMIT_MS = 15_000;

describe('nodes whose PostgreSQL server is unavailable', () => {
  let server: PostgresServer;
  let nodes: [NodeProcess, NodeProcess];
  before(async () => {
    server = await startPostgres({ fsync: false });
    const env = { DATABASE_URL: server.url(), KVITT_SECRET: SECRET };
    nodes = await Promise.all([startNode(env), startNode(env)]);
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.crash()));
    await server.stop();
  });

  const get = (path: string) => withTimeout(fetch(`${nodes[0].url}${path}`));
  const waitUntilReady = () =>
    Promise.all(nodes.map((node) => until('ready', () => isReady(node), RECOVERY_LIMIT_MS)));

  test('answer 503 during the outage, keep running, and recover afterwards', async (t) => {
    const seller = await createAccount(nodes[0].url);
    const guid = await seller.ok('create-invoice', { data: invoice() });
    const { link: payment } = await createInvoiceWithLink(seller);
    const quoteData = { customer: { name: 'Jón', email: 'jon@example.is' }, items: [line()] };
    const quote = await seller.ok('create-quote', { data: quoteData });
    const { link: quotePage } = await seller.ok('get-quote', { guid: quote });
    const before = await (await get('/metrics')).text();
    assert.match(before, /^kvitt_jobs\{state="dead"\} 0$/m);
    await server.crash();

    for (const endpoint of ['get-invoices', 'create-invoice', 'hello']) {
      const form = new URLSearchParams({
        username: seller.username,
        api_key: seller.apiKey,
        data: JSON.stringify(invoice()),
      });
      const reply = await withTimeout(
        fetch(`${seller.url}/api/v1/${endpoint}`, { method: 'POST', body: form }),
      );
      assert.equal(reply.status, 503, endpoint);
      assert.ok(Number(reply.headers.get('retry-after')) > 0);
      const { message, ...rest } = (await reply.json()) as { message: string };
      assert.deepEqual(rest, { status: false, result: null, error_code: 'database_unavailable' });
      assert.match(message, /try again/);
    }
    for (const [link, method] of [
      [payment, 'GET'],
      [payment, 'POST'],
      [`${payment}/pdf`, 'GET'],
      [quotePage, 'GET'],
    ] as const) {
      const page = await withTimeout(fetch(link, { method, headers: { 'accept-language': 'en' } }));
      assert.deepEqual(
        [page.status, page.headers.get('content-type')],
        [503, 'text/html; charset=utf-8'],
        link,
      );
      assert.ok(Number(page.headers.get('retry-after')) > 0);
      assert.match(await page.text(), /The service is not responding right now\. Try again in a moment\./);
    }
    const operator = await withTimeout(operatorCall(nodes[0], 'GET', '/accounts'));
    assert.equal(operator.status, 503);
    assert.equal(((await operator.json()) as { error: string }).error, 'database_unavailable');
    assert.equal((await get('/health')).status, 200);
    const metrics = await get('/metrics');
    assert.equal(metrics.status, 200);
    const figures = await metrics.text();
    assert.doesNotMatch(figures, /^kvitt_jobs(_waiting)?\{/m, 'a backlog that cannot be read');
    assert.match(figures, /^kvitt_jobs_ran_total\{kind="send-mail"\} \d+$/m);
    // Prometheus treats a counter as one only where its type says so.
    const types = [...figures.matchAll(/^# TYPE (kvitt_\w+) (\w+)$/gm)];
    for (const [, name = '', type] of types)
      assert.equal(type === 'counter', name.endsWith('_total'), `${name} is a ${type}`);
    assert.ok(types.length >= 8);
    const ready = await get('/health/ready');
    assert.equal(ready.status, 503);
    const { reason } = (await ready.json()) as { reason: string };
    assert.equal(reason, 'The database does not answer');

    await server.start();
    const since = performance.now();
    await waitUntilReady();
    t.diagnostic(`ready again after ${Math.round(performance.now() - since)} ms`);
    assert.equal((await seller.ok('get-invoice', { guid })).number, '1');
    await seller.ok('create-invoice', { data: invoice() });
    assert.deepEqual(
      nodes.map(({ hasExited }) => hasExited),
      [false, false],
    );
  });

  test('abort a streamed list when the server crashes in the middle', async () => {
    const env = { DATABASE_URL: server.url(), KVITT_SECRET: SECRET };
    const seller = clientOn(nodes[0], await createAccountWithInvoices({ env, drop: async () => {} }, 20_000));
    const query = new URLSearchParams({ username: seller.username, api_key: seller.apiKey });
    const response = await fetch(`${seller.url}/api/v1/get-invoices?${query}`);
    const reader = response.body?.getReader();
    assert.ok((await reader?.read())?.value);
    await server.crash();
    const rest = async () => {
      while (!(await reader?.read())?.done);
    };
    await assert.rejects(withTimeout(rest()), /terminated/);
    await server.start();
    await waitUntilReady();
  });

  test('fail only the calls in flight when all connections are terminated', async (t) => {
    const seller = await createAccount(nodes[0].url);
    const sellers = nodes.map((node) => clientOn(node, seller));
    const concurrency = 8;
    const load = new Load(sellers, { concurrency: concurrency, idempotent: true });
    const rounds = 5;
    for (let round = 0; round < rounds; round++) {
      await load.waitForProgress(40);
      await terminateConnections(server);
    }
    await load.waitForProgress(40);
    await load.stop();
    const statuses = new Set(load.refusals.map(({ httpStatus }) => httpStatus));
    t.diagnostic(`${load.acknowledged.size} acknowledged, ${load.refusals.length} refused`);
    assert.deepEqual([...statuses].join(), '503');
    assert.ok(load.refusals.length <= rounds * concurrency * nodes.length);
    assert.equal(load.unanswered.length, load.refusals.length, 'a connection to a node broke');
    await load.retry(seller);
    assertIntact(await listInvoicesByNumber(seller), load);
  });

  test('refuse a replaced api_key, whatever happened to their connections', async () => {
    const [near, far] = nodes;
    const seller = await createAccount(near.url);
    let key = seller.apiKey;
    const replace = async () => {
      const reply = await withTimeout(operatorCall(near, 'POST', `/accounts/${seller.username}/api-key`));
      key = ((await reply.json()) as { api_key: string }).api_key;
    };
    const rotate = async () => {
      const old = new Client(far.url, seller.username, key);
      assert.equal((await old.call('hello')).status, true);
      await replace();
      const refusal = await old.call('hello');
      assert.equal(refusal.httpStatus, 401);
      assert.equal(refusal.error_code, 'invalid_credentials');
      await new Client(far.url, seller.username, key).ok('hello');
    };
    for (let n = 0; n < 20; n++) await rotate();
    await terminateConnections(server);
    await until('calls succeed again', () => isServing(far, seller.username, key), RECOVERY_LIMIT_MS);
    await until('calls succeed again', () => isReady(near), RECOVERY_LIMIT_MS);
    await rotate(); // The nodes may not listen for notifications again yet.
    await until('both listen again', async () => (await countListeners(server)) === 2, RECOVERY_LIMIT_MS);
    for (let n = 0; n < 20; n++) await rotate();
    await server.crash();
    await server.start();
    await waitUntilReady();
    await rotate();
    await until('both listen again', async () => (await countListeners(server)) === 2, RECOVERY_LIMIT_MS);
    for (let n = 0; n < 20; n++) await rotate();

    // A node that is suspended delays the replacement only briefly, and drops its cache entry when it continues.
    far.signal('SIGSTOP');
    const old = new Client(far.url, seller.username, key);
    await replace();
    far.signal('SIGCONT');
    await until('the key is dead', async () => (await old.call('hello')).httpStatus === 401, 30_000);
  });

  test('say within seconds that they are not ready when the network goes silent', async () => {
    const url = new URL(server.url());
    const relay = await relayTo(Number(url.port));
    url.port = String(relay.port);
    const node = await startNode({ DATABASE_URL: url.href, KVITT_SECRET: SECRET, KVITT_JOBS: 'off' });
    try {
      assert.ok(await isReady(node));
      relay.silence();
      const silent = ['/health/ready', '/metrics'].map((path) =>
        fetch(`${node.url}${path}`, { signal: AbortSignal.timeout(30_000) }),
      );
      const [ready, metrics] = (await Promise.all(silent)) as [Response, Response];
      assert.equal(ready.status, 503);
      assert.deepEqual(await ready.json(), { status: 'not ready', reason: 'The database does not answer' });
      assert.match(await metrics.text(), /^kvitt_database_connections\{state="total"\} \d+$/m);
    } finally {
      await node.crash();
      await relay.close();
    }
  });

  test('time out when the network goes silent', async () => {
    const url = new URL(server.url());
    const relay = await relayTo(Number(url.port));
    url.port = String(relay.port);
    const db = new Database({ url: url.href, dataDir: '', pool: 2, onError: () => {}, answerMs: 3_000 });
    try {
      const one = () => select<{ one: number }>(db, sql`select 1 as one`);
      assert.deepEqual(await one(), [{ one: 1 }]);
      relay.silence();
      await assert.rejects(withTimeout(one()), DatabaseUnavailable);
      assert.deepEqual(await one(), [{ one: 1 }]);
      const transaction = db.transaction(async (tx) => {
        await select(tx, sql`select 1 as one`);
        relay.silence();
        await select(tx, sql`select 1 as one`);
      });
      await assert.rejects(withTimeout(transaction), DatabaseUnavailable);
      assert.deepEqual(await one(), [{ one: 1 }]);
    } finally {
      await db.close();
      await relay.close();
    }
  });
});

async function isReady(node: NodeProcess): Promise<boolean> {
  return (await withTimeout(fetch(`${node.url}/health/ready`))).status === 200;
}

async function isServing(node: NodeProcess, username: string, key: string): Promise<boolean> {
  return (await new Client(node.url, username, key).call('hello')).status;
}

function operatorCall(node: NodeProcess, method: string, path: string): Promise<Response> {
  return fetch(`${node.url}/operator${path}`, {
    method,
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
  });
}

async function terminateConnections(server: PostgresServer): Promise<void> {
  await runAsAdmin(
    server,
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null',
  );
}

async function countListeners(server: PostgresServer): Promise<number> {
  return runAsAdmin(
    server,
    `select 1 from pg_stat_activity where application_name = 'kvitt-listener' and state = 'idle'`,
  );
}

async function runAsAdmin(server: PostgresServer, statement: string): Promise<number> {
  const admin = new pg.Client({ connectionString: server.url() });
  await admin.connect();
  const { rowCount } = await admin.query(statement);
  await admin.end();
  return rowCount ?? 0;
}
