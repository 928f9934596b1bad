import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { checkpoint } from '../../src/jobs/housekeeping.ts';
import { sql } from '../../src/kernel/database/sql.ts';
import { type Client, createAccount, invoice } from '../support/client.ts';
import { freshDatabase, type TestDatabase } from '../support/databases.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { select } from '../support/select.ts';
import { TestService } from '../support/service.ts';

/** A killed process does not lose its writes, because the operating system has them; a power cut does. So syncs are counted. */
describe('the embedded database syncs to disk before it acknowledges', () => {
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
    seller = await createAccount(node.url);
  });
  after(async () => {
    await node.crash();
    await database.drop();
  });

  /** How often the write-ahead log was synced. */
  const countSyncs = () => readFileSync(log, 'utf8').split('\n').filter(isWalFile).length;
  const isWalFile = (path: string) => /\/db\/pg_wal\/[0-9A-F]{24}$/.test(path);
  const createInvoice = () => seller.ok('create-invoice', { data: invoice() });

  test('syncs at least once for each invoice', async () => {
    for (let n = 0; n < 20; n++) {
      const before = countSyncs();
      await createInvoice();
      assert.ok(countSyncs() > before, `invoice ${n + 1} was acknowledged and not synced`);
    }
  });

  test('syncs for each of many concurrent invoices', async () => {
    const before = countSyncs();
    await Promise.all(Array.from({ length: 15 }, createInvoice));
    assert.ok(countSyncs() - before >= 15);
  });

  test('does not sync for reads', async () => {
    const guid = await createInvoice();
    const before = countSyncs();
    for (let n = 0; n < 5; n++) await seller.ok('get-invoice', { guid });
    assert.equal(countSyncs(), before);
  });
});

test('checkpoints keep the write-ahead log short, so that recovery after a crash is fast', async () => {
  const kvitt = new TestService();
  await kvitt.startOwn('embedded');
  try {
    const { kernel } = kvitt.service.engine;
    assert.equal(await checkpoint(kernel), 0);
    await select(
      kernel.db,
      sql`create table filler as
      select n, repeat('much to log', 50) as text from generate_series(1, 150000) n`,
    );
    assert.equal(await checkpoint(kernel), 1);
    assert.equal(await checkpoint(kernel), 0);
  } finally {
    await kvitt.stop();
  }
});
