import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyKennitala } from '../../domain/generators.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { runJobs } from '../../support/jobs.ts';
import { seededRandom } from '../../support/random-books.ts';
import { assertRefused, invalid } from '../../support/scenarios.ts';
import { onBothDatabases, type TestService } from '../../support/service.ts';

const TODAY = '2026-03-10';
const customer = { name: 'Kaupandi ehf.', output_select: 4, registration_no: companyKennitala(704) };

const PERIODS: [object, { from: string; to: string }][] = [
  [{ year: 2026 }, { from: '2026-01-01', to: '2026-12-31' }],
  [
    { year: '2026', month: '2' },
    { from: '2026-02-01', to: '2026-02-28' },
  ],
  [
    { year: 2028, month: 2 },
    { from: '2028-02-01', to: '2028-02-29' },
  ],
  [
    { year: 2026, from_month: 2, to_month: 4 },
    { from: '2026-02-01', to: '2026-04-30' },
  ],
  [
    { year: 2026, from_month: 12, to_month: 12 },
    { from: '2026-12-01', to: '2026-12-31' },
  ],
  [
    { from_date: '2025-12-31', to_date: '2026-01-02' },
    { from: '2025-12-31', to: '2026-01-02' },
  ],
  [
    { from_date: TODAY, to_date: TODAY, year: '', month: '' },
    { from: TODAY, to: TODAY },
  ],
];

const ONE =
  'period_refused: Send exactly one period: year, year with month, year with from_month and to_month, or from_date with to_date';
const MONTH = 'must be a whole number from 1 to 12';
const DAY = 'must be a real calendar date written as YYYY-MM-DD';

interface Document {
  status: string;
  type: 'invoice' | 'credit';
  issue_date: string;
  due_date: string;
  currency: string;
  amount: number;
}

/** The buckets according to the contract, written independently of the domain's table of cases. */
function bucketOf({ status, type, due_date }: Document) {
  if (status === 'Draft' || status === 'Cancelled') return null;
  if (type === 'credit') return status === 'Paid' ? null : 'sent';
  if (status === 'Paid') return 'paid';
  if (status === 'Collection') return 'collection';
  return due_date < TODAY ? 'overdue' : 'sent';
}

/** A recount, document by document, in whole cents. */
function recount(documents: Document[], { from, to }: { from: string; to: string }) {
  const sums = new Map<string, { count: number; cents: Map<string, number> }>();
  for (const document of documents) {
    const { type, issue_date, currency, amount } = document;
    const bucket = bucketOf(document);
    if (bucket === null || issue_date < from || issue_date > to) continue;
    for (const name of [bucket, 'total'] as const) {
      const sum = sums.get(name) ?? { count: 0, cents: new Map() };
      const cents = Math.round(amount * 100) * (type === 'credit' ? -1 : 1);
      sum.cents.set(currency, (sum.cents.get(currency) ?? 0) + cents);
      sums.set(name, { ...sum, count: sum.count + 1 });
    }
  }
  return (['total', 'paid', 'sent', 'overdue', 'collection'] as const)
    .filter((name) => name === 'total' || sums.has(name))
    .map((status) => {
      const { count = 0, cents = new Map<string, number>() } = sums.get(status) ?? {};
      return { status, count, amounts: Object.fromEntries([...cents].map(([c, sum]) => [c, sum / 100])) };
    });
}

async function summaries(seller: Client, period: object) {
  const { httpStatus, ...body } = await seller.call('invoice-summaries', { ...period });
  assert.deepEqual(
    [httpStatus, Object.keys(body).sort()],
    [200, ['period', 'status', 'summaries']],
    body.message,
  );
  return body.summaries.map(
    ({ amounts, ...summary }: { amounts: { currency: string; total: number }[] }) => ({
      ...summary,
      amounts: Object.fromEntries(amounts.map(({ currency, total }) => [currency, total])),
    }),
  );
}

const DOCUMENT_FATES = [
  {},
  {},
  { mark_paid: 1 },
  { save: 1 },
  { is_claim: 1, currency: 'ISK' },
  { is_claim: 1, currency: 'ISK' },
];

/** Creates documents of all kinds and states, with dates around today. */
async function createDocuments(kvitt: TestService, seller: Client, random: () => number): Promise<void> {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const day = (from: number, to: number) =>
    new Date(Date.parse(TODAY) + 86_400_000 * Math.round(from + random() * (to - from)))
      .toISOString()
      .slice(0, 10);
  const guids: { guid: string; amount: number }[] = [];
  for (let i = 0; i < 45; i++) {
    const [issue_date, due_date] = [day(-70, 0), day(0, 2)];
    const late = random() < 0.5;
    const cents = Math.floor(random() * 1e7) / 100;
    const data = invoice({
      customer,
      currency: pick(['ISK', 'EUR', 'USD']),
      exchange_rate: 100,
      issue_date,
      due_date: late ? issue_date : due_date,
      settlement_date: late ? issue_date : due_date,
      amount: cents,
      items: [line({ item_number: 'Z', tax: 'Z', unit_price: cents })],
      ...pick(DOCUMENT_FATES),
    });
    guids.push({ guid: await seller.ok('create-invoice', { data }), amount: cents });
  }
  await runJobs(kvitt);
  await runJobs(kvitt);
  for (const { guid, amount } of guids.filter(() => random() < 0.4)) {
    const credit = {
      type: 'credit',
      settlement_date: '2099-12-31',
      amount,
      ref_invoice_guid: guid,
      issue_date: day(-20, 0),
    };
    const { status, result } = await seller.call('create-invoice', { data: credit });
    if (status && random() < 0.5) await seller.call('do-paid-invoice', { guid: result });
  }
}

