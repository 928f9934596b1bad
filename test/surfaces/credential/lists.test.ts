import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../src/kernel/database/sql.ts';
import { type Client, invoice } from '../../support/client.ts';
import { credentialsQuery, send } from '../../support/requests.ts';
import { invalid } from '../../support/scenarios.ts';
import { select } from '../../support/select.ts';
import { onBothDatabases, type TestService } from '../../support/service.ts';

const LISTS = [
  'get-customers',
  'get-customers-by-kennitala',
  'get-items',
  'get-invoices',
  'get-dashboard-data',
];
const MANY = 1200;

interface ListedInvoice {
  number: string;
  issue_date: string;
  created_date: string;
  accounting_status: string;
}

/** Issue dates, creation dates and bookkeeping states, so that every pair of them occurs. */
const SALES = ['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01'].flatMap((issued) =>
  ['2026-03-01T00:00:00Z', '2026-03-01T23:59:59.999Z', '2026-03-02T00:00:00Z'].map((created, i) => ({
    issued,
    created,
    accounting: ['Created', 'Posted', 'Error'][(i + Number(issued.slice(-1))) % 3] as string,
  })),
);

async function sell(kvitt: TestService): Promise<Client> {
  const seller = await kvitt.account();
  for (const { issued, created, accounting } of SALES) {
    kvitt.now = () => new Date(created);
    const guid = await seller.ok('create-invoice', { data: invoice({ issue_date: issued }) });
    if (accounting !== 'Created')
      await seller.ok('update-invoice', { guid, data: { accounting_status: accounting } });
  }
  return seller;
}

const numbers = (rows: ListedInvoice[]) => rows.map(({ number }) => Number(number));

