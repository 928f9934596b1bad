import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Client } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { openBooks } from '../../support/endpoints/books.ts';
import type { Books } from '../../support/endpoints/case.ts';
import { onBothDatabases } from '../../support/service.ts';

/** An update of the console: what it sends, and a field that two people change. */
interface Case {
  operation: string;
  input(books: Books, field: object): object;
  field: string;
  /** The value that the record has, that the first person saves, and that the second one wants. */
  values: readonly [was: unknown, first: unknown, second: unknown];
  /** The value in the answer, where it differs from what is sent. */
  current?: unknown;
}

const byGuid = (record: keyof Books) => (books: Books, data: object) => ({ guid: books[record], data });
const CASES: readonly Case[] = [
  { operation: 'update-customer', input: byGuid('customer'), field: 'phone_number', values: ['', '1', '2'] },
  { operation: 'update-item', input: byGuid('item'), field: 'category', values: ['', 'a', 'b'] },
  { operation: 'update-order-invoice', input: byGuid('order'), field: 'booking', values: ['', 'a', 'b'] },
  {
    operation: 'update-draft-invoice',
    input: byGuid('orderDraft'),
    field: 'booking',
    values: ['', 'a', 'b'],
  },
  { operation: 'update-quote', input: byGuid('quote'), field: 'booking', values: ['', 'a', 'b'] },
  {
    operation: 'update-recurring-invoice',
    input: byGuid('recurring'),
    field: 'booking',
    values: ['', 'a', 'b'],
  },
  { operation: 'update-task', input: byGuid('task'), field: 'project_name', values: ['', 'a', 'b'] },
  {
    operation: 'set-product-sale',
    input: ({ event: guid }, data) => ({ guid, ...data }),
    field: 'terms',
    values: ['', 'a', 'b'],
  },
  { operation: 'update-webhook', input: byGuid('webhook'), field: 'description', values: ['', 'a', 'b'] },
  { operation: 'update-company', input: (_books, data) => data, field: 'city', values: ['', 'Vík', 'Hella'] },
  {
    operation: 'set-mail-text',
    input: (_books, data) => ({ lang: 'is', about: 'invoice', ...data }),
    field: 'subject',
    values: ['', 'a', 'b'],
  },
];

onBothDatabases('two people who change a record', (kvitt) => {
  let seller: Client;
  let client: ConsoleClient;
  let books: Books;
  before(async () => {
    seller = await kvitt.account();
    books = await openBooks(seller);
    client = await signInToConsole(seller);
    await client.call('update-task', { guid: books.task, data: { project_name: '' } });
    await client.call('update-company', { city: '' });
  });

  for (const { operation, input, field, values } of CASES) {
    test(`${operation}: the second one is shown what the first one saved`, async () => {
      const [was, first, second] = values;
      const change = (value: unknown, from: unknown) =>
        client.call(operation, { ...input(books, { [field]: value }), was: { [field]: from } });
      const saved = await change(first, was);
      assert.equal(saved.status, 200, JSON.stringify(saved.body));
      const refused = await change(second, was);
      assert.deepEqual(
        [refused.status, refused.body.error, refused.body.current],
        [409, 'changed_meanwhile', { [field]: first }],
      );
      assert.equal((await change(second, first)).status, 200);
    });
  }

  test('changes of different fields do not get into each other’s way', async () => {
    const guid = await seller.ok('create-customer', { data: { name: 'Tveir', output_select: '4' } });
    for (const [field, value] of [
      ['phone_number', '4641111'],
      ['address', 'Laugavegur 1'],
    ] as const) {
      const change = { guid, data: { [field]: value }, was: { [field]: '' } };
      assert.equal((await client.call('update-customer', change)).status, 200);
    }
    const { phone_number, address } = (await client.call('get-customer', { guid })).body;
    assert.deepEqual([phone_number, address], ['4641111', 'Laugavegur 1']);
  });

  test('a contact, settings and lines are compared too', async () => {
    const { customer: customer_guid } = books;
    const contact = { customer_guid, name: 'Sigga', role: 'Bókhald' };
    const { guid } = (await client.call('save-customer-contact', contact)).body;
    const renamed = await client.call('save-customer-contact', { ...contact, guid, was: { name: 'Sigga' } });
    assert.equal(renamed.status, 200);
    const other = await client.call('save-customer-contact', { ...contact, guid, was: { name: 'Gunna' } });
    assert.deepEqual([other.status, other.body.current], [409, { name: 'Sigga' }]);

    const settings = await client.call('update-company', {
      settings: { company_phone: '5551234' },
      was: { settings: { company_phone: '5550000' } },
    });
    assert.deepEqual([settings.status, settings.body.error], [409, 'changed_meanwhile']);

    const { items } = (await client.call('get-quote', { guid: books.quote })).body;
    const lines = [{ description: 'Vinna', qty: 1, unit_price: 1000, tax: 'S' }];
    const changed = { guid: books.quote, data: { items: lines }, was: { items } };
    assert.equal((await client.call('update-quote', changed)).status, 200);
    assert.equal((await client.call('update-quote', changed)).body.error, 'changed_meanwhile');
  });

  test('of two changes at the same moment one is refused', async () => {
    const guid = await seller.ok('create-customer', { data: { name: 'Samtímis', output_select: '4' } });
    const changes = ['1', '2'].map((phone_number) =>
      client.call('update-customer', { guid, data: { phone_number }, was: { phone_number: '' } }),
    );
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    assert.deepEqual(statuses.toSorted(), [200, 409]);
  });
});
