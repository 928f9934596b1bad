import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvStatement, nextAccountNo } from '../../support/bank-files.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { creditInvoice } from '../../support/credits.ts';
import { onBothDatabases } from '../../support/service.ts';
import { UNKNOWN_GUID } from '../../support/unknown-guid.ts';

/** An invoice of `amount` krónur without VAT. */
async function createInvoice(seller: Client, amount: number, fields: object = {}): Promise<string> {
  const items = [line({ item_number: 'A', qty: 1, unit_price: amount, tax: 'Z' })];
  return seller.ok('create-invoice', { data: invoice({ items, amount, ...fields }) });
}

const record = (seller: Client, data: object) => seller.ok('record-payment', { data });

/** A call, the code of its refusal, and what the message names. */
type Refusal = [call: string, fields: Record<string, unknown>, code: string, names: RegExp];

/** Sends each call, also as a dry run, and looks whether it has changed payments, invoices or events. */
async function assertRefused(seller: Client, refusals: readonly Refusal[]): Promise<void> {
  const read = async () =>
    JSON.stringify([
      await seller.ok('get-payments'),
      await seller.ok('get-invoices'),
      (await seller.call('get-events', { limit: 200 })).result,
    ]);
  const before = await read();
  for (const [call, fields, code, names] of refusals) {
    for (const headers of [undefined, { 'kvitt-dry-run': '1' }]) {
      const { status, error_code, message } = await seller.call(call, fields, headers);
      assert.deepEqual([status, error_code], [false, code], `${call} ${JSON.stringify(fields)}: ${message}`);
      assert.match(message ?? '', names);
    }
  }
  assert.equal(await read(), before);
}

onBothDatabases('payments that are refused', (kvitt) => {
  const settle = (invoice_guid: string, fields: object = {}) => ({
    data: { amount: 1000, allocations: [{ invoice_guid }], ...fields },
  });

  test('name the field that does not fit', async () => {
    const [seller, other] = [await kvitt.account(), await kvitt.account()];
    const guid = await createInvoice(seller, 1000);
    const customer = (await seller.ok('get-invoice', { guid })).customer.guid;
    const theirs = { customer: { guid: customer } };
    const draft = await createInvoice(seller, 1000, { ...theirs, save: true });
    const cancelled = await createInvoice(seller, 1000, theirs);
    const paid = await createInvoice(seller, 1000, { ...theirs, mark_paid: true });
    await creditInvoice(seller, cancelled, 'rest', 1000);
    const note = await creditInvoice(seller, paid, 'rest', 1000);
    const euros = await createInvoice(seller, 100, { currency: 'EUR', exchange_rate: 150 });
    const part = { allocations: [{ invoice_guid: guid, amount: 900 }] };
    await assertRefused(seller, [
      ['record-payment', { data: { amount: 1000 } }, 'field_required', /customer_guid/],
      ['record-payment', { data: { amount: 0, allocations: [] } }, 'field_invalid', /amount/],
      ['record-payment', { data: { amount: 1, customer_guid: UNKNOWN_GUID } }, 'customer_not_found', /./],
      ['record-payment', settle(UNKNOWN_GUID), 'invoice_not_found', /./],
      [
        'record-payment',
        settle(guid, { ...part, amount: 800 }),
        'allocations_exceed_payment',
        /900\.00 ISK.*800\.00 ISK/,
      ],
      [
        'record-payment',
        settle(guid, { amount: 2000, allocations: [{ invoice_guid: guid, amount: 1001 }] }),
        'allocation_exceeds_remaining',
        /1000\.00 ISK/,
      ],
      ['record-payment', settle(paid), 'allocation_exceeds_remaining', /Invoice \d+.* 0\.00 ISK/],
      ['record-payment', settle(guid, { currency: 'EUR' }), 'currency_mismatch', /ISK.*EUR/],
      ['record-payment', settle(euros), 'currency_mismatch', /EUR.*ISK/],
      ['record-payment', settle(draft), 'invoice_not_payable', /./],
      ['record-payment', settle(cancelled), 'invoice_not_payable', /./],
      ['record-payment', settle(note), 'invoice_not_payable', /./],
      ['record-payment', settle(guid, { direction: 'out' }), 'invoice_not_payable', /./],
      [
        'record-payment',
        { data: { amount: 1001, direction: 'out', customer_guid: customer } },
        'amount_exceeds_credit',
        /1000\.00 ISK/,
      ],
      ['apply-credit', { data: { invoice_guid: guid, amount: 1001 } }, 'amount_exceeds_credit', /1000\.00/],
      ['apply-credit', { data: { invoice_guid: paid } }, 'allocation_exceeds_remaining', /0\.00/],
      ['do-paid-invoice', { guid, amount: 1001 }, 'allocation_exceeds_remaining', /1000\.00 ISK/],
      ['get-payment', { guid: UNKNOWN_GUID }, 'payment_not_found', /./],
      ['reverse-payment', { guid: UNKNOWN_GUID, data: { reason: 'x' } }, 'payment_not_found', /./],
      ['allocate-payment', { guid: UNKNOWN_GUID, data: { allocations: [] } }, 'payment_not_found', /./],
      ['apply-credit', { data: { invoice_guid: guid, from: UNKNOWN_GUID } }, 'payment_not_found', /./],
    ]);
    await assertRefused(other, [['record-payment', settle(guid), 'invoice_not_found', /./]]);
  });

  test('name what must be reversed first', async () => {
    const seller = await kvitt.account();
    const first = await createInvoice(seller, 1000);
    const { customer } = await seller.ok('get-invoice', { guid: first });
    const theirs = { customer: { guid: customer.guid } };
    const second = await createInvoice(seller, 500, theirs);
    const lost = await createInvoice(seller, 300, theirs);
    const surplus = await record(seller, {
      amount: 1400,
      customer_guid: customer.guid,
      allocations: [{ invoice_guid: first }],
    });
    await seller.ok('apply-credit', { data: { invoice_guid: second, from: surplus.guid } });
    const [applied] = await seller.ok('get-payments', { source: 'credit' });
    const half = await record(seller, { amount: 100, allocations: [{ invoice_guid: lost }] });
    await seller.ok('write-off-invoice', { guid: lost, data: { reason: 'Lost' } });
    const reversed = await record(seller, { amount: 50, customer_guid: customer.guid, allocations: [] });
    await seller.ok('reverse-payment', { guid: reversed.guid, data: { reason: 'x' } });
    const back = (guid: string) => ({ guid, data: { reason: 'x' } });
    const moved = (guid: string) => ({ guid, data: { allocations: [] } });
    await assertRefused(seller, [
      ['reverse-payment', back(surplus.guid), 'credit_already_used', new RegExp(applied.guid)],
      ['reverse-payment', back(reversed.guid), 'payment_reversed', /./],
      ['allocate-payment', moved(reversed.guid), 'payment_reversed', /./],
      ['reverse-payment', back(half.guid), 'invoice_not_payable', /./],
      ['allocate-payment', moved(half.guid), 'invoice_not_payable', /./],
      ['record-payment', settle(lost), 'allocation_exceeds_remaining', /0\.00 ISK/],
      ['allocate-payment', moved(applied.guid), 'invoice_not_payable', /./],
      ['undo-write-off', { guid: second }, 'not_written_off', /./],
      ['reverse-payment', { guid: surplus.guid }, 'field_required', /reason/],
      ['write-off-invoice', { guid: second, data: { reason: '' } }, 'field_required', /reason/],
    ]);
  });

  test('are reversed only by the line of the bank that they come from, and in an open period', async () => {
    kvitt.now = () => new Date('2026-05-20T09:00:00Z');
    const seller = await kvitt.account();
    const guid = await createInvoice(seller, 1000, { issue_date: '2026-03-02' });
    const account = { name: 'Velta', account_no: nextAccountNo() };
    const { guid: bank_account_guid } = await seller.ok('create-bank-account', { data: account });
    const file = csvStatement([{ booked_on: '2026-05-16', amount: 400 }]);
    await seller.ok('import-bank-statement', { bank_account_guid, file });
    const [received] = await seller.ok('get-bank-lines', { bank_account_guid });
    const actions = [{ type: 'payment', allocations: [{ invoice_guid: guid }], amount: 400 }];
    await seller.ok('book-bank-line', { guid: received.guid, data: { actions } });
    const [ofBank] = await seller.ok('get-payments', { invoice_guid: guid });
    const early = await record(seller, {
      amount: 100,
      paid_on: '2026-04-02',
      allocations: [{ invoice_guid: guid }],
    });
    await seller.ok('lock-vat-period', { period: '2026-04' });
    const locked = /2026-05-01/;
    await assertRefused(seller, [
      ['reverse-payment', { guid: ofBank.guid, data: { reason: 'x' } }, 'payment_from_bank_line', /unbook/],
      [
        'allocate-payment',
        { guid: ofBank.guid, data: { allocations: [] } },
        'payment_from_bank_line',
        /unbook/,
      ],
      ['record-payment', settle(guid, { amount: 100, paid_on: '2026-04-30' }), 'period_locked', locked],
      ['do-paid-invoice', { guid, paid_on: '2026-04-30' }, 'period_locked', locked],
      [
        'reverse-payment',
        { guid: early.guid, data: { reason: 'x', reversed_on: '2026-04-30' } },
        'period_locked',
        locked,
      ],
      [
        'write-off-invoice',
        { guid, data: { reason: 'x', written_off_on: '2026-04-30' } },
        'period_locked',
        locked,
      ],
    ]);
    await seller.ok('reverse-payment', { guid: early.guid, data: { reason: 'On an open day' } });
  });
});

