import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Client, invoice, line } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { createCost } from '../../support/costs.ts';
import { PDF } from '../../support/endpoints/costs.ts';
import { runJobsWithoutFailure } from '../../support/jobs.ts';
import { onBothDatabases } from '../../support/service.ts';

const TODAY = '2026-06-15';
const YEAR = { from_date: '2026-01-01', to_date: '2026-12-31' };

/** What payments bring beside sales, where there were none. */
const NO_FINANCES = {
  interest: 0,
  charges: 0,
  fees: 0,
  acquirer_fees: 0,
  exchange_difference: 0,
  lost_claims: 0,
};

onBothDatabases('console reports', (kvitt) => {
  let seller: Client;
  let consoleClient: ConsoleClient;

  /** Two buyers, both VAT rates, three months, a partly credited invoice, and a paid one. */
  before(async () => {
    seller = await kvitt.account();
    const createInvoice = async (
      customer: object,
      issue_date: string,
      items: object[],
      fields: object = {},
    ) => {
      kvitt.now = () => new Date(`${issue_date}T12:00:00Z`);
      const due = { issue_date, due_date: issue_date, settlement_date: issue_date };
      return seller.ok('create-invoice', { data: invoice({ customer, ...due, items, ...fields }) });
    };
    const buyer = async (name: string) => ({
      guid: await seller.ok('create-customer', { data: { name, output_select: 4 } }),
    });
    const [a, b] = [await buyer('Anna'), await buyer('Bjarni')];
    const whole = line({ description: 'Vinna', unit_price: 10_000, tax: 'S', qty: 2 });
    const bookLine = line({ description: 'Bók', unit_price: 1_000, tax: 'AA', qty: 3 });
    await createInvoice(a, '2026-02-10', [whole], { amount: 24_800, mark_paid: 1 });
    await createInvoice(b, '2026-03-05', [bookLine], { amount: 3_330 });
    const saleGuid = await createInvoice(b, '2026-05-20', [whole, bookLine], { amount: 28_130 });
    const { items } = await seller.ok('get-invoice', { guid: saleGuid });
    await seller.ok('create-invoice', {
      data: {
        type: 'credit',
        settlement_date: '2099-12-31',
        ref_invoice_guid: saleGuid,
        amount: 12_400,
        items: [{ guid: items[0].guid, qty: 1 }],
      },
    });
    kvitt.now = () => new Date(`${TODAY}T12:00:00Z`);
    consoleClient = await signInToConsole(seller);
  });

  test('sum sales by month, customer and item, with a total', async () => {
    const total = { count: 4, net: 36_000, vat: 7_860 };
    const months = await consoleClient.ok('get-sales', { ...YEAR, by: 'month' });
    assert.deepEqual(months.total, total);
    assert.deepEqual(
      months.rows.map(({ key, count, net, vat }: Record<string, unknown>) => [key, count, net, vat]),
      [
        ['2026-02', 1, 20_000, 4_800],
        ['2026-03', 1, 3_000, 330],
        ['2026-05', 2, 13_000, 2_730],
      ],
    );
    const customers = await consoleClient.ok('get-sales', { ...YEAR, by: 'customer' });
    assert.deepEqual(customers.total, total);
    assert.deepEqual(
      customers.rows.map(({ label, count, net }: Record<string, unknown>) => [label, count, net]),
      [
        ['Anna', 1, 20_000],
        ['Bjarni', 3, 16_000],
      ],
    );
    const items = await consoleClient.ok('get-sales', { ...YEAR, by: 'item' });
    assert.deepEqual(items.total, total);
    assert.equal(
      items.rows.reduce((sum: number, row: { net: number }) => sum + row.net, 0),
      36_000,
    );
  });

  test('sum free lines in a row of their own, whatever number they carry', async () => {
    const item = await seller.ok('create-item', {
      data: { description: 'Bók', item_number: 'BOK-1', tax: 'S', unit_price: 500 },
    });
    const free = { item_number: 'BOK-1', description: 'Önnur bók', qty: 1, unit_price: 1000, tax: 'S' };
    const dates = { issue_date: '2025-06-10', due_date: '2025-06-10', settlement_date: '2025-06-10' };
    const items = [{ guid: item, qty: 1, unit_price: 500 }, free, { ...free, item_number: 'LAUS', qty: 2 }];
    await seller.ok('create-invoice', { data: invoice({ ...dates, amount: 4340, mark_paid: 1, items }) });
    const year = { from_date: '2025-01-01', to_date: '2025-12-31' };
    const { rows } = await consoleClient.ok('get-sales', { ...year, by: 'item' });
    assert.deepEqual(
      rows.map(({ key, qty, net }: Record<string, unknown>) => [key, qty, net]),
      [
        ['free-lines', 3, 3000],
        [item, 1, 500],
      ],
    );
  });

  test('count returned quantities, and none of lines that credit an amount', async () => {
    const other = await kvitt.account();
    const person = await signInToConsole(other);
    const item = await other.ok('create-item', {
      data: { description: 'Stóll', item_number: 'STOLL', tax: 'S', unit_price: 1000 },
    });
    const dates = { issue_date: '2024-06-10', due_date: '2024-06-10', settlement_date: '2024-06-10' };
    const sold = await other.ok('create-invoice', {
      data: invoice({
        ...{ ...dates, amount: 13_640 },
        items: [
          { guid: item, qty: 10, unit_price: 1000 },
          { description: 'Akstur', qty: 5, unit_price: 200, tax: 'S' },
        ],
      }),
    });
    const { items } = await other.ok('get-invoice', { guid: sold });
    const credit = (amount: number, fields: object) =>
      other.ok('create-invoice', {
        data: { type: 'credit', ref_invoice_guid: sold, ...dates, amount, ...fields },
      });
    const rows = async (by: string) => {
      const sales = await person.ok('get-sales', {
        ...{ from_date: '2024-01-01', to_date: '2024-12-31', by },
      });
      return sales.rows.map(({ key, qty, net }: Record<string, unknown>) => [key, qty, net]);
    };
    await credit(1240, { items: [{ guid: item, qty: 10, unit_price: 100 }] });
    assert.deepEqual(await rows('item'), [
      [item, 10, 10_000],
      ['free-lines', 5, 0],
    ]);
    await credit(496, { items: [{ guid: items[1].line_guid, qty: 2 }] });
    await credit(248, { items: [{ guid: items[1].line_guid, qty: 2, unit_price: 100 }] });
    await credit(1240, { items: [{ guid: item, qty: 1 }] });
    await credit(124, { credit_partial: 1 });
    await credit(62, { items: [{ description: 'Afsláttur', qty: 5, unit_price: 10, tax: 'S' }] });
    assert.deepEqual(await rows('item'), [
      [item, 9, 9000],
      ['free-lines', 3, -750],
    ]);
    assert.deepEqual(await rows('month'), [['2024-06', 12, 8250]]);
  });

  test('by month and customer have the figures of the documents, as the VAT return and the profit', async () => {
    const other = await kvitt.account();
    const person = await signInToConsole(other);
    const year = { from_date: '2024-01-01', to_date: '2024-12-31' };
    const dates = { issue_date: '2024-06-10', due_date: '2024-06-10', settlement_date: '2024-06-10' };
    // VAT of a line is 2.4048, which is rounded to 2.40; VAT of the invoice is 240.48.
    await other.ok('create-invoice', {
      data: invoice({
        ...{ ...dates, currency: 'EUR', exchange_rate: 150, amount: 1242.48 },
        items: Array.from({ length: 100 }, () => line({ unit_price: 10.02 })),
      }),
    });
    const { total: vat } = await person.ok('get-vat', year);
    assert.deepEqual([vat.net_24, vat.vat_24], [150_300, 36_072]);
    for (const by of ['month', 'customer']) {
      const { total, rows } = await person.ok('get-sales', { ...year, by });
      for (const { net, vat } of [total, ...rows]) assert.deepEqual([net, vat], [150_300, 36_072], by);
      assert.deepEqual([rows.length, rows[0].count, rows[0].qty], [1, 1, 100]);
    }
    assert.equal((await person.ok('get-profit', year)).total.sales, 150_300);
  });

  test('count in each row the documents that a search by customer, item or free lines finds', async () => {
    const years = { ...YEAR, from_date: '2025-01-01' };
    for (const [by, name] of [
      ['customer', 'customer_guid'],
      ['item', 'item_guid'],
    ] as const) {
      const { rows } = await consoleClient.ok('get-sales', { ...years, by });
      for (const { key, count } of rows) {
        const filter = key === 'free-lines' ? { free_lines: true } : { [name]: key };
        const found = await consoleClient.ok('find-invoices', { ...years, ...filter });
        assert.deepEqual([found.total, found.rows.length], [count, count], `${by} ${key}`);
      }
    }
    assert.equal((await consoleClient.call('find-invoices', { free_lines: 'perhaps' })).status, 422);
  });

  test('sum VAT by the two-month settlement periods', async () => {
    const { total, rows } = await consoleClient.ok('get-vat', YEAR);
    assert.deepEqual(total, {
      net_24: 30_000,
      net_11: 6_000,
      net_0: 0,
      vat_24: 7_200,
      vat_11: 660,
      output_vat: 7_860,
      input_24: 0,
      input_11: 0,
      input_vat: 0,
      to_pay: 7_860,
    });
    assert.deepEqual(
      rows.map(({ period, due_on, vat_24, vat_11 }: Record<string, unknown>) => [
        period,
        due_on,
        vat_24,
        vat_11,
      ]),
      [
        // 5 April is Easter Sunday.
        ['2026-1', '2026-04-07', 4_800, 0],
        ['2026-2', '2026-06-05', 0, 330],
        ['2026-3', '2026-08-05', 2_400, 330],
      ],
    );
  });

  test('sum approved costs, subtract their VAT, and compute the result', async () => {
    const cost = { supplier_name: 'Efnissalan', supplier_id: '5501234520', how_paid: 1, type: '2093' };
    const figures = { date: '2026-03-10', amount: 12_400, vat_24: 2_400 };
    await seller.ok('create-cost-adv', { ...cost, ...figures });
    await seller.ok('create-cost-adv', {
      ...cost,
      ...figures,
      date: '2026-04-10',
      credit_note: 1,
      amount: 1_240,
      vat_24: 240,
    });
    assert.deepEqual((await consoleClient.ok('get-cost-sums', { ...YEAR, by: 'code' })).rows, []);
    await runJobsWithoutFailure(kvitt);
    const sums = { count: 2, net: 9_000, vat: 2_160 };
    const byCode = await consoleClient.ok('get-cost-sums', { ...YEAR, by: 'code' });
    const label = 'Operating supplies and production costs';
    const rowsByCode = [{ key: '2093', label, ...sums }];
    assert.deepEqual(byCode, { total: sums, rows: rowsByCode, without_rate: 0 });
    const bySupplier = await consoleClient.ok('get-cost-sums', { ...YEAR, by: 'supplier' });
    assert.deepEqual(bySupplier.rows, [{ key: '5501234520', label: 'Efnissalan', ...sums }]);
    const { rows } = await consoleClient.ok('get-vat', YEAR);
    const spring = rows.find(({ period }: Record<string, unknown>) => period === '2026-2');
    assert.deepEqual(
      [spring.output_vat, spring.input_vat, spring.to_pay, spring.due_on],
      [330, 2_160, -1_830, '2026-06-05'],
    );
    const profit = await consoleClient.ok('get-profit', YEAR);
    const nothing = { ...NO_FINANCES, result: 27_000 };
    assert.deepEqual(profit.total, { sales: 36_000, costs: 9_000, profit: 27_000, ...nothing });
    assert.deepEqual(
      profit.rows.map(({ month, profit: result }: Record<string, unknown>) => [month, result]),
      [
        ['2026-02', 20_000],
        ['2026-03', -7_000],
        ['2026-04', 1_000],
        ['2026-05', 13_000],
      ],
    );
  });

  test('leave fixed assets and VAT settlements out of the result', async () => {
    const books = await kvitt.account();
    const desk = await signInToConsole(books);
    const cost = { date: '2026-03-10', supplier_name: 'Efnissalan', supplier_id: '5501234520', how_paid: 1 };
    await books.ok('create-cost-adv', { ...cost, type: '2093', amount: 12_400, vat_24: 2_400 });
    await books.ok('create-cost-adv', { ...cost, type: '5028', amount: 1_240_000, vat_24: 240_000 });
    await books.ok('create-cost-adv', { ...cost, type: '9535', amount: 300_000 });
    await runJobsWithoutFailure(kvitt);
    const { total, rows, unexpensed } = await desk.ok('get-profit', YEAR);
    const nothing = { ...NO_FINANCES, result: -10_000 };
    assert.deepEqual(total, { sales: 0, costs: 10_000, profit: -10_000, ...nothing });
    assert.deepEqual(rows, [{ month: '2026-03', ...total }]);
    assert.equal(unexpensed, 1_300_000);
    assert.equal((await desk.ok('get-cost-sums', { ...YEAR, by: 'code' })).total.net, 1_310_000);
    assert.equal((await desk.ok('get-vat', YEAR)).total.input_vat, 242_400);
  });

  test('name an item as the catalogue does, whatever a document calls it', async () => {
    const books = await kvitt.account();
    const desk = await signInToConsole(books);
    const item = await books.ok('create-item', {
      data: { description: 'Ráðgjöf', unit_price: 1000, tax: 'S' },
    });
    for (const description of ['Öldutún, hönnun', 'Aðstoð'])
      await books.ok('create-invoice', { data: invoice({ items: [{ guid: item, qty: 1, description }] }) });
    const read = async () => (await desk.ok('get-sales', { ...YEAR, by: 'item' })).rows;
    assert.deepEqual(
      (await read()).map(({ key, label, count }: Record<string, unknown>) => [key, label, count]),
      [[item, 'Ráðgjöf', 2]],
    );
    await books.ok('update-item', { guid: item, data: { description: 'Hönnun og ráðgjöf', active: 0 } });
    assert.equal((await read())[0].label, 'Hönnun og ráðgjöf');
  });

  test('never add up foreign money as krónur, and count the costs whose rate is not known', async () => {
    const january = { from_date: '2026-01-01', to_date: '2026-01-31' };
    const approve = async (fields: Record<string, unknown>) => {
      const receipt = { name: 'kvitto.pdf', bytes: PDF };
      const guid = await createCost(seller, 'create-cost', { date: '2026-01-15' }, receipt);
      const booked = { supplier_name: 'Brunnby AB', cost_code: '2093', how_paid: 1, currency: 'SEK' };
      await consoleClient.ok('approve-cost', { guid, ...booked, amount: 100, vat_24: 10, ...fields });
    };
    await approve({});
    await approve({ exchange_rate: '13.5' });
    await approve({ exchange_rate: '13.5', credit_note: true, amount: 20, vat_24: 2 });
    const read = (operation: string, fields = {}) => consoleClient.ok(operation, { ...january, ...fields });
    const costs = await read('get-cost-sums', { by: 'supplier' });
    const sums = { count: 3, net: 972, vat: 108 };
    assert.deepEqual(costs, {
      total: sums,
      rows: [{ key: 'Brunnby AB', label: 'Brunnby AB', ...sums }],
      without_rate: 1,
    });
    const profit = await read('get-profit');
    assert.deepEqual([profit.total.costs, profit.without_rate], [972, 1]);
    const vat = await read('get-vat');
    assert.deepEqual([vat.total.input_vat, vat.without_rate], [108, 1]);
  });

  test('list receivables by age', async () => {
    const { total, rows } = await consoleClient.ok('get-aged-receivables');
    assert.equal(rows.length, 1);
    assert.equal(rows[0].customer, 'Bjarni');
    assert.deepEqual(total, { bands: rows[0].bands, credit: 0, total: rows[0].total });
    assert.equal(
      total.bands.reduce((sum: number, band: number) => sum + band, 0),
      total.total,
    );
    assert.equal(total.bands[4], 3_330);
  });

  test('are zero without sales, and refuse a period that ends before it begins', async () => {
    const empty = await consoleClient.ok('get-sales', {
      from_date: '2020-01-01',
      to_date: '2020-12-31',
      by: 'item',
    });
    assert.deepEqual(empty, { total: { count: 0, net: 0, vat: 0 }, rows: [] });
    const other = await signInToConsole(await kvitt.account());
    assert.deepEqual(await other.ok('get-aged-receivables'), {
      total: { bands: [0, 0, 0, 0, 0], credit: 0, total: 0 },
      rows: [],
    });
    await consoleClient.assertRefused('get-vat', [
      [
        { from_date: '2026-02-02', to_date: '2026-02-01' },
        'field_invalid: Field to_date must be on or after from_date (2026-02-02)',
      ],
    ]);
  });
});
