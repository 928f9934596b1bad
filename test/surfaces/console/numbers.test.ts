import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { type Client, invoice, line } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { onBothDatabases } from '../../support/service.ts';

const RANGE = 'field_invalid: Field next must be a whole number from 1 to 999999999';

onBothDatabases('invoice numbers', (kvitt) => {
  let seller: Client;
  let consoleClient: ConsoleClient;
  before(() => {
    kvitt.now = () => new Date('2026-03-02T10:00:00Z');
  });
  beforeEach(async () => {
    seller = await kvitt.account();
    consoleClient = await signInToConsole(seller);
  });
  const issueInvoice = async () => {
    const guid = await seller.ok('create-invoice', { data: invoice() });
    return Number((await seller.ok('get-invoice', { guid })).number);
  };
  const readNextNumber = async (series = 'invoice') =>
    (await consoleClient.ok('get-numbers')).series.find((one: { series: string }) => one.series === series)
      .next;

  test('shows the next number of every series', async () => {
    assert.deepEqual(
      (await consoleClient.ok('get-numbers')).series.map((one: { next: number }) => one.next),
      [1, 1, 1, 1, 1],
    );
    await issueInvoice();
    const order = { customer: { name: 'K', output_select: 4 }, items: [line({ item_number: 'A' })] };
    await seller.ok('create-order-invoice', { data: order });
    assert.deepEqual(
      [await readNextNumber(), await readNextNumber('order'), await readNextNumber('quote')],
      [2, 2, 1],
    );
  });

  test('starts at the number that the company chooses before the first invoice', async () => {
    assert.deepEqual(await consoleClient.ok('start-invoice-numbers', { next: '4711' }), { next: 4711 });
    assert.equal(await readNextNumber(), 4711);
    const { starts } = await consoleClient.ok('get-numbers');
    assert.deepEqual(starts, [{ after: 0, next: 4711, at: '2026-03-02 10:00:00' }]);
    assert.deepEqual([await issueInvoice(), await issueInvoice()], [4711, 4712]);
    assert.equal(await readNextNumber(), 4713);
  });

  test('refuses a number that was used, or a lower one', async () => {
    await consoleClient.ok('start-invoice-numbers', { next: 100 });
    await issueInvoice();
    await consoleClient.assertRefused('start-invoice-numbers', [
      [{ next: 100 }, 'number_used: Number 100 is used or lies below one that is; send 101 or more'],
      [{ next: 1 }, 'number_used: Number 1 is used or lies below one that is; send 101 or more'],
      [
        { next: 99, leave_gap: 1 },
        'number_used: Number 99 is used or lies below one that is; send 101 or more',
      ],
    ]);
    assert.equal(await issueInvoice(), 101);
  });

  test('leaves a gap only on request, and records it', async () => {
    await issueInvoice();
    await consoleClient.assertRefused('start-invoice-numbers', [
      [{ next: 10 }, 'number_gap: The numbers 2 to 9 would never be used; send leave_gap 1 if that is meant'],
      [
        { next: 10, leave_gap: 0 },
        'number_gap: The numbers 2 to 9 would never be used; send leave_gap 1 if that is meant',
      ],
    ]);
    assert.equal(await readNextNumber(), 2);
    await consoleClient.ok('start-invoice-numbers', { next: 10, leave_gap: true });
    assert.deepEqual([await issueInvoice(), await readNextNumber()], [10, 11]);
    const { starts } = await consoleClient.ok('get-numbers');
    assert.deepEqual(starts, [{ after: 1, next: 10, at: '2026-03-02 10:00:00' }]);
  });

  test('corrects a wrong start while no invoice has been numbered from it', async () => {
    await consoleClient.ok('start-invoice-numbers', { next: 20_260_001 });
    await consoleClient.ok('start-invoice-numbers', { next: 2026 });
    assert.deepEqual((await consoleClient.ok('get-numbers')).starts[0].next, 2026);
    await consoleClient.ok('start-invoice-numbers', { next: 1 });
    assert.deepEqual((await consoleClient.ok('get-numbers')).starts, []);
    assert.equal(await issueInvoice(), 1);
  });

  test('refuses invalid numbers and says what to send instead', async () => {
    await consoleClient.assertRefused('start-invoice-numbers', [
      [{}, 'field_required: Field next is required'],
      [{ next: '' }, 'field_required: Field next is required'],
      [{ next: 0 }, RANGE],
      [{ next: -5 }, RANGE],
      [{ next: 1.5 }, RANGE],
      [{ next: 'abc' }, RANGE],
      [{ next: '1e3' }, RANGE],
      [{ next: 1_000_000_000 }, RANGE],
      [{ next: [5] }, RANGE],
      [{ next: 5, leave_gap: 'perhaps' }, 'field_invalid: Field leave_gap must be true or false (1 or 0)'],
    ]);
    assert.equal(await readNextNumber(), 1);
  });

  test('neither duplicates nor loses numbers when the start changes while invoices are issued', async () => {
    await issueInvoice();
    const [issuedNumbers] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, issueInvoice)),
      ...[50, 60, 70].map((wanted) =>
        consoleClient.call('start-invoice-numbers', { next: wanted, leave_gap: 1 }),
      ),
    ]);
    assert.equal(new Set(issuedNumbers).size, 20, 'two invoices have the same number');
    const numbers = [1, ...issuedNumbers].sort((a, b) => a - b);
    const gaps = numbers.flatMap((number, at) => {
      const before = numbers[at - 1] ?? 0;
      return number > before + 1 ? [`${before} ${number}`] : [];
    });
    const recorded = new Set(
      (await consoleClient.ok('get-numbers')).starts.map(
        (one: { after: number; next: number }) => `${one.after} ${one.next}`,
      ),
    );
    assert.deepEqual(
      gaps.filter((gap) => !recorded.has(gap)),
      [],
    );
    assert.equal(await issueInvoice(), (await readNextNumber()) - 1);
  });

  test('records changes in the audit log, and keeps accounts separate', async () => {
    const other = await kvitt.account();
    await consoleClient.ok('start-invoice-numbers', { next: 900 });
    const guid = await other.ok('create-invoice', { data: invoice() });
    assert.equal((await other.ok('get-invoice', { guid })).number, '1');
    const path = `/accounts/${other.username}/numbers`;
    assert.deepEqual((await kvitt.operator('PUT', path, { next: 5 })).status, 409);
    const started = await kvitt.operator('PUT', path, { next: 5, leave_gap: true });
    assert.deepEqual([started.status, started.body], [200, { next: 5 }]);
    const { body } = await kvitt.operator('GET', path);
    assert.deepEqual([body.series[0].next, body.starts.length], [5, 1]);
    assert.equal((await kvitt.operator('GET', '/accounts/nobody/numbers')).status, 404);
  });
});
