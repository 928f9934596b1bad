import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount } from '../support/client.ts';
import { migratedDatabase, type TestDatabase } from '../support/databases.ts';
import { findFreePort } from '../support/free-port.ts';
import { assertIntact, clientOn, Load, listInvoicesByNumber } from '../support/load.ts';
import { type NodeProcess, spawnNode, startNode } from '../support/node-process.ts';
import { until } from '../support/until.ts';

describe('one of two nodes is killed under load (postgres)', () => {
  let database: TestDatabase;
  const nodes: NodeProcess[] = [];
  before(async () => {
    database = await migratedDatabase('postgres');
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.crash()));
    await database.drop();
  });

  for (const idempotent of [false, true]) {
    const name = idempotent ? 'calls sent again with their key make no second invoice' : 'nothing is lost';
    test(name, async () => {
      const [doomed, surviving] = await Promise.all([startNode(database.env), startNode(database.env)]);
      nodes.push(doomed, surviving);
      const onDoomed = await createAccount(doomed.url);
      const onSurviving = clientOn(surviving, onDoomed);
      const load = new Load([onDoomed, onSurviving], { idempotent });
      await load.waitForProgress(150);
      await doomed.crash();
      await load.waitForProgress(100);
      await load.stop();

      assert.ok(load.unanswered.length > 0, 'the node was killed while it had nothing to do');
      assert.deepEqual(load.refusals, []);
      if (idempotent) await load.retry(onSurviving);
      const invoices = await listInvoicesByNumber(onSurviving);
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

  test('under load, again and again: what was acknowledged stays, and no call is done twice', async () => {
    await start();
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

  test('while it starts, at any moment: what was there stays', async () => {
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

  test('while a second process waits for its directory, which it may have only then', async () => {
    const refused = await spawnNode(database.env);
    assert.equal((await refused.exited).code, 1);
    assert.match(
      refused.output,
      /^The data directory \S+ is in use by another kvitt process\. Stop that one/,
    );
    assert.doesNotMatch(refused.output, /\n +at /);
    await node.crash();
    await start();
  });
});

test('a crash while the embedded database is first made leaves nothing in the way of the next start', async () => {
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
