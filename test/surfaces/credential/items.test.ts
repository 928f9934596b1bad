import assert from 'node:assert/strict';
import { test } from 'node:test';
import { invoice, line } from '../../support/client.ts';
import { AWKWARD, assertRefused, invalid, type Refusal, required } from '../../support/scenarios.ts';
import { onBothDatabases } from '../../support/service.ts';

const thing = (fields: object = {}) => ({ description: 'Ráðgjöf', unit_price: 18500, ...fields });

const UNITS = 'C62, HUR, DAY, MIN, KGS, MTR, LTR, MTK, MTQ, TNE, KWH, KTM';
const PRICE = 'must be between -1000000000 and 1000000000';

const WRONG: [string, object, string][] = [
  ['no description', { unit_price: 1 }, required('description')],
  ['a blank description', thing({ description: '  ' }), required('description')],
  [
    'a long description',
    thing({ description: 'x'.repeat(501) }),
    invalid('description', 'must be at most 500 characters'),
  ],
  ['a description in a list', thing({ description: ['x'] }), invalid('description', 'must be text')],
  [
    'NUL in the description',
    thing({ description: 'a\0' }),
    invalid('description', 'must be valid UTF-8 text without NUL'),
  ],
  [
    'half an emoji',
    thing({ description: '\udc67' }),
    invalid('description', 'must be valid UTF-8 text without NUL'),
  ],
  ['no price', { description: 'x' }, required('unit_price')],
  [
    'a price in words',
    thing({ unit_price: 'tíu' }),
    invalid('unit_price', 'must be a number, with a point for decimals'),
  ],
  [
    'a decimal comma',
    thing({ unit_price: '10,50' }),
    invalid('unit_price', 'must be a number, with a point for decimals'),
  ],
  [
    'an exponent in text',
    thing({ unit_price: '1e3' }),
    invalid('unit_price', 'must be a number, with a point for decimals'),
  ],
  [
    'a price in a list',
    thing({ unit_price: [1] }),
    invalid('unit_price', 'must be a number, with a point for decimals'),
  ],
  [
    'a price that is true',
    thing({ unit_price: true }),
    invalid('unit_price', 'must be a number, with a point for decimals'),
  ],
  [
    'too many decimals',
    thing({ unit_price: 0.00001 }),
    invalid('unit_price', 'must have at most 4 decimals'),
  ],
  ['a tiny price', thing({ unit_price: 1e-7 }), invalid('unit_price', 'must have at most 4 decimals')],
  ['a huge price', thing({ unit_price: 1_000_000_001 }), invalid('unit_price', PRICE)],
  ['a huge price in text', thing({ unit_price: '9'.repeat(30) }), invalid('unit_price', PRICE)],
  ['a price below all', thing({ unit_price: -1e21 }), invalid('unit_price', PRICE)],
  [
    'digits without end',
    thing({ unit_price: `1.${'0'.repeat(500)}` }),
    invalid('unit_price', `${PRICE}, with at most 4 decimals`),
  ],
  [
    'a price beyond all',
    thing({ unit_price: 1e300 }),
    invalid('unit_price', `${PRICE}, with at most 4 decimals`),
  ],
  [
    'a price next to nothing',
    thing({ unit_price: 1e-300 }),
    invalid('unit_price', `${PRICE}, with at most 4 decimals`),
  ],
  ['an unknown unit', thing({ uom: 'c62' }), invalid('uom', `must be one of: ${UNITS}`)],
  ['a unit in a list', thing({ uom: ['C62'] }), invalid('uom', `must be one of: ${UNITS}`)],
  ['an unknown VAT code', thing({ tax: '24' }), invalid('tax', 'must be one of: S, AA, Z')],
  ['a rate for a VAT code', thing({ tax: 0.24 }), invalid('tax', 'must be one of: S, AA, Z')],
  [
    'a negative cost',
    thing({ product_cost: -1 }),
    invalid('product_cost', 'must be between 0 and 1000000000'),
  ],
  [
    'a long category',
    thing({ category: 'x'.repeat(61) }),
    invalid('category', 'must be at most 60 characters'),
  ],
  [
    'a long number',
    thing({ item_number: 'x'.repeat(61) }),
    invalid('item_number', 'must be at most 60 characters'),
  ],
  ['a maybe', thing({ active: 2 }), invalid('active', 'must be true or false (1 or 0)')],
  ['an active list', thing({ active: [] }), invalid('active', 'must be true or false (1 or 0)')],
];

