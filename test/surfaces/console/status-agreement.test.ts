import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_SUMS } from '../../../src/jobs/running-sums.ts';
import { countWrongSums } from '../../../src/kernel/database/running-sums.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { RandomBooks, TODAY } from '../../support/random-books.ts';
import { iskCents, Recount, toCents, total } from '../../support/recount.ts';
import { onBothDatabases } from '../../support/service.ts';

type Row = Record<string, any>;

const TABS = ['draft', 'open', 'overdue', 'collection', 'paid', 'credit', 'cancelled'];
const UNPAID = ['open', 'overdue', 'collection'];
/** Several books on PostgreSQL; one is enough to show that the embedded database counts alike. */
const SEEDS = { embedded: [20_260_311], postgres: [1, 2, 3] };
/** Later days move invoices from open to overdue and through the age bands. */
const DAYS = [TODAY, '2026-03-12', '2026-04-25', '2026-06-15'];

async function everyRow(consoleClient: ConsoleClient, fields: object): Promise<{ rows: Row[]; found: Row }> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const found = await consoleClient.ok('find-invoices', { ...fields, limit: 200, page });
    rows.push(...found.rows);
    if (found.rows.length < 200) return { rows, found };
  }
}

const guids = (rows: readonly Row[]) => rows.map(({ guid }) => guid).sort();

async function checkList(consoleClient: ConsoleClient, books: Recount): Promise<void> {
  const { documents } = books;
  const { rows, found } = await everyRow(consoleClient, {});
  assert.deepEqual(guids(rows), guids(documents));
  assert.equal(found.total, documents.length);
  const byGuid = new Map(documents.map((one) => [one.guid, one]));
  for (const row of rows) {
    const document = byGuid.get(row.guid) ?? {};
    const expected = [books.tab(document), books.remaining(document) / 100];
    assert.deepEqual([row.tab, row.remaining], expected, `${document.type} ${document.number}`);
  }
  for (const tab of TABS) {
    const under = documents.filter((one) => books.tab(one) === tab);
    const filtered = await everyRow(consoleClient, { tab });
    assert.deepEqual(guids(filtered.rows), guids(under), tab);
    assert.equal(filtered.found.count, under.length);
    const sums = [...new Set(under.map(({ currency }) => currency as string))].sort().map((currency) => {
      const same = under.filter((one) => one.currency === currency);
      return { tab, currency, count: same.length, total: total(same, (one) => books.tabAmount(one)) };
    });
    assert.deepEqual(
      found.tabs.filter((one: Row) => one.tab === tab),
      sums,
    );
    const counted = {
      tab,
      count: under.length,
      total: total(under, (one) => iskCents(books.tabAmount(one), one)),
    };
    assert.deepEqual(
      found.counts.find((one: Row) => one.tab === tab) ?? { tab, count: 0, total: 0 },
      counted,
    );
  }
  const owed = documents.filter((one) => books.isOwed(one));
  const unpaid = await everyRow(consoleClient, { tab: 'unpaid' });
  assert.deepEqual(guids(unpaid.rows), guids(owed));
  assert.deepEqual(found.unpaid, {
    count: owed.length,
    total: total(owed, (one) => iskCents(books.balance(one), one)),
  });
  assert.equal(unpaid.found.count, owed.length);
  await checkRanges(consoleClient, books);
}

/** Whole months, parts of months and open ends, whose sums come from different places. */
const RANGES: readonly { from_date?: string; to_date?: string }[] = [
  { from_date: '2026-01-17', to_date: '2026-03-09' },
  { from_date: '2026-02-01', to_date: '2026-02-28' },
  { from_date: '2026-03-02', to_date: '2026-03-09' },
  { from_date: '2026-03-01' },
  { to_date: '2026-02-11' },
];

async function checkRanges(consoleClient: ConsoleClient, books: Recount): Promise<void> {
  for (const range of RANGES) {
    const { from_date: from = '', to_date: to = '9' } = range;
    const inside = books.documents.filter(({ issue_date: day }) => from <= day && day <= to);
    const { total: found, counts } = await consoleClient.ok('find-invoices', { ...range, limit: 1 });
    assert.equal(found, inside.length, JSON.stringify(range));
    for (const tab of TABS) {
      const under = inside.filter((one) => books.tab(one) === tab);
      const expected = {
        tab,
        count: under.length,
        total: total(under, (one) => iskCents(books.tabAmount(one), one)),
      };
      assert.deepEqual(
        counts.find((one: Row) => one.tab === tab) ?? { tab, count: 0, total: 0 },
        expected,
        JSON.stringify(range),
      );
    }
  }
}

