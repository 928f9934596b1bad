import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { type Client, createAccount } from '../support/client.ts';
import { freshDatabase, SECRET, type TestDatabase } from '../support/databases.ts';
import { assertIntact, Load, listInvoicesByNumber } from '../support/load.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { until } from '../support/until.ts';

describe('a node of two processes', () => {
  let database: TestDatabase;
  let node: NodeProcess;
  let seller: Client;
  before(async () => {
    database = await freshDatabase('postgres');
    node = await startNode({ ...database.env, KVITT_SECRET: SECRET, KVITT_PROCESSES: '2' });
    seller = await createAccount(node.url);
  });
  after(async () => {
    await node.crash();
    await until('its processes have ended', () => pids.every((pid) => !isRunning(pid)));
    await database.drop();
  });

  /** The processes that serve. Those of the last look stay known, to see them end. */
  let pids: number[] = [];
  const look = () => {
    const children = readFileSync(`/proc/${node.pid}/task/${node.pid}/children`, 'utf8');
    pids = children.trim().split(' ').filter(Boolean).map(Number);
    return pids;
  };
  const requestsServed = async () => {
    const metrics = await (await fetch(`${node.url}/metrics`)).text();
    const counts = metrics.matchAll(/^kvitt_http_request_seconds_count\{.*hello.*\} (\d+)$/gm);
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  };

  test('counts the requests of both in its metrics', async () => {
    await Promise.all(Array.from({ length: 40 }, () => seller.ok('hello')));
    for (let n = 0; n < 4; n++) assert.equal(await requestsServed(), 40);
  });

  test('replaces a process that dies, and loses nothing that was acknowledged', async () => {
    const load = new Load([seller], { concurrency: 4, idempotent: true, prefix: 'killed' });
    await load.waitForProgress(20);
    const [victim = 0] = look();
    process.kill(victim, 'SIGKILL');
    await until('two processes again', () => look().length === 2 && !pids.includes(victim));
    await load.stop();
    await load.retry(seller);
    assertIntact(await listInvoicesByNumber(seller), load);
  });

  test('replaces its processes by SIGHUP without refusing a call', async () => {
    const old = look();
    let calls = 0;
    let isOver = false;
    const calling = Array.from({ length: 4 }, async () => {
      for (; !isOver; calls += 1) await seller.ok('get-invoices', { limit: 1 });
    });
    node.signal('SIGHUP');
    await until('other processes', () => look().length === 2 && pids.every((pid) => !old.includes(pid)));
    isOver = true;
    await Promise.all(calling);
    assert.ok(calls > 0);
  });

  test('ends with its first process, however that ends', async () => {
    const stopped = look();
    assert.deepEqual(await node.stop(), { code: 0, signal: null });
    assert.ok(stopped.every((pid) => !isRunning(pid)));
    node = await startNode({ ...database.env, KVITT_SECRET: SECRET, KVITT_PROCESSES: '2' });
    assert.equal(look().length, 2);
  });
});

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