onBothDatabases('items', (kvitt) => {
  test('an item is read back as it was sent, every field of it', async () => {
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

  test('what is not sent has a default, and numbers may be text', async () => {
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

  test('numbers are generated in turn, around those that are taken', async () => {
    const seller = await kvitt.account();
    const numbered = async (item_number?: string) => {
      const guid = await seller.ok('create-item', { data: thing({ item_number }) });
      return (await seller.ok('get-item', { guid })).item_number;
    };
    assert.equal(await numbered(), '1');
    assert.equal(await numbered('2'), '2');
    assert.equal(await numbered(''), '3');
    const parallel = await Promise.all(Array.from({ length: 5 }, () => numbered()));
    assert.deepEqual(parallel.sort(), ['4', '5', '6', '7', '8']);
    for (const taken of ['9', '10', '11', '13', '010']) await numbered(taken);
    assert.deepEqual([await numbered(), await numbered(), await numbered()], ['12', '14', '15']);
  });

  test('a number is of one item only', async () => {
    const [seller, other] = [await kvitt.account(), await kvitt.account()];
    const guid = await seller.ok('create-item', { data: thing({ item_number: 'A' }) });
    const second = await seller.ok('create-item', { data: thing({ item_number: 'B' }) });
    const taken = 'item_number_taken: Item number A is in use by another item; send another, or none';
    await assertRefused(seller, 'create-item', [['on create', { data: thing({ item_number: 'A' }) }, taken]]);
    await assertRefused(seller, 'update-item', [
      ['on update', { guid: second, data: { item_number: 'A' } }, taken],
    ]);
    await seller.ok('update-item', { guid, data: { item_number: 'A' } });
    await other.ok('create-item', { data: thing({ item_number: 'A' }) });
  });

  test('a wrong field is refused by name, on create and on update', async () => {
    const seller = await kvitt.account();
    const guid = await seller.ok('create-item', { data: thing() });
    const creates = WRONG.map(([what, data, refusal]): Refusal => [what, { data }, refusal]);
    await assertRefused(seller, 'create-item', creates);
    const updates = creates.filter(([what]) => !what.startsWith('no '));
    await assertRefused(
      seller,
      'update-item',
      updates.map(([what, sent, refusal]) => [what, { guid, ...sent }, refusal]),
    );
  });

  test('an update changes what is sent, and no line of an invoice', async () => {
    const seller = await kvitt.account();
    kvitt.now = () => new Date('2026-03-02T10:00:00Z');
    const guid = await seller.ok('create-item', {
      data: thing({ tax: 'S', unit_price: 1000, category: 'c' }),
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

  test('an item that is out of use goes on no new line, and stays where it stood', async () => {
    const seller = await kvitt.account();
    const guid = await seller.ok('create-item', { data: thing({ unit_price: 1000, tax: 'S' }) });
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
    await seller.ok('create-invoice', { data: { type: 'credit', amount: 1240, ref_invoice_guid: sold } });
    await seller.ok('create-invoice', { data: invoice({ items: [line({ item_number: '1' })] }) });
    await seller.ok('update-item', { guid, data: { active: 1 } });
    await seller.ok('create-invoice', { data: invoice({ items }) });
  });

  test('an item of another account is as unknown as one that never was', async () => {
    const [seller, other] = [await kvitt.account(), await kvitt.account()];
    const foreign = await other.ok('create-item', { data: thing() });
    const reply = {
      httpStatus: 200,
      status: false,
      message: 'No item found',
      result: null,
      error_code: 'item_not_found',
    };
    for (const guid of [foreign, '01890000-0000-7000-8000-000000000000', 'no-guid', '\0', '{}']) {
      assert.deepEqual(await seller.call('get-item', { guid }), reply);
      assert.deepEqual(await seller.call('update-item', { guid, data: thing() }), reply);
      assert.deepEqual(
        await seller.call('create-invoice', { data: invoice({ items: [line({ guid })] }) }),
        reply,
      );
    }
    assert.equal((await seller.refused('get-item')).message, 'Field guid is required');
    assert.equal((await seller.refused('update-item', { data: thing() })).message, 'Field guid is required');
    assert.equal(await seller.ok('get-count-items'), 0);
  });
});
