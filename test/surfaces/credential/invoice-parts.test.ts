import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyKennitala } from '../../domain/generators.ts';
import { invoice, line } from '../../support/client.ts';
import { onBothDatabases } from '../../support/service.ts';

const KENNITALA = companyKennitala(701);

onBothDatabases('parts of an invoice', (kvitt) => {
  test('takes text, price and tax of an item by guid, which the line may override', async () => {
    const seller = await kvitt.account();
    const item = { description: 'Ráðgjöf', unit_price: 100, tax: 'AA', uom: 'HUR' };
    const guid = await seller.ok('create-item', { data: item });
    const items = [
      { guid, qty: 1.5 },
      { guid: guid.toUpperCase(), qty: 2, unit_price: 10, tax: 'S', uom: 'C62', description: 'Annað' },
    ];
    const created = await seller.ok('create-invoice', {
      data: invoice({ items, amount: 1.5 * 111 + 20 * 1.24 }),
    });
    const rows = (await seller.ok('get-invoice', { guid: created })).items;
    const createdLines = rows.map(
      ({ line_guid: _, discount: _d, discount_type: _t, ...row }: Record<string, unknown>) => row,
    );
    const same = { guid, item_number: '1' };
    assert.deepEqual(createdLines, [
      { ...same, ...item, qty: 1.5 },
      { ...same, description: 'Annað', qty: 2, uom: 'C62', tax: 'S', unit_price: 10 },
    ]);
    assert.equal(await seller.ok('get-count-items'), 1);
  });

  test('adds an inline item to the catalogue once, and reuses a known item number', async () => {
    const seller = await kvitt.account();
    const known = await seller.ok('create-item', {
      data: { description: 'Known', unit_price: 5, item_number: 'K' },
    });
    const items = [
      line(),
      line({ unit_price: 1, description: 'Again' }),
      line({ item_number: 'K', tax: 'Z' }),
    ];
    const createInvoice = () =>
      seller.ok('create-invoice', { data: invoice({ items, amount: 1240 + 1.24 + 1000 }) });
    const guids = await Promise.all([createInvoice(), createInvoice(), createInvoice()]);
    const lines = (await Promise.all(guids.map((guid) => seller.ok('get-invoice', { guid })))).map(
      ({ items: rows }) => rows.map(({ guid }: { guid: string }) => guid),
    );
    const catalogue = await seller.ok('get-items');
    assert.deepEqual(
      catalogue.map((row: any) => [row.item_number, row.unit_price, row.description]),
      [
        ['K', 5, 'Known'],
        ['SKU-1', 1000, 'A thing'],
      ],
    );
    for (const row of lines) assert.deepEqual(row, [catalogue[1].guid, catalogue[1].guid, known]);
  });

  test("uses the newest active profile for an inline customer's kennitala, or creates one", async () => {
    const seller = await kvitt.account();
    const customer = {
      name: 'Inline',
      output_select: 4,
      registration_no: `${KENNITALA.slice(0, 6)}-${KENNITALA.slice(6)}`,
    };
    const profile = (name: string, active: boolean) =>
      seller.ok('create-customer', { data: { ...customer, name, active } });
    const buyer = async (sent: object) => {
      const guid = await seller.ok('create-invoice', { data: invoice({ customer: sent }) });
      return (await seller.ok('get-invoice', { guid })).customer;
    };
    const created = await buyer(customer);
    assert.deepEqual([created.name, created.registration_no], ['Inline', KENNITALA]);
    assert.equal((await buyer(customer)).guid, created.guid);
    const newer = await profile('Newer', true);
    const closed = await profile('Closed', false);
    assert.equal((await buyer(customer)).guid, newer);
    const byGuid = await buyer({ guid: closed, name: 'On this document' });
    assert.deepEqual([byGuid.guid, byGuid.name], [closed, 'On this document']);
    const withoutKennitala = { name: 'No kennitala', output_select: 4 };
    assert.notEqual((await buyer(withoutKennitala)).guid, (await buyer(withoutKennitala)).guid);
  });

  test('takes the sent exchange rate, or that of the day', async () => {
    const seller = await kvitt.account();
    const rate = async (fields: object) => {
      const guid = await seller.ok('create-invoice', { data: invoice({ currency: 'NOK', ...fields }) });
      return (await seller.ok('get-invoice', { guid })).exchange_rate;
    };
    assert.equal(await rate({ exchange_rate: 13.123456 }), 13.123456);
    assert.equal(await rate({ currency: 'ISK', exchange_rate: 99 }), 1);
    const missing = await seller.expectRefusal('create-invoice', { data: invoice({ currency: 'NOK' }) });
    assert.equal(
      missing.message,
      'No NOK rate is known for 2026-03-02; send exchange_rate (ISK for one NOK)',
    );
    for (const [day, isk] of [
      ['2026-02-27', 12.5],
      ['2026-03-03', 14],
    ]) {
      assert.equal((await kvitt.operator('PUT', `/rates/NOK/${day}`, { rate: isk })).status, 200);
    }
    assert.equal(await rate({}), 12.5);
    assert.equal(await rate({ issue_date: '2026-03-03' }), 14);
  });

  test('returns a working payment link on request only', async () => {
    const seller = await kvitt.account();
    const created = await seller.call('create-invoice', { data: invoice({ is_payment_link: 1 }) });
    const page = await fetch(created.payment_link);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /Kaupandi ehf\./);
    assert.equal(
      (await seller.ok('get-invoice', { guid: created.result })).payment_link,
      created.payment_link,
    );
    assert.equal((await fetch(`${created.payment_link.slice(0, -1)}~`)).status, 404);
    const plain = await seller.call('create-invoice', { data: invoice() });
    assert.deepEqual(Object.keys(plain).sort(), ['httpStatus', 'message', 'result', 'status']);
  });
});
