import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, test } from 'node:test';
import pg from 'pg';
import { statementsOf } from '../../../src/kernel/database/migrate.ts';
import { sql } from '../../../src/kernel/database/sql.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { waitForBlockedSessions } from '../../support/postgres-locks.ts';
import { select } from '../../support/select.ts';
import { onBothDatabases } from '../../support/service.ts';

const YEAR = { from_date: '2026-01-01', to_date: '2026-12-31' };
const MIGRATION = '../../../src/kernel/migrations/0058_merged_customers.sql';

onBothDatabases(
  'a customer that was merged into another one',
  (kvitt, kind) => {
    let seller: Client;
    let person: ConsoleClient;
    let kept: string;
    let merged: string;
    beforeEach(async () => {
      seller = await kvitt.account();
      person = await signInToConsole(seller);
      [kept, merged] = [await createCustomer('Jón'), await createCustomer('Jón tvö')];
    });

    const createCustomer = (name: string): Promise<string> =>
      seller.ok('create-customer', { data: { name, output_select: '4' } });
    const issue = (customer: string): Promise<string> =>
      seller.ok('create-invoice', { data: invoice({ customer: { guid: customer } }) });
    const merge = (guid: string, into: string) => seller.ok('merge-customers', { guid, into });
    const customerOf = async (endpoint: string, guid: string) =>
      (await seller.ok(endpoint, { guid })).customer.guid;

    /** Each kind of document that names a customer, with what it must hold beside the customer. */
    const document = { amount: 1240, currency: 'ISK', settlement_date: 14, items: [line()] };
    const template = {
      ...document,
      recurring_name: 'Hýsing',
      recurring_interval: 'monthly',
      recurring_start_date: '2027-01-31',
    };
    const DOCUMENTS: [create: string, read: string, data: object][] = [
      ['create-invoice', 'get-invoice', invoice()],
      ['create-invoice', 'get-invoice', invoice({ save: 1 })],
      ['create-draft-invoice', 'get-draft-invoice', document],
      ['create-order-invoice', 'get-order-invoice', document],
      ['create-quote', 'get-quote', document],
      ['create-recurring-invoice', 'get-recurring-invoice', template],
    ];
    const createDocument = (
      [create, , data]: (typeof DOCUMENTS)[number],
      customer: string,
    ): Promise<string> => seller.ok(create, { data: { ...data, customer: { guid: customer } } });

    test('counts as the other one in reports, lists and dashboard, and its invoices link there', async () => {
      const first = await issue(kept);
      const second = await issue(merged);
      await merge(merged, kept);
      const { rows: aged } = await person.ok('get-aged-receivables', {});
      assert.deepEqual(
        aged.map(({ customer_guid, customer, total }: Record<string, unknown>) => [
          customer_guid,
          customer,
          total,
        ]),
        [[kept, 'Jón', 2480]],
      );
      const { rows: sales } = await person.ok('get-sales', { ...YEAR, by: 'customer' });
      assert.deepEqual(
        sales.map(({ key, label, count, net }: Record<string, unknown>) => [key, label, count, net]),
        [[kept, 'Jón', 2, 2000]],
      );
      const found = await person.ok('find-invoices', { customer_guid: kept });
      const named = (row: Record<string, unknown>) => [row.customer_guid, row.customer_name];
      // What is printed stays.
      const each = [
        [kept, 'Jón tvö'],
        [kept, 'Jón'],
      ];
      assert.deepEqual(found.rows.map(named), each);
      assert.deepEqual((await seller.ok('get-dashboard-data')).map(named), each.toReversed());
      for (const guid of [first, second]) assert.equal(await customerOf('get-invoice', guid), kept);
    });

    test('receives no new documents and tasks: they are created for the other one', async () => {
      const last = await createCustomer('Jón þrjú');
      await merge(merged, kept);
      for (const kind of DOCUMENTS)
        assert.equal(await customerOf(kind[1], await createDocument(kind, merged)), kept, kind[0]);
      // Also after the other one was merged in its turn.
      await merge(kept, last);
      for (const guid of [merged, kept])
        for (const kind of DOCUMENTS)
          assert.equal(await customerOf(kind[1], await createDocument(kind, guid)), last, kind[0]);
      const task = await seller.ok('create-task', {
        data: { customer_guid: merged, name: 'Vefur', item: { description: 'Vinna', unit_price: 1 } },
      });
      assert.equal(await customerOf('get-task', task), last);
      const { rows } = await person.ok('find-customers', { sort: 'owed' });
      assert.deepEqual(rows.map(({ guid, owed }: Record<string, unknown>) => [guid, owed]).slice(0, 1), [
        [last, 3 * 1240],
      ]);
    });

    const createTask = () =>
      seller.ok('create-task', {
        data: { customer_guid: merged, name: 'Vefur', item: { description: 'Vinna', unit_price: 1 } },
      });

    // The embedded database has one session, so that no call waits for another one's transaction there. On the server all of
    // these calls wait at once, which takes more sessions than a shared node has.
    const testConcurrency = kind === 'postgres' ? test : () => {};
    testConcurrency('receives nothing of calls that began before the merge', async () => {
      const url = kvitt.database.env.DATABASE_URL;
      const other = new pg.Client({ connectionString: url });
      await other.connect();
      try {
        await createTask();
        // What a merge moves after it has locked the customers.
        const { guid } = await person.ok('add-customer-note', { customer_guid: merged, text: 'x' });
        await other.query('begin');
        await other.query('select from customer_notes where guid = $1 for update', [guid]);
        const merging = merge(merged, kept);
        await waitForBlockedSessions(url, 1);
        const calls = [createTask(), ...DOCUMENTS.map((one) => createDocument(one, merged))];
        await waitForBlockedSessions(url, 1 + calls.length);
        await other.query('rollback');
        await Promise.all([merging, ...calls]);
      } finally {
        await other.end();
      }
      const rows = await select<{ table: string; name: string; count: number }>(
        kvitt.service.engine.kernel.db,
        sql`select u.kind as table, c.name, count(*)::int as count
        from customers c join (select 'invoices' as kind, customer_id from invoices
          union all select 'documents', customer_id from sales_documents
          union all select 'tasks', customer_id from tasks) u on u.customer_id = c.id
        where c.guid in (${kept}, ${merged}) group by 1, 2 order by 1`,
      );
      assert.deepEqual(
        rows.map(({ table, name, count }) => [table, name, count]),
        [
          ['documents', 'Jón', 4],
          ['invoices', 'Jón', 2],
          ['tasks', 'Jón', 2],
        ],
      );
    });

    const RECORDS: [table: string, create: () => Promise<string>][] = [
      ['invoices', () => issue(merged)],
      ['sales_documents', () => createDocument(DOCUMENTS[3] ?? assert.fail(), merged)],
      ['tasks', createTask],
    ];
    for (const [table, create] of RECORDS)
      testConcurrency(`does not deadlock with a call that locked one of its ${table}`, async () => {
        const record = await create();
        const url = kvitt.database.env.DATABASE_URL;
        const other = new pg.Client({ connectionString: url });
        await other.connect();
        try {
          await other.query('begin');
          await other.query(`select from ${table} where guid = $1 for update`, [record]);
          const merging = merge(merged, kept);
          await waitForBlockedSessions(url, 1);
          // A credit note takes a number and then the customer; a merge that had locked it would be waiting for the invoice.
          await other.query('select from customers where guid in ($1, $2) for key share nowait', [
            merged,
            kept,
          ]);
          await other.query('commit');
          await merging;
        } finally {
          await other.end();
        }
      });

    test('passes its open documents on to the other one', async () => {
      const [, , ...open] = DOCUMENTS;
      const guids: string[] = [];
      for (const kind of open) guids.push(await createDocument(kind, merged));
      await merge(merged, kept);
      for (const [n, kind] of open.entries())
        assert.equal(await customerOf(kind[1], guids[n] ?? ''), kept, kind[0]);
    });

    test('is a separate customer again once it is made active', async () => {
      await merge(merged, kept);
      await seller.ok('update-customer', { guid: merged, data: { name: 'Jóna' } });
      assert.equal(await customerOf('get-invoice', await issue(merged)), kept);
      await seller.ok('update-customer', { guid: merged, data: { active: true } });
      assert.equal(await customerOf('get-invoice', await issue(merged)), merged);
      await merge(kept, merged);
      assert.equal(await customerOf('get-invoice', await issue(kept)), merged);
      assert.equal(await customerOf('get-invoice', await issue(merged)), merged);
    });

    test('is recognised by its documents, if it was merged by an earlier release', async () => {
      const unused = await createCustomer('Óvirkur');
      await seller.ok('update-customer', { guid: unused, data: { active: false } });
      await issue(unused);
      const order = await createDocument(DOCUMENTS[3] as (typeof DOCUMENTS)[number], merged);
      await issue(merged);
      await merge(merged, kept);
      const migration = statementsOf(readFileSync(new URL(MIGRATION, import.meta.url), 'utf8'));
      await kvitt.service.engine.kernel.db.transaction((tx) =>
        tx.script(`
        update customers set merged_into = null where guid = '${merged}';
        update sales_documents set buyer = jsonb_set(buyer, '{guid}', '"${merged}"') where guid = '${order}';
        ${migration.filter((statement) => statement.startsWith('update ')).join(';\n')}`),
      );
      assert.equal(await customerOf('get-invoice', await issue(merged)), kept);
      assert.equal(await customerOf('get-order-invoice', order), kept);
      assert.equal(await customerOf('get-invoice', await issue(unused)), unused);
    });
  },
  { KVITT_POOL: '10' },
);
