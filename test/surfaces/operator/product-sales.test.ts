import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Client } from '../../support/client.ts';
import { openSale, postToSales, sale } from '../../support/sales.ts';
import { invalid, readBooks, required } from '../../support/scenarios.ts';
import { onBothDatabases } from '../../support/service.ts';

onBothDatabases('operator API: product sales', (kvitt) => {
  let seller: Client;
  before(async () => {
    seller = await kvitt.account();
  });

  test('returns the created sale as it is later listed, with its own item', async () => {
    const created = await openSale(seller, {
      type: 'EVENT',
      name: 'Vetrartónleikar',
      description: 'Í Hofi',
      terms: 'Miðar eru ekki endurgreiddir',
      amount: '4900.50',
      tax: 'AA',
      inventory_control: 1,
      inventory_count: '120',
      fields: [{ label: 'Ofnæmi', required: true }],
    });
    assert.deepEqual(created, {
      guid: created.guid,
      status: 1,
      is_open: true,
      type: 4,
      url: created.url,
      terms: 'Miðar eru ekki endurgreiddir',
      name: 'Vetrartónleikar',
      description: 'Í Hofi',
      amount: 4900.5,
      inventory_control: true,
      inventory_count: 120,
    });
    assert.match(created.url, new RegExp(`^${kvitt.url}/sell/[\\w-]{32}$`));
    assert.deepEqual(await seller.ok('get-product-sales', { search_text: 'vetrar' }), [created]);
    const items = await seller.ok('get-items');
    const item = items.find((one: { description: string }) => one.description === 'Vetrartónleikar');
    assert.deepEqual([item.unit_price, item.tax, item.uom], [4414.8649, 'AA', 'C62']);
  });

  test('is open, without stock control and at 24 % by default; a donation has no VAT', async () => {
    const types = ['STAND', 'SUB', 'DONA', 'EVENT'];
    const created = await Promise.all(types.map((type) => openSale(seller, { type, name: `Sala ${type}` })));
    assert.deepEqual(
      created.map(({ type, is_open, inventory_control }) => [type, is_open, inventory_control]),
      [1, 2, 3, 4].map((code) => [code, true, false]),
    );
    const items: { description: string; tax: string }[] = await seller.ok('get-items');
    const readTax = (type: string) => items.find(({ description }) => description === `Sala ${type}`)?.tax;
    assert.deepEqual(types.map(readTax), ['S', 'S', 'Z', 'S']);
    const closed = await openSale(seller, { open: 0, inventory_count: 3 });
    assert.deepEqual([closed.status, closed.is_open, closed.inventory_control], [0, false, true]);
  });

  test('is created once for a repeated Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'a-sale' };
    const first = await postToSales(seller, '', { ...sale, name: 'Einu sinni' }, key);
    const second = await postToSales(seller, '', { ...sale, name: 'Einu sinni' }, key);
    assert.deepEqual(second, first);
    assert.equal(await seller.ok('get-count-product-sales', { search_text: 'einu' }), 1);
    assert.equal((await postToSales(seller, '', { ...sale, name: 'Tvisvar' }, key)).status, 409);
  });

  const long = (n: number) => 'x'.repeat(n);
  const price = 'must be between 0 and 1000000000';
  const INVALID: [what: string, fields: object, refusal: string][] = [
    ['no type', { type: undefined }, required('type')],
    ['an unknown type', { type: 'FAIR' }, invalid('type', 'must be one of: STAND, SUB, DONA, EVENT')],
    ['no name', { name: ' ' }, required('name')],
    ['a long name', { name: long(501) }, invalid('name', 'must be at most 500 characters')],
    ['no amount', { amount: null }, required('amount')],
    ['a negative amount', { amount: -1 }, invalid('amount', price)],
    [
      'a subscription to nothing',
      { type: 'SUB', amount: 0 },
      invalid('amount', 'must be more than 0 for a subscription'),
    ],
    ['an unknown tax', { tax: '24' }, invalid('tax', 'must be one of: S, AA, Z')],
    ['control without a count', { inventory_control: true }, required('inventory_count')],
    [
      'half a ticket',
      { inventory_count: 0.5 },
      invalid('inventory_count', 'must be a whole number from 0 to 1000000'),
    ],
    ['fields that are no list', { fields: 'Size' }, invalid('fields', 'must be a list')],
    ['a field without label', { fields: [{ required: true }] }, required('fields[0].label')],
    [
      'a label twice',
      { fields: [{ label: 'Size' }, { label: 'Size ' }] },
      invalid('fields[1].label', 'must not be the same as fields[0].label'),
    ],
    [
      'too many fields',
      { fields: Array.from({ length: 21 }, (_, n) => ({ label: `${n}` })) },
      invalid('fields', 'must have at most 20 entries'),
    ],
    ['terms without end', { terms: long(4001) }, invalid('terms', 'must be at most 4000 characters')],
  ];
  test('is refused with a reason, and nothing is stored', async () => {
    const before = [await readBooks(seller), await seller.ok('get-count-product-sales')];
    const answers: Record<string, string> = {};
    for (const [title, fields] of INVALID) {
      const { status, body } = await postToSales(seller, '', { ...sale, ...fields });
      answers[title] = `${body.error}: ${body.message}`;
      assert.equal(status, 422, title);
    }
    assert.deepEqual(answers, Object.fromEntries(INVALID.map(([title, , refusal]) => [title, refusal])));
    assert.deepEqual([await readBooks(seller), await seller.ok('get-count-product-sales')], before);
  });

  test('requires the subscription, and for type SUB the recurring one as well', async () => {
    const [none, some] = [
      await kvitt.account({ subscriptions: ['webservice', 'recurring'] }),
      await kvitt.account({ subscriptions: ['webservice', 'sell_product'] }),
    ];
    const { status, body } = await postToSales(none, '', sale);
    assert.deepEqual([status, body.error], [422, 'subscription_required']);
    assert.equal((await postToSales(some, '', { ...sale, type: 'SUB' })).body.error, 'subscription_required');
    assert.equal((await postToSales(some, '', sale)).status, 201);
    assert.equal((await postToSales({ ...some, username: 'nobody' } as Client, '', sale)).status, 404);
  });
});
