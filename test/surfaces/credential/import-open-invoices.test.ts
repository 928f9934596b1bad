import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { companyKennitala } from '../../domain/generators.ts';
import { createAccountWithAgent } from '../../support/agents/agent.ts';
import { type Client, invoice } from '../../support/client.ts';
import { readGeneralJournal } from '../../support/journal.ts';
import { McpClient } from '../../support/mcp.ts';
import { csv, xlsx } from '../../support/record-files.ts';
import { onBothDatabases } from '../../support/service.ts';

const HEADINGS = ['Reikningsnúmer', 'Nafn', 'Kennitala', 'Dags.', 'Gjalddagi', 'Upphæð', 'Greitt', 'Krafa'];
const ROWS = 500;
const CUSTOMERS = 37;

interface Row {
  number: number;
  customer: number;
  day: number;
  amount: number;
  paid: number;
}

/** A list of debtors that is the same in every run, with a broken cell in every 25th row. */
const rows: Row[] = Array.from({ length: ROWS }, (_, n) => ({
  number: 9000 + n,
  customer: n % CUSTOMERS,
  day: (n % 28) + 1,
  amount: 1000 + ((n * 7919) % 90_000),
  paid: n % 5 === 0 ? 500 : 0,
}));
const kennitala = (customer: number) => companyKennitala(300 + customer);

const cells = ({ number, customer, day, amount, paid }: Row): (string | number)[] => [
  ...[number, `Skuldari ${customer} ehf.`, kennitala(customer), `${day}.1.2026`, `${day}.2.2026`],
  ...[amount, paid || '', ''],
];

type Break = (row: (string | number)[]) => (string | number)[];
/** What may be wrong with a row, and the reason that is said. */
const BREAKS: [breakRow: Break, reason: RegExp][] = [
  [(row) => row.with(0, 'R-1'), /invoice_number must be a whole number/],
  [(row) => row.with(2, '1234567890'), /registration_no/],
  [(row) => row.with(3, '31.2.2026'), /issue_date/],
  [(row) => row.with(4, '1.1.2025'), /due_date must not be before issue_date/],
  [(row) => row.with(5, 'margt'), /amount must be a number/],
  [(row) => row.with(6, 10_000_000), /Nothing is left of it to pay/],
  [(row) => row.with(6, -5), /more left than its amount/],
  [(row) => row.with(0, 9001), /same record as row/],
  [(row) => row.with(1, '').with(2, ''), /name is required/],
  [(row) => row.with(3, '1.1.2030').with(4, '1.2.2030'), /issue_date must not be after today/],
];

/** The figures that imported invoices must not change. */
async function reportedFigures(seller: Client) {
  const period = { from_date: '2025-01-01', to_date: '2026-12-31' };
  const { status: _, ...summaries } = await seller.call('invoice-summaries', period);
  return {
    summaries,
    return: await seller.ok('get-vat-return', { period: '2026-02' }),
    documents: await seller.ok('get-vat-documents', { period: '2026-02', box: 'outside_vat' }),
    vat: await seller.ok('get-vat', period),
    months: await seller.ok('get-sales', { ...period, by: 'month' }),
    items: await seller.ok('get-sales', { ...period, by: 'item' }),
    dashboard: await seller.ok('get-dashboard-data', period),
    profit: await seller.ok('get-profit', period),
    journal: (await seller.ok('export-journal', { data: { ...period, layout: 'general' } })).file,
  };
}

