import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Client, invoice, line } from '../../support/client.ts';
import { signInToConsole } from '../../support/console-client.ts';
import { approveCost, completeCost } from '../../support/endpoints/costs.ts';
import { accountSums, exportGeneral, readGeneralJournal } from '../../support/journal.ts';
import { onBothDatabases } from '../../support/service.ts';

const KENNITALA = '5501234520';
const customer = { name: 'Kaupandi ehf.', registration_no: KENNITALA, output_select: 4 };

async function createInvoice(seller: Client, amount: number, fields: object = {}): Promise<string> {
  const items = [line({ unit_price: amount, tax: 'Z' })];
  return seller.ok('create-invoice', { data: invoice({ items, amount, customer, ...fields }) });
}

const record = (seller: Client, data: object) => seller.ok('record-payment', { data });
const YEAR = { from_date: '2026-01-01', to_date: '2026-12-31' };

onBothDatabases('the journal', (kvitt) => {
  test('has every document on its own day, with its accounts', async () => {
    kvitt.now = () => new Date('2026-03-20T09:00:00Z');
    const seller = await kvitt.account();
    const guid = await seller.ok('create-invoice', { data: invoice({ customer }) });
    const { number } = await seller.ok('get-invoice', { guid });
    const paid = await record(seller, {
      amount: 1500,
      paid_on: '2026-03-10',
      method_payment: 1,
      allocations: [{ invoice_guid: guid }],
      components: { interest: 30, charge: 20, fee: 10 },
    });
    await seller.ok('reverse-payment', {
      guid: paid.guid,
      data: { reason: 'A mistake', reversed_on: '2026-03-12' },
    });
    await seller.ok('write-off-invoice', {
      guid,
      data: { reason: 'Bankrupt', written_off_on: '2026-03-15' },
    });
    await approveCost(seller, await seller.ok('create-cost-adv', { ...completeCost, date: '2026-03-18' }));
    const rows = await exportGeneral(seller, YEAR);
    const ofDay = (day: string) =>
      rows
        .filter(({ date }) => date === day)
        .map((row) => [row.account, row.amount / 100, row.vat_code, row.customer]);
    assert.deepEqual(ofDay('2026-03-02'), [
      ['7600', 1240, '', KENNITALA],
      ['1010', -1000, 'S', ''],
      ['9510', -240, 'S', ''],
    ]);
    const payment = [
      ['7700', 1500, '', ''],
      ['1610', -30, '', ''],
      ['1620', -20, '', ''],
      ['1080', -10, '', ''],
      ['7600', -1240, '', KENNITALA],
      ['9350', -200, '', KENNITALA],
    ];
    assert.deepEqual(ofDay('2026-03-10'), payment);
    assert.deepEqual(
      ofDay('2026-03-12'),
      payment.map(([account, amount, ...rest]) => [account, -Number(amount), ...rest]),
    );
    assert.deepEqual(ofDay('2026-03-15'), [
      ['2620', 1000, '', ''],
      ['9510', 240, 'S', ''],
      ['7600', -1240, '', KENNITALA],
    ]);
    assert.deepEqual(ofDay('2026-03-18'), [
      ['2093', 12_400, 'Z', ''],
      ['9300', -12_400, '', ''],
    ]);
    assert.ok(rows.every((row) => row.currency === 'ISK'));
    assert.equal(rows[0]?.text, `Reikningur ${number}, Kaupandi ehf.`);
    assert.deepEqual(await exportGeneral(seller, { from_date: '2026-03-03', to_date: '2026-03-09' }), []);
  });
  test('posts foreign documents in ISK, and the difference between the rates', async () => {
    kvitt.now = () => new Date('2026-03-20T09:00:00Z');
    const seller = await kvitt.account();
    const guid = await createInvoice(seller, 100, { currency: 'EUR', exchange_rate: 150 });
    await record(seller, {
      amount: 15_200,
      paid_on: '2026-03-10',
      method_payment: 9,
      allocations: [{ invoice_guid: guid, amount: 100, paid: 15_200 }],
    });
    const rows = await exportGeneral(seller, YEAR);
    assert.deepEqual(
      rows.map(({ account, amount, currency }) => [account, amount / 100, currency]),
      [
        ['7600', 15_000, 'EUR'],
        ['1030', -15_000, 'EUR'],
        ['7800', 15_200, 'ISK'],
        ['7600', -15_000, 'ISK'],
        ['1630', -200, 'ISK'],
      ],
    );
  });
  test('names the difference between the rates on every allocation, in one currency as well', async () => {
    kvitt.now = () => new Date('2026-03-20T09:00:00Z');
    await kvitt.operator('PUT', '/rates/EUR/2026-03-10', { rate: 152 });
    const seller = await kvitt.account();
    const guid = await createInvoice(seller, 100, { currency: 'EUR', exchange_rate: 150 });
    const inEuros = { currency: 'EUR', method_payment: 9 };
    const paid = await record(seller, {
      ...inEuros,
      amount: 120,
      paid_on: '2026-03-10',
      allocations: [{ invoice_guid: guid }],
    });
    await kvitt.operator('PUT', '/rates/EUR/2026-03-15', { rate: 149 });
    const back = await record(seller, {
      ...inEuros,
      direction: 'out',
      amount: 20,
      paid_on: '2026-03-15',
      customer_guid: paid.customer.guid,
    });
    const again = await seller.ok('get-payment', { guid: back.guid });
    assert.deepEqual(
      [paid, back, again].map(({ allocations: [one] }) => one.exchange_difference),
      [200, 60, 60],
    );
    const moved = await seller.ok('allocate-payment', {
      guid: paid.guid,
      data: { allocations: [{ invoice_guid: guid, amount: 50 }] },
    });
    assert.equal(moved.allocations[0].exchange_difference, 100);
    const sums = accountSums(await exportGeneral(seller, YEAR));
    assert.equal(sums['1630'], -160_00);
  });
  test('agrees with the sums of payments and with profit and loss', async () => {
    kvitt.now = () => new Date('2026-05-20T09:00:00Z');
    const seller = await kvitt.account();
    const [first, lost] = [
      await createInvoice(seller, 1000),
      await seller.ok('create-invoice', { data: invoice() }),
    ];
    const foreign = await createInvoice(seller, 100, { currency: 'EUR', exchange_rate: 150 });
    const components = { interest: 30, charge: 20, fee: 10 };
    const allocations = [{ invoice_guid: first }];
    const paid = await record(seller, { amount: 1500, paid_on: '2026-03-10', allocations, components });
    await record(seller, {
      amount: 14_900,
      paid_on: '2026-04-02',
      allocations: [{ invoice_guid: foreign, amount: 100, paid: 14_900 }],
    });
    const refund = { allocations: [{ payment_guid: paid.guid }] };
    await record(seller, { direction: 'out', amount: 40, paid_on: '2026-04-03', ...refund });
    const mistake = await record(seller, {
      amount: 500,
      paid_on: '2026-04-05',
      components: { fee: 500 },
      customer_guid: paid.customer.guid,
    });
    await seller.ok('reverse-payment', {
      guid: mistake.guid,
      data: { reason: 'A mistake', reversed_on: '2026-05-01' },
    });
    await seller.ok('write-off-invoice', {
      guid: lost,
      data: { reason: 'Lost', written_off_on: '2026-05-02' },
    });
    const { total, rows } = await seller.ok('get-payment-sums', YEAR);
    const none = {
      interest: 0,
      charges: 0,
      fees: 0,
      acquirer_fees: 0,
      exchange_difference: 0,
      lost_claims: 0,
    };
    const empty = { received: 0, paid_back: 0, ...none, withheld_tax: 0, customer_credit: 0 };
    assert.deepEqual(rows, [
      {
        ...empty,
        month: '2026-03',
        received: 1500,
        interest: 30,
        charges: 20,
        fees: 10,
        customer_credit: 440,
      },
      {
        ...empty,
        month: '2026-04',
        received: 15_400,
        paid_back: 40,
        fees: 500,
        exchange_difference: -100,
        customer_credit: -40,
      },
      { ...empty, month: '2026-05', received: -500, fees: -500, lost_claims: 1000 },
    ]);
    const sums = accountSums(await exportGeneral(seller, YEAR));
    const journal = {
      interest: -(sums['1610'] ?? 0) / 100,
      charges: -(sums['1620'] ?? 0) / 100,
      fees: -(sums['1080'] ?? 0) / 100,
      exchange_difference: -(sums['1630'] ?? 0) / 100,
      lost_claims: (sums['2620'] ?? 0) / 100,
      customer_credit: -(sums['9350'] ?? 0) / 100,
    };
    assert.deepEqual({ ...total, ...journal }, total);
    const profit = await seller.ok('get-profit', YEAR);
    const { sales, costs, interest, charges, fees, exchange_difference, lost_claims } = profit.total;
    assert.deepEqual([sales, costs, profit.total.profit], [17_000, 0, 17_000]);
    assert.deepEqual([interest, charges, fees, exchange_difference, lost_claims], [30, 20, 10, -100, 1000]);
    assert.equal(profit.total.result, 17_000 + 30 + 20 + 10 - 100 - 1000);
  });
  test('keeps each file, and repeats it with the same bytes', async () => {
    const seller = await kvitt.account();
    await createInvoice(seller, 1000);
    const { file, ...facts } = await seller.ok('export-journal', { data: { ...YEAR, layout: 'uniconta' } });
    await createInvoice(seller, 2000);
    assert.deepEqual(await seller.ok('get-journal-export', { guid: facts.guid }), { ...facts, file });
    assert.deepEqual(await seller.ok('get-journal-exports'), [facts]);
    assert.deepEqual([facts.layout, facts.entries, facts.lines, facts.debit], ['uniconta', 1, 2, 1000]);
    const other = await kvitt.account();
    assert.equal(
      (await other.call('get-journal-export', { guid: facts.guid })).error_code,
      'journal_export_not_found',
    );
  });
  test('has with only_new the new entries, and reverses changed ones', async () => {
    kvitt.now = () => new Date('2026-03-20T09:00:00Z');
    const seller = await kvitt.account();
    const [first, second] = [await createInvoice(seller, 1000), await createInvoice(seller, 500)];
    const cost = await seller.ok('create-cost-adv', completeCost);
    await approveCost(seller, cost);
    await seller.ok('write-off-invoice', { guid: second, data: { reason: 'Lost' } });
    const paid = await record(seller, { amount: 1000, allocations: [{ invoice_guid: first }] });
    const all = await exportGeneral(seller, { to_date: '2026-12-31' });
    assert.deepEqual(await exportGeneral(seller, { only_new: 1 }), []);

    await seller.ok('move-cost-to-new', { guid: cost });
    await seller.ok('undo-write-off', { guid: second });
    await seller.ok('allocate-payment', {
      guid: paid.guid,
      data: { allocations: [{ invoice_guid: second, amount: 500 }] },
    });
    await seller.ok('update-journal-accounts', {
      data: { accounts: [{ key: 'receivables', account: '7611', name: 'Viðskiptamenn' }] },
    });
    const changes = await exportGeneral(seller, { only_new: 1 });
    const texts = new Set(changes.map(({ text }) => text.split(',')[0]));
    assert.deepEqual([...texts].sort(), [
      'Greiðsla',
      'Leiðrétt: Afskrift reiknings 2',
      'Leiðrétt: Greiðsla',
      'Leiðrétt: Kostnaður',
    ]);
    assert.deepEqual(await exportGeneral(seller, { only_new: 1 }), []);
    // Both files together are the journal as it is now; the invoices stay on the account on which the first file had them.
    const now = accountSums(await exportGeneral(seller, { to_date: '2026-12-31' }));
    const together = accountSums([...all, ...changes]);
    const { 7600: before = 0, 7611: since = 0, ...others } = together;
    assert.deepEqual({ ...others, 7611: before + since }, now);
  });
  test('writes one file of the new entries when two are requested at once', async () => {
    const seller = await kvitt.account();
    await createInvoice(seller, 1000);
    const replies = await Promise.all(
      [1, 2, 3].map(() => seller.call('export-journal', { only_new: 1, to_date: '2026-12-31' })),
    );
    const lines = replies.flatMap(({ status, result }) => (status ? [result.lines] : []));
    assert.deepEqual(lines.sort(), [...Array(lines.length - 1).fill(0), 2]);
    for (const { status, error_code } of replies)
      if (!status) assert.equal(error_code, 'journal_exported_meanwhile');
  });
  test('writes a layout of the company, by its name or guid', async () => {
    const seller = await kvitt.account();
    await createInvoice(seller, 1234);
    const guid = await seller.ok('create-journal-layout', {
      data: {
        name: 'Regla',
        columns: [{ field: 'date', heading: 'Dags' }, 'account', 'amount', 'empty', 'customer_name'],
        separator: 'tab',
        decimal_mark: ',',
        thousands_mark: '.',
        date_format: 'd.m.Y',
      },
    });
    const read = async (layout: string) =>
      Buffer.from((await seller.ok('export-journal', { ...YEAR, layout })).file, 'base64').toString();
    const text =
      'Dags\taccount\tamount\tempty\tcustomer_name\r\n' +
      '02.03.2026\t7600\t1.234,00\t\tKaupandi ehf.\r\n02.03.2026\t1030\t-1.234,00\t\t\r\n';
    assert.equal(await read('regla'), text);
    assert.equal(await read(guid), text);
    await seller.ok('update-journal-layout', {
      guid,
      data: { name: 'Regla 2', has_header: 0, columns: ['amount'] },
    });
    assert.equal(await read('Regla 2'), '1.234,00\r\n-1.234,00\r\n');
    const names = (await seller.ok('get-journal-layouts')).map(({ name }: any) => name);
    assert.deepEqual(names, ['general', 'dk', 'payday', 'uniconta', 'Regla 2']);
    await seller.ok('delete-journal-layout', { guid });
    assert.equal(
      (await seller.call('export-journal', { layout: guid })).error_code,
      'journal_layout_not_found',
    );
  });
  test('refuses layouts and accounts that nobody could use', async () => {
    const seller = await kvitt.account();
    const refusal = async (call: string, data: object) => (await seller.call(call, { data })).error_code;
    await seller.ok('create-journal-layout', { data: { name: 'Mitt', columns: ['date'] } });
    for (const name of ['mitt', 'General'])
      assert.equal(
        await refusal('create-journal-layout', { name, columns: ['date'] }),
        'journal_layout_taken',
      );
    assert.equal(await refusal('create-journal-layout', { name: 'Nýtt', columns: [] }), 'field_required');
    assert.equal(
      await refusal('create-journal-layout', { name: 'Nýtt', columns: ['weekday'] }),
      'field_invalid',
    );
    assert.equal(
      await refusal('export-journal', { from_date: '2026-02-01', to_date: '2026-01-01' }),
      'field_invalid',
    );
    const twice = [
      { key: 'fee', account: '1' },
      { key: 'fee', account: '2' },
    ];
    assert.equal(await refusal('update-journal-accounts', { accounts: twice }), 'field_invalid');
    const own = await seller.ok('create-journal-layout', { data: { name: 'Annað', columns: ['date'] } });
    const taken = await seller.call('update-journal-layout', { guid: own, data: { name: 'MITT' } });
    assert.equal(taken.error_code, 'journal_layout_taken');
  });
  test('changes accounts, and restores those of the default chart', async () => {
    const seller = await kvitt.account();
    const fee = async () => (await seller.ok('get-journal-accounts')).find(({ key }: any) => key === 'fee');
    const first = await fee();
    assert.equal(first.is_default, true);
    await seller.ok('update-journal-accounts', { data: { accounts: [{ key: 'fee', account: '4321' }] } });
    assert.deepEqual(await fee(), { ...first, account: '4321', is_default: false });
    await seller.ok('update-journal-accounts', { data: { accounts: [{ key: 'fee', account: '' }] } });
    assert.deepEqual(await fee(), first);
  });
  test('writes an empty journal, and none in a dry run', async () => {
    const seller = await kvitt.account();
    const { file } = await seller.ok('export-journal', YEAR);
    assert.deepEqual(readGeneralJournal(file), []);
    const rehearsed = await seller.call('export-journal', { ...YEAR, dry_run: 1 });
    assert.equal(rehearsed.status, true, rehearsed.message);
    assert.equal((await seller.ok('get-journal-exports')).length, 1);
  });

  test('shows which entries were exported, with the sums of the period', async () => {
    kvitt.now = () => new Date('2026-03-20T09:00:00Z');
    const seller = await kvitt.account();
    const sold = await createInvoice(seller, 1000);
    await createInvoice(seller, 500, { issue_date: '2026-03-05' });
    const desk = await signInToConsole(seller);
    const read = (more: object = {}) => desk.ok('get-journal', { ...YEAR, ...more });
    const fates = async (more: object = {}) =>
      (await read(more)).rows.map(({ number, fate }: Record<string, string>) => `${number} ${fate}`);
    const { rows, ...sums } = await read();
    assert.deepEqual(sums, { count: 2, unsent: 2, debit: 1500, credit: 1500 });
    const [{ lines, ...first }] = rows;
    assert.deepEqual(
      [first.kind, first.date, first.number, first.currency, first.fate],
      ['invoice', '2026-03-02', '1', 'ISK', 'new'],
    );
    assert.deepEqual(
      lines.map(({ account, party, vat_code, debit, credit }: Record<string, unknown>) => [
        ...[account, party, vat_code, debit, credit],
      ]),
      [
        ['7600', customer.name, '', 1000, 0],
        ['1030', '', 'Z', 0, 1000],
      ],
    );
    assert.deepEqual(await fates({ limit: 1, page: 2 }), ['2 new']);
    await seller.ok('export-journal', { ...YEAR, to_date: '2026-03-04' });
    assert.deepEqual(await fates(), ['1 sent', '2 new']);
    assert.deepEqual(await fates({ only_new: true }), ['2 new']);
    // A write-off that is undone leaves nothing of what the file has.
    await seller.ok('write-off-invoice', { guid: sold, data: { reason: 'x', written_off_on: '2026-03-10' } });
    await seller.ok('export-journal', { ...YEAR, only_new: true });
    await seller.ok('undo-write-off', { guid: sold });
    const after = await read();
    assert.deepEqual([after.rows.at(-1).fate, after.count, after.unsent], ['gone', 3, 1]);
    assert.deepEqual([after.debit, after.credit], [1500, 1500]);
    // The account of a payment changes with what it settles.
    const { guid } = await record(seller, {
      amount: 1000,
      paid_on: '2026-03-12',
      allocations: [{ invoice_guid: sold }],
    });
    await seller.ok('export-journal', { ...YEAR, only_new: true });
    await seller.ok('allocate-payment', { guid, data: { allocations: [] } });
    assert.equal((await read({ only_new: true })).rows[0].fate, 'changed');
    const late = await desk.call('get-journal', { from_date: '2026-03-02', to_date: '2026-03-01' });
    assert.equal(late.body.error, 'field_invalid');
  });
});
