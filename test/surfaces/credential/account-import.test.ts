import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyKennitala } from '../../domain/generators.ts';
import { ublInvoice } from '../../receipts/ubl.ts';
import { countsOf, debts, importsOf, sourceOf } from '../../support/account-imports.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { createCompleteCost, createCost } from '../../support/costs.ts';
import { PDF } from '../../support/endpoints/costs.ts';
import { runJobsWithoutFailure } from '../../support/jobs.ts';
import { LOCAL_WEBHOOKS, onBothDatabases, type TestService } from '../../support/service.ts';

const pick = (names: readonly string[]) => (record: any) =>
  Object.fromEntries(names.map((name) => [name, record[name]]));
const byName = (a: any, b: any) => JSON.stringify(a).localeCompare(JSON.stringify(b));

const YEAR = { from_date: '2026-01-01', to_date: '2026-12-31' };
const OF_CUSTOMERS = [
  ...['name', 'customer_number', 'output_select', 'address', 'zip', 'city', 'registration_no', 'email'],
  ...[
    'due_date',
    'settlement_date',
    'phone_number',
    'lang',
    'currency',
    'tax_exempt',
    'active',
    'unverified',
  ],
];
const OF_ITEMS = [
  'item_number',
  'description',
  'uom',
  'tax',
  'unit_price',
  'product_cost',
  'category',
  'active',
];
const OF_INVOICES = [
  ...['number', 'amount', 'currency', 'exchange_rate', 'remaining', 'issue_date', 'due_date'],
  ...['settlement_date', 'description', 'vat_24', 'vat_11'],
];
const OF_COSTS = [
  ...[
    'supplier_name',
    'supplier_id',
    'invoice_number',
    'amount',
    'currency',
    'vat_S',
    'vat_AA',
    'issue_date',
  ],
  ...[
    'issue_date_known',
    'due_date',
    'payee_account',
    'description',
    'project_name',
    'cost_code',
    'how_paid',
  ],
  ...['file', 'file_name', 'file_extension', 'credit_note'],
];

onBothDatabases(
  'an import from another account',
  (kvitt) => {
    const { bring } = importsOf(kvitt);

    test('imports the books of a Kvitt that is in use, and what is new when it is repeated', async () => {
      const company = { registration_no: companyKennitala(11) };
      const from = await kvitt.account(company);
      await trade(kvitt, from);
      const source = { ...sourceOf(kvitt, from), from_url: `${kvitt.url}/` };
      const seller = await kvitt.account({ ...company, subscriptions: ['webservice'] });
      const first = await bring(seller, source);
      assert.deepEqual([first.state, first.problem, first.remarks], ['done', '', []]);
      assert.deepEqual(
        [first.from_url, first.registration_no],
        [`${kvitt.url}/api/v1`, company.registration_no],
      );
      assert.deepEqual(countsOf(first), {
        customers: [4, 4, 4, 0, 0, 0],
        items: [1, 1, 1, 0, 0, 0],
        invoices: [6, 6, 6, 0, 0, 0],
        credits: [3, 3, 1, 0, 2, 0],
        costs: [4, 4, 4, 0, 0, 0],
      });
      await assertEqual(from, seller);
      assert.deepEqual(await seller.ok('get-vat', YEAR).then(({ rows }) => rows), []);

      await from.ok('create-customer', { data: { name: 'Nýr ehf.', output_select: 4 } });
      await from.ok('create-invoice', {
        data: invoice({ customer: { name: 'Líka nýr', output_select: 4 } }),
      });
      const [changed] = await seller.ok('get-customers');
      await seller.ok('update-customer', { guid: changed.guid, data: { city: 'Breytt hér' } });
      const again = await bring(seller, source);
      assert.deepEqual(countsOf(again), {
        customers: [6, 6, 2, 4, 0, 0],
        items: [1, 1, 0, 1, 0, 0],
        invoices: [7, 7, 1, 6, 0, 0],
        credits: [3, 3, 0, 1, 2, 0],
        costs: [4, 4, 0, 4, 0, 0],
      });
      assert.deepEqual(await debts(seller), await debts(from));
      assert.equal((await seller.ok('get-customer', { guid: changed.guid })).city, 'Breytt hér');

      // Now while it is written to.
      let isDone = false;
      const work = async () => {
        for (let n = 0; !isDone; n++)
          await from.ok('create-invoice', {
            data: invoice({ customer: { name: `Samtímis ${n}`, output_select: 4 } }),
          });
      };
      const brought = bring(seller, source).finally(() => {
        isDone = true;
      });
      await Promise.all([work(), brought]);
      assert.deepEqual((await bring(seller, source)).remarks, []);
      assert.deepEqual(await debts(seller), await debts(from));
    });

    /** What is owed and waits for approval is the same in both accounts. */
    async function assertEqual(from: Client, seller: Client): Promise<void> {
      const both = async (
        call: string,
        fields: object,
        names: readonly string[],
        isMeant = (_: any) => true,
      ) => {
        const lists = [from, seller].map(async (one) => {
          const records: any[] = await one.ok(call, { ...fields });
          return records.filter(isMeant).map(pick(names)).sort(byName);
        });
        const [there, here] = await Promise.all(lists);
        assert.deepEqual(here, there, call);
        assert.ok(there?.length, call);
      };
      await both('get-customers', {}, OF_CUSTOMERS);
      await both('get-items', {}, OF_ITEMS);
      const isOwed = ({ remaining, type }: any) => remaining > 0 && type === 'invoice';
      await both('get-invoices', {}, OF_INVOICES, isOwed);
      await both('get-costs', { limit: 100, accounting_status: 'New' }, OF_COSTS);
      assert.deepEqual(await debts(seller), await debts(from));
    }
  },
  LOCAL_WEBHOOKS,
);

