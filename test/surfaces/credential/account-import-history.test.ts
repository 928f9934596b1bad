import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importsOf, sourceOf } from '../../support/account-imports.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { LOCAL_WEBHOOKS, onBothDatabases } from '../../support/service.ts';

const YEAR = { from_date: '2026-01-01', to_date: '2026-12-31' };
const OF_HISTORY = [
  ...['number', 'type', 'amount', 'currency', 'issue_date', 'due_date', 'settlement_date', 'description'],
  ...['total_24vat', 'total_11vat', 'total_0vat', 'vat_24', 'vat_11', 'is_discount', 'discount_value'],
  ...['remaining', 'exchange_rate', 'credited'],
];
const OF_LINES = [
  'item_number',
  'description',
  'qty',
  'uom',
  'tax',
  'unit_price',
  'discount',
  'discount_type',
];

const pick = (names: readonly string[]) => (record: any) =>
  Object.fromEntries(names.map((name) => [name, record[name]]));

/** The figures that history must not change. */
async function reportedFigures(seller: Client) {
  const { status: _, ...summaries } = await seller.call('invoice-summaries', YEAR);
  return {
    summaries,
    return: await seller.ok('get-vat-return', { period: '2026-02' }),
    vat: await seller.ok('get-vat', YEAR),
    sales: await seller.ok('get-sales', { ...YEAR, by: 'month' }),
    dashboard: await seller.ok('get-dashboard-data', YEAR),
    profit: await seller.ok('get-profit', YEAR),
    journal: (await seller.ok('export-journal', { data: { ...YEAR, layout: 'general' } })).file,
  };
}

/** What each customer of the account owes on some days. */
async function balances(seller: Client): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const { guid, name } of await seller.ok('get-customers'))
    for (const to_date of ['2026-03-02', '2026-03-10', '2026-12-31'])
      found.push([name, to_date, (await seller.ok('get-customer-statement', { guid, to_date })).closing]);
  return found.sort();
}