onBothDatabases('import-records of open invoices', (kvitt) => {
  let seller: Client;
  before(async () => {
    seller = await kvitt.account();
  });
  const importFile = (file: string, more: object = {}) =>
    seller.ok('import-records', { data: { kind: 'open_invoices', file_name: 'a.xlsx', file, ...more } });
  const bill = (fields: object = {}) =>
    seller.ok('create-invoice', {
      data: invoice({ issue_date: '2026-01-10', due_date: '2026-01-20', ...fields }),
    });

  test('writes nothing of a list with invalid rows, and imports the corrected list in full', async () => {
    await bill();
    const before = await reportedFigures(seller);
    const invoices = await seller.ok('get-count-invoices');
    const sheet = rows.map((row, n) => {
      const broken = n % 25 === 24 ? BREAKS[((n - 24) / 25) % BREAKS.length] : undefined;
      return broken ? broken[0](cells(row)) : cells(row);
    });
    const refusal = await seller.call('import-records', {
      data: { kind: 'open_invoices', file: await xlsx([HEADINGS, ...sheet]) },
    });
    assert.deepEqual([refusal.status, refusal.error_code], [false, 'records_refused']);
    const refused = refusal.result.rows.filter(({ fate }: { fate: string }) => fate === 'refused');
    assert.equal(refused.length, 20);
    refused.forEach(({ row, message }: { row: number; message: string }, n: number) => {
      assert.equal(row, 26 + n * 25);
      assert.match(message, BREAKS[n % BREAKS.length]?.[1] ?? /^$/);
    });
    assert.deepEqual(await seller.ok('get-count-invoices'), invoices);

    const owedBefore = await receivables(seller);
    const file = await xlsx([HEADINGS, ...rows.map(cells)]);
    const made = await importFile(file);
    assert.deepEqual([made.rows_new, made.rows_refused], [ROWS, 0]);
    const owed = await receivables(seller);
    for (let customer = 0; customer < CUSTOMERS; customer += 1) {
      const left = rows.filter((row) => row.customer === customer).map(({ amount, paid }) => amount - paid);
      assert.equal(
        owed.get(`Skuldari ${customer} ehf.`),
        left.reduce((a, b) => a + b, 0),
      );
    }
    assert.equal(owed.size, owedBefore.size + CUSTOMERS);
    assert.deepEqual(await reportedFigures(seller), before);
    const again = await importFile(file);
    assert.deepEqual([again.rows_same, again.rows_new], [ROWS, 0]);
    assert.deepEqual(await receivables(seller), owed);
  });

  test('keeps the old numbers beside the own series, and settles what was paid before', async () => {
    const own = await seller.ok('get-invoice', { guid: await bill() });
    const old = csv(
      'Nr.;Nafn;Kennitala;Dags.;Gjalddagi;Eindagi;Upphæð;Eftirstöðvar;Greitt dags.;VSK 24%;Krafa',
      `${own.number};Kaupandi hf.;${companyKennitala(810)};5.1.2026;15.1.2026;25.1.2026;12.400;8.400;20.1.2026;2.400;K-77`,
      `8000001;Kaupandi hf.;${companyKennitala(810)};6.1.2026;;;-3.000;;;;`,
    );
    const made = await importFile(old);
    assert.equal(made.rows_new, 2);
    assert.equal(
      (await seller.ok('get-invoice', { guid: await bill() })).number,
      String(Number(own.number) + 1),
    );
    const [customer] = await seller.ok('get-customers', { kennitala: companyKennitala(810) });
    assert.deepEqual(customer.credits, [{ currency: 'ISK', amount: 3000 }]);
    const [{ guid }] = (
      await seller.ok('get-invoices', { from_date: '2026-01-05', to_date: '2026-01-05' })
    ).filter(({ claim_id }: { claim_id: string }) => claim_id === 'K-77');
    const imported = await seller.ok('get-invoice', { guid });
    assert.deepEqual(
      [
        imported.number,
        imported.is_imported,
        imported.status,
        imported.accounting_status,
        imported.claim_status,
      ],
      [own.number, true, 'Sent', 'Skipped', 'sent'],
    );
    assert.deepEqual([imported.due_date, imported.settlement_date], ['2026-01-15', '2026-01-25']);
    assert.deepEqual([imported.total_24vat, imported.vat_24, imported.remaining], [10_000, 2400, 8400]);
    assert.deepEqual(
      imported.payments.map(({ guid: _, ...payment }: { guid: string }) => payment),
      [{ paid_on: '2026-01-20', amount: 4000, method_payment: null, source: 'import' }],
    );
    const balanceOn = async (to_date: string) =>
      (await seller.ok('get-customer-statement', { guid: customer.guid, to_date })).closing;
    assert.deepEqual(
      [await balanceOn('2026-01-05'), await balanceOn('2026-01-10'), await balanceOn('2026-01-20')],
      [12_400, 9400, 5400],
    );
    assert.equal((await receivables(seller)).get('Kaupandi hf.'), 5400);
  });

  test('is found by its number for a program, unless an own invoice has that number', async () => {
    const { seller: other, agent } = await createAccountWithAgent(kvitt.url);
    const own = await other.ok('create-invoice', { data: invoice() });
    const file = csv('Nr.;Nafn;Dags.;Upphæð', '1;A;5.1.2026;100', '777;A;5.1.2026;100');
    await other.ok('import-records', { data: { kind: 'open_invoices', file } });
    const client = new McpClient(kvitt.url, { authorization: `Bearer ${agent.token}` });
    const found = async (number: string) => (await client.call('invoice_get', { number })).result;
    const [first, old] = [await found('1'), await found('777')];
    assert.deepEqual([first.guid, first.is_imported], [own, undefined]);
    assert.deepEqual([old.number, old.is_imported, old.remaining], ['777', true, 100]);
  });

  test('is paid, credited and written off here as any other invoice, and that is reported', async () => {
    const before = await reportedFigures(seller);
    const row = (number: number) => `${number};Kaupandi hf.;${companyKennitala(810)};7.1.2026;1.240;240`;
    await importFile(
      csv('Nr.;Nafn;Kennitala;Dags.;Upphæð;VSK', row(8_000_010), row(8_000_011), row(8_000_012)),
    );
    const found = async (number: number) => {
      const day = { from_date: '2026-01-07', to_date: '2026-01-07' };
      return (await seller.ok('get-invoices', day)).find(
        (one: { number: string }) => one.number === String(number),
      );
    };
    const [paid, credited, lost] = await Promise.all([8_000_010, 8_000_011, 8_000_012].map(found));
    await seller.ok('record-payment', { data: { amount: 1240, allocations: [{ invoice_guid: paid.guid }] } });
    assert.equal((await found(8_000_010)).status, 'Paid');
    await seller.ok('create-invoice', {
      data: {
        type: 'credit',
        amount: 1240,
        ref_invoice_guid: credited.guid,
        issue_date: '2026-01-31',
        settlement_date: '2026-01-31',
      },
    });
    await seller.ok('write-off-invoice', {
      guid: lost.guid,
      data: { reason: 'Gone', written_off_on: '2026-02-01' },
    });
    const { boxes } = before.return;
    const after = await reportedFigures(seller);
    assert.deepEqual(
      [after.return.boxes.output_24, after.return.boxes.bad_debt_24],
      [boxes.output_24 - 240, boxes.bad_debt_24 + 240],
    );
  });

  test('applies credit of the opening balance to an invoice, and the journal stays balanced', async () => {
    const other = await kvitt.account();
    const kt = companyKennitala(820);
    const file = csv('Nr.;Nafn;Kennitala;Dags.;Upphæð', `5;Inneign ehf.;${kt};2.1.2026;-5.000`);
    await other.ok('import-records', { data: { kind: 'open_invoices', file } });
    const [payment] = await other.ok('get-payments', { source: 'import' });
    assert.deepEqual(
      [payment.unallocated, payment.reference, payment.accounting_status],
      [5000, '5', 'Skipped'],
    );
    const guid = await other.ok('create-invoice', {
      data: invoice({ customer: { guid: payment.customer.guid } }),
    });
    await other.ok('allocate-payment', {
      guid: payment.guid,
      data: { allocations: [{ invoice_guid: guid }] },
    });
    assert.equal((await other.ok('get-invoice', { guid })).status, 'Paid');
    const { file: journal } = await other.ok('export-journal', {
      data: { from_date: '2026-01-01', to_date: '2026-12-31', layout: 'general' },
    });
    const paid = readGeneralJournal(journal).filter(({ number }) => number.startsWith('G-'));
    assert.deepEqual(paid.map(({ account, amount }) => [account, amount]).sort(), [
      ['7600', -124_000],
      ['9350', 124_000],
    ]);
    const { credits } = await other.ok('get-customer', { guid: payment.customer.guid });
    assert.deepEqual(credits, [{ currency: 'ISK', amount: 3760 }]);
  });

  test('refuses rows that contradict existing records, or a day of a locked period', async () => {
    const headings = 'Nr.;Nafn;Kennitala;Dags.;Upphæð;Gjaldmiðill;Krafa';
    const kt = companyKennitala(830);
    const reasons = async (...lines: string[]) => {
      const { result } = await seller.call('import-records', {
        data: { kind: 'open_invoices', file: csv(headings, ...lines) },
      });
      return result.rows.map(({ message }: { message: string }) => message);
    };
    await importFile(csv(headings, `8000020;A ehf.;${kt};7.1.2026;100;ISK;K-1`));
    assert.deepEqual(
      await reasons(
        `8000020;A ehf.;${kt};7.1.2026;200;ISK;`,
        `8000021;A ehf.;${kt};7.1.2026;200;ISK;K-1`,
        `8000022;A ehf.;${kt};7.1.2026;200;CZK;`,
      ),
      [
        '8000020 was imported before, with the amount 100.00 ISK',
        'The claim K-1 belongs to another invoice',
        'No rate of CZK is known for 2026-01-07; add exchange_rate',
      ],
    );
    await seller.ok('lock-vat-period', { period: '2026-02' });
    const locked = await seller.call('import-records', {
      data: { kind: 'open_invoices', file: csv(headings, `8000023;A ehf.;${kt};7.1.2026;200;ISK;`) },
    });
    assert.equal(locked.error_code, 'period_locked');
  });
});

/** What each customer owes, by its name. */
async function receivables(seller: Client): Promise<Map<string, number>> {
  const { rows: aged } = await seller.ok('get-aged-receivables');
  return new Map(aged.map(({ customer, total }: { customer: string; total: number }) => [customer, total]));
}
