import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Client, invoice, type Reply } from '../../support/client.ts';
import { signInToConsole } from '../../support/console-client.ts';
import { creditNote } from '../../support/credits.ts';
import { onBothDatabases } from '../../support/service.ts';

/** The clock of the test stands at 2026-03-17. */
const on = (day: string, fields: object = {}) => ({
  data: invoice({ issue_date: day, due_date: day, settlement_date: day, ...fields }),
});
const codes = (answer: Record<string, any>): string[] =>
  (answer.warnings ?? []).map(({ code }: { code: string }) => code);

onBothDatabases('warnings of issued invoices', (kvitt) => {
  const issue = async (seller: Client, day: string, fields: object = {}): Promise<Reply> => {
    const reply = await seller.call('create-invoice', on(day, fields));
    assert.equal(reply.status, true, reply.message);
    return reply;
  };

  test('name an unusual issue date in the preview and in the answer, also when it is replayed', async () => {
    const seller = await kvitt.account();
    const consoleClient = await signInToConsole(seller);
    assert.deepEqual(codes(await issue(seller, '2026-03-17')), []);
    const { body } = await consoleClient.call('preview-invoice', on('2026-03-16').data as object);
    assert.deepEqual(codes(body), ['issue_date_before_last']);
    const key = { 'idempotency-key': 'once' };
    const first = await seller.call('create-invoice', on('2026-03-16'), key);
    assert.deepEqual(codes(first), ['issue_date_before_last']);
    assert.deepEqual(await seller.call('create-invoice', on('2026-03-16'), key), first);
    assert.deepEqual(codes(await issue(seller, '2026-03-16')), []);
    assert.deepEqual(codes(await issue(seller, '2026-01-16')), [
      'issue_date_before_last',
      'issue_date_long_ago',
    ]);
  });

  test('name an unusual date when a saved draft is issued', async () => {
    const seller = await kvitt.account();
    const saved = await issue(seller, '2025-12-24', { save: 1 });
    assert.deepEqual(codes(saved), []);
    const { warnings } = await seller.call('issue-invoice', { guid: saved.result });
    assert.deepEqual(codes({ warnings }), ['issue_date_long_ago']);
  });

  test('refuse an issue date more than a year ahead', async () => {
    const seller = await kvitt.account();
    await issue(seller, '2027-03-17');
    const { message } = await seller.expectRefusal('create-invoice', on('2027-03-18'));
    assert.equal(message, 'Field issue_date must be on or before 2027-03-17');
  });

  test('refuse a credit note that is older than its invoice, and date it no earlier by default', async () => {
    const seller = await kvitt.account();
    const { result: ahead } = await issue(seller, '2026-04-01');
    const early = await seller.expectRefusal(
      'create-invoice',
      creditNote(ahead, 1240, { issue_date: '2026-03-31' }),
    );
    assert.match(early.message, /on or after the issue date of the invoice that is credited \(2026-04-01\)/);
    const note = await seller.ok(
      'create-invoice',
      creditNote(ahead, 1240, { issue_date: undefined, settlement_date: '2026-03-17' }),
    );
    const { issue_date, settlement_date } = await seller.ok('get-invoice', { guid: note });
    assert.deepEqual([issue_date, settlement_date], ['2026-04-01', '2026-04-01']);
  });

  test('name the day of an old exchange rate, unless a rate was sent', async () => {
    const seller = await kvitt.account();
    await kvitt.operator('PUT', '/rates/EUR/2026-03-01', { rate: 150 });
    const inEuros = { currency: 'EUR' };
    const { warnings } = await issue(seller, '2026-03-17', inEuros);
    assert.deepEqual(codes({ warnings }), ['exchange_rate_old']);
    assert.match(warnings[0].message, /2026-03-01/);
    assert.deepEqual(codes(await issue(seller, '2026-03-17', { ...inEuros, exchange_rate: 151 })), []);
    const { customer, items } = invoice();
    const order = await seller.ok('create-order-invoice', {
      data: { customer, items, amount: 1240, ...inEuros },
    });
    assert.deepEqual(codes(await seller.call('create-invoice-from-order', { guid: order })), [
      'exchange_rate_old',
    ]);
  });
});
