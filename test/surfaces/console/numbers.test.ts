import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { type Client, invoice, line } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { onBothDatabases } from '../../support/service.ts';

const RANGE = 'field_invalid: Field next must be a whole number from 1 to 999999999';

onBothDatabases('the numbers of invoices', (kvitt) => {
  let seller: Client;
  let desk: ConsoleClient;
  before(() => {
    kvitt.now = () => new Date('2026-03-02T10:00:00Z');
  });
  beforeEach(async () => {
    seller = await kvitt.account();
    desk = await signInToConsole(seller);
  });
  const issue = async () => {
    const guid = await seller.ok('create-invoice', { data: invoice() });
    return Number((await seller.ok('get-invoice', { guid })).number);
  };
  const next = async (series = 'invoice') =>
    (await desk.ok('get-numbers')).series.find((one: { series: string }) => one.series === series).next;

  test('are told before they are taken, of every series', async () => {
    assert.deepEqual(
      (await desk.ok('get-numbers')).series.map((one: { next: number }) => one.next),
      [1, 1, 1, 1, 1],
    );
    await issue();
    const order = { customer: { name: 'K', output_select: 4 }, items: [line({ item_number: 'A' })] };
    await seller.ok('create-order-invoice', { data: order });
    assert.deepEqual([await next(), await next('order'), await next('quote')], [2, 2, 1]);
  });

  test('begin where the company says, before the first invoice', async () => {
    assert.deepEqual(await desk.ok('start-invoice-numbers', { next: '4711' }), { next: 4711 });
    assert.equal(await next(), 4711);
    const { starts } = await desk.ok('get-numbers');
    assert.deepEqual(starts, [{ after: 0, next: 4711, at: '2026-03-02 10:00:00' }]);
    assert.deepEqual([await issue(), await issue()], [4711, 4712]);
    assert.equal(await next(), 4713);
  });

  test('never go back to one that was used, nor below', async () => {
    await desk.ok('start-invoice-numbers', { next: 100 });
    await issue();
    await desk.assertRefused('start-invoice-numbers', [
      [{ next: 100 }, 'number_used: Number 100 is used or lies below one that is; send 101 or more'],
      [{ next: 1 }, 'number_used: Number 1 is used or lies below one that is; send 101 or more'],
      [
        { next: 99, leave_gap: 1 },
        'number_used: Number 99 is used or lies below one that is; send 101 or more',
      ],
    ]);
    assert.equal(await issue(), 101);
  });

  test('leave a gap only where that is said, and the gap is on record', async () => {
    await issue();
    await desk.assertRefused('start-invoice-numbers', [
      [{ next: 10 }, 'number_gap: The numbers 2 to 9 would never be used; send leave_gap 1 if that is meant'],
      [
        { next: 10, leave_gap: 0 },
        'number_gap: The numbers 2 to 9 would never be used; send leave_gap 1 if that is meant',
      ],
    ]);
    assert.equal(await next(), 2);
    await desk.ok('start-invoice-numbers', { next: 10, leave_gap: true });
    assert.deepEqual([await issue(), await next()], [10, 11]);
    const { starts } = await desk.ok('get-numbers');
    assert.deepEqual(starts, [{ after: 1, next: 10, at: '2026-03-02 10:00:00' }]);
  });

  test('that were started wrongly are corrected as long as no invoice has one', async () => {
    await desk.ok('start-invoice-numbers', { next: 20_260_001 });
    await desk.ok('start-invoice-numbers', { next: 2026 });
    assert.deepEqual((await desk.ok('get-numbers')).starts[0].next, 2026);
    await desk.ok('start-invoice-numbers', { next: 1 });
    assert.deepEqual((await desk.ok('get-numbers')).starts, []);
    assert.equal(await issue(), 1);
  });

  test('are refused with what to send instead', async () => {
    await desk.assertRefused('start-invoice-numbers', [
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
    assert.equal(await next(), 1);
  });

  test('that are started while invoices are issued are neither doubled nor lost', async () => {
    await issue();
    const [made] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, issue)),
      ...[50, 60, 70].map((wanted) => desk.call('start-invoice-numbers', { next: wanted, leave_gap: 1 })),
    ]);
    assert.equal(new Set(made).size, 20, 'two invoices have the same number');
    const numbers = [1, ...made].sort((a, b) => a - b);
    const gaps = numbers.flatMap((number, at) => {
      const before = numbers[at - 1] ?? 0;
      return number > before + 1 ? [`${before} ${number}`] : [];
    });
    const recorded = new Set(
      (await desk.ok('get-numbers')).starts.map(
        (one: { after: number; next: number }) => `${one.after} ${one.next}`,
      ),
    );
    assert.deepEqual(
      gaps.filter((gap) => !recorded.has(gap)),
      [],
    );
    assert.equal(await issue(), (await next()) - 1);
  });

  test('are written down as done, and are each account’s own', async () => {
    const other = await kvitt.account();
    await desk.ok('start-invoice-numbers', { next: 900 });
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
