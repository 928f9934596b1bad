import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { guardedUpdates } from '../../../src/surfaces/console/guarded-updates.ts';
import { operations } from '../../../src/surfaces/console/routes.ts';
import type { Client } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { openBooks } from '../../support/endpoints/books.ts';
import type { Books } from '../../support/endpoints/case.ts';
import { PASSWORD } from '../../support/person.ts';
import { onBothDatabases } from '../../support/service.ts';

/** The records of the books, with a contact of the customer and a program that acts for the company. */
type EditedBooks = Books & { contact: string; agent: string };

/** An update of the console: what it sends, and a field that two people change. */
interface Case {
  operation: string;
  input(books: EditedBooks, field: object): object;
  field: string;
  /** The value that the record has, that the first person saves, and that the second one wants. */
  values: readonly [was: unknown, first: unknown, second: unknown];
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
  ...(
    [
      ['update-order-invoice', 'order'],
      ['update-draft-invoice', 'orderDraft'],
      ['update-quote', 'quote'],
      ['update-recurring-invoice', 'recurring'],
    ] as const
  ).map(([operation, record]): Case => {
    return { operation, input: byGuid(record), field: 'exchange_rate', values: [null, 150.25, 160] };
  }),
  {
    operation: 'save-customer-contact',
    input: ({ customer: customer_guid, contact: guid }, data) => ({ customer_guid, guid, ...data }),
    field: 'role',
    values: ['', 'a', 'b'],
  },
  {
    operation: 'edit-log-task',
    input: ({ log: guid }, data) => ({ guid, ...data }),
    field: 'description',
    values: ['', 'a', 'b'],
  },
  {
    operation: 'change-agent',
    input: ({ agent: agent_id }, data) => ({ agent_id, ...data }),
    field: 'limits',
    values: [{ max_amount: null }, { max_amount: 1 }, { max_amount: 2 }],
  },
  {
    operation: 'update-myself',
    input: (_books, data) => ({ ...data, current_password: PASSWORD }),
    field: 'name',
    values: ['', 'a', 'b'],
  },
  { operation: 'update-task', input: byGuid('task'), field: 'project_name', values: ['', 'a', 'b'] },
  {
    operation: 'set-product-sale',
    input: ({ event: guid }, data) => ({ guid, ...data }),
    field: 'terms',
    values: ['', 'a', 'b'],
  },
  {
    operation: 'set-receipt-senders',
    input: (_books, data) => data,
    field: 'senders',
    values: [[], ['@a.is'], ['@b.is']],
  },
  {
    operation: 'update-bank-account',
    input: byGuid('bankAccount'),
    field: 'name',
    values: ['Veltureikningur', 'a', 'b'],
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

/** Writes that change a record but not from values that somebody read, and why. */
const UNGUARDED: Readonly<Record<string, string>> = {
  'change-password': 'a password is not read',
  'save-view': 'a person’s own, saved as a whole',
  'set-language': 'a person’s own, saved by its button',
  'set-logo': 'a new picture, chosen as a whole',
  'set-person-role': 'its button names the role that the person will have',
  'set-preferences': 'a person’s own, saved by its button',
  'set-product-sale-image': 'a new picture, chosen as a whole',
  'set-tax-login': 'a password is not read',
  'update-invoice': 'what bookkeeping says; the console does not send it',
  'update-journal-accounts': 'the console does not send it',
  'update-journal-layout': 'the console does not send it',
};

test('every update of the console names the values that it was made from, or has a reason why not', () => {
  const guarded = Object.keys(guardedUpdates);
  const updates = Object.keys(operations).filter((name) => /^(update|set|edit|change|save)-/.test(name));
  assert.deepEqual(updates.filter((name) => !guarded.includes(name)).toSorted(), Object.keys(UNGUARDED));
  const tried = new Set([...CASES.map(({ operation }) => operation), 'approve-cost']);
  assert.deepEqual(guarded.toSorted(), [...tried].toSorted());
});

onBothDatabases('two people who change a record', (kvitt) => {
  let seller: Client;
  let client: ConsoleClient;
  let books: EditedBooks;
  before(async () => {
    seller = await kvitt.account();
    client = await signInToConsole(seller);
    const opened = await openBooks(seller);
    const { guid: contact } = await client.ok('save-customer-contact', {
      customer_guid: opened.customer,
      name: 'Anna',
    });
    const [{ agent_id: agent }] = (await client.ok('find-agents')).rows;
    books = { ...opened, contact, agent };
    await client.ok('change-agent', { agent_id: agent, limits: { max_amount: null } });
    await client.call('edit-log-task', { guid: books.log, description: '', was: {} });
    await client.call('update-myself', { name: '', current_password: PASSWORD });
    await client.ok('renew-receipt-address');
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

  test('an approval applies only to the values that were shown', async () => {
    const { amount, vat_S, read_date } = await client.ok('get-cost', { guid: books.cost });
    const approve = (was: object) => client.call('approve-cost', { guid: books.cost, amount, was });
    const shown = { amount, vat_24: vat_S, issue_date: read_date };
    const refused = await approve({ ...shown, amount: amount + 1 });
    assert.deepEqual([refused.status, refused.body.current], [409, shown]);
    assert.equal((await approve(shown)).status, 200);
  });

  test('fields of a contact, a log or a mail that are not sent do not change', async () => {
    const { customer: customer_guid, contact: guid } = books;
    await client.ok('save-customer-contact', { customer_guid, guid, email: 'a@b.is' });
    await client.ok('save-customer-contact', { customer_guid, guid, phone_number: '1' });
    const { contacts } = await client.ok('get-customer-notes', { customer_guid });
    const found = contacts.find((one: { guid: string }) => one.guid === guid);
    assert.deepEqual([found.name, found.email, found.phone_number], ['Anna', 'a@b.is', '1']);
    const which = { lang: 'en', about: 'after' };
    await client.ok('set-mail-text', { ...which, subject: 'Late' });
    await client.ok('set-mail-text', { ...which, greeting: 'Hello' });
    const { texts } = await client.ok('get-mail-texts');
    const text = texts.find((one: typeof which) => one.lang === 'en' && one.about === 'after');
    assert.deepEqual([text.subject, text.greeting], ['Late', 'Hello']);
  });

  test('changes of different fields do not conflict', async () => {
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

  test('an exchange rate that was emptied is that of the day again', async () => {
    const { quote: guid } = books;
    const read = async () => (await client.call('get-quote', { guid })).body.exchange_rate;
    await client.call('update-quote', { guid, data: { exchange_rate: '149.5' } });
    await client.call('update-quote', { guid, data: { booking: 'c' } });
    assert.equal(await read(), 149.5);
    await client.call('update-quote', { guid, data: { exchange_rate: '' } });
    assert.equal(await read(), null);
  });

  test('one of two concurrent changes is refused', async () => {
    const guid = await seller.ok('create-customer', { data: { name: 'Samtímis', output_select: '4' } });
    const changes = ['1', '2'].map((phone_number) =>
      client.call('update-customer', { guid, data: { phone_number }, was: { phone_number: '' } }),
    );
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    assert.deepEqual(statuses.toSorted(), [200, 409]);
  });
});