onBothDatabases('payments in another currency', (kvitt) => {
  test('name both currencies, and their events the direction', async () => {
    const seller = await kvitt.account();
    const guid = await createInvoice(seller, 100, { currency: 'EUR', exchange_rate: 150 });
    const { customer } = await seller.ok('get-invoice', { guid });
    const paid = await record(seller, {
      amount: 16_000,
      customer_guid: customer.guid,
      allocations: [{ invoice_guid: guid, amount: 100, paid: 15_300 }],
    });
    const back = await record(seller, { amount: 700, direction: 'out', customer_guid: customer.guid });
    const listed = await seller.ok('get-payments');
    const expected = [
      [paid.guid, guid, 100, 'EUR', 15_300, 300],
      [back.guid, null, 700, 'ISK', 700, 0],
    ].sort();
    for (const payments of [[paid, back], listed])
      assert.deepEqual(
        payments
          .flatMap((one: any) =>
            one.allocations.map(
              ({ invoice_guid, amount, currency, paid: taken, exchange_difference }: any) => [
                ...[one.guid, invoice_guid, amount, currency, taken, exchange_difference],
              ],
            ),
          )
          .sort(),
        expected,
      );
    await seller.ok('reverse-payment', { guid: back.guid, data: { reason: 'x' } });
    const { result } = await seller.call('get-events', { types: 'payment.*' });
    assert.deepEqual(
      result.map(({ type, data }: any) => [type, data.guid, data.direction, data.amount, data.currency]),
      [
        ['payment.recorded', paid.guid, 'in', 16_000, 'ISK'],
        ['payment.recorded', back.guid, 'out', 700, 'ISK'],
        ['payment.reversed', back.guid, 'out', 700, 'ISK'],
      ],
    );
  });
});
