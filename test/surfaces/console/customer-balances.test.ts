import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Client, invoice, line } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { TestService } from '../../support/service.ts';

/** What each customer owes. Equal balances are sorted by name, in Icelandic order. */
const OWED: Readonly<Record<string, number>> = {
  'Ævar ehf.': 2480,
  'Birta ehf.': 1240,
  'Ásta ehf.': 2480,
  'Davíð ehf.': 0,
  'Auður ehf.': 0,
  'Þór slf.': 3720,
  'Eva slf.': 0,
  'Ari slf.': 1240,
};
const LARGEST_FIRST = ['Þór', 'Ásta', 'Ævar', 'Ari', 'Birta', 'Auður', 'Davíð', 'Eva'];

describe('customers by what they owe', () => {
  const kvitt = new TestService();
  let seller: Client;
  let person: ConsoleClient;
  before(async () => {
    await kvitt.start('postgres');
    seller = await kvitt.account();
    person = await signInToConsole(seller);
    for (const [name, amount] of Object.entries(OWED)) {
      const guid = await seller.ok('create-customer', { data: { name, output_select: 4 } });
      const items = [line({ unit_price: amount / 1.24 })];
      if (amount > 0)
        await seller.ok('create-invoice', { data: invoice({ amount, customer: { guid }, items }) });
    }
  });
  after(() => kvitt.stop());

  const find = async (fields: object) => {
    const { rows, count } = await person.ok('find-customers', fields);
    return { names: rows.map(({ name }: { name: string }) => name.split(' ')[0]), count, rows };
  };

  test('are listed with the largest debt first, page by page, and those without one by name', async () => {
    for (const limit of [1, 2, 3, 5, 8, 20]) {
      const names: string[] = [];
      for (let page = 1; names.length < LARGEST_FIRST.length; page += 1) {
        const found = await find({ sort: 'owed', limit, page });
        assert.equal(found.count, LARGEST_FIRST.length);
        names.push(...found.names);
      }
      assert.deepEqual(names, LARGEST_FIRST, `pages of ${limit}`);
    }
    const { rows } = await find({ sort: 'owed' });
    assert.deepEqual(
      rows.map(({ name, owed }: { name: string; owed: number }) => [name, owed]),
      rows.map(({ name }: { name: string }) => [name, OWED[name]]),
    );
  });

  test('keep that order where filters leave some of them', async () => {
    const companies = { search: 'slf', sort: 'owed' };
    assert.deepEqual((await find(companies)).names, ['Þór', 'Ari', 'Eva']);
    assert.deepEqual((await find({ ...companies, active: true, limit: 1, page: 2 })).names, ['Ari']);
    assert.deepEqual((await find({ ...companies, active: false })).names, []);
  });

  test('are found by the smallest debt, in every order', async () => {
    const owing = { min_owed: 2000 };
    assert.deepEqual((await find({ ...owing, sort: 'owed' })).names, ['Þór', 'Ásta', 'Ævar']);
    assert.deepEqual((await find(owing)).names, ['Ásta', 'Þór', 'Ævar']);
    assert.deepEqual((await find({ ...owing, sort: 'newest', limit: 1, page: 2 })).names, ['Ásta']);
    assert.equal((await find({ ...owing, limit: 1 })).count, 3);
    assert.deepEqual((await find({ ...owing, search: 'slf', sort: 'owed' })).names, ['Þór']);
  });
});
