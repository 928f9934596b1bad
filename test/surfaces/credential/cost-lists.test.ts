import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Client } from '../../support/client.ts';
import { createCompleteCost, createCost, tryToApproveCost } from '../../support/costs.ts';
import { PDF } from '../../support/endpoints/costs.ts';
import { basicAuth } from '../../support/requests.ts';
import { onBothDatabases } from '../../support/service.ts';

const OTHER = '4501230050';

/** Created in this order, an hour apart from 23:30 on; issue dates are not in order. */
const COSTS = [
  { description: 'a', date: '2026-02-10', type: '2093' },
  { description: 'b', date: '2026-02-12', type: '2333' },
  { description: 'c', date: '2026-02-11', type: '2093', supplier_id: OTHER },
  { description: 'd', date: '2026-02-12', type: '2093' },
  { description: 'e', date: '2026-01-31', type: '2333', supplier_id: OTHER },
  { description: 'f', date: '2026-02-11', type: '2093' },
  { description: 'g', date: '2026-02-10', type: '3033' },
];

onBothDatabases('lists of costs', (kvitt) => {
  let seller: Client;
  const guids: Record<string, string> = {};
  const listNames = async (fields: object) => {
    const costs = await seller.ok('get-costs', { ...fields });
    return costs.map(({ description }: { description: string }) => description).join('');
  };

  before(async () => {
    seller = await kvitt.account();
    for (const [hours, cost] of COSTS.entries()) {
      kvitt.now = () => new Date(Date.parse('2026-03-01T23:30:00Z') + hours * 3600_000);
      guids[cost.description] = await createCompleteCost(seller, cost);
    }
    for (const name of 'abcd') await tryToApproveCost(kvitt, seller, guids[name] ?? '');
    await seller.ok('update-cost', { guid: guids.a, data: { accounting_status: 'Posted' } });
    await seller.ok('update-cost', { guid: guids.b, data: { accounting_status: 'Error' } });
    const reading = await kvitt.account();
    await createCompleteCost(reading, { description: 'of another account' });
  });

  test('sorts by issue date or creation, by default newest first', async () => {
    assert.equal(await listNames({}), 'dbfcgae');
    assert.equal(await listNames({ sort: 'date_desc' }), 'dbfcgae');
    assert.equal(await listNames({ sort: 'date_asc' }), 'eagcfbd');
    assert.equal(await listNames({ sort: 'created_desc' }), 'gfedcba');
    assert.equal(await listNames({ sort: 'created_asc' }), 'abcdefg');
  });

  test('returns complete pages in order despite large attachments', async () => {
    const owner = await kvitt.account();
    const heavy = Buffer.concat([PDF, Buffer.alloc(3_000_000, 7)]);
    for (const name of 'abcdefg') {
      const bytes = 'bcf'.includes(name) ? heavy : PDF;
      await createCost(
        owner,
        'create-cost',
        { date: '2026-02-10', description: name },
        { name: 'a.pdf', bytes },
      );
    }
    const pages = {
      'limit=10': 'gfedcba',
      'limit=4': 'gfed',
      'limit=4&page=2': 'cba',
      'limit=1&page=2': 'f',
    };
    for (const [query, expected] of Object.entries(pages)) {
      const response = await fetch(`${owner.url}/api/v1/get-costs?${query}`, { headers: basicAuth(owner) });
      const { result } = (await response.json()) as { result: { description: string; file: string }[] };
      assert.equal(result.map(({ description }) => description).join(''), expected, query);
      for (const { description, file } of result)
        assert.equal(file, ('bcf'.includes(description) ? heavy : PDF).toString('base64'));
    }
  });

  test('filters by status, code, supplier and dates, and counts with the same filters', async () => {
    const cases: [filter: Record<string, string>, expected: string][] = [
      [{ accounting_status: 'New' }, 'fge'],
      [{ accounting_status: 'Created' }, 'dc'],
      [{ accounting_status: ' Posted , Error,' }, 'ba'],
      [{ accounting_status: 'Skipped' }, ''],
      [{ accounting_status: '' }, 'dbfcgae'],
      [{ type: '2333' }, 'be'],
      [{ supplier_id: '450123-0050' }, 'ce'],
      [{ supplier_id: OTHER, type: '2333', accounting_status: 'New' }, 'e'],
      [{ supplier_id: '1201743399' }, ''],
      [{ from_date: '2026-02-11' }, 'dbfc'],
      [{ to_date: '2026-02-10' }, 'gae'],
      [{ from_date: '2026-02-11', to_date: '2026-02-11', date_filter: 'date' }, 'fc'],
      [{ from_date: '2026-02-12', to_date: '2026-02-10' }, ''],
      [{ date_filter: 'created_date', to_date: '2026-03-01' }, 'a'],
      [{ date_filter: 'created_date', from_date: '2026-03-02', sort: 'created_asc' }, 'bcdefg'],
      [{ date_filter: 'created_date', from_date: '2026-03-02', type: '2093', sort: 'date_asc' }, 'cfd'],
    ];
    for (const [filter, expected] of cases) {
      const { sort: _, ...filters } = filter;
      assert.equal(await listNames(filter), expected, JSON.stringify(filter));
      assert.equal(await seller.ok('get-count-costs', filters), expected.length, JSON.stringify(filter));
    }
  });

  test('returns pages with hasMore and the page number', async () => {
    const first = await seller.call('get-costs', { limit: 3, type: '', sort: 'created_asc' });
    assert.deepEqual(Object.keys(first), [
      'status',
      'message',
      'result',
      'hasMore',
      'limit',
      'page',
      'next_url',
      'httpStatus',
    ]);
    assert.deepEqual([first.hasMore, first.limit, first.page], [true, 3, 1]);
    assert.equal(first.next_url, `${kvitt.url}/api/v1/get-costs?limit=3&sort=created_asc&page=2`);
    let all = '';
    let next = `${kvitt.url}/api/v1/get-costs?limit=3&sort=created_asc`;
    for (let pages = 0; next; pages++) {
      assert.ok(pages < 3);
      const body: any = await (await fetch(next, { headers: basicAuth(seller) })).json();
      all += body.result.map(({ description }: { description: string }) => description).join('');
      assert.equal(body.hasMore, body.next_url !== null);
      next = body.next_url;
    }
    assert.equal(all, 'abcdefg');
    for (const [fields, hasMore, count] of [
      [{ limit: 7 }, false, 7],
      [{ limit: 6 }, true, 6],
      [{ limit: 5 }, true, 5],
      [{ limit: 1, page: 7 }, false, 1],
      [{ limit: 1000 }, false, 7],
      [{ page: 99 }, false, 0],
      [{ limit: 1_000_000, page: 1_000_000 }, false, 0],
    ] as const) {
      const page = await seller.call('get-costs', fields);
      assert.deepEqual([page.hasMore, page.result.length], [hasMore, count], JSON.stringify(fields));
      assert.equal(page.next_url === null, !hasMore);
    }
  });

  test('returns ten costs by default, and any number on request', async () => {
    const busy = await kvitt.account();
    await Promise.all(Array.from({ length: 23 }, () => createCompleteCost(busy)));
    const page = await busy.call('get-costs');
    assert.deepEqual([page.result.length, page.limit, page.page, page.hasMore], [10, 10, 1, true]);
    const second = await busy.call('get-costs', { limit: 11, page: 2 });
    assert.deepEqual([second.result.length, second.hasMore], [11, true]);
    const all = await busy.call('get-costs', { limit: 100 });
    assert.equal(new Set(all.result.map(({ guid }: { guid: string }) => guid)).size, 23);
  });

  test('includes file and XML as a single cost does', async () => {
    const owner = await kvitt.account();
    const guid = await createCost(
      owner,
      'create-cost',
      { date: '2026-03-02' },
      { name: 'a.pdf', bytes: PDF },
    );
    await tryToApproveCost(kvitt, owner, guid, { amount: 5, supplier_name: 'A', allow_missing: 1 });
    const [listed] = await owner.ok('get-costs');
    assert.equal(listed.file, PDF.toString('base64'));
    assert.ok(listed.xml);
    assert.deepEqual(listed, await owner.ok('get-cost', { guid }));
  });

  test('refuses unknown filter values', async () => {
    for (const accounting_status of ['Booked', 'New,Booked', 'new', 'New;Error']) {
      for (const endpoint of ['get-costs', 'get-count-costs']) {
        const { httpStatus, status, error_code, message } = await seller.call(endpoint, {
          accounting_status,
        });
        assert.deepEqual([httpStatus, status, error_code], [400, false, 'invalid_accounting_status']);
        assert.match(message, /New, Created, Posted, Skipped, Error/);
      }
    }
    for (const [fields, message] of [
      [{ limit: 0 }, 'Field limit must be a whole number from 1 to 2147483647'],
      [{ page: 'two' }, 'Field page must be a whole number from 1 to 2147483647'],
      [
        { sort: 'amount' },
        'Field sort must be one of: date_desc, date_asc, created_desc, created_asc, due_asc, due_desc',
      ],
      [{ date_filter: 'issue_date' }, 'Field date_filter must be one of: date, created_date'],
      [{ from_date: '1.3.2026' }, 'Field from_date must be a real calendar date written as YYYY-MM-DD'],
      [{ supplier_id: '123' }, 'Field supplier_id must be a kennitala of 10 digits'],
    ] as const) {
      assert.equal((await seller.expectRefusal('get-costs', fields)).message, message);
    }
  });
});