async function checkOverview(consoleClient: ConsoleClient, books: Recount): Promise<void> {
  const overview = await consoleClient.ok('get-overview');
  const sumOf = (rows: readonly Row[]) => ({
    count: rows.length,
    total: total(rows, (one) => iskCents(books.tabAmount(one), one)),
  });
  const invoices = books.documents.filter(({ type }) => type === 'invoice');
  const under = (...tabs: string[]) => sumOf(invoices.filter((one) => tabs.includes(books.tab(one))));
  assert.deepEqual(overview.unpaid, under(...UNPAID));
  assert.deepEqual(overview.overdue, under('overdue'));
  assert.deepEqual(overview.collection, under('collection'));
  assert.deepEqual(
    overview.states,
    ['draft', ...UNPAID].map((state) => ({ state, ...under(state) })).filter(({ count }) => count > 0),
  );
  const owed = invoices.filter((one) => books.isOwed(one));
  const bands = [0, 1, 2, 3, 4].map((band) => ({
    band,
    ...sumOf(owed.filter((one) => books.band(one) === band)),
  }));
  assert.deepEqual(
    overview.ageing,
    bands.filter(({ count }) => count > 0),
  );
  // Each tile links to a list with the same count and sum.
  const list = await consoleClient.ok('find-invoices', { tab: 'overdue' });
  const tile = list.counts.find(({ tab }: Row) => tab === 'overdue') ?? { count: 0, total: 0 };
  assert.deepEqual(overview.overdue, { count: tile.count, total: tile.total });
  assert.equal(list.count, overview.overdue.count);
  assert.deepEqual(overview.unpaid, list.unpaid);
  const needs = await consoleClient.ok('get-needs');
  const late = needs.counts.find(({ what }: Row) => what === 'overdue')?.count ?? 0;
  assert.ok(late <= overview.overdue.count);
  for (const { what, guid, amount } of needs.rows) {
    const document = books.documents.find((one) => one.guid === guid) ?? {};
    const left = books.remaining(document) / 100 || document.amount;
    // Krónur are paid back whole.
    const isWhole = what === 'refund' && document.currency === 'ISK';
    assert.equal(amount, isWhole ? Math.round(left) : left);
  }
}

/** All documents of the random books were issued and paid within the twelve months. */
async function checkMonths(consoleClient: ConsoleClient, books: Recount): Promise<void> {
  const { months } = await consoleClient.ok('get-overview');
  const signed = (one: Row) => iskCents(toCents(one.amount), one) * (one.type === 'credit' ? -1 : 1);
  const issued = books.documents.filter(({ status }) => status !== 'Draft');
  for (const { month, issued: sum } of months) {
    const its = issued.filter(({ issue_date }) => issue_date.startsWith(month));
    assert.equal(sum, total(its, signed), month);
  }
  const paid = total(
    months.map((one: Row) => toCents(one.paid)),
    (sum) => sum as number,
  );
  const settled = (one: Row) => iskCents(toCents(one.paid_amount), one) * (one.type === 'credit' ? -1 : 1);
  assert.equal(paid, total(issued, settled));
}

async function checkCustomers(consoleClient: ConsoleClient, books: Recount): Promise<void> {
  const { rows } = await consoleClient.ok('find-customers', { limit: 200 });
  const aged = await consoleClient.ok('get-aged-receivables');
  const isk = (one: Row) => iskCents(books.balance(one), one);
  const owed = books.documents.filter((one) => books.isOwed(one));
  const refund = (one: Row) => -iskCents(books.refund(one), one);
  const summed = (its: readonly Row[]) => ({
    bands: [0, 1, 2, 3, 4].map((band) =>
      total(
        its.filter((one) => books.isOwed(one) && books.band(one) === band),
        isk,
      ),
    ),
    credit: total(its, refund),
    total: total(its, (one) => (books.isOwed(one) ? isk(one) : refund(one))),
  });
  for (const { guid, name, owed: balance, overdue } of rows) {
    const its = owed.filter(({ customer }) => customer.guid === guid);
    const late = its.filter((one) => books.tab(one) !== 'open');
    assert.deepEqual([balance, overdue], [total(its, isk), total(late, isk)], name);
    const row = aged.rows.find(({ customer_guid }: Row) => customer_guid === guid);
    const expected = summed(books.documents.filter(({ customer }) => customer.guid === guid));
    if (its.length === 0 && expected.credit === 0) assert.equal(row, undefined, name);
    else assert.deepEqual({ bands: row.bands, credit: row.credit, total: row.total }, expected, name);
  }
  assert.deepEqual(aged.total, summed(books.documents));
}