/** Customers of whom two share a kennitala, invoices with part payments and credit, and costs of every kind. */
async function trade(kvitt: TestService, seller: Client): Promise<void> {
  await kvitt.operator('PUT', '/rates/EUR/2026-03-02', { rate: 148.5 });
  const customer = (fields: object) =>
    seller.ok('create-customer', { data: { output_select: 4, ...fields } });
  const kennitala = companyKennitala(31);
  const a = await customer({
    name: 'Deild A',
    registration_no: kennitala,
    email: 'a@x.example',
    customer_number: '7',
  });
  const b = await customer({ name: 'Deild B', registration_no: kennitala, due_date: 3, settlement_date: 9 });
  const c = await customer({ name: 'Hætt ehf.', active: 0, city: 'Höfn', zip: '780' });
  const sell = (guid: string, fields: object = {}) =>
    seller.ok('create-invoice', { data: invoice({ customer: { guid }, ...fields }) });
  const pay = (guid: string, amount: number) =>
    seller.ok('record-payment', { data: { amount, allocations: [{ invoice_guid: guid }] } });
  const mixed = [
    line(),
    line({ item_number: 'B', add_new: 0, guid: undefined, tax: 'AA', unit_price: 500.5, qty: 2 }),
  ];
  const whole = await sell(a, { items: mixed, amount: 2351.11, description: 'Blandað' });
  await pay(whole, 1000);
  const euro = { currency: 'EUR', exchange_rate: 148.5, items: [line({ unit_price: 10.5 })], amount: 13.02 };
  await sell(b, euro);
  await sell(c);
  const paid = await sell(a);
  await pay(paid, 1740);
  const credited = await sell(b);
  await seller.ok('do-paid-invoice', { guid: credited });
  await seller.ok('create-invoice', {
    data: {
      ...{ type: 'credit', ref_invoice_guid: credited, currency: 'ISK', settlement_date: '2026-03-23' },
      ...{ amount: 620, credit_partial: true, issue_date: '2026-03-02' },
    },
  });
  await customer({ name: 'Skuldlaus', output_select: 3, email: 's@x.example', lang: 'en', currency: 'EUR' });
  await createCost(
    seller,
    'create-cost',
    { date: '2026-03-01', description: 'Kvittun' },
    { name: 'k.pdf', bytes: PDF },
  );
  await createCost(
    seller,
    'create-cost',
    { date: '2026-03-01', description: 'Kvittun' },
    { name: 'k.pdf', bytes: PDF },
  );
  await createCost(seller, 'create-cost', {}, { name: 'reikningur.xml', bytes: ublInvoice.xml });
  await createCompleteCost(seller);
  await runJobsWithoutFailure(kvitt);
}