onBothDatabases('lists of records', (kvitt) => {
  test('sorts invoices by creation with drafts at their own places, also after one of them was issued', async () => {
    const seller = await kvitt.account();
    const made: string[] = [];
    for (const save of [0, 1, 0, 1, 0])
      made.push(
        await seller.ok('create-invoice', {
          data: invoice({ save, issue_date: '2026-03-17', due_date: '2026-03-17' }),
        }),
      );
    for (const _ of [1, 2]) {
      for (const sort of ['created_asc', 'created_desc']) {
        const rows: { guid: string }[] = await seller.ok('get-invoices', { sort });
        const [second] = await seller.ok('get-invoices', { sort, limit: 1, page: 2 });
        const guids = rows.map(({ guid }) => guid);
        assert.deepEqual(guids, sort === 'created_asc' ? made : made.toReversed());
        assert.equal(second.guid, guids[1]);
      }
      await seller.call('issue-invoice', { guid: made[1] });
    }
  });

  test('sorts invoices by issue date and number, or by number; by default with the newest issue date first', async () => {
    const seller = await sell(kvitt);
    const rows = SALES.map((row, i) => ({ ...row, number: i + 1 }));
    const compareBy = (key: 'issued' | 'number', sign: number) =>
      rows
        .toSorted((a, b) => sign * (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : a.number - b.number))
        .map(({ number }) => number);
    const expected = {
      date_desc: compareBy('issued', -1),
      date_asc: compareBy('issued', 1),
      created_desc: compareBy('number', -1),
      created_asc: compareBy('number', 1),
    };
    for (const [sort, order] of Object.entries(expected)) {
      assert.deepEqual(numbers(await seller.ok('get-invoices', { sort })), order, sort);
      const pages = [1, 2, 3, 4].map((page) => seller.ok('get-invoices', { sort, limit: 5, page }));
      assert.deepEqual(
        (await Promise.all(pages)).map(numbers),
        [order.slice(0, 5), order.slice(5, 10), order.slice(10), []],
        sort,
      );
    }
    assert.deepEqual(numbers(await seller.ok('get-invoices')), expected.date_desc);
    assert.deepEqual(await seller.ok('get-invoices', { page: 2 }), []);
  });

  test('filters invoices by bookkeeping and by either date, both days included, and counts alike', async () => {
    const seller = await sell(kvitt);
    // Programs send the first and last day of their calendars to mean an open period.
    const days = [undefined, '0001-01-01', '2026-02-28', '2026-03-01', '9999-12-31'];
    const statuses = [undefined, '', 'Created', 'Posted, Error', 'Skipped', 'Created,Posted,Skipped,Error'];
    for (const date_filter of [undefined, 'issue_date', 'created_date']) {
      for (const accounting_status of statuses) {
        for (const from_date of days) {
          const to_date = days[(days.indexOf(from_date) * 2 + 2) % 5];
          const filter = { date_filter, accounting_status, from_date, to_date };
          const expected = SALES.filter(({ issued, created, accounting }) => {
            const day = date_filter === 'created_date' ? created.slice(0, 10) : issued;
            return (
              (!accounting_status || accounting_status.includes(accounting)) &&
              day >= (from_date ?? '') &&
              day <= (to_date ?? '9')
            );
          });
          const found: ListedInvoice[] = await seller.ok('get-invoices', filter);
          const wanted = expected.map((row) => SALES.indexOf(row) + 1);
          assert.deepEqual(
            numbers(found).sort((a, b) => a - b),
            wanted,
            JSON.stringify(filter),
          );
          assert.equal(await seller.ok('get-count-invoices', filter), wanted.length, JSON.stringify(filter));
        }
      }
    }
  });

  test('returns long lists completely, in order and page by page', async () => {
    const [seller, otherAccount] = [await sell(kvitt), await kvitt.account()];
    await otherAccount.ok('create-invoice', { data: invoice() });
    await copyRecords(kvitt, seller);
    const total = SALES.length + MANY;
    for (const endpoint of ['get-customers', 'get-items', 'get-invoices', 'get-dashboard-data']) {
      const whole: object[] = await seller.ok(endpoint);
      assert.equal(whole.length, endpoint === 'get-items' ? MANY + 1 : total, endpoint);
      assert.deepEqual(await seller.ok(endpoint, { limit: 700 }), whole.slice(0, 700));
      assert.deepEqual(await seller.ok(endpoint, { limit: 700, page: 2 }), whole.slice(700));
      assert.deepEqual(await seller.ok(endpoint, { limit: 3, page: 200 }), whole.slice(597, 600));
      assert.deepEqual(await seller.ok(endpoint, { limit: 700, page: 3 }), []);
    }
    for (const sort of ['date_asc', 'created_desc', 'created_asc']) {
      const rows: ListedInvoice[] = await seller.ok('get-invoices', { sort });
      assert.equal(new Set(numbers(rows)).size, total, sort);
      const keys = rows.map(
        ({ issue_date, number }) => `${sort === 'date_asc' ? issue_date : ''} ${number.padStart(9, '0')}`,
      );
      assert.deepEqual(keys, sort.endsWith('desc') ? keys.toSorted().reverse() : keys.toSorted(), sort);
    }
    assert.equal(await seller.ok('get-count-invoices'), total);
    assert.equal(await seller.ok('get-count-items'), MANY + 1);
    assert.equal(await otherAccount.ok('get-count-invoices'), 1);
  });

  test('refuses a limit or a page that is not a positive number', async () => {
    const seller = await kvitt.account();
    for (const endpoint of LISTS) {
      for (const wrong of ['0', '-1', '1.5', '1e3', 'all', '2147483648', '0x10', '1 2', 'NaN']) {
        for (const field of ['limit', 'page']) {
          const fields = { kennitala: '1', [field]: wrong };
          const { error_code, message } = await seller.expectRefusal(endpoint, fields);
          const refusal = invalid(field, 'must be a whole number from 1 to 2147483647');
          assert.equal(`${error_code}: ${message}`, refusal, `${endpoint} ${wrong}`);
        }
      }
      assert.deepEqual(await seller.ok(endpoint, { kennitala: '1', limit: ' 10 ', page: '' }), []);
      for (const page of ['1', '2', '2147483647']) {
        const largestFields = { kennitala: '1', limit: '2147483647', page };
        assert.deepEqual(await seller.ok(endpoint, largestFields), [], `${endpoint} ${page}`);
      }
    }
  });

  test('refuses an unknown accounting status with HTTP 400 and its own code', async () => {
    const seller = await kvitt.account();
    const message =
      'Accounting status must be one of: Created, Posted, Skipped, Error; separate several with commas';
    const body = { status: false, message, result: null, error_code: 'invalid_accounting_status' };
    for (const endpoint of ['get-invoices', 'get-count-invoices']) {
      for (const wrong of ['New', 'posted', 'Posted,Paid', 'Posted;Error', 'x'.repeat(500), '\0', '%']) {
        assert.deepEqual(await seller.call(endpoint, { accounting_status: wrong }), {
          ...body,
          httpStatus: 400,
        });
        const path = `/api/v1/${endpoint}?${credentialsQuery(seller)}&accounting_status=${encodeURIComponent(wrong)}`;
        const answer = await send(kvitt.url, path);
        assert.deepEqual([answer.status, answer.body], [400, body]);
      }
      for (const wrong of [7, true, {}]) {
        const fields = { username: seller.username, api_key: seller.apiKey, accounting_status: wrong };
        const headers = { 'content-type': 'application/json' };
        const answer = await send(kvitt.url, `/api/v1/${endpoint}`, {
          method: 'POST',
          body: JSON.stringify(fields),
          headers,
        });
        assert.deepEqual([answer.status, answer.body], [400, body]);
      }
    }
  });

  test('refuses other invalid filters by name', async () => {
    const seller = await kvitt.account();
    const day = 'must be a real calendar date written as YYYY-MM-DD';
    const rows: [string, object, string][] = [
      [
        'get-invoices',
        { sort: 'newest' },
        invalid('sort', 'must be one of: date_desc, date_asc, created_desc, created_asc'),
      ],
      [
        'get-invoices',
        { date_filter: 'date' },
        invalid('date_filter', 'must be one of: created_date, issue_date'),
      ],
      ['get-invoices', { from_date: '2026-02-30' }, invalid('from_date', day)],
      ['get-count-invoices', { to_date: '1.3.2026' }, invalid('to_date', day)],
      ['get-count-invoices', { to_date: '0000-01-01' }, invalid('to_date', day)],
      ['get-dashboard-data', { start_date: '2026' }, invalid('start_date', day)],
      [
        'get-dashboard-data',
        { start_date: '2026-03-02', end_date: '2026-03-01' },
        invalid('end_date', 'must be on or after start_date (2026-03-02)'),
      ],
      ['get-customers', { search: 'x'.repeat(201) }, invalid('search', 'must be at most 200 characters')],
    ];
    for (const [endpoint, fields, refusal] of rows) {
      const { error_code, message } = await seller.expectRefusal(endpoint, { ...fields });
      assert.equal(`${error_code}: ${message}`, refusal);
    }
  });
});

