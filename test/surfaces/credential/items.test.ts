import assert from 'node:assert/strict';
import { test } from 'node:test';
import { invoice, line } from '../../support/client.ts';
import { AWKWARD, assertRefused, invalid, type Refusal, required } from '../../support/scenarios.ts';
import { onBothDatabases } from '../../support/service.ts';
import { UNKNOWN_GUID } from '../../support/unknown-guid.ts';

const itemFields = (fields: object = {}) => ({ description: 'Ráðgjöf', unit_price: 18500, ...fields });

const UNITS = 'C62, HUR, DAY, MIN, KGS, MTR, LTR, MTK, MTQ, TNE, KWH, KTM';
const PRICE = 'must be between -1000000000 and 1000000000';

const INVALID: [string, object, string][] = [
  ['no description', { unit_price: 1 }, required('description')],
  ['a blank description', itemFields({ description: '  ' }), required('description')],
  [
    'a long description',
    itemFields({ description: 'x'.repeat(501) }),
    invalid('description', 'must be at most 500 characters'),
  ],
  ['a description in a list', itemFields({ description: ['x'] }), invalid('description', 'must be text')],
  [
    'NUL in the description',
    itemFields({ description: 'a\0' }),
    invalid('description', 'must be valid UTF-8 text without NUL'),
  ],
  [
    'half an emoji',
    itemFields({ description: '\udc67' }),
    invalid('description', 'must be valid UTF-8 text without NUL'),
  ],
  ['no price', { description: 'x' }, required('unit_price')],
  [
    'a price in words',
    itemFields({ unit_price: 'tíu' }),
    invalid('unit_price', 'must be a number, with a point for decimals'),
  ],
  [
    'a decimal comma',
    itemFields({ unit_price: '10,50' }),
    invalid('unit_price', 'must be a number, with a point for decimals'),
  ],
  [
    'an exponent in text',
    itemFields({ unit_price: '1e3' }),
    invalid('unit_price', 'must be a number, with a point for decimals'),
  ],
  [
    'a price in a list',
    itemFields({ unit_price: [1] }),
    invalid('unit_price', 'must be a number, with a point for decimals'),
  ],
  [
    'a price that is true',
    itemFields({ unit_price: true }),
    invalid('unit_price', 'must be a number, with a point for decimals'),
  ],
  ['a huge price', itemFields({ unit_price: 1_000_000_001 }), invalid('unit_price', PRICE)],
  ['a huge price in text', itemFields({ unit_price: '9'.repeat(30) }), invalid('unit_price', PRICE)],
  ['a price below all', itemFields({ unit_price: -1e21 }), invalid('unit_price', PRICE)],
  [
    'digits without end',
    itemFields({ unit_price: `1.${'0'.repeat(500)}` }),
    invalid('unit_price', `${PRICE}, with at most 4 decimals`),
  ],
  [
    'a price beyond all',
    itemFields({ unit_price: 1e300 }),
    invalid('unit_price', `${PRICE}, with at most 4 decimals`),
  ],
  [
    'a price next to nothing',
    itemFields({ unit_price: 1e-300 }),
    invalid('unit_price', `${PRICE}, with at most 4 decimals`),
  ],
  ['an unknown unit', itemFields({ uom: 'c62' }), invalid('uom', `must be one of: ${UNITS}`)],
  ['a unit in a list', itemFields({ uom: ['C62'] }), invalid('uom', `must be one of: ${UNITS}`)],
  ['an unknown VAT code', itemFields({ tax: '24' }), invalid('tax', 'must be one of: S, AA, Z')],
  ['a rate for a VAT code', itemFields({ tax: 0.24 }), invalid('tax', 'must be one of: S, AA, Z')],
  [
    'a negative cost',
    itemFields({ product_cost: -1 }),
    invalid('product_cost', 'must be between 0 and 1000000000'),
  ],
  [
    'a long category',
    itemFields({ category: 'x'.repeat(61) }),
    invalid('category', 'must be at most 60 characters'),
  ],
  [
    'a long number',
    itemFields({ item_number: 'x'.repeat(101) }),
    invalid('item_number', 'must be at most 100 characters'),
  ],
  ['a maybe', itemFields({ active: 2 }), invalid('active', 'must be true or false (1 or 0)')],
  ['an active list', itemFields({ active: [] }), invalid('active', 'must be true or false (1 or 0)')],
];

