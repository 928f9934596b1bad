import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_SUMS } from '../../../src/jobs/running-sums.ts';
import { countWrongSums } from '../../../src/kernel/database/running-sums.ts';
import { Sql, sql } from '../../../src/kernel/database/sql.ts';
import { createFullBooks } from '../../support/backups.ts';
import { invoice } from '../../support/client.ts';
import { ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { runJobs } from '../../support/jobs.ts';
import { PASSWORD } from '../../support/person.ts';
import { select } from '../../support/select.ts';
import { onBothDatabases, type TestService } from '../../support/service.ts';

const proof = { current_password: PASSWORD };
/** Documents of what is booked, with the parties to them, and who did what. */
const BOOKS =
  /^(accounts|people|audit_log|counters|vat_.*|customers|costs|cost_files|einvoice_answers|invoice.*|renditions|payments|allocations|files|(settled|received|cost)_sums|bank_(accounts|statements|lines|sums|bookings|actions)|journal_.*|provider_reports|number_starts|record_imports|sales_document.*|tasks|task_.*|recurring_schedules)$/;

interface TableState {
  rows: number;
  digest: string;
}

/** The rows of an account in each table, or those of all the others. */
async function readTables(kvitt: TestService, username: string, which: '=' | '<>') {
  const { db } = kvitt.service.engine.kernel;
  const tables = await select<{ name: string }>(
    db,
    sql`select c.table_name as name from information_schema.columns c
      join pg_class t on t.relname = c.table_name and t.relkind in ('r', 'p') and not t.relispartition
      where c.table_schema = 'public' and c.column_name = 'account_id' and c.table_name not like 'sandbox%' order by 1`,
  );
  const states: Record<string, TableState> = {};
  for (const { name } of tables) {
    const [found] = await select<TableState>(
      db,
      sql`select count(*)::int as rows, coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest
        from ${new Sql([name], [])} t
        where account_id ${new Sql([which], [])} (select account_id from accounts where username = ${username})`,
    );
    if (found) states[name] = found;
  }
  return states;
}

onBothDatabases('closing an account for good', (kvitt) => {
  test('needs an owner who types its name, an export of everything, and no open claim', async () => {
    const { seller, books, guid, member } = await createFullBooks(kvitt);
    const owner = await signInToConsole(seller);
    const { username } = seller;
    const close = async (person: ConsoleClient, fields: object) => {
      const { status, body } = await person.call('close-account', fields);
      return status === 200 ? body : body.error;
    };
    const colleague = await new ConsoleClient(kvitt.url).signIn({ username: member });
    assert.equal(await close(colleague, { username, ...proof }), 'owner_required');
    assert.equal(await close(owner, { username }), 'password_wrong');
    assert.equal(await close(owner, { username, current_password: 'wrong' }), 'password_wrong');
    assert.equal(await close(owner, { username: username.toUpperCase(), ...proof }), 'account_name_wrong');
    assert.equal(await close(owner, { username, ...proof }), 'account_export_first');
    const exportAll = async () => {
      const [before, began] = [kvitt.now().getTime() + 60_000, Date.now()];
      kvitt.now = () => new Date(before + Date.now() - began);
      await owner.ok('export-account');
      await runJobs(kvitt);
    };
    await exportAll();
    const frozen = kvitt.now();
    kvitt.now = () => frozen;
    await runJobs(kvitt);
    await owner.ok('export-account');
    await seller.ok('create-invoice', { data: invoice() });
    await runJobs(kvitt);
    assert.equal(
      await close(owner, { username, ...proof }),
      'account_export_first',
      'something came in the same moment',
    );
    await exportAll();
    assert.equal(await close(owner, { username, ...proof }), 'account_has_claims');
    const { body: claims } = await kvitt.operator('GET', `/sandbox/claims?account=${username}`);
    for (const { claim_id } of claims) await kvitt.operator('POST', `/sandbox/claims/${claim_id}/cancel`, {});
    await runJobs(kvitt);
    await exportAll();

    const [mine, others] = [await readTables(kvitt, username, '='), await readTables(kvitt, username, '<>')];
    const { body: pdf } = { body: await seller.ok('get-invoice-pdf', { guid }) };
    const preview = await owner.call('close-account', { username, ...proof, dry_run: true });
    assert.equal(preview.status, 200, JSON.stringify(preview.body));
    assert.equal((await readTables(kvitt, username, '=')).customers?.rows, mine.customers?.rows, 'a dry run');
    const closed = await close(owner, { username, ...proof });
    assert.equal(closed.kept_until, '2033-12-31', JSON.stringify(closed));

    const left = await readTables(kvitt, username, '=');
    assert.deepEqual(await readTables(kvitt, username, '<>'), others, 'other accounts are as they were');
    for (const [name, { rows }] of Object.entries(left))
      if (rows > 0) assert.match(name, BOOKS, `${name} still has ${rows} rows`);
    const kept =
      'invoices invoice_lines renditions invoice_events costs cost_files einvoice_answers payments allocations';
    for (const name of `${kept} bank_lines bank_actions journal_entries counters vat_locks`.split(' '))
      assert.deepEqual(left[name], mine[name], name);
    const { db } = kvitt.service.engine.kernel;
    const [account] = await select<{ account_id: number }>(
      db,
      sql`select account_id from accounts where username = ${username}`,
    );
    assert.equal(
      await countWrongSums(db, account?.account_id ?? 0, ALL_SUMS),
      0,
      'sums are those of what is left',
    );
    const gone = Object.entries(mine).flatMap(([name, { rows }]) => {
      const deleted = rows - (left[name]?.rows ?? 0);
      return deleted > 0 ? [[name, deleted]] : [];
    });
    const said = closed.deleted.map(({ kind, count }: any) => [kind, count]);
    // Access ends with that of its people, and the parts of an export with it.
    const isCounted = ([name]: (string | number)[]) =>
      !/^(sessions|second_factors|recovery_codes|password_resets|access_tokens|refresh_tokens|authorizations|account_export_parts|account_exports)$/.test(
        String(name),
      );
    assert.deepEqual(said.filter(isCounted).sort(), gone.filter(isCounted).sort());
    assert.ok(gone.some(([name]) => name === 'customer_notes'));
    const secrets = await select<{ n: number }>(
      kvitt.service.engine.kernel.db,
      sql`select count(*)::int as n from people where account_id = (select account_id from accounts where username = ${username})
        and (coalesce(password_hash, '') <> '' or email <> '')`,
    );
    assert.deepEqual(secrets, [{ n: 0 }]);
    assert.ok(pdf.file.length > 0 && books.customer);

    assert.equal((await seller.call('get-invoices')).status, false);
    assert.equal((await owner.call('get-people')).status, 401);
    const again = await new ConsoleClient(kvitt.url).person.signIn({ username }, '/console', PASSWORD);
    assert.notEqual(again.status, 303);
    const opened = await kvitt.operator('PATCH', `/accounts/${username}`, { disabled: false });
    assert.deepEqual([opened.status, opened.body.error], [409, 'account_closed']);
    await runJobs(kvitt);
  });
});
