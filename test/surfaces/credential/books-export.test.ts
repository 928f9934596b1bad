import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { archiveTexts } from '../../../src/domain/texts/archive-texts.ts';
import {
  type BookSheet,
  bookSheet,
  COST_COLUMNS,
  INVOICE_COLUMNS,
} from '../../../src/domain/texts/book-sheets.ts';
import { zipStream } from '../../../src/kernel/node/zip-stream.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { completeCost, PDF } from '../../support/endpoints/costs.ts';
import { runJobsWithoutFailure } from '../../support/jobs.ts';
import { addColleague } from '../../support/people.ts';
import { csv } from '../../support/record-files.ts';
import { basicAuth } from '../../support/requests.ts';
import { onBothDatabases } from '../../support/service.ts';
import { unzip } from '../../support/unzip.ts';

/** The texts and figures of the cells of a workbook, row by row. */
function rowsOf(workbook: Buffer | undefined): string[][] {
  const sheet =
    unzip(workbook ?? Buffer.alloc(0))
      .get('xl/worksheets/sheet1.xml')
      ?.toString() ?? '';
  return [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/g)].map(([, row = '']) =>
    [...row.matchAll(/<c [^>]*>(?:<v>|<is><t[^>]*>)([^<]*)</g)].map(([, cell = '']) => cell),
  );
}

/** A row of which every field holds its own name, so that each cell says which field it shows. */
const namedRow = (values: object) =>
  new Proxy(values as any, { get: (row, name) => Reflect.get(row, name) ?? String(name) });
const cellsOf = <Row>({ headings, toCells }: BookSheet<Row>, row: Row) =>
  Object.fromEntries(toCells(row).map((cell, at) => [headings[at], cell]));

test('the sheets of archive and lists have kennitala, net and VAT by rate, and method and day of payment', () => {
  const t = archiveTexts('en');
  assert.deepEqual(cellsOf(bookSheet(INVOICE_COLUMNS, t), namedRow({ tab: 'paid', method_payment: 2 })), {
    ...{ Number: 'number', Customer: 'customer_name', Kennitala: 'registration_no' },
    ...{ 'Issue date': 'issue_date', 'Due date': 'due_date', 'Final due date': 'settlement_date' },
    ...{ Status: 'Paid', 'Net at 24%': 'net_24', 'Net at 11%': 'net_11', 'Net at 0%': 'net_0' },
    ...{ 'VAT 24%': 'vat_24', 'VAT 11%': 'vat_11', Amount: 'effect', 'Left to pay': 'remaining' },
    ...{ Currency: 'currency', 'Exchange rate': 'exchange_rate', 'Paid on': 'paid_on' },
    'Means of payment': 'Visa credit',
  });
  const cost = cellsOf(
    bookSheet(COST_COLUMNS, t),
    namedRow({ state: 'Approved', cost_code: '', how_paid: 1 }),
  );
  const booked = { Supplier: 'supplier_name', Kennitala: 'supplier_id', 'Invoice number': 'invoice_number' };
  for (const [heading, field] of Object.entries({ ...booked, Date: 'issue_date', Amount: 'effect' }))
    assert.equal(cost[heading], field, heading);
});

test('an archive is read while it is sent, one file after another', async () => {
  const log: string[] = [];
  const files = async function* () {
    for (const name of ['a', 'b', 'c']) {
      log.push(`read ${name}`);
      yield { name, chunks: [name.repeat(100_000)] };
    }
  };
  const parts: Uint8Array[] = [];
  for await (const part of zipStream(files())) {
    if (part.length > 0 && log.at(-1) !== 'sent') log.push('sent');
    parts.push(part);
  }
  assert.deepEqual(log, ['read a', 'sent', 'read b', 'sent', 'read c', 'sent']);
  assert.deepEqual([...unzip(Buffer.concat(parts)).keys()], ['a', 'b', 'c']);
  const broken = async function* () {
    yield 'x';
    throw new Error('unreadable');
  };
  await assert.rejects(Array.fromAsync(zipStream([{ name: 'd', chunks: broken() }])), /unreadable/);
});