onBothDatabases('items', (kvitt) => {
  test('returns every field of an item as it was sent', async () => {
    kvitt.now = () => new Date('2026-03-02T09:30:00.999Z');
    const seller = await kvitt.account();
    const sent = {
      item_number: `"'\\ 👍`,
      description: AWKWARD,
      uom: 'HUR',
      tax: 'AA',
      unit_price: -1234.5678,
      product_cost: 999999999.9999,
      category: '<2353>',
      active: false,
    };
    const guid = await seller.ok('create-item', { data: sent });
    const stored = { guid, ...sent, updated_timestamp: '2026-03-02 09:30:00' };
    assert.deepEqual(await seller.ok('get-item', { guid }), stored);
    assert.deepEqual(await seller.ok('get-items'), [stored]);
    assert.equal(await seller.ok('get-count-items'), 1);
  });

  test('rounds prices half up to 4 decimals, and accepts a number of 100 characters', async () => {
    const seller = await kvitt.account();
    const prices: [number | string, number][] = [
      [33.333333333333336, 33.3333],
      ['0.00005', 0.0001],
      [-0.00005, -0.0001],
      [1e-7, 0],
    ];
    for (const [unit_price, stored] of prices) {
      const data = itemFields({ unit_price, product_cost: Math.abs(Number(unit_price)) });
      const guid = await seller.ok('create-item', { data });
      const read = await seller.ok('get-item', { guid });
      assert.deepEqual([read.unit_price, read.product_cost], [stored, Math.abs(stored)]);
    }
    const item_number = 'x'.repeat(100);
    const guid = await seller.ok('create-item', { data: itemFields({ item_number }) });
    assert.equal((await seller.ok('get-item', { guid })).item_number, item_number);
  });

  test('fills in defaults, and accepts numbers as text', async () => {
    const seller = await kvitt.account();
    const guid = await seller.ok('create-item', {
      data: { description: 'x', unit_price: ' 1.50 ', active: 1 },
    });
    const { updated_timestamp: _, ...read } = await seller.ok('get-item', { guid });
    assert.deepEqual(read, {
      guid,
      item_number: '1',
      description: 'x',
      uom: 'C62',
      tax: 'Z',
      unit_price: 1.5,
      product_cost: 0,
      category: '',
      active: true,
    });
  });

  test('generates item numbers in sequence, and skips used ones', async () => {
    const seller = await kvitt.account();
    const createWithNumber = async (item_number?: string) => {
      const guid = await seller.ok('create-item', { data: itemFields({ item_number }) });
      return (await seller.ok('get-item', { guid })).item_number;
    };
    assert.equal(await createWithNumber(), '1');
    assert.equal(await createWithNumber('2'), '2');
    assert.equal(await createWithNumber(''), '3');
    const parallel = await Promise.all(Array.from({ length: 5 }, () => createWithNumber()));
    assert.deepEqual(parallel.sort(), ['4', '5', '6', '7', '8']);
    for (const taken of ['9', '10', '11', '13', '010']) await createWithNumber(taken);
    assert.deepEqual(
      [await createWithNumber(), await createWithNumber(), await createWithNumber()],
      ['12', '14', '15'],
    );
  });

  test('refuses a duplicate item number', async () => {
    const [seller, other] = [await kvitt.account(), await kvitt.account()];
    const guid = await seller.ok('create-item', { data: itemFields({ item_number: 'A' }) });
    const second = await seller.ok('create-item', { data: itemFields({ item_number: 'B' }) });
    const taken = 'item_number_taken: Item number A is in use by another item; send another, or none';
    await assertRefused(seller, 'create-item', [
      ['on create', { data: itemFields({ item_number: 'A' }) }, taken],
    ]);
    await assertRefused(seller, 'update-item', [
      ['on update', { guid: second, data: { item_number: 'A' } }, taken],
    ]);
    await seller.ok('update-item', { guid, data: { item_number: 'A' } });
    await other.ok('create-item', { data: itemFields({ item_number: 'A' }) });
  });

  test('refuses an invalid field by name, on create and on update', async () => {
    const seller = await kvitt.account();
    const guid = await seller.ok('create-item', { data: itemFields() });
    const creates = INVALID.map(([title, data, refusal]): Refusal => [title, { data }, refusal]);
    await assertRefused(seller, 'create-item', creates);
    const updates = creates.filter(([title]) => !title.startsWith('no '));
    await assertRefused(
      seller,
      'update-item',
      updates.map(([title, sent, refusal]) => [title, { guid, ...sent }, refusal]),
    );
  });

  test('changes only the sent fields, and no invoice line', async () => {
    const seller = await kvitt.account();
    kvitt.now = () => new Date('2026-03-02T10:00:00Z');
    const guid = await seller.ok('create-item', {
      data: itemFields({ tax: 'S', unit_price: 1000, category: 'c' }),
    });
    const before = await seller.ok('get-item', { guid });
    const items = [{ guid, qty: 1 }];
    const sold = await seller.ok('create-invoice', { data: invoice({ items }) });
    kvitt.now = () => new Date('2026-03-02T10:00:05Z');
    const changes = { description: 'Annað', unit_price: 2000, tax: 'Z', category: '' };
    assert.equal(await seller.ok('update-item', { guid, data: { ...changes, unknown: 1 } }), guid);
    const after = { ...before, ...changes, updated_timestamp: '2026-03-02 10:00:05' };
    assert.deepEqual(await seller.ok('get-item', { guid }), after);
    const [row] = (await seller.ok('get-invoice', { guid: sold })).items;
    assert.deepEqual([row.description, row.unit_price, row.tax], ['Ráðgjöf', 1000, 'S']);
    await seller.ok('create-invoice', { data: invoice({ items, amount: 2000 }) });
  });

  test('refuses an inactive item on new lines, and keeps it on existing ones', async () => {
    const seller = await kvitt.account();
    const guid = await seller.ok('create-item', { data: itemFields({ unit_price: 1000, tax: 'S' }) });
    const items = [{ guid, qty: 1 }];
    const kennitala = '5501234520';
    const customer = { name: 'Kaupandi ehf.', output_select: 4, registration_no: kennitala };
    const draft = await seller.ok('create-draft-invoice', { data: { customer, items } });
    const sold = await seller.ok('create-invoice', { data: invoice({ items, customer }) });
    await seller.ok('update-item', { guid, data: { active: 0 } });
    const inactive =
      'item_inactive: Item 1 is not active; set active to 1 with update-item, or send another item';
    const body = { kennitala, items };
    const template = {
      recurring_name: 'x',
      recurring_interval: 'monthly',
      recurring_start_date: '2026-03-31',
      amount: 1240,
      currency: 'ISK',
    };
    await assertRefused(seller, 'create-invoice', [['an invoice', { data: invoice({ items }) }, inactive]]);
    await assertRefused(seller, 'create-order-invoice', [['an order', { data: body }, inactive]]);
    await assertRefused(seller, 'create-recurring-invoice', [
      ['a template', { data: { ...body, ...template } }, inactive],
    ]);
    const [{ guid: customer_guid }] = await seller.ok('get-customers');
    await assertRefused(seller, 'create-task', [
      ['a task', { data: { customer_guid, name: 'Verk', item: { guid } } }, inactive],
    ]);
    await seller.ok('update-draft-invoice', { guid: draft, data: { items: [{ guid, qty: 2 }] } });
    await seller.ok('issue-draft-invoice', { guid: draft });
    await seller.ok('create-invoice', {
      data: { type: 'credit', settlement_date: '2099-12-31', amount: 1240, ref_invoice_guid: sold },
    });
    await seller.ok('create-invoice', { data: invoice({ items: [line({ item_number: '1' })] }) });
    await seller.ok('update-item', { guid, data: { active: 1 } });
    await seller.ok('create-invoice', { data: invoice({ items }) });
  });

  test('treats an item of another account as unknown', async () => {
    const [seller, other] = [await kvitt.account(), await kvitt.account()];
    const foreign = await other.ok('create-item', { data: itemFields() });
    const reply = {
      httpStatus: 200,
      status: false,
      message: 'No item found',
      result: null,
      error_code: 'item_not_found',
    };
    for (const guid of [foreign, UNKNOWN_GUID, 'no-guid', '\0', '{}']) {
      assert.deepEqual(await seller.call('get-item', { guid }), reply);
      assert.deepEqual(await seller.call('update-item', { guid, data: itemFields() }), reply);
      assert.deepEqual(
        await seller.call('create-invoice', { data: invoice({ items: [line({ guid })] }) }),
        reply,
      );
    }
    assert.equal((await seller.expectRefusal('get-item')).message, 'Field guid is required');
    assert.equal(
      (await seller.expectRefusal('update-item', { data: itemFields() })).message,
      'Field guid is required',
    );
    assert.equal(await seller.ok('get-count-items'), 0);
  });
});
