import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, test } from 'node:test';
import { housekeeping } from '../../../src/jobs/housekeeping.ts';
import { statementsOf } from '../../../src/kernel/database/migrate.ts';
import { Sql, sql } from '../../../src/kernel/database/sql.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { ConsoleClient } from '../../support/console-client.ts';
import { PDF } from '../../support/endpoints/costs.ts';
import { addressed } from '../../support/endpoints/invoices.ts';
import { runJobsWithoutFailure } from '../../support/jobs.ts';
import { uploadFile } from '../../support/requests.ts';
import { select } from '../../support/select.ts';
import { onBothDatabases } from '../../support/service.ts';

const SALE = { amount: 1240, currency: 'ISK', customer: addressed, items: [line()] };
const TEMPLATE = {
  ...SALE,
  recurring_name: 'Hýsing',
  recurring_interval: 'monthly',
  recurring_start_date: '2026-03-01',
};
const DAY_MS = 24 * 3600 * 1000;

onBothDatabases('the files of an issued invoice', (kvitt) => {
  let seller: Client;
  beforeEach(async () => {
    kvitt.now = () => new Date('2026-02-27T10:00:00Z');
    seller = await kvitt.account();
  });

  const upload = async (name: string): Promise<string> => (await uploadFile(seller, name, PDF)).body.result;
  /** Everything that the invoice shows of its files. */
  const read = async (guid: string) => {
    const { files } = await seller.ok('get-invoice', { guid });
    const contents = [];
    const consoleClient = await new ConsoleClient(kvitt.url).signIn(seller);
    for (const { id } of files) contents.push(await consoleClient.ok('get-file', { guid: id }));
    return { files, contents, xml: (await seller.ok('get-invoice-xml', { guid })).file };
  };
  const cleanUp = () =>
    housekeeping(kvitt.service.engine.kernel, new Date(Math.max(Date.now(), +kvitt.now()) + 60 * DAY_MS));

  test('stay the same when its template gets other files or none', async () => {
    const [first, second, later] = [await upload('a.pdf'), await upload('b.pdf'), await upload('c.pdf')];
    const template = await seller.ok('create-recurring-invoice', {
      data: { ...TEMPLATE, files: `${first},${second}` },
    });
    await runJobsWithoutFailure(kvitt, '2026-03-01');
    const [{ guid: march }] = await seller.ok('get-invoices', {});
    const issued = await read(march);
    assert.deepEqual(
      issued.files.map(({ name }: any) => name),
      ['a.pdf', 'b.pdf'],
    );
    assert.match(Buffer.from(issued.xml, 'base64').toString(), /filename="b\.pdf"/);

    await seller.ok('update-recurring-invoice', { guid: template, data: { files: `${first},${later}` } });
    assert.deepEqual(await read(march), issued);
    await runJobsWithoutFailure(kvitt, '2026-04-01');
    const [{ guid: april }] = await seller.ok('get-invoices', {});
    const withLater = await read(april);
    assert.deepEqual(
      withLater.files.map(({ name }: any) => name),
      ['a.pdf', 'c.pdf'],
    );

    await seller.ok('update-recurring-invoice', { guid: template, data: { files: '' } });
    await cleanUp();
    assert.deepEqual(await read(march), issued);
    assert.deepEqual(await read(april), withLater);
    await runJobsWithoutFailure(kvitt, '2026-05-01');
    const [{ guid: may }] = await seller.ok('get-invoices', {});
    assert.deepEqual((await read(may)).files, []);
  });

  test('do not change with the order, draft or quote that it was created from', async () => {
    const sources = [
      ['order', 'create-order-invoice', 'create-invoice-from-order', 'update-order-invoice'],
      ['draft', 'create-draft-invoice', 'issue-draft-invoice', 'update-draft-invoice'],
      ['quote', 'create-quote', 'accept-quote', 'update-quote'],
    ] as const;
    for (const [kind, create, issue, update] of sources) {
      const guid = await seller.ok(create, { data: { ...SALE, files: await upload(`${kind}.pdf`) } });
      await seller.ok(issue, { guid });
      const [{ guid: made }] = await seller.ok('get-invoices', {});
      const issued = await read(made);
      assert.deepEqual(
        issued.files.map(({ name }: any) => name),
        [`${kind}.pdf`],
      );
      await seller.call(update, { guid, data: { files: '' } });
      await cleanUp();
      assert.deepEqual(await read(made), issued, kind);
    }
  });

  test('are kept, while files of no document are deleted after 30 days', async () => {
    const [own, unused] = [await upload('own.pdf'), await upload('unused.pdf')];
    const guid = await seller.ok('create-invoice', { data: invoice({ customer: addressed, files: own }) });
    const issued = await read(guid);
    await cleanUp();
    assert.deepEqual(await read(guid), issued);
    const consoleClient = await new ConsoleClient(kvitt.url).signIn(seller);
    assert.equal((await consoleClient.call('get-file', { guid: unused })).status, 404);
  });

  test('are the same as before the schema linked them', async () => {
    const { db } = kvitt.service.engine.kernel;
    const links = () =>
      select(
        db,
        sql`select l.* from invoice_files l join accounts a using (account_id)
          where a.username = ${seller.username} order by 1, 2, 3`,
      );
    await seller.ok('create-invoice', { data: invoice({ files: await upload('own.pdf') }) });
    const files = `${await upload('a.pdf')},${await upload('b.pdf')}`;
    const two = { ...SALE, amount: 2480, items: [line({ qty: 2 })], files };
    const order = await seller.ok('create-order-invoice', { data: two });
    const [{ line_guid }] = (await seller.ok('get-order-invoice', { guid: order })).items;
    await seller.ok('create-invoice-from-order', {
      guid: order,
      data: { items: [{ guid: line_guid, qty: 1 }] },
    });
    await seller.ok('create-invoice-from-order', { guid: order });
    const before = await links();
    assert.equal(before.length, 5);
    await select(
      db,
      sql`delete from invoice_files where account_id = (
      select account_id from accounts where username = ${seller.username})`,
    );
    const migration = new URL('../../../src/kernel/migrations/0057_invoice_files.sql', import.meta.url);
    const fill = statementsOf(readFileSync(migration, 'utf8')).at(-1) ?? '';
    assert.match(fill, /^insert into invoice_files/);
    await select(db, new Sql([`${fill.replace(/;\s*$/, '')} on conflict do nothing`], []));
    assert.deepEqual(await links(), before);
  });
});
