import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Client, invoice, line } from '../../support/client.ts';
import { onBothDatabases } from '../../support/service.ts';

const SHOP_LINE = {
  item_number: 501,
  description: 'Lopapeysa – „stór“',
  qty: 2,
  uom: 'C62',
  tax: 'S',
  unit_price: 20080.6452,
};
const FREE = { guid: null, item_number: '1', description: 'Greiðsla 1 af 3', uom: 'C62', tax: 'S' };

/** An item that has the number of the free lines in the tests. */
async function itemNumberOne(seller: Client): Promise<string> {
  return seller.ok('create-item', {
    data: {
      item_number: '1',
      description: 'Ráðgjöf',
      unit_price: 500,
      tax: 'AA',
      uom: 'HUR',
      product_cost: 100,
    },
  });
}

onBothDatabases('lines that belong to no item', (kvitt) => {
  test('stand on the invoice only, whatever item numbers they carry', async () => {
    const seller = await kvitt.account();
    const item = await itemNumberOne(seller);
    const free = { item_number: '1', description: 'Greiðsla 1 af 3', qty: 1, unit_price: 1000 };
    const lines = [free, { ...free, add_new: 0 }, { ...free, guid: '' }, { ...free, item_number: undefined }];
    const guid = await seller.ok('create-invoice', { data: invoice({ items: lines, amount: 4960 }) });
    const { items } = await seller.ok('get-invoice', { guid });
    for (const [index, read] of items.entries()) {
      const { line_guid: _, ...fields } = read;
      const figures = { qty: 1, unit_price: 1000, discount: 0, discount_type: false };
      assert.deepEqual(fields, { ...FREE, ...figures, item_number: index === 3 ? '' : '1' });
    }
    assert.deepEqual(
      (await seller.ok('get-items')).map((known: { guid: string }) => known.guid),
      [item],
    );
  });

  test('are not tied to an item that another line of the invoice adds', async () => {
    const seller = await kvitt.account();
    const items = [
      line({ item_number: '1' }),
      { item_number: '1', description: 'x', qty: 1, unit_price: 1000 },
    ];
    const guid = await seller.ok('create-invoice', { data: invoice({ items, amount: 2480 }) });
    const read = (await seller.ok('get-invoice', { guid })).items;
    assert.equal(typeof read[0].guid, 'string');
    assert.equal(read[1].guid, null);
  });

  test('are taken as shops send them: by every kind of document, and on the invoices made from it', async () => {
    const seller = await kvitt.account();
    const customer = { name: 'Kaupandi ehf.', output_select: 4 };
    const rounding = { item_number: 'rounding', description: 'Rúnnun', qty: 1, unit_price: -0.01, tax: 'Z' };
    const items = [SHOP_LINE, rounding];
    const body = { amount: 49799.99, currency: 'ISK', customer, items };
    const created = [
      await seller.ok('create-invoice', { data: invoice(body) }),
      await seller.ok('issue-draft-invoice', {
        guid: await seller.ok('create-draft-invoice', { data: body }),
      }),
      await seller.ok('create-invoice-from-order', {
        guid: await seller.ok('create-order-invoice', { data: body }),
      }),
      await seller.ok('accept-quote', { guid: await seller.ok('create-quote', { data: body }) }),
    ];
    for (const guid of created) {
      const read = await seller.ok('get-invoice', { guid });
      assert.equal(read.amount, 49799.99);
      assert.deepEqual(
        read.items.map((one: Record<string, unknown>) => [one.guid, one.item_number, one.unit_price]),
        [
          [null, '501', 20080.6452],
          [null, 'rounding', -0.01],
        ],
      );
    }
    assert.equal(await seller.ok('get-count-items'), 0);
  });

  test('a number without a text is the item of the catalogue, at another price if one is sent; an unknown or inactive one is refused', async () => {
    const seller = await kvitt.account();
    const item = await itemNumberOne(seller);
    const guid = await seller.ok('create-invoice', {
      data: invoice({ items: [{ item_number: '1', qty: 2 }], amount: 1110 }),
    });
    const [read] = (await seller.ok('get-invoice', { guid })).items;
    assert.deepEqual([read.guid, read.description, read.uom, read.tax], [item, 'Ráðgjöf', 'HUR', 'AA']);
    const other = [{ item_number: '1', qty: 1, unit_price: 400, tax: 'S' }];
    const cheaper = await seller.ok('create-invoice', { data: invoice({ items: other, amount: 496 }) });
    const [priced] = (await seller.ok('get-invoice', { guid: cheaper })).items;
    assert.deepEqual([priced.guid, priced.description, priced.unit_price], [item, 'Ráðgjöf', 400]);
    const refusal = async (fields: object) =>
      (await seller.expectRefusal('create-invoice', { data: invoice({ items: [{ qty: 1, ...fields }] }) }))
        .message;
    assert.equal(
      await refusal({ item_number: '2' }),
      'Field items[0].item_number must be the number of an item in the catalogue; for a free line, send description and unit_price as well',
    );
    const ways =
      /^Field items\[0\] must have guid of an item, or add_new: 1 .*description and unit_price.*item_number/;
    for (const fields of [{}, { description: 'x' }, { unit_price: 1 }])
      assert.match(await refusal(fields), ways);
    await seller.ok('update-item', { guid: item, data: { active: false } });
    assert.match(await refusal({ item_number: '1' }), /1/);
    assert.equal(
      (
        await seller.expectRefusal('create-invoice', {
          data: invoice({ items: [{ item_number: '1', qty: 1 }] }),
        })
      ).error_code,
      'item_inactive',
    );
  });

  test('have their own heading in reports', async () => {
    const seller = await kvitt.account();
    const item = await itemNumberOne(seller);
    const items = [
      { guid: item, qty: 1 },
      { item_number: '1', description: 'Galli', qty: 1, unit_price: 1000 },
      { description: 'Sending', qty: 1, unit_price: 1000 },
    ];
    await seller.ok('create-invoice', { data: invoice({ items, amount: 3035 }) });
    const [row] = await seller.ok('get-dashboard-data');
    assert.deepEqual(
      row.items.map((one: Record<string, unknown>) => [one.number, one.category_code, one.guid]),
      [
        ['1', '', item],
        ['Free lines', 'Free lines', null],
        ['Free lines', 'Free lines', null],
      ],
    );
  });

  test('amounts are rounded to 2 decimals before they are compared', async () => {
    const seller = await kvitt.account();
    const items = [{ description: 'x', qty: 1, unit_price: 33.333333333333336 }];
    for (const amount of [41.33, 41.33000000000001, '41.3349', 41.325])
      await seller.ok('create-invoice', { data: invoice({ items, amount }) });
    const wrong = await seller.expectRefusal('create-invoice', { data: invoice({ items, amount: 41.335 }) });
    assert.equal(wrong.error_code, 'amount_mismatch');
    assert.match(wrong.message, /41\.33 instead of 41\.34/);
  });
});
