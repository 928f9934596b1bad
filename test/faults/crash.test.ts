import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createAccount } from '../support/client.ts';
import { migratedDatabase, type TestDatabase } from '../support/databases.ts';
import { findFreePort } from '../support/free-port.ts';
import { assertIntact, clientOn, Load, listInvoicesByNumber } from '../support/load.ts';
import { type NodeProcess, spawnNode, startNode, startSecondNode } from '../support/node-process.ts';
import { TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

describe('one of two nodes is killed under load (postgres)', () => {
  const surviving = new TestService();
  let doomed: NodeProcess;
  const loads: { load: Load; seller: Client; idempotent: boolean }[] = [];
  before(async () => {
    await surviving.startOwn('postgres');
    doomed = await startSecondNode(surviving);
    for (const idempotent of [false, true]) {
      const seller = await surviving.account();
      const load = new Load([clientOn(doomed, seller), seller], { idempotent });
      loads.push({ load, seller, idempotent });
    }
    await Promise.all(loads.map(({ load }) => load.waitForProgress(150)));
    await doomed.crash();
    await Promise.all(loads.map(({ load }) => load.waitForProgress(100)));
    await Promise.all(loads.map(({ load }) => load.stop()));
  });
  after(async () => {
    await doomed.crash();
    await surviving.stop();
  });

  for (const idempotent of [false, true]) {
    const name = idempotent ? 'calls sent again with their key make no second invoice' : 'nothing is lost';
    test(name, async () => {
      const { load, seller } = loads.find((one) => one.idempotent === idempotent) ?? assert.fail();
      assert.ok(load.unanswered.length > 0, 'the node was killed while it had nothing to do');
      assert.deepEqual(load.refusals, []);
      if (idempotent) await load.retry(seller);
      const invoices = await listInvoicesByNumber(seller);
      assertIntact(invoices, load);
      if (idempotent) assert.equal(invoices.length, load.acknowledged.size);
    });
  }
});

describe('the only node is killed (embedded)', () => {
  let database: TestDatabase;
  let port: number;
  let node: NodeProcess;
  before(async () => {
    database = await migratedDatabase('embedded');
    port = await findFreePort();
  });
  after(async () => {
    await node.crash();
    await database.drop();
  });
  const start = async () => {
    node = await startNode(database.env, { port });
  };

  test('a second process is refused its directory while it runs', async () => {
    await start();
    const refused = await spawnNode(database.env);
    assert.equal((await refused.exited).code, 1);
    assert.match(
      refused.output,
      /^The data directory \S+ is in use by another kvitt process\. Stop that one/,
    );
    assert.doesNotMatch(refused.output, /\n +at /);
  });

  test('keeps what was acknowledged and executes no call twice when it is killed under load again and again', async () => {
    const seller = await createAccount(node.url);
    const loads: Load[] = [];
    for (let round = 0; round < 3; round++) {
      const load = new Load([seller], { idempotent: true, prefix: `round ${round}` });
      loads.push(load);
      await load.waitForProgress(40);
      await node.crash();
      await load.stop();
      assert.ok(load.unanswered.length > 0, 'the node was killed while it had nothing to do');
      await start();
      await load.retry(seller);
      assert.deepEqual(load.refusals, []);
    }
    assertIntact(await listInvoicesByNumber(seller), ...loads);
  });

  test('keeps its books when it is killed at any moment of its start', async () => {
    const seller = await createAccount(node.url);
    const load = new Load([seller]);
    await load.waitForProgress(20);
    await load.stop();
    await node.crash();
    for (const moment of [100, 600, 1100]) {
      const starting = await spawnNode(database.env, { port });
      await sleep(moment);
      await starting.crash();
    }
    await start();
    assertIntact(await listInvoicesByNumber(seller), load);
  });
});

test('starts again after a crash while the embedded database was first created', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'kvitt-first-'));
  const env = { KVITT_DATA_DIR: dir };
  try {
    const first = await spawnNode(env);
    await until('the database is half made', () => existsSync(join(dir, 'db.draft', 'PG_VERSION')), 120_000);
    await first.crash();
    assert.equal(existsSync(join(dir, 'db')), false);
    const second = await startNode(env);
    await createAccount(second.url);
    assert.equal(existsSync(join(dir, 'db.draft')), false);
    await second.crash();
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