/** Copies an account's first records beyond the size of one statement, with repeating dates and times. */
async function copyRecords(kvitt: TestService, { username }: Client): Promise<void> {
  const { db } = kvitt.service.engine.kernel;
  const own = sql`account_id = (select account_id from accounts where username = ${username})`;
  await select(
    db,
    sql`
    insert into customers (account_id, guid, name, output_select, due_days, settlement_days, lang, currency)
    select account_id, gen_random_uuid(), name || n, output_select, due_days, settlement_days, lang, currency
    from (select * from customers where ${own} limit 1) one, generate_series(1, ${MANY}) n`,
  );
  await select(
    db,
    sql`
    insert into items (account_id, guid, item_number, description, uom, tax, unit_price)
    select account_id, gen_random_uuid(), item_number || n, description, uom, tax, unit_price
    from (select * from items where ${own} limit 1) one, generate_series(1, ${MANY}) n`,
  );
  await select(
    db,
    sql`
    insert into invoices (account_id, guid, kind, status, number, customer_id, seller, buyer, currency, exchange_rate,
      issue_date, due_date, settlement_date, amount, net_s, net_aa, net_z, vat_s, vat_aa, discount_total, tax_exempt,
      created_at)
    select account_id, gen_random_uuid(), kind, status, 1000 + n, customer_id, seller, buyer, currency, exchange_rate,
      issue_date + n % 7, due_date + 7, settlement_date + 7, amount, net_s, net_aa, net_z, vat_s, vat_aa,
      discount_total, tax_exempt, created_at + n % 5 * interval '13 hours'
    from (select * from invoices where ${own} order by id limit 1) one, generate_series(1, ${MANY}) n`,
  );
}
