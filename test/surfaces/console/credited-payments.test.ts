import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { textOf } from '../../rendering/reading.ts';
import { type Client, invoice } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { onBothDatabases } from '../../support/service.ts';

interface Movement {
  kind: string;
  amount: number;
  balance: number;
}

onBothDatabases('an invoice that is credited before or after its payment', (kvitt) => {
  let seller: Client;
  let person: ConsoleClient;
  before(async () => {
    seller = await kvitt.account();
    person = await signInToConsole(seller);
  });

  const createCustomer = async (name: string): Promise<string> =>
    (await person.ok('create-customer', { name, output_select: '4' })).guid;
  const issue = async (customer: string, amount: number): Promise<string> => {
    const items = [{ description: 'Vinna', qty: 1, unit_price: amount, tax: 'Z' }];
    return seller.ok('create-invoice', { data: invoice({ customer: { guid: customer }, amount, items }) });
  };
  const credit = async (guid: string, amount: number, fields: object = {}): Promise<string> => {
    const note = { type: 'credit', ref_invoice_guid: guid, amount, credit_partial: true };
    return seller.ok('create-invoice', { data: { ...note, settlement_date: '2026-03-17', ...fields } });
  };
  const pay = (guid: string) => person.ok('do-paid-invoice', { guid });
  const print = async (guid: string): Promise<string> =>
    textOf(Buffer.from((await seller.ok('get-invoice-pdf', { guid })).file, 'base64'));
  const read = async (customer: string) => {
    const { closing, movements } = await person.ok('get-customer-statement', { guid: customer });
    return {
      closing,
      movements: movements.map(({ kind, amount }: Movement) => [kind, amount]),
      timeline: (await person.ok('get-customer-timeline', { guid: customer, limit: 20 })).rows
        .filter(({ event }: { event: string }) => event === 'paid')
        .map(({ record, amount }: { record: string; amount: number }) => [record, amount])
        .sort(),
    };
  };

  test('is paid with the remainder after the note, in the PDF, on the statement and in the timeline', async () => {
    const customer = await createCustomer('Kreditfært fyrst');
    const guid = await issue(customer, 1240);
    const note = await credit(guid, 620);
    await pay(guid);
    assert.match(await print(guid), /Þegar kreditfært\s+[-−]620\s+Greitt\s+[-−]620\s+Eftirstöðvar\s+0 kr\./);
    assert.match(await print(note), /Til lækkunar á reikningi/);
    assert.deepEqual(await read(customer), {
      closing: 0,
      movements: [
        ['invoice', 1240],
        ['credit', -620],
        ['payment', -620],
      ],
      timeline: [['invoice', 620]],
    });
  });

  test('is refunded by a note of the day of the payment', async () => {
    const customer = await createCustomer('Greitt fyrst');
    const guid = await issue(customer, 1240);
    await pay(guid);
    const note = await credit(guid, 620);
    assert.match(await print(note), /Til endurgreiðslu: reikningur \d+ hefur verið greiddur/);
    await pay(note);
    const refunded = await credit(guid, 100, { mark_paid: 1 });
    assert.match(await print(refunded), /Endurgreitt vegna reiknings/);
    const text = await print(guid);
    assert.match(text, /Greitt\s+[-−]1\.240\s+Eftirstöðvar\s+0 kr\./);
    assert.doesNotMatch(text, /Þegar kreditfært/);
    const { closing, movements, timeline } = await read(customer);
    assert.equal(closing, 0);
    assert.deepEqual(
      [...movements].sort(),
      [
        ['invoice', 1240],
        ['payment', -1240],
        ['credit', -620],
        ['refund', 620],
        ['credit', -100],
        ['refund', 100],
      ].sort(),
    );
    assert.deepEqual(timeline, [
      ['credit', 100],
      ['credit', 620],
      ['invoice', 1240],
    ]);
  });

  test('is lowered and paid back in amounts by a note on its paid part', async () => {
    const customer = await createCustomer('Greitt að hluta');
    const guid = await issue(customer, 10_000);
    await person.ok('do-paid-invoice', { guid, amount: 6000 });
    const body = { type: 'credit', ref_invoice_guid: guid, settlement_date: '2026-03-17', amount: 5000 };
    const preview = await person.ok('preview-invoice', { ...body, credit_partial: true });
    assert.deepEqual([preview.amount, preview.refund_amount], [5000, 1000]);
    const data = { ...body, credit_partial: true, mark_paid: 1, method_payment: 9 };
    const { would } = await seller.call('create-invoice', { data, dry_run: 1 });
    const named = (name: string) => would.fields.find((one: { name: string }) => one.name === name)?.to;
    assert.deepEqual(
      [would.amount, named('reduction_amount'), named('refund_amount'), would.payment],
      [5000, '4000.00', '1000.00', { amount: 1000, method: 9 }],
    );
    const note = await credit(guid, 5000);
    assert.match(
      await print(note),
      /Til lækkunar á reikningi \d+: 4\.000 kr\. · Til endurgreiðslu: 1\.000 kr\./,
    );
    const { amount, refund_amount, remaining } = await seller.ok('get-invoice', { guid: note });
    assert.deepEqual([amount, refund_amount, remaining], [5000, 1000, 1000]);
    assert.ok(!('refund_amount' in (await seller.ok('get-invoice', { guid }))));
  });

  test('ends at zero where half krónur were credited', async () => {
    const customer = await createCustomer('Aurar');
    const paid = await issue(customer, 1000.4);
    for (let n = 0; n < 5; n++) await credit(paid, 100.5);
    // The notes are of 101 krónur on paper, and 497.90 are charged as 498.
    assert.equal((await read(customer)).closing, 498);
    const aged = await person.ok('get-aged-receivables');
    assert.equal(aged.rows.find((row: { customer: string }) => row.customer === 'Aurar').total, 498);
    await pay(paid);
    const cancelled = await issue(customer, 12_401);
    for (let n = 0; n < 2; n++) await credit(cancelled, 6200.5);
    const { closing, movements, timeline } = await read(customer);
    assert.equal(closing, 0);
    assert.deepEqual(
      movements.filter(([kind]: [string]) => kind === 'payment'),
      [['payment', -498]],
    );
    assert.ok(movements.some(([kind]: [string]) => kind === 'rounding'));
    assert.deepEqual(timeline, [['invoice', 498]]);
  });

  test('counts in the receivables of each day by its own days, and is readable with its day of payment', async () => {
    const customer = await createCustomer('Áramót');
    const on = (day: number) => {
      kvitt.now = () => new Date(`2026-03-${day}T12:00:00Z`);
    };
    const dated = (day: number) => ({ issue_date: `2026-03-${day}`, due_date: '2026-03-25' });
    const make = (day: number, amount: number) => {
      const items = [{ description: 'Vinna', qty: 1, unit_price: amount, tax: 'Z' }];
      const fields = { ...dated(day), settlement_date: '2026-03-25', customer: { guid: customer } };
      return seller.ok('create-invoice', { data: invoice({ ...fields, amount, items }) });
    };
    const [paid, cancelled] = [await make(10, 1000), await make(10, 500)];
    await credit(paid, 200, { issue_date: '2026-03-12' });
    on(14);
    await pay(paid);
    on(17);
    await credit(cancelled, 500, { issue_date: '2026-03-15' });
    await credit(paid, 300, { issue_date: '2026-03-16' });
    const owed = async (fields: { as_of?: string }) => {
      const { rows } = await seller.ok('get-aged-receivables', fields);
      const row = rows.find((one: { customer_guid: string }) => one.customer_guid === customer);
      return row && [row.bands[0], row.credit, row.total];
    };
    const days = ['09', '10', '12', '14', '15', '16'];
    const known = await Promise.all(days.map((day) => owed({ as_of: `2026-03-${day}` })));
    assert.deepEqual(known, [
      undefined,
      [1500, 0, 1500],
      [1300, 0, 1300],
      [500, 0, 500],
      undefined,
      [0, -300, -300],
    ]);
    assert.deepEqual(await owed({}), [0, -300, -300]);
    const { paid_on } = await seller.ok('get-invoice', { guid: paid });
    assert.equal(paid_on, '2026-03-14');
    const { result } = await seller.call('get-events', { types: 'invoice.paid,invoice.payment_recorded' });
    const events = result.filter(({ data }: { data: { guid: string } }) => data.guid === paid);
    assert.deepEqual(
      events.map(({ type, data }: { type: string; data: Record<string, unknown> }) => [
        type,
        data.amount,
        data.paid_on,
      ]),
      [
        ['invoice.payment_recorded', 800, '2026-03-14'],
        ['invoice.paid', undefined, '2026-03-14'],
      ],
    );
  });
});
