import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Client, invoice, line } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { uploadFile } from '../../support/requests.ts';
import { onBothDatabases } from '../../support/service.ts';

onBothDatabases('details of a record', (kvitt) => {
  let seller: Client;
  let consoleClient: ConsoleClient;
  before(async () => {
    seller = await kvitt.account();
    consoleClient = await signInToConsole(seller);
  });

  test('show an invoice under the same tab as the list, with its sums and allowed actions', async () => {
    const unpaid = await seller.ok('create-invoice', { data: invoice({}) });
    await seller.ok('create-invoice', { data: invoice({ mark_paid: true }) });
    await seller.ok('create-invoice', { data: invoice({ save: true }) });
    await seller.ok('create-invoice', {
      data: {
        type: 'credit',
        settlement_date: '2099-12-31',
        ref_invoice_guid: unpaid,
        amount: invoice({}).amount,
      },
    });
    const { rows, counts, total } = (await consoleClient.call('find-invoices')).body;
    assert.equal(rows.length, total);
    assert.equal(
      counts.reduce((sum: number, { count }: { count: number }) => sum + count, 0),
      total,
    );
    const tabs: string[] = [];
    for (const row of rows) {
      const { body } = await consoleClient.call('get-invoice', { guid: row.guid });
      assert.deepEqual(
        [body.tab, body.partly_credited, body.remaining],
        [row.tab, row.partly_credited, row.remaining],
      );
      // What an accountant books of it.
      const sign = row.type === 'credit' ? -1 : 1;
      assert.deepEqual(
        [row.registration_no, row.net_24, row.vat_24, row.net_11, row.paid_on, row.method_payment],
        [body.customer.registration_no, 1000 * sign, 240 * sign, 0, body.paid_on, body.method_payment],
      );
      assert.equal(body.printed.net + body.printed.vat + body.printed.rounding, body.printed.amount);
      assert.equal(row.effect, row.type === 'credit' ? -row.amount : row.amount);
      tabs.push(body.tab);
      for (const [latestAction, name] of [
        ['issue', 'issue-invoice'],
        ['pay', 'do-paid-invoice'],
      ] as const) {
        if (!body.may[latestAction])
          assert.ok(
            (await consoleClient.call(name, { guid: row.guid })).status >= 400,
            `${name} of ${body.tab}`,
          );
      }
    }
    assert.deepEqual(tabs.sort(), ['cancelled', 'credit', 'draft', 'paid']);
  });

  test('name the discount on the whole invoice, so that the lines add up to the sum', async () => {
    const items = [line({ qty: 3, unit_price: 4500.5 }), line({ qty: 1, unit_price: 500, tax: 'Z' })];
    const data = { items, is_discount: true, discount_type: 1, discount_value: 12.5 };
    const { guid } = await consoleClient.ok('create-invoice', {
      ...invoice(data),
      amount: (await consoleClient.ok('preview-invoice', invoice(data))).amount,
    });
    const { printed } = await consoleClient.ok('get-invoice', { guid });
    assert.deepEqual(printed, {
      decimals: 2,
      lines: [13501.5, 500],
      discount: 1750.19,
      net: 12251.31,
      vat: 2835.32,
      rounding: 0.37,
      amount: 15087,
      settled: { credited: 0, paid: 0, written_off: 0, rounding: 0, left: 15087 },
    });
    const plain = await seller.ok('create-invoice', { data: invoice({}) });
    const whole = (await consoleClient.ok('get-invoice', { guid: plain })).printed;
    assert.deepEqual([whole.decimals, whole.discount, whole.rounding], [0, 0, 0]);
  });

  test('return the files of the own documents only', async () => {
    const content = Buffer.from('Teikning af húsinu');
    const id = (await uploadFile(seller, 'teikning.txt', content)).body.result;
    const guid = await seller.ok('create-invoice', { data: invoice({ files: id }) });
    const { files } = await consoleClient.ok('get-invoice', { guid });
    assert.deepEqual(await consoleClient.ok('get-file', { guid: files[0].id }), {
      file_name: 'teikning.txt',
      file: content.toString('base64'),
    });
    const stranger = await signInToConsole(await kvitt.account());
    assert.equal((await stranger.call('get-file', { guid: id })).status, 404);
    assert.equal((await consoleClient.call('get-file', { guid })).status, 404, 'an invoice is no file');
    for (const [wrong, status] of [
      [{}, 422],
      [{ guid: 'x' }, 404],
      [{ guid: [id] }, 404],
    ] as const)
      assert.equal((await consoleClient.call('get-file', wrong)).status, status);
  });

  test('are not part of the credential API', async () => {
    const [row] = await seller.ok('get-invoices');
    const read = await seller.ok('get-invoice', { guid: row.guid });
    for (const more of ['tab', 'may', 'net', 'vat', 'partly_credited'])
      assert.ok(!(more in read), `${more} is told to programs`);
  });

  test('allow changes to a quote until it is partly invoiced', async () => {
    const { body: quote } = await consoleClient.call('create-quote', {
      customer: { name: 'Jón', output_select: '4' },
      items: [line({})],
    });
    const readAllowedActions = async () => (await consoleClient.call('get-quotes')).body[0].may;
    assert.deepEqual(await readAllowedActions(), {
      invoice: true,
      change: true,
      send: true,
      decline: true,
    });
    await consoleClient.call('accept-quote', { guid: quote.guid });
    const none = { invoice: false, change: false, send: false, decline: false };
    assert.deepEqual(await readAllowedActions(), none);
  });

  test('sum up unpaid and overdue invoices', async () => {
    const { body } = await consoleClient.call('get-overview');
    assert.deepEqual(Object.keys(body.unpaid), ['count', 'total']);
    assert.ok(body.overdue.count + body.collection.count <= body.unpaid.count);
  });

  test('list recent writes by name, without refusals, sign-ins and sign-outs', async () => {
    await consoleClient.call('create-customer', { name: 'Síðastur', output_select: '4' });
    await consoleClient.call('create-customer', { name: '' });
    await consoleClient.call('set-language', { lang: 'en' });
    const [last] = (await consoleClient.call('get-overview')).body.activity;
    assert.deepEqual([last.action, last.about], ['create-customer', 'Síðastur']);
  });

  test('subtract refunds from payments, and ignore cancelled invoices', async () => {
    const paid = async () => (await consoleClient.call('get-overview')).body.months.at(-1).paid;
    const before = await paid();
    const [settled, cancelled] = [invoice({ mark_paid: 1 }), invoice()];
    for (const data of [settled, cancelled]) {
      const guid = await seller.ok('create-invoice', { data });
      const note = { type: 'credit', settlement_date: '2099-12-31', amount: 1240, ref_invoice_guid: guid };
      if (data === settled) assert.equal(await paid(), before + 1240);
      await seller.ok('create-invoice', { data: { ...note, ...(data === settled && { mark_paid: 1 }) } });
      assert.equal(await paid(), before);
    }
  });

  test('name the person who logged time on a task', async () => {
    const customer = { name: 'Kaupandi', output_select: 4, lang: 'is', currency: 'ISK' };
    const customer_guid = (await consoleClient.ok('create-customer', customer)).guid;
    const item = { description: 'Vinna', unit_price: 1 };
    const { guid } = await consoleClient.ok('create-task', { name: 'Vefur', customer_guid, item });
    const day = { guid, date: '2026-03-02', qty: 2 };
    const own = await consoleClient.ok('log-task', day);
    await consoleClient.ok('start-task', { guid });
    const timed = await consoleClient.ok('end-task', { guid });
    await seller.ok('log-task', day);
    const { workers } = await consoleClient.ok('get-task-workers', { guid });
    assert.deepEqual(
      workers,
      [own, timed].map((log) => ({ log_guid: log.guid, name: seller.username })),
    );
    const other = await signInToConsole(await kvitt.account());
    assert.equal((await other.call('get-task-workers', { guid })).status, 404);
  });
});
