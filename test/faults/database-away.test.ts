import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { Database, DatabaseUnavailable } from '../../src/kernel/database/database.ts';
import { sql } from '../../src/kernel/database/sql.ts';
import { Client, client, invoice } from '../support/client.ts';
import { OPERATOR_TOKEN, SECRET } from '../support/databases.ts';
import { answered, assertIntact, booked, Load, through } from '../support/load.ts';
import { createAccountWithInvoices } from '../support/many-invoices.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { relayTo } from '../support/tcp-relay.ts';
import { until } from '../support/until.ts';

const RECOVERY_LIMIT_MS = 15_000;

describe('nodes whose PostgreSQL goes away', () => {
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

  const get = (path: string) => answered(fetch(`${nodes[0].url}${path}`));
  const backToWork = () =>
    Promise.all(nodes.map((node) => until('ready', () => isReady(node), RECOVERY_LIMIT_MS)));

  test('say so while it is away, live on, and work again when it is back', async (t) => {
    const seller = await client(nodes[0].url);
    const guid = await seller.ok('create-invoice', { data: invoice() });
    await server.crash();

    for (const endpoint of ['get-invoices', 'create-invoice', 'hello']) {
      const form = new URLSearchParams({
        username: seller.username,
        api_key: seller.apiKey,
        data: JSON.stringify(invoice()),
      });
      const reply = await answered(fetch(`${seller.url}/api/v1/${endpoint}`, { method: 'POST', body: form }));
      assert.equal(reply.status, 503, endpoint);
      assert.ok(Number(reply.headers.get('retry-after')) > 0);
      const { message, ...rest } = (await reply.json()) as { message: string };
      assert.deepEqual(rest, { status: false, result: null, error_code: 'database_unavailable' });
      assert.match(message, /try again/);
    }
    const operator = await answered(operatorCall(nodes[0], 'GET', '/accounts'));
    assert.equal(operator.status, 503);
    assert.equal(((await operator.json()) as { error: string }).error, 'database_unavailable');
    assert.equal((await get('/health')).status, 200);
    assert.equal((await get('/metrics')).status, 200);
    const ready = await get('/health/ready');
    assert.equal(ready.status, 503);
    const { reason } = (await ready.json()) as { reason: string };
    assert.equal(reason, 'The database does not answer');

    await server.start();
    const since = performance.now();
    await backToWork();
    t.diagnostic(`ready again after ${Math.round(performance.now() - since)} ms`);
    assert.equal((await seller.ok('get-invoice', { guid })).number, '1');
    await seller.ok('create-invoice', { data: invoice() });
    assert.deepEqual(
      nodes.map(({ hasExited }) => hasExited),
      [false, false],
    );
  });

  test('break a long list off visibly when it goes away in the middle', async () => {
    const env = { DATABASE_URL: server.url(), KVITT_SECRET: SECRET };
    const seller = through(nodes[0], await createAccountWithInvoices({ env, drop: async () => {} }, 20_000));
    const query = new URLSearchParams({ username: seller.username, api_key: seller.apiKey });
    const response = await fetch(`${seller.url}/api/v1/get-invoices?${query}`);
    const reader = response.body?.getReader();
    assert.ok((await reader?.read())?.value);
    await server.crash();
    const rest = async () => {
      while (!(await reader?.read())?.done);
    };
    await assert.rejects(answered(rest()), /terminated/);
    await server.start();
    await backToWork();
  });

  test('fail only the calls that were under way when all connections are cut', async (t) => {
    const seller = await client(nodes[0].url);
    const sellers = nodes.map((node) => through(node, seller));
    const atOnce = 8;
    const load = new Load(sellers, { atOnce, idempotent: true });
    const cuts = 5;
    for (let cut = 0; cut < cuts; cut++) {
      await load.progress(40);
      await cutConnections(server);
    }
    await load.progress(40);
    await load.stop();
    const statuses = new Set(load.refusals.map(({ httpStatus }) => httpStatus));
    t.diagnostic(`${load.acknowledged.size} acknowledged, ${load.refusals.length} refused`);
    assert.deepEqual([...statuses].join(), '503');
    assert.ok(load.refusals.length <= cuts * atOnce * nodes.length);
    assert.equal(load.unanswered.length, load.refusals.length, 'a connection to a node broke');
    await load.retry(seller);
    assertIntact(await booked(seller), load);
  });

  test('let no replaced api_key in, whatever happened to their connections', async () => {
    const [near, far] = nodes;
    const seller = await client(near.url);
    let key = seller.apiKey;
    const replace = async () => {
      const reply = await answered(operatorCall(near, 'POST', `/accounts/${seller.username}/api-key`));
      key = ((await reply.json()) as { api_key: string }).api_key;
    };
    const rotate = async () => {
      const old = new Client(far.url, seller.username, key);
      assert.equal((await old.call('hello')).status, true);
      await replace();
      const refused = await old.call('hello');
      assert.equal(refused.httpStatus, 401);
      assert.equal(refused.error_code, 'invalid_credentials');
      await new Client(far.url, seller.username, key).ok('hello');
    };
    for (let n = 0; n < 20; n++) await rotate();
    await cutConnections(server);
    await until('calls succeed again', () => works(far, seller.username, key), RECOVERY_LIMIT_MS);
    await until('calls succeed again', () => isReady(near), RECOVERY_LIMIT_MS);
    await rotate(); // Perhaps before they listen again.
    await until('both listen again', async () => (await ears(server)) === 2, RECOVERY_LIMIT_MS);
    for (let n = 0; n < 20; n++) await rotate();
    await server.crash();
    await server.start();
    await backToWork();
    await rotate();
    await until('both listen again', async () => (await ears(server)) === 2, RECOVERY_LIMIT_MS);
    for (let n = 0; n < 20; n++) await rotate();

    // A node that does not react holds up the others only for a moment, and learns of it when it does.
    far.signal('SIGSTOP');
    const old = new Client(far.url, seller.username, key);
    await replace();
    far.signal('SIGCONT');
    await until('the key is dead', async () => (await old.call('hello')).httpStatus === 401, 30_000);
  });

  test('notice when it falls silent without a word', async () => {
    const url = new URL(server.url());
    const relay = await relayTo(Number(url.port));
    url.port = String(relay.port);
    const db = new Database({ url: url.href, dataDir: '', pool: 2, onError: () => {}, answerMs: 3_000 });
    try {
      const one = () => db.query<{ one: number }>(sql`select 1 as one`);
      assert.deepEqual(await one(), [{ one: 1 }]);
      relay.silence();
      await assert.rejects(answered(one()), DatabaseUnavailable);
      assert.deepEqual(await one(), [{ one: 1 }]);
      const silenced = db.transaction(async (tx) => {
        await tx.query(sql`select 1 as one`);
        relay.silence();
        await tx.query(sql`select 1 as one`);
      });
      await assert.rejects(answered(silenced), DatabaseUnavailable);
      assert.deepEqual(await one(), [{ one: 1 }]);
    } finally {
      await db.close();
      await relay.close();
    }
  });
});

async function isReady(node: NodeProcess): Promise<boolean> {
  return (await answered(fetch(`${node.url}/health/ready`))).status === 200;
}

async function works(node: NodeProcess, username: string, key: string): Promise<boolean> {
  return (await new Client(node.url, username, key).call('hello')).status;
}

function operatorCall(node: NodeProcess, method: string, path: string): Promise<Response> {
  return fetch(`${node.url}/operator${path}`, {
    method,
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
  });
}

async function cutConnections(server: PostgresServer): Promise<void> {
  await asAdmin(
    server,
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null',
  );
}

async function ears(server: PostgresServer): Promise<number> {
  return asAdmin(
    server,
    `select 1 from pg_stat_activity where application_name = 'kvitt-ear' and state = 'idle'`,
  );
}

async function asAdmin(server: PostgresServer, statement: string): Promise<number> {
  const admin = new pg.Client({ connectionString: server.url() });
  await admin.connect();
  const { rowCount } = await admin.query(statement);
  await admin.end();
  return rowCount ?? 0;
}