async function checkContract(seller: Client, books: Recount): Promise<void> {
  const { summaries } = await seller.call('invoice-summaries', { year: 2026 });
  const inYear = books.documents.filter(({ issue_date }) => issue_date.startsWith('2026'));
  const signed = (one: Row) => toCents(one.amount) * (one.type === 'credit' ? -1 : 1);
  for (const bucket of ['paid', 'sent', 'overdue', 'collection']) {
    const its = inYear.filter((one) => books.bucket(one) === bucket);
    const found = summaries.find(({ status }: Row) => status === bucket) ?? { count: 0, amounts: [] };
    const amounts = Object.fromEntries(found.amounts.map((one: Row) => [one.currency, one.total]));
    const expected = Object.groupBy(its, ({ currency }) => currency as string);
    assert.equal(found.count, its.length, bucket);
    assert.deepEqual(
      amounts,
      Object.fromEntries(
        Object.entries(expected).map(([currency, same]) => [currency, total(same ?? [], signed)]),
      ),
    );
  }
  const dashboard: Row[] = await seller.ok('get-dashboard-data');
  const issued = books.documents.filter(({ status }) => status !== 'Draft');
  const shape = (number: string, status: string, type: string, amount: string) => [
    number,
    status,
    type,
    amount,
  ];
  const byNumber = (a: unknown[], b: unknown[]) => Number(a[0]) - Number(b[0]);
  assert.deepEqual(
    dashboard
      .map((one) =>
        shape(one.invoice_number, one.invoice_status, one.document_type, one.invoice_total_including_vat),
      )
      .sort(byNumber),
    issued
      .map((one) =>
        shape(
          one.number,
          one.status === 'Paid' ? 'Paid' : 'Not Paid',
          one.type === 'credit' ? 'Credit Note' : 'Invoice',
          (signed(one) / 100).toFixed(2),
        ),
      )
      .sort(byNumber),
  );
}

onBothDatabases('status and remaining amount', (kvitt, kind) => {
  for (const seed of SEEDS[kind]) {
    test(`every count and sum agrees with a recount of random books (seed ${seed})`, async () => {
      kvitt.now = () => new Date(`${TODAY}T12:00:00Z`);
      const seller = await kvitt.account();
      await new RandomBooks(kvitt, seller, seed).trade();
      const documents: Row[] = await seller.ok('get-invoices');
      const credited = documents.filter(
        ({ status, credited_amount }) => status === 'Sent' && credited_amount > 0,
      );
      assert.ok(credited.length > 0, 'the books have an open invoice with a part credit');
      const refunds = documents.filter((one) => new Recount(documents, TODAY).refund(one) > 0);
      assert.ok(refunds.length > 0, 'the books have a credit note that is to be paid back');
      const { accounts, kernel } = kvitt.service.engine;
      const account = await accounts.authenticate(seller.username, seller.apiKey, '127.0.0.1');
      assert.equal(await countWrongSums(kernel.db, account.id, ALL_SUMS), 0);
      for (const day of DAYS) {
        kvitt.now = () => new Date(`${day}T12:00:00Z`);
        // The session of an earlier day has expired.
        const consoleClient = await signInToConsole(seller);
        const books = new Recount(documents, day);
        await checkList(consoleClient, books);
        await checkOverview(consoleClient, books);
        await checkCustomers(consoleClient, books);
        await checkContract(seller, books);
      }
      kvitt.now = () => new Date(`${TODAY}T12:00:00Z`);
      const consoleClient = await signInToConsole(seller);
      const books = new Recount(documents, TODAY);
      await checkMonths(consoleClient, books);
      for (const document of documents.filter((_, n) => n % 3 === 0)) {
        const { tab, remaining } = await consoleClient.ok('get-invoice', { guid: document.guid });
        assert.deepEqual([tab, remaining], [books.tab(document), books.remaining(document) / 100]);
      }
    });
  }

  test('an invoice of 1,240 with an open credit note of 248 is one invoice with 992 remaining', async () => {
    kvitt.now = () => new Date(`${TODAY}T12:00:00Z`);
    const seller = await kvitt.account();
    const consoleClient = await signInToConsole(seller);
    const items = [line({ qty: 5, unit_price: 200 })];
    const guid = await seller.ok('create-invoice', { data: invoice({ items, amount: 1240 }) });
    const { items: sold, customer } = await seller.ok('get-invoice', { guid });
    const part = { items: [{ guid: sold[0].line_guid, qty: 1 }] };
    const note = await seller.ok('create-invoice', {
      data: { type: 'credit', settlement_date: '2099-12-31', ref_invoice_guid: guid, amount: 248, ...part },
    });
    const { credit_notes } = await consoleClient.ok('get-invoice', { guid });
    assert.deepEqual(credit_notes, [{ guid: note, number: '2' }]);
    const one = { count: 1, total: 992 };
    const overview = await consoleClient.ok('get-overview');
    assert.deepEqual([overview.unpaid, overview.states], [one, [{ state: 'open', ...one }]]);
    const list = await consoleClient.ok('find-invoices', { tab: 'open' });
    assert.deepEqual([list.rows.length, list.rows[0].remaining, list.unpaid], [1, 992, one]);
    assert.deepEqual(list.counts, [
      { tab: 'open', ...one },
      { tab: 'credit', count: 1, total: -248 },
    ]);
    const { rows } = await consoleClient.ok('find-customers', { search: customer.name });
    assert.equal(rows[0].owed, 992);
    assert.equal((await consoleClient.ok('get-aged-receivables')).total.total, 992);
    assert.equal((await consoleClient.ok('get-invoice', { guid })).remaining, 992);
    await seller.ok('do-paid-invoice', { guid });
    assert.deepEqual((await consoleClient.ok('get-overview')).unpaid, { count: 0, total: 0 });
    assert.equal((await consoleClient.ok('get-invoice', { guid })).remaining, 0);
  });
});
