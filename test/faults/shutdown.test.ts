import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { type Client, createAccount, invoice } from '../support/client.ts';
import { databases, migratedDatabase, OPERATOR_TOKEN, type TestDatabase } from '../support/databases.ts';
import { assertIntact, clientOn, Load, listInvoicesByNumber, withTimeout } from '../support/load.ts';
import { type NodeProcess, spawnNode, startNode } from '../support/node-process.ts';
import { waitForBlockedSessions } from '../support/postgres-locks.ts';
import { until } from '../support/until.ts';

/** Far less than a connection is kept open for, and than the node would wait at most. */
const EXIT_LIMIT_MS = 15_000;

/** Longer than a second signal counts as the first one. */
const SAME_SIGNAL_MS = 2500;

for (const kind of databases()) {
  describe(`a node that is told to stop (${kind})`, () => {
    let database: TestDatabase;
    let node: NodeProcess;
    const nodes: NodeProcess[] = [];
    before(async () => {
      database = await migratedDatabase(kind);
      node = await start();
    });
    after(async () => {
      await Promise.all(nodes.map((node) => node.crash()));
      await database.drop();
    });
    const start = async () => {
      const node = await startNode(database.env);
      nodes.push(node);
      return node;
    };

    test('a node that stops accepts no request, answers those that it has begun, and exits', async () => {
      const seller = await createAccount(node.url);
      const idle = await open(node);
      const begun = await open(node);
      const [head, body] = request(seller);
      begun.write(head);
      assert.match(String((await once(begun, 'data'))[0]), /^HTTP\/1\.1 100 Continue/);
      begun.write(body.slice(0, 20));

      node.signal('SIGTERM');
      await until('new connections are refused', () => isRefused(node));
      assert.equal(node.hasExited, false);
      begun.write(body.slice(20));
      const answer = await withTimeout(text(begun));
      assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/);
      assert.match(answer, /"status":true/);
      assert.equal(await withTimeout(text(idle)), '');
      assert.deepEqual(await withTimeout(node.exited, EXIT_LIMIT_MS), { code: 0, signal: null });

      node = await start();
      const invoices = await listInvoicesByNumber(clientOn(node, seller));
      assert.deepEqual(
        invoices.map(({ number }) => number),
        ['1'],
      );
    });

    test('a node finishes also when npm forwards the signal a second time', async () => {
      const seller = await createAccount(node.url);
      const begun = await open(node);
      const [head, body] = request(seller);
      begun.write(head);
      assert.match(String((await once(begun, 'data'))[0]), /^HTTP\/1\.1 100 Continue/);
      node.signal('SIGINT');
      await until('new connections are refused', () => isRefused(node));
      node.signal('SIGINT');
      begun.write(body);
      assert.match(await withTimeout(text(begun)), /^HTTP\/1\.1 200 OK\r\n/);
      assert.deepEqual(await withTimeout(node.exited, EXIT_LIMIT_MS), { code: 0, signal: null });
      node = await start();
    });

    test('a second signal ends a node at once', async () => {
      const begun = await open(node);
      const [head] = request(await createAccount(node.url));
      begun.write(head);
      await once(begun, 'data');
      node.signal('SIGTERM');
      await until('new connections are refused', () => isRefused(node));
      await setTimeout(SAME_SIGNAL_MS);
      node.signal('SIGTERM');
      assert.deepEqual(await withTimeout(node.exited, EXIT_LIMIT_MS), { code: 1, signal: null });
      node = await start();
    });

    // Only an embedded database gets one.
    if (kind === 'embedded')
      test('a node completes the demo company of a first start before it stops', async () => {
        const empty = await migratedDatabase(kind);
        const first = await startNode({ ...empty.env, KVITT_DEMO: 'on' });
        nodes.push(first);
        const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
        await until('the company is being made', async () =>
          (await fetch(`${first.url}/operator/accounts`, { headers }))
            .text()
            .then((list) => /"demo"/.test(list)),
        );
        assert.deepEqual(await first.stop(), { code: 0, signal: null }, first.output);
        assert.match(first.output, /A demo company is ready/);
        await empty.drop();
      });

    test('a node that stops under load loses and refuses nothing', async () => {
      const seller = await createAccount(node.url);
      const load = new Load([seller], { concurrency: 16, idempotent: true });
      await load.waitForProgress(50);
      assert.deepEqual(await withTimeout(node.stop(), EXIT_LIMIT_MS), { code: 0, signal: null });
      await load.stop();
      assert.deepEqual(load.refusals, []);

      node = await start();
      await load.retry(clientOn(node, seller));
      assertIntact(await listInvoicesByNumber(clientOn(node, seller)), load);
    });

    if (kind === 'postgres')
      test('a node that stops waits for the database to answer running statements', async () => {
        // Calls of one account would wait for each other in the node.
        const sellers = await Promise.all(Array.from({ length: 8 }, () => createAccount(node.url)));
        const other = new pg.Client({ connectionString: database.env.DATABASE_URL });
        await other.connect();
        await other.query('begin');
        await other.query('select * from counters for update');
        const calls = sellers.map((seller) => seller.ok('create-invoice', { data: invoice() }));
        await waitForBlockedSessions(database.env.DATABASE_URL, calls.length);
        node.signal('SIGTERM');
        await until('new connections are refused', () => isRefused(node));
        await other.query('commit');
        await other.end();
        assert.equal(new Set(await withTimeout(Promise.all(calls))).size, calls.length);
        assert.deepEqual(await withTimeout(node.exited, EXIT_LIMIT_MS), { code: 0, signal: null });
      });
  });
}

test('a worker that is told to stop exits as well', async () => {
  const database = await migratedDatabase('postgres');
  const watcher = new pg.Client({ connectionString: database.env.DATABASE_URL });
  await watcher.connect();
  const worker = await spawnNode(database.env, { command: 'worker' });
  await until('the worker works', async () => {
    assert.equal(worker.hasExited, false, worker.output);
    const there = await watcher.query(`select to_regclass('cron_tasks') is not null as yes`);
    return there.rows[0].yes && (await watcher.query('select 1 from cron_tasks')).rowCount;
  });
  await watcher.end();
  assert.deepEqual(await withTimeout(worker.stop(), EXIT_LIMIT_MS), { code: 0, signal: null });
  await database.drop();
});

async function open(node: NodeProcess): Promise<Socket> {
  const { hostname, port } = new URL(node.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}

async function isRefused(node: NodeProcess): Promise<boolean> {
  const { hostname, port } = new URL(node.url);
  const socket = connect(Number(port), hostname);
  const refused = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(false));
    socket.once('error', () => resolve(true));
  });
  socket.destroy();
  return refused;
}

/** The head of a call that keeps its connection open and asks whether it was understood, and its body. */
function request({ url, username, apiKey }: Client): [head: string, body: string] {
  const body = JSON.stringify({ username, api_key: apiKey, data: invoice() });
  const head = [
    'POST /api/v1/create-invoice HTTP/1.1',
    `Host: ${new URL(url).host}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: keep-alive',
    'Expect: 100-continue',
  ];
  return [`${head.join('\r\n')}\r\n\r\n`, body];
}
