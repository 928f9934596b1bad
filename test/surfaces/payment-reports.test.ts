import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { csvStatement, nextAccountNo } from '../support/bank-files.ts';
import { type Client, line } from '../support/client.ts';
import { creditInvoice } from '../support/credits.ts';
import { assertMoneyBalances } from '../support/money-balance.ts';
import { createInvoiceWithLink, pressPayButton } from '../support/payments.ts';
import { onBothDatabases } from '../support/service.ts';

onBothDatabases('refunds and disputes at the card provider', (kvitt) => {
  let seller: Client;
  let guid: string;
  let checkout: string;
  beforeEach(async () => {
    kvitt.now = () => new Date('2026-03-10T10:00:00Z');
    seller = await kvitt.account();
    // 1,240 and a fee of 160.
    const items = [line({ item_number: 'A', qty: 2, unit_price: 500 })];
    const made = await createInvoiceWithLink(seller, { items });
    guid = made.guid;
    const { location } = await pressPayButton(made.link);
    checkout = location.split('/').at(-1) ?? '';
  });

  const pay = async () => {
    const body = new URLSearchParams({ decision: 'pay' });
    const { status } = await fetch(`${kvitt.url}/test-checkout/${checkout}`, {
      method: 'POST',
      body,
      redirect: 'manual',
    });
    assert.equal(status, 303);
  };
  const report = async (event: string, more: object = {}) => {
    const answer = await kvitt.operator('POST', `/sandbox/payments/${checkout}/report`, { event, ...more });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.outcome;
  };
  /** Pays the checkout out, by a payout of its own or by one that has others already. */
  const payOut = async (id?: string) => {
    const answer = await kvitt.operator('POST', `/sandbox/payments/${checkout}/report`, {
      event: 'payout',
      id,
    });
    assert.deepEqual([answer.status, answer.body.outcome], [200, 'applied'], JSON.stringify(answer.body));
    return { payout: answer.body.id as string };
  };
  const customer = async () => (await seller.ok('get-invoice', { guid })).customer.guid;
  const state = async () => {
    const { status, remaining, paid_amount } = await seller.ok('get-invoice', { guid });
    return [status, paid_amount, remaining];
  };
  /** Direction, amount, state, what it settles or takes, and the fee of each payment, in the order of their recording. */
  const payments = async () => {
    const listed: any[] = await seller.ok('get-payments');
    return listed
      .sort((a, b) => a.recorded_at.localeCompare(b.recorded_at) || a.guid.localeCompare(b.guid))
      .map(({ direction, amount, state: now, allocations, components, unallocated }) => [
        direction,
        amount,
        now,
        allocations.map((one: { amount: number }) => one.amount),
        components.fee,
        unallocated,
      ]);
  };
  const PAID = ['in', 1400, 'booked', [1240], 160, 0];
  const later = () => {
    kvitt.now = () => new Date('2026-03-20T10:00:00Z');
  };

  test('stores the id of the payment at the provider', async () => {
    await pay();
    const [{ reference }] = await seller.ok('get-payments');
    assert.match(reference, /^pi_test_/);
  });

  test('reverses a payment that was refunded in full without a credit note, once', async () => {
    await pay();
    later();
    assert.equal(await report('refund', { id: 're_1' }), 'applied');
    assert.equal(await report('refund', { id: 're_1' }), 'known');
    assert.deepEqual(await state(), ['Sent', 0, 1240]);
    assert.deepEqual(await payments(), [['in', 1400, 'reversed', [1240], 160, 0]]);
    const [{ reversed_on, reversal_reason }] = await seller.ok('get-payments');
    assert.deepEqual([reversed_on, reversal_reason], ['2026-03-20', 'Refunded by the card provider']);
    await assertMoneyBalances(seller);
  });

  test('records the remainder as a new payment when a part was refunded without a credit note', async () => {
    await pay();
    later();
    assert.equal(await report('refund', { id: 're_1', amount: 400 }), 'applied');
    assert.deepEqual(await state(), ['Sent', 840, 400]);
    assert.deepEqual(await payments(), [
      ['in', 1400, 'reversed', [1240], 160, 0],
      ['in', 1000, 'booked', [840], 160, 0],
    ]);
    const { result: events } = await seller.call('get-events', {
      types: 'invoice.reopened,payment.reversed',
    });
    assert.equal(events.length, 2);
    await assertMoneyBalances(seller);
  });

  test('books two refunds of parts and the failure of one of them', async () => {
    await pay();
    await report('refund', { id: 're_1', amount: 400 });
    await report('refund', { id: 're_2', amount: 600 });
    assert.deepEqual(await state(), ['Sent', 240, 1000]);
    await report('refund_failed', { id: 're_2', amount: 600 });
    assert.deepEqual(await state(), ['Sent', 840, 400]);
    await report('refund', { id: 're_3', amount: 600 });
    await report('refund', { id: 're_4', amount: 400 });
    assert.deepEqual(await state(), ['Sent', 0, 1240]);
    await assertMoneyBalances(seller);
  });

  test('settles the credit of a note by a refund', async () => {
    await pay();
    const note = await creditInvoice(seller, guid, 'one');
    later();
    assert.equal(await report('refund', { id: 're_1', amount: 620 }), 'applied');
    assert.deepEqual(await state(), ['Paid', 1240, 0]);
    assert.deepEqual(await payments(), [PAID, ['out', 620, 'booked', [620], 0, 0]]);
    assert.deepEqual((await seller.ok('get-invoice', { guid: note })).remaining, 0);
    await assertMoneyBalances(seller);
  });

  test('books a refund that is reported before the payment', async () => {
    const { embedded } = { embedded: kvitt.service.engine.adapters.sandboxes.payments };
    assert.ok(await embedded?.decide(checkout, 'paid'));
    assert.deepEqual(await payments(), []);
    assert.equal(await report('refund', { id: 're_1' }), 'applied');
    assert.deepEqual(await state(), ['Sent', 0, 1240]);
    await pay();
    assert.deepEqual(await payments(), [['in', 1400, 'reversed', [1240], 160, 0]]);
  });

  test('reports a refund that cannot be booked because the money was used already', async () => {
    await pay();
    const note = await creditInvoice(seller, guid, 'one');
    await seller.ok('do-paid-invoice', { guid: note });
    assert.equal(await report('refund', { id: 're_1' }), 'applied');
    assert.equal(await report('refund', { id: 're_1' }), 'known');
    assert.deepEqual(await state(), ['Paid', 1240, 0]);
    const { payment_message } = await seller.ok('get-invoice', { guid });
    assert.equal(
      payment_message,
      'Refunded by the card provider on 2026-03-10: 1400.00 ISK is not booked, because the payment was used; book it by hand',
    );
    await assertMoneyBalances(seller);
  });

  test('does not change a payment that a person has reversed already', async () => {
    await pay();
    const [{ guid: payment }] = await seller.ok('get-payments');
    await seller.ok('reverse-payment', { guid: payment, data: { reason: 'Refunded at Stripe' } });
    assert.equal(await report('refund', { id: 're_1' }), 'applied');
    assert.deepEqual(await payments(), [['in', 1400, 'reversed', [1240], 160, 0]]);
  });

  test('reverses a disputed payment, and records it again when the dispute is won', async () => {
    await pay();
    assert.equal(await report('dispute_opened', { id: 'dp_1' }), 'applied');
    const { payment_message } = await seller.ok('get-invoice', { guid });
    assert.match(
      payment_message,
      /^The payer disputes the payment: answer at the card provider on 2026-03-10$/,
    );
    assert.equal(await report('dispute_withdrawn', { id: 'dp_1' }), 'applied');
    assert.deepEqual(await state(), ['Sent', 0, 1240]);
    later();
    assert.equal(await report('dispute_won', { id: 'dp_1' }), 'applied');
    assert.equal(await report('dispute_won', { id: 'dp_1' }), 'known');
    assert.deepEqual(await state(), ['Paid', 1240, 0]);
    assert.deepEqual(await payments(), [
      ['in', 1400, 'reversed', [1240], 160, 0],
      ['in', 1400, 'booked', [1240], 160, 0],
    ]);
    await assertMoneyBalances(seller);
  });

  test('stores a fee that is reported later, and finds the payments of a payout when it reaches the bank', async () => {
    await pay();
    assert.equal(await report('fee', { amount: 40 }), 'applied');
    assert.equal(await report('fee', { amount: 40 }), 'known');
    const { payout } = await payOut();
    const other = await createInvoiceWithLink(seller);
    checkout = (await pressPayButton(other.link)).location.split('/').at(-1) ?? '';
    await pay();
    await report('fee', { amount: 30 });
    await payOut(payout);
    await seller.ok('reverse-payment', {
      guid: (await seller.ok('record-payment', { data: { amount: 5, customer_guid: await customer() } }))
        .guid,
      data: { reason: 'Not of the payout' },
    });
    const booked = await seller.ok('get-payments', { state: 'booked' });
    assert.deepEqual(
      booked.map((one: any) => [one.amount, one.acquirer_fee, one.received]),
      [
        [1400, 30, 1370],
        [1400, 40, 1360],
      ],
    );
    const { total } = await seller.ok('get-profit', { from_date: '2026-03-01', to_date: '2026-03-31' });
    assert.equal(total.acquirer_fees, 70);
    const account = await seller.ok('create-bank-account', {
      data: { name: 'Velta', account_no: nextAccountNo() },
    });
    const file = csvStatement([{ booked_on: '2026-03-12', amount: 2730, text: 'STRIPE' }]);
    await seller.ok('import-bank-statement', { bank_account_guid: account.guid, file });
    const [received] = await seller.ok('get-bank-lines', { bank_account_guid: account.guid });
    const [{ score, actions }] = received.proposals;
    assert.deepEqual([score, actions[0].type], [0.98, 'settled']);
    assert.deepEqual(actions[0].payments.sort(), booked.map((one: any) => one.guid).sort());
  });

  test('shows that a dispute was lost', async () => {
    await pay();
    for (const event of ['dispute_withdrawn', 'dispute_lost']) await report(event, { id: 'dp_1' });
    assert.deepEqual(await state(), ['Sent', 0, 1240]);
    const { payment_message } = await seller.ok('get-invoice', { guid });
    assert.match(payment_message, /^The dispute of the payment was lost on /);
  });

  test('ends with the same books when the reports of a dispute come in the wrong order', async () => {
    await pay();
    for (const event of ['dispute_won', 'dispute_withdrawn', 'dispute_won', 'dispute_withdrawn'])
      await report(event, { id: 'dp_1' });
    assert.deepEqual(await payments(), [PAID]);
  });

  test('books a refund once when it is reported five times concurrently', async () => {
    await pay();
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => report('refund', { id: 're_1', amount: 400 })),
    );
    assert.deepEqual(outcomes.sort(), ['applied', 'known', 'known', 'known', 'known']);
    assert.deepEqual(await state(), ['Sent', 840, 400]);
  });

  test('lists checkouts, and refuses reports of unpaid ones', async () => {
    const { body } = await kvitt.operator('GET', `/sandbox/payments?account=${seller.username}`);
    assert.deepEqual(
      body.map(({ checkout_id, status, amount }: any) => [checkout_id, status, amount]),
      [[checkout, 'open', '1400.00']],
    );
    const path = `/sandbox/payments/${checkout}/report`;
    assert.equal((await kvitt.operator('POST', path, { event: 'refund' })).status, 404);
    assert.equal((await kvitt.operator('POST', path, { event: 'lost' })).status, 422);
  });
});
