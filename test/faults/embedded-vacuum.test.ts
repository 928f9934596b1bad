import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { vacuum } from '../../src/jobs/housekeeping.ts';
import { sql } from '../../src/kernel/database/sql.ts';
import type { Client } from '../support/client.ts';
import { invoicesSql } from '../support/many-invoices.ts';
import { select } from '../support/select.ts';
import { TestService } from '../support/service.ts';
import { recordStatements } from '../support/statements.ts';
import { until } from '../support/until.ts';

describe('vacuum of the embedded database', () => {
  const kvitt = new TestService();
  let seller: Client;
  before(async () => {
    await kvitt.startOwn('embedded');
    seller = await kvitt.account();
  });
  after(() => kvitt.stop());

  const recordVacuum = async () => {
    const recorded = recordStatements();
    await vacuum(kvitt.service.engine.kernel).finally(recorded.stop);
    return [...recorded.texts].filter((text) => /^(vacuum|analyze)/.test(text));
  };
  const countDeadRows = async () => {
    const [row] = await select<{ dead: number }>(
      kvitt.service.engine.kernel.db,
      sql`select n_dead_tup as dead from pg_stat_user_tables where relname = 'invoices'`,
    );
    return row?.dead ?? 0;
  };

  test('vacuums and analyzes one table at a time, and skips unchanged tables', async () => {
    const { db } = kvitt.service.engine.kernel;
    await db.transaction((tx) => tx.script(invoicesSql(seller.username, 2000)));
    await select(db, sql`update invoices set description = 'x'`);
    await until('the statistics contain the changes', async () => (await countDeadRows()) >= 2000);
    const first = await recordVacuum();
    assert.ok(
      first.includes('vacuum public.invoices') && first.includes('analyze public.invoices'),
      `${first}`,
    );
    for (const text of first) assert.match(text, /^(vacuum|analyze) [a-z_]+\.\w+$/);
    assert.ok(!first.some((text) => text.includes('public.costs')));
    await until('the statistics contain the vacuum', async () => (await countDeadRows()) === 0);
    assert.deepEqual(
      (await recordVacuum()).filter((text) => text.includes('public.')),
      [],
    );
    assert.equal(await seller.ok('get-count-invoices'), 2000);
  });
});