onBothDatabases('the books of some days for the accountant', (kvitt) => {
  let seller: Client;
  let owner: ConsoleClient;
  const on = (day: string) => {
    kvitt.now = () => new Date(`${day}T12:00:00Z`);
    return { issue_date: day, due_date: day, settlement_date: day };
  };
  const days = { from_date: '2025-01-01', to_date: '2025-12-31' };

  /** Net and VAT of what is sold on each day; a credit note is negative. */
  const sold = [
    { day: '2025-02-10', net: 100_000, rate: 24, tax: 'S' },
    { day: '2025-03-05', net: 40_000, rate: 11, tax: 'AA' },
    { day: '2025-11-20', net: 7_000, rate: 24, tax: 'S' },
  ];
  const bought = [
    { date: '2025-02-14', amount: 12_400, vat_24: 2_400 },
    { date: '2025-12-30', amount: 1_110, vat_11: 110 },
  ];

  before(async () => {
    seller = await kvitt.account({ name: 'Norðurljós ehf.' });
    owner = await signInToConsole(seller);
    for (const { day, net, rate, tax } of sold) {
      const items = [line({ qty: 1, unit_price: net, tax })];
      const amount = net + (net * rate) / 100;
      await seller.ok('create-invoice', { data: invoice({ ...on(day), items, amount }) });
    }
    const [last] = await seller.ok('get-invoices', { limit: 1 });
    await seller.ok('create-invoice', {
      data: { type: 'credit', ...on('2025-12-01'), ref_invoice_guid: last.guid, amount: 8_680 },
    });
    await seller.ok('create-invoice', { data: invoice({ ...on('2025-12-02'), save: true }) });
    for (const cost of bought) {
      on(cost.date);
      const form = new FormData();
      const fields = { ...completeCost, how_paid: 1, vat_24: 0, vat_11: 0, ...cost };
      for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
      form.set('file', new File([`${PDF}%${cost.date}`], 'kvittun.pdf'));
      const { guid } = await owner.ok('create-cost-adv', form);
      await owner.ok('approve-cost', { guid });
    }
    on('2026-01-20');
    await seller.ok('create-invoice', { data: invoice({}) });
  });

  /** The answer with the file, when it is ready. */
  async function exported(client: Client, input: Record<string, unknown>) {
    const { guid } = await client.ok('export-books', input);
    await runJobsWithoutFailure(kvitt);
    const { state, url } = await client.ok('get-export', { guid });
    assert.equal(state, 'ready');
    return fetch(url, { headers: basicAuth(client) });
  }
  const filesOf = async (answer: Response) => unzip(Buffer.from(await answer.arrayBuffer()));
  const column = (rows: string[][], heading: string) => {
    const at = rows[0]?.indexOf(heading) ?? -1;
    assert.notEqual(at, -1, heading);
    return rows.slice(1).map((row) => row[at] ?? '');
  };
  const total = (rows: string[][], heading: string) =>
    column(rows, heading).reduce((sum, cell) => sum + Math.round(Number(cell) * 100), 0) / 100;

  test('have every figure and every document of the days', async () => {
    const answer = await exported(seller, { ...days, lang: 'en' });
    const named = decodeURIComponent(answer.headers.get('content-disposition') ?? '');
    assert.match(named, /filename\*=UTF-8''Norðurljós ehf\. books 2025-01-01 2025-12-31\.zip$/);
    const files = await filesOf(answer);
    const names = [...files.keys()];
    assert.deepEqual(
      names.filter((name) => !/^(VAT|receipts)\//.test(name)),
      [
        ...['README.md', 'Sales journal.xlsx', 'Purchase journal.xlsx', 'Receivables.xlsx', 'Payables.xlsx'],
        ...['1', '2', '3', '4'].map((number) => `invoices/${number}.pdf`),
      ],
    );
    const readme = files.get('README.md')?.toString() ?? '';
    for (const words of ['## Íslenska', '## English', 'Norðurljós ehf.', '2025-12-31'])
      assert.ok(readme.includes(words), words);
    const sales = rowsOf(files.get('Sales journal.xlsx'));
    // The last sale was credited in full.
    const kept = sold.slice(0, 2);
    const sumOf = (rate: number, share: number) =>
      kept.filter((one) => one.rate === rate).reduce((sum, { net }) => sum + (net * share) / 100, 0);
    assert.deepEqual(
      ['Net at 24%', 'Net at 11%', 'VAT 24%', 'VAT 11%'].map((heading) => total(sales, heading)),
      [sumOf(24, 100), sumOf(11, 100), sumOf(24, 24), sumOf(11, 11)],
    );
    assert.deepEqual(column(sales, 'Number'), ['1', '2', '3', '4']);
    const purchases = rowsOf(files.get('Purchase journal.xlsx'));
    assert.equal(
      total(purchases, 'Amount'),
      bought.reduce((sum, { amount }) => sum + amount, 0),
    );
    assert.deepEqual([total(purchases, 'VAT 24%'), total(purchases, 'VAT 11%')], [2_400, 110]);
    const owed = rowsOf(files.get('Receivables.xlsx'));
    assert.equal(Number(column(owed, 'Total').at(-1)), 124_000 + 44_400);
    const payable = rowsOf(files.get('Payables.xlsx'));
    assert.equal(Number(column(payable, 'Total').at(-1)), 13_510);
    for (const number of ['1', '4'])
      assert.equal(files.get(`invoices/${number}.pdf`)?.subarray(0, 5).toString(), '%PDF-');
    const receipts = names.filter((name) => name.startsWith('receipts/'));
    assert.deepEqual(
      receipts.map((name) => files.get(name)?.toString()).sort(),
      bought.map(({ date }) => `${PDF}%${date}`).sort(),
    );
  });

  test('have the returns of their settlement periods, whose documents add up to the boxes', async () => {
    const files = await filesOf(await exported(seller, { ...days, lang: 'en' }));
    const sheets = [...files.keys()].filter((name) => /^VAT\/.*\.xlsx$/.test(name));
    assert.deepEqual(sheets, [
      ...['VAT/VAT 2025-02 documents.xlsx', 'VAT/VAT 2025-04 documents.xlsx'],
      'VAT/VAT 2025-12 documents.xlsx',
    ]);
    assert.equal([...files.keys()].filter((name) => /^VAT\/.*\.(pdf|csv)$/.test(name)).length, 6);
    for (const sheet of sheets) {
      const { boxes } = await seller.ok('get-vat-return', { period: sheet.slice(8, 15) });
      const rows = rowsOf(files.get(sheet)).slice(1);
      const sumOf = (box: string) =>
        Math.round(rows.filter(([name]) => name === box).reduce((sum, row) => sum + Number(row[5]), 0));
      assert.deepEqual(
        [
          sumOf('Output VAT, 24%'),
          sumOf('Output VAT, 11%'),
          sumOf('Input VAT, 24%'),
          sumOf('Input VAT, 11%'),
        ],
        [boxes.output_24, boxes.output_11, boxes.input_24, boxes.input_11],
        sheet,
      );
    }
  });

  test('have documents of a former system by names of their own, and not as sales', async () => {
    const other = await kvitt.account();
    await other.ok('create-invoice', { data: invoice(on('2026-01-20')) });
    const file = csv('Reikningsnúmer;Nafn;Dags.;Gjalddagi;Upphæð', '1;Skuldari ehf.;5.1.2026;5.2.2026;1240');
    await other.ok('import-records', { kind: 'open_invoices', file_name: 'gamalt.csv', file });
    const year = { from_date: '2026-01-01', to_date: '2026-12-31', lang: 'en' };
    const files = await filesOf(await exported(other, year));
    assert.deepEqual([...files.keys()].filter((name) => name.startsWith('invoices/')).sort(), [
      'invoices/1.pdf',
      'invoices/imported-1.pdf',
    ]);
    assert.deepEqual(column(rowsOf(files.get('Sales journal.xlsx')), 'Number'), ['1']);
  });

  test('of days without records have sheets with headings and sums alone', async () => {
    const input = { from_date: '2001-01-01', to_date: '2001-12-31' };
    const files = await filesOf(await exported(seller, input));
    const sheets = ['Sala', 'Innkaup', 'Viðskiptakröfur', 'Viðskiptaskuldir'].map((name) => `${name}.xlsx`);
    assert.deepEqual([...files.keys()], ['README.md', ...sheets]);
    assert.deepEqual(
      sheets.map((name) => rowsOf(files.get(name)).length),
      [1, 1, 2, 2],
    );
  });

  test('are written once for the same days, and kept beside those of others and of the account', async () => {
    const january = { from_date: '2025-01-01', to_date: '2025-01-31' };
    const first = await seller.ok('export-books', january);
    assert.deepEqual(await seller.ok('export-books', january), first);
    const others = await seller.ok('export-books', { ...january, lang: 'en' });
    const account = await seller.ok('export-account');
    assert.equal(new Set([first.guid, others.guid, account.guid]).size, 3);
    await runJobsWithoutFailure(kvitt);
    const again = await seller.ok('export-books', january);
    await runJobsWithoutFailure(kvitt);
    const statusOf = async ({ guid }: { guid: string }) =>
      (await fetch(`${seller.url}/exports/${guid}`, { headers: basicAuth(seller) })).status;
    assert.notEqual(again.guid, first.guid);
    assert.deepEqual(await Promise.all([again, others, account].map(statusOf)), [200, 200, 200]);
  });

  test('can be read by every role, unlike the file of the whole account', async () => {
    const { guid } = await seller.ok('export-books', days);
    const account = await seller.ok('export-account');
    await runJobsWithoutFailure(kvitt);
    const viewer = await addColleague(kvitt, owner, 'viewer');
    const kinds = async (client: ConsoleClient) =>
      new Set((await client.ok('get-exports', {})).map(({ kind }: { kind: string }) => kind));
    assert.deepEqual(await kinds(viewer), new Set(['books']));
    assert.deepEqual(await kinds(owner), new Set(['books', 'account']));
    assert.deepEqual(await viewer.ok('get-exports', { kind: 'account' }), []);
    assert.equal((await viewer.call('get-export', { guid: account.guid })).body.error, 'owner_required');
    const fetched = (client: ConsoleClient, of: string, headers = {}) =>
      fetch(`${seller.url}/exports/${of}`, {
        headers: { cookie: client.person.cookieHeader(), ...headers },
      });
    assert.equal((await fetched(viewer, guid)).status, 200);
    const refused = async (answer: Promise<Response>) =>
      ((await (await answer).json()) as { error_code: string }).error_code;
    assert.equal(await refused(fetched(viewer, account.guid)), 'owner_required');
    assert.equal(await refused(fetched(viewer, guid, { 'sec-fetch-site': 'cross-site' })), 'form_stale');
    const other = await kvitt.account();
    assert.equal((await other.expectRefusal('get-export', { guid })).error_code, 'account_export_not_found');
  });

  test('are refused for invalid days', async () => {
    const codeOf = async (input: Record<string, unknown>) =>
      (await seller.expectRefusal('export-books', input)).error_code;
    assert.equal(await codeOf({ from_date: '2026-01-01' }), 'field_required');
    assert.equal(await codeOf({ from_date: '2026-02-01', to_date: '2026-01-01' }), 'field_invalid');
    assert.equal(await codeOf({ ...days, lang: 'de' }), 'field_invalid');
  });
});
