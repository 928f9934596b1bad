import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_SUMS, recountSums } from '../../../src/jobs/running-sums.ts';
import { countWrongSums } from '../../../src/kernel/database/running-sums.ts';
import { sql } from '../../../src/kernel/database/sql.ts';
import { invoice } from '../../support/client.ts';
import { signInToConsole } from '../../support/console-client.ts';
import { select } from '../../support/select.ts';
import { onBothDatabases } from '../../support/service.ts';

onBothDatabases('running sums', (kvitt) => {
  const db = () => kvitt.service.engine.kernel.db;
  const recount = () => {
    const { kernel, accounts } = kvitt.service.engine;
    return recountSums(kernel, kernel.clock(), (id) => accounts.byId(id), new AbortController().signal);
  };
  const rowsOf = async (id: number) => {
    const counts = sql`select (select count(*)::int from settled_sums where account_id = ${id}) as settled,
      (select count(*)::int from received_sums where account_id = ${id}) as received`;
    return (await select<{ settled: number; received: number }>(db(), counts))[0];
  };

  test('that differ from the records are corrected with a log entry, and their rows are merged', async () => {
    const seller = await kvitt.account();
    await seller.ok('create-invoice', { data: invoice({ mark_paid: 1 }) });
    await seller.ok('create-invoice', { data: invoice() });
    const consoleClient = await signInToConsole(seller);
    const figures = async () => [
      await consoleClient.ok('find-invoices', { limit: 1 }),
      await consoleClient.ok('get-overview', {}),
      await seller.ok('invoice-summaries', { from_date: '2020-01-15', to_date: '2030-01-15' }),
    ];
    const right = await figures();
    const [found] = await select<{ id: number }>(
      db(),
      sql`select account_id::int as id from accounts where username = ${seller.username}`,
    );
    const id = found?.id ?? 0;
    assert.equal(await countWrongSums(db(), id, ALL_SUMS), 0);
    await recount();
    const before = await rowsOf(id);

    await select(
      db(),
      sql`insert into settled_sums (account_id, month, kind, status, currency, is_imported, documents, amount, amount_isk, payable, payable_isk)
        select ${id}, '2026-02-01', 'invoice', 'Paid', 'ISK', false, 1, n, n, n, n from generate_series(1, 201) n`,
    );
    await select(
      db(),
      sql`insert into received_sums (account_id, month, amount_isk) values (${id}, '2026-02-01', 5)`,
    );
    assert.notDeepEqual(await figures(), right);
    assert.equal(await countWrongSums(db(), id, ALL_SUMS), 2);

    await assert.rejects(recount(), /2 running sums of account \d+ differed from the records/);
    assert.deepEqual(await figures(), right);
    assert.equal(await countWrongSums(db(), id, ALL_SUMS), 0);
    const after = await rowsOf(id);
    assert.ok(after && before && after.settled <= before.settled, JSON.stringify({ before, after }));
    const audited = sql`select target, outcome from audit_log where account_id = ${id} and action = 'correct-sums'`;
    assert.equal((await select(db(), audited)).length, 1);
    await recount();
  });
});