onBothDatabases('invoice-summaries', (kvitt) => {
  test('returns the first and last day of each kind of period', async () => {
    const seller = await kvitt.account();
    for (const [sent, period] of PERIODS) {
      const reply = await seller.call('invoice-summaries', { ...sent });
      const empty = [{ status: 'total', count: 0, amounts: [] }];
      assert.deepEqual(reply, { httpStatus: 200, status: true, period, summaries: empty });
    }
  });

  test('refuses an invalid period, or more than one', async () => {
    const seller = await kvitt.account();
    await assertRefused(seller, 'invoice-summaries', [
      ['nothing', {}, ONE],
      ['a month of no year', { month: 3 }, ONE],
      ['half a range of months', { year: 2026, from_month: 3 }, ONE],
      ['a month and a range', { year: 2026, month: 1, from_month: 1, to_month: 2 }, ONE],
      ['a year and days', { year: 2026, from_date: TODAY, to_date: TODAY }, ONE],
      ['half a range of days', { from_date: TODAY }, ONE],
      [
        'months backwards',
        { year: 2026, from_month: 4, to_month: 3 },
        'period_refused: from_month must not be later than to_month',
      ],
      [
        'days backwards',
        { from_date: '2026-03-11', to_date: TODAY },
        'period_refused: from_date must not be later than to_date',
      ],
      ['month 0', { year: 2026, month: 0 }, invalid('month', MONTH)],
      ['month 13', { year: 2026, month: 13 }, invalid('month', MONTH)],
      ['half a month', { year: 2026, month: 1.5 }, invalid('month', MONTH)],
      ['a year of two digits', { year: 26 }, invalid('year', 'must be a whole number from 1900 to 2999')],
      ['a year in words', { year: 'í ár' }, invalid('year', 'must be a whole number from 1900 to 2999')],
      ['an unreal day', { from_date: '2026-02-29', to_date: TODAY }, invalid('from_date', DAY)],
    ]);
  });

  test('counts an invoice as overdue from the day after its due date', async () => {
    const seller = await kvitt.account();
    const due = (due_date: string) =>
      invoice({ issue_date: '2026-03-01', due_date, settlement_date: '2026-04-01' });
    await seller.ok('create-invoice', { data: due(TODAY) });
    await seller.ok('create-invoice', { data: due('2026-03-09') });
    kvitt.now = () => new Date(`${TODAY}T23:59:59.999Z`);
    const one = { count: 1, amounts: { ISK: 1240 } };
    const total = { status: 'total', count: 2, amounts: { ISK: 2480 } };
    assert.deepEqual(await summaries(seller, { year: 2026 }), [
      total,
      { status: 'sent', ...one },
      { status: 'overdue', ...one },
    ]);
    kvitt.now = () => new Date('2026-03-11T00:00:00Z');
    assert.deepEqual(await summaries(seller, { year: 2026 }), [total, { ...total, status: 'overdue' }]);
  });

  test('counts an open credit note as negative, and ignores a settled one', async () => {
    kvitt.now = () => new Date(`${TODAY}T12:00:00Z`);
    const seller = await kvitt.account();
    const ref_invoice_guid = await seller.ok('create-invoice', { data: invoice({ mark_paid: 1 }) });
    const note = await seller.ok('create-invoice', {
      data: { type: 'credit', settlement_date: '2099-12-31', amount: 1240, ref_invoice_guid },
    });
    const paid = { status: 'paid', count: 1, amounts: { ISK: 1240 } };
    assert.deepEqual(await summaries(seller, { year: 2026, month: 3 }), [
      { status: 'total', count: 2, amounts: { ISK: 0 } },
      paid,
      { status: 'sent', count: 1, amounts: { ISK: -1240 } },
    ]);
    await seller.ok('do-paid-invoice', { guid: note });
    assert.deepEqual(await summaries(seller, { year: 2026, month: 3 }), [{ ...paid, status: 'total' }, paid]);
  });

  test("agrees with the domain's buckets for documents of every kind and any period", async () => {
    kvitt.now = () => new Date(`${TODAY}T12:00:00Z`);
    const [seller, otherAccount] = [await kvitt.account(), await kvitt.account()];
    const random = seededRandom(20260310);
    await createDocuments(kvitt, seller, random);
    await otherAccount.ok('create-invoice', { data: invoice() });
    const documents: Document[] = await seller.ok('get-invoices');
    const states = new Set(documents.map(({ status, type }) => `${type} ${status}`));
    const all = ['Draft', 'Sent', 'Paid', 'Cancelled', 'Collection'].map((status) => `invoice ${status}`);
    assert.deepEqual([...states].sort(), [...all, 'credit Paid', 'credit Sent'].sort());
    for (const [sent, period] of PERIODS) {
      assert.deepEqual(await summaries(seller, sent), recount(documents, period), JSON.stringify(sent));
    }
    const days = documents.map(({ issue_date }) => issue_date).sort();
    for (let i = 0; i < 15; i++) {
      const ends = [0, 1].map(() => days[Math.floor(random() * days.length)] as string).sort();
      const [from, to] = ends as [string, string];
      assert.deepEqual(
        await summaries(seller, { from_date: from, to_date: to }),
        recount(documents, { from, to }),
        ends.join(),
      );
    }
  });
});
