import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { checkpoint } from '../../src/jobs/housekeeping.ts';
import { sql } from '../../src/kernel/database/sql.ts';
import { type Client, client, invoice } from '../support/client.ts';
import { freshDatabase, type TestDatabase } from '../support/databases.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { Kvitt } from '../support/service.ts';

/** Killing a process shows nothing here: what it wrote is safe with the operating system. A power cut is not so kind. */
describe('the embedded database is on disk before a call is answered', () => {
  let database: TestDatabase;
  let node: NodeProcess;
  let seller: Client;
  let log: string;
  before(async () => {
    database = await freshDatabase('embedded');
    log = join(database.env.KVITT_DATA_DIR ?? '', 'syncs');
    writeFileSync(log, '');
    const imports = [import.meta.resolve('../support/count-syncs.ts')];
    node = await startNode({ ...database.env, KVITT_TEST_SYNC_LOG: log }, { imports });
    seller = await client(node.url);
  });
  after(async () => {
    await node.crash();
    await database.drop();
  });

  /** How often the write-ahead log was synced. */
  const syncs = () => readFileSync(log, 'utf8').split('\n').filter(isLog).length;
  const isLog = (path: string) => /\/db\/pg_wal\/[0-9A-F]{24}$/.test(path);
  const create = () => seller.ok('create-invoice', { data: invoice() });

  test('each invoice by a sync of its own', async () => {
    for (let n = 0; n < 20; n++) {
      const before = syncs();
      await create();
      assert.ok(syncs() > before, `invoice ${n + 1} was acknowledged and not synced`);
    }
  });

  test('also when many come at once', async () => {
    const before = syncs();
    await Promise.all(Array.from({ length: 40 }, create));
    assert.ok(syncs() - before >= 40);
  });

  test('and nothing is synced where nothing is written', async () => {
    const guid = await create();
    const before = syncs();
    for (let n = 0; n < 5; n++) await seller.ok('get-invoice', { guid });
    assert.equal(syncs(), before);
  });
});

test('the log that a start after a crash has to read is kept short', async () => {
  const kvitt = new Kvitt();
  await kvitt.startOwn('embedded');
  try {
    const { kernel } = kvitt.service.engine;
    assert.equal(await checkpoint(kernel), 0);
    await kernel.db.query(sql`create table filler as
      select n, repeat('much to log', 50) as text from generate_series(1, 150000) n`);
    assert.equal(await checkpoint(kernel), 1);
    assert.equal(await checkpoint(kernel), 0);
  } finally {
    await kvitt.stop();
  }
});