onBothDatabases(
  'what was settled in another account',
  (kvitt) => {
    const { bring } = importsOf(kvitt);

    const byNumber = async (seller: Client): Promise<Map<string, any>> =>
      new Map((await seller.ok('get-invoices')).map((one: any) => [one.number, one]));
    const partOf = ({ parts }: any, part: string) => parts.find((one: any) => one.part === part);
    const customerOf = (seller: Client, name: string) =>
      seller.ok('create-customer', { data: { name, output_select: 4 } });
    const sell = (seller: Client, guid: string, fields: object = {}) =>
      seller.ok('create-invoice', {
        data: invoice({ customer: { guid }, issue_date: '2026-03-02', due_date: '2026-03-05', ...fields }),
      });
    const pay = (seller: Client, guid: string, amount: number, paid_on = '2026-03-10') =>
      seller.ok('record-payment', { data: { amount, paid_on, allocations: [{ invoice_guid: guid }] } });
    const credit = (seller: Client, guid: string, amount: number, more: object = {}) =>
      seller.ok('create-invoice', {
        data: {
          ...{ type: 'credit', ref_invoice_guid: guid, amount, credit_partial: true },
          ...{ issue_date: '2026-03-10', settlement_date: '2026-03-10', ...more },
        },
      });

    test('is imported as history with its lines and notes, and is counted in no report', async () => {
      const from = await kvitt.account();
      const customer = await customerOf(from, 'Gamall ehf.');
      const items = [
        line(),
        line({ item_number: 'B', add_new: 0, guid: undefined, tax: 'AA', unit_price: 500.5, qty: 2 }),
      ];
      const discount = { is_discount: 1, discount_type: 1, discount_value: 10 };
      const paid = await sell(from, customer, { items, amount: 2116, ...discount, description: 'Blandað' });
      await pay(from, paid, 2116);
      const cancelled = await sell(from, customer);
      await credit(from, cancelled, 1240);
      const halved = await sell(from, customer);
      await pay(from, halved, 1240, '2026-03-04');
      await credit(from, halved, 620);
      const lost = await sell(from, customer);
      await from.ok('write-off-invoice', {
        guid: lost,
        data: { reason: 'Gone', written_off_on: '2026-03-10' },
      });
      const seller = await kvitt.account();
      await sell(seller, await customerOf(seller, 'Eiginn ehf.'));
      const before = await reportedFigures(seller);
      const done = await bring(seller, sourceOf(kvitt, from));
      assert.deepEqual([done.state, done.remarks], ['done', []]);
      const { found, new: fresh, left_out } = partOf(done, 'invoices');
      assert.deepEqual([found, fresh, left_out], [6, 6, 0]);
      assert.deepEqual(await reportedFigures(seller), before);

      const there = await byNumber(from);
      const imported = (await seller.ok('get-invoices')).filter((one: any) => one.is_imported);
      const here = new Map<string, any>(imported.map((one: any) => [one.number, one]));
      assert.deepEqual([...here.keys()].sort(), [...there.keys()].sort());
      for (const [number, one] of here) {
        const original = there.get(number);
        assert.deepEqual(pick(OF_HISTORY)(one), pick(OF_HISTORY)(original), number);
        assert.deepEqual(one.items.map(pick(OF_LINES)), original.items.map(pick(OF_LINES)), number);
        assert.equal(one.accounting_status, 'Skipped');
        const referred = [...there.values()].find(({ guid }) => guid === original.refer_guid)?.number;
        assert.equal(one.refer_guid, referred ? here.get(referred).guid : null);
      }
      const first = here.get(there.get('1')?.number);
      assert.deepEqual(
        [first.status, first.paid_on, first.payments[0].source],
        ['Paid', '2026-03-10', 'import'],
      );
      const [profile] = await seller.ok('get-customers', { search: 'Gamall' });
      assert.deepEqual(profile.credits, [{ currency: 'ISK', amount: 620 }]);
      const own = (await balances(seller)).filter(([name]: any) => name === 'Gamall ehf.');
      assert.deepEqual(own.at(-1), (await balances(from)).at(-1));

      const again = await bring(seller, sourceOf(kvitt, from));
      const { new: none, known, changed } = partOf(again, 'invoices');
      assert.deepEqual([none, known, changed, again.remarks], [0, 6, 0, []]);
      const more = await seller.expectRefusal('create-invoice', {
        data: {
          ...{ type: 'credit', ref_invoice_guid: here.get(there.get('3')?.number)?.guid, amount: 1000 },
          ...{ credit_partial: true, settlement_date: '2026-03-17' },
        },
      });
      assert.equal(more.error_code, 'credit_refused', more.message);
    });

    test('is updated with later payments of what was owed, and never twice', async () => {
      const from = await kvitt.account();
      const customer = await customerOf(from, 'Skuldari ehf.');
      const guids = [];
      for (let n = 0; n < 4; n += 1) guids.push(await sell(from, customer));
      const [slow = '', double = '', reversed = '', untouched = ''] = guids;
      const wrong = await from.ok('record-payment', {
        data: { amount: 240, allocations: [{ invoice_guid: reversed }] },
      });
      const seller = await kvitt.account();
      await bring(seller, sourceOf(kvitt, from));
      const numberOf = async (guid: string) => (await from.ok('get-invoice', { guid })).number;
      const owed = async (guid: string) => {
        const { remaining, status, paid_on } = (await byNumber(seller)).get(await numberOf(guid));
        return [remaining, status, paid_on];
      };
      await pay(from, slow, 240, '2026-03-08');
      const figures = await reportedFigures(seller);
      const second = partOf(await bring(seller, sourceOf(kvitt, from)), 'invoices');
      assert.deepEqual([second.new, second.changed, second.known], [0, 1, 3]);
      assert.deepEqual(await owed(slow), [1000, 'Sent', '2026-03-08']);
      await pay(from, slow, 1000);
      await pay(from, double, 1240);
      const mine = (await byNumber(seller)).get(await numberOf(double));
      await pay(seller, mine.guid, 1000);
      await from.ok('reverse-payment', { guid: wrong.guid, data: { reason: 'Wrong' } });
      const third = await bring(seller, sourceOf(kvitt, from));
      assert.equal(partOf(third, 'invoices').changed, 1);
      assert.deepEqual(
        third.remarks.map(({ name, is_refused, message }: any) => [name, is_refused, message]),
        [
          [await numberOf(double), false, '1240 more was settled there, and 240 is left to pay here'],
          [await numberOf(reversed), false, 'Less of it is settled there now than when it came'],
        ],
      );
      assert.deepEqual(await owed(slow), [0, 'Paid', '2026-03-10']);
      assert.deepEqual(await owed(double), [240, 'Sent', '2026-03-10']);
      assert.deepEqual(await owed(untouched), [1240, 'Sent', null]);
      const types: { type: string; data: any }[] = await seller.ok('get-events', { types: 'invoice.paid' });
      assert.deepEqual(
        types.map(({ data }) => data.number),
        [await numberOf(slow)],
      );
      const fourth = partOf(await bring(seller, sourceOf(kvitt, from)), 'invoices');
      assert.deepEqual([fourth.new, fourth.changed, fourth.known], [0, 0, 4]);
      const { vat } = await reportedFigures(seller);
      assert.deepEqual(vat, figures.vat);
      const recorded: any[] = await seller.ok('get-payments', { source: 'import' });
      assert.ok(recorded.every(({ accounting_status }) => accounting_status === 'Skipped'));
    });

    test('has no payment of a day that is locked here', async () => {
      const from = await kvitt.account();
      const customer = await customerOf(from, 'Lokað ehf.');
      const guid = await sell(from, customer);
      const seller = await kvitt.account();
      await bring(seller, sourceOf(kvitt, from));
      await pay(from, guid, 1240, '2026-02-20');
      await seller.ok('lock-vat-period', { period: '2026-02' });
      const done = await bring(seller, sourceOf(kvitt, from));
      assert.equal(partOf(done, 'invoices').changed, 0);
      assert.match(done.remarks[0].message, /locked/);
      const [mine] = await seller.ok('get-invoices');
      assert.equal(mine.remaining, 1240);
    });
  },
  LOCAL_WEBHOOKS,
);
