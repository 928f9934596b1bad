import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import {
  type BookSheet,
  bookSheet,
  COST_COLUMNS,
  INVOICE_COLUMNS,
} from '../../../src/domain/texts/book-sheets.ts';
import { zipStream } from '../../../src/kernel/node/zip-stream.ts';
import { archiveTexts } from '../../../src/surfaces/console/accountant/texts.ts';
import { type Client, invoice } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { completeCost, PDF } from '../../support/endpoints/costs.ts';
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

test('the sheets of the archive and of the lists have kennitala, net and VAT by rate, and how and when each record was paid', () => {
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

onBothDatabases('the archive for the accountant', (kvitt) => {
  let seller: Client;
  let person: ConsoleClient;
  const year = 'from_date=2026-01-01&to_date=2026-12-31';
  const get = (query: string, headers = {}) =>
    fetch(`${seller.url}/console/api/accountant-archive?${query}`, {
      headers: { cookie: person.person.cookieHeader(), ...headers },
    });
  before(async () => {
    seller = await kvitt.account({ name: 'Norðurljós ehf.' });
    person = await signInToConsole(seller);
    for (const _ of Array.from({ length: 3 })) await seller.ok('create-invoice', { data: invoice({}) });
    await seller.ok('create-invoice', { data: invoice({ save: true }) });
    const form = new FormData();
    for (const [name, value] of Object.entries(completeCost)) form.set(name, String(value));
    form.set('file', new File([PDF], 'kvittun.pdf'));
    await person.ok('create-cost-adv', form);
    await seller.ok('create-cost-adv', { ...completeCost, description: 'Án kvittunar' });
  });

  test('has sheets of issued invoices and of costs, and every receipt', async () => {
    const answer = await get(`${year}&lang=en`);
    const named = decodeURIComponent(answer.headers.get('content-disposition') ?? '');
    assert.match(named, /filename\*=UTF-8''Norðurljós ehf\. books 2026-01-01 2026-12-31\.zip$/);
    const files = unzip(Buffer.from(await answer.arrayBuffer()));
    const [invoices, costs, ...receipts] = [...files.keys()];
    assert.deepEqual([invoices, costs, receipts.length], ['Invoices.xlsx', 'Costs.xlsx', 1]);
    const [headings, ...rows] = rowsOf(files.get('Invoices.xlsx'));
    assert.equal(headings?.[3], 'Issue date');
    assert.deepEqual(
      rows.map(([number]) => number),
      ['1', '2', '3'],
    );
    assert.equal(rowsOf(files.get('Costs.xlsx')).length, 3);
    const { rows: found } = await person.ok('find-costs', {});
    const { guid } = found.find(({ has_file }: { has_file: boolean }) => has_file);
    const { file } = await person.ok('get-cost', { guid });
    assert.equal(files.get(receipts[0] ?? '')?.toString('base64'), file);
  });

  test('of a period without records has sheets with headings alone', async () => {
    const answer = await get('from_date=2001-01-01&to_date=2001-12-31');
    const files = unzip(Buffer.from(await answer.arrayBuffer()));
    assert.deepEqual([...files.keys()], ['Reikningar.xlsx', 'Kostnaður.xlsx']);
    assert.equal(rowsOf(files.get('Reikningar.xlsx')).length, 1);
  });

  test('is refused without a session, from another site, and of a period that is none', async () => {
    const refused = async (answer: Promise<Response>) =>
      ((await (await answer).json()) as { error: string }).error;
    assert.equal(await refused(get(year, { cookie: '' })), 'session_required');
    assert.equal(await refused(get(year, { 'sec-fetch-site': 'cross-site' })), 'form_stale');
    assert.equal(await refused(get('from_date=2026-01-01')), 'field_required');
    assert.equal(await refused(get('from_date=2026-02-01&to_date=2026-01-01')), 'field_invalid');
  });
});
