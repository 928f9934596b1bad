import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { createInvoiceWithClaim, fetchBankClaims } from '../../support/claims.ts';
import type { Client } from '../../support/client.ts';
import { creditInvoice } from '../../support/credits.ts';
import { runJobsWithoutFailure } from '../../support/jobs.ts';
import { onBothDatabases } from '../../support/service.ts';

interface Payment {
  guid: string;
  amount: number;
  paid_on: string;
  components: object;
  unallocated: number;
  allocations: { amount: number }[];
}

onBothDatabases('claims that are paid in part at the bank', (kvitt) => {
  let seller: Client;
  let guid: string;
  let claimId: string;
  beforeEach(async () => {
    kvitt.now = () => new Date('2026-03-02T10:00:00Z');
    seller = await kvitt.account();
    // 1,240 and a fee of 191.
    guid = await createInvoiceWithClaim(seller);
    await runJobsWithoutFailure(kvitt);
    claimId = (await read()).claim_id;
  });

  const read = () => seller.ok('get-invoice', { guid });
  const pay = (body: object) => kvitt.operator('POST', `/sandbox/claims/${claimId}/pay`, body);
  /** Pays without telling the service. */
  const payUnseen = (amount?: string) =>
    kvitt.service.engine.adapters.sandboxes.bank?.pay(claimId, {
      paidOn: '2026-03-03',
      capitalGainsTax: '0',
      otherDefaultCosts: '0',
      defaultCharge: '0',
      defaultInterest: '0',
      amount,
    });
  /** Payments of the claim, the oldest first: all of it, components, what it settles, what is left. */
  async function listParts() {
    const payments: Payment[] = await seller.ok('get-payments', { source: 'claim' });
    return payments
      .reverse()
      .map(({ amount, components, allocations, unallocated }) => [
        amount,
        components,
        allocations[0]?.amount ?? 0,
        unallocated,
      ]);
  }
  const state = async () => {
    const { status, claim_status, remaining, claim_message } = await read();
    return [status, claim_status, remaining, claim_message];
  };
  const bankClaim = async () => {
    const [{ status, payload }] = await fetchBankClaims(kvitt, seller);
    return [status, payload.amount];
  };
  const fee = (amount: number) => ({ interest: 0, charge: 0, fee: amount });
  const creditOfPayer = async () => {
    const [customer] = await seller.ok('get-customers', {});
    return (await seller.ok('get-customer', { guid: customer.guid })).credits;
  };
  const differs = (asked: string, left: string, advice: string) =>
    `The bank does not change the claim after a payment: it asks for ${asked}, and ${left} is left of the invoice; ${advice}`;
  const REFUND = 'cancel it at the bank, or refund the difference';

  test('books each part once, costs and interest as components, until the claim is paid', async () => {
    const late = { default_interest_amount: 33.33, default_charge_amount: 900, capital_gains_tax: 7.33 };
    const first = await pay({ amount: 1000, date: '2026-03-20', ...late });
    assert.deepEqual([first.status, first.body], [200, { claim_id: claimId, status: 'unpaid' }]);
    assert.deepEqual(await state(), ['Sent', 'sent', 1240, '']);
    await pay({ amount: 700, date: '2026-03-21' });
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await state(), ['Sent', 'sent', 664.33, '']);
    const last = await pay({ date: '2026-03-22' });
    assert.deepEqual([last.status, last.body.status], [200, 'paid']);
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await listParts(), [
      [1000, { interest: 33.33, charge: 900, fee: 66.67 }, 0, 0],
      [700, fee(124.33), 575.67, 0],
      [664.33, fee(0), 664.33, 0],
    ]);
    const paid = await read();
    const { status, claim_status, paid_on, default_charge_amount, default_interest_amount } = paid;
    assert.deepEqual(
      { status, claim_status, paid_on, default_charge_amount, default_interest_amount },
      {
        status: 'Paid',
        claim_status: 'paid',
        paid_on: '2026-03-22',
        default_charge_amount: 900,
        default_interest_amount: 33.33,
      },
    );
    assert.deepEqual([paid.capital_gains_tax, paid.bank_transaction_amount], [7.33, 2357]);
    assert.deepEqual(
      paid.timeline.map(({ event }: { event: string }) => event),
      ['issued', 'claim_sent', 'part_paid', 'claim_paid', 'paid'],
    );
    const { result: events } = await seller.call('get-events', {
      types: 'payment.*,invoice.claim_paid,invoice.paid,invoice.payment_recorded',
    });
    assert.deepEqual(
      events.map(({ type, data }: { type: string; data: { amount?: number } }) => [
        type,
        data.amount ?? null,
      ]),
      [
        ['payment.recorded', 1000],
        ['payment.recorded', 700],
        ['invoice.payment_recorded', 575.67],
        ['invoice.claim_paid', null],
        ['payment.recorded', 664.33],
        ['invoice.payment_recorded', 664.33],
        ['invoice.paid', null],
      ],
    );
    await runJobsWithoutFailure(kvitt);
    assert.equal((await listParts()).length, 3);
  });

  test('records a surplus as credit of the customer', async () => {
    await pay({ amount: 431 });
    const { body } = await pay({ amount: 1500 });
    assert.equal(body.status, 'paid');
    assert.deepEqual(await listParts(), [
      [431, fee(191), 240, 0],
      [1500, fee(0), 1000, 500],
    ]);
    assert.deepEqual((await state()).slice(0, 3), ['Paid', 'paid', 0]);
    assert.match(
      (await state())[3],
      /before it was lowered by another payment; 500\.00 of it is credit of the customer now/,
    );
    assert.deepEqual(await creditOfPayer(), [{ currency: 'ISK', amount: 500 }]);
  });

  test('refuses a part of nothing', async () => {
    for (const amount of [0, -1, '1.001']) assert.equal((await pay({ amount })).status, 422);
    assert.deepEqual(await state(), ['Sent', 'sent', 1240, '']);
  });

  test('does not change the claim after a payment, and shows a difference while there is one', async () => {
    await pay({ amount: 431 });
    const data = { amount: 300, allocations: [{ invoice_guid: guid }] };
    const { guid: payment } = await seller.ok('record-payment', { data });
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await bankClaim(), ['unpaid', '1240.00']);
    assert.deepEqual(await state(), ['Sent', 'sent', 700, differs('1000.00', '700.00', REFUND)]);
    await seller.ok('reverse-payment', { guid: payment, data: { reason: 'Wrong invoice' } });
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await state(), ['Sent', 'sent', 1000, '']);
    await creditInvoice(seller, guid, 'one');
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await state(), ['Sent', 'sent', 380, differs('1000.00', '380.00', REFUND)]);
    const [part] = (await read()).payments;
    await seller.ok('reverse-payment', { guid: part.guid, data: { reason: 'The bank took it back' } });
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await state(), ['Sent', 'sent', 620, differs('1000.00', '620.00', REFUND)]);
    await pay({});
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual((await state()).slice(0, 3), ['Paid', 'paid', 0]);
    assert.deepEqual(await creditOfPayer(), [{ currency: 'ISK', amount: 380 }]);
  });

  test('shows the amount that the claim does not cover when a part of it is reversed', async () => {
    await pay({ amount: 431 });
    const [part] = (await read()).payments;
    await seller.ok('reverse-payment', { guid: part.guid, data: { reason: 'The bank took it back' } });
    await runJobsWithoutFailure(kvitt);
    const note = differs('1000.00', '1240.00', 'ask for the rest otherwise');
    assert.deepEqual(await state(), ['Sent', 'sent', 1240, note]);
    assert.equal((await listParts()).length, 1);
  });

  test('records a payment by hand although a part was paid before the claim could be lowered', async () => {
    await payUnseen('431');
    await seller.ok('do-paid-invoice', { guid, amount: 300 });
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await bankClaim(), ['unpaid', '1240.00']);
    assert.deepEqual(await state(), ['Sent', 'sent', 700, differs('1000.00', '700.00', REFUND)]);
    assert.deepEqual(await listParts(), [[431, fee(191), 240, 0]]);
  });

  test('cancels the claim when the remainder is paid by hand, and keeps the payments of the bank', async () => {
    await pay({ amount: 431 });
    await seller.ok('do-paid-invoice', { guid });
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await state(), ['Paid', 'cancel', 0, '']);
    assert.deepEqual(await bankClaim(), ['cancelled', '1240.00']);
    assert.deepEqual(await creditOfPayer(), []);
  });

  test('books parts that were paid just before a payment by hand as credit, with a notice for each', async () => {
    await payUnseen('431');
    await payUnseen('300');
    await seller.ok('do-paid-invoice', { guid });
    await runJobsWithoutFailure(kvitt);
    const note = (sum: string) =>
      `The claim was paid at the bank on 2026-03-03, when the invoice was already settled; ${sum} of it is credit of the customer now: refund it, or apply it to another invoice`;
    assert.deepEqual(await state(), ['Paid', 'cancel', 0, `${note('240.00')}; ${note('300.00')}`]);
    assert.deepEqual(await creditOfPayer(), [{ currency: 'ISK', amount: 540 }]);
    await runJobsWithoutFailure(kvitt);
    assert.equal((await listParts()).length, 2);
  });

  test('cancels the claim when a part settles the remainder of the invoice', async () => {
    await payUnseen('431');
    await creditInvoice(seller, guid, 'one');
    await runJobsWithoutFailure(kvitt);
    await pay({ amount: 380 });
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await state(), ['Paid', 'cancel', 0, '']);
    assert.deepEqual(await bankClaim(), ['cancelled', '1240.00']);
  });

  test('moves a claim of which a part was paid to collection', async () => {
    await pay({ amount: 431 });
    await runJobsWithoutFailure(kvitt, '2026-03-24');
    assert.deepEqual(await state(), ['Collection', 'sent', 1000, '']);
    await pay({ amount: 100 });
    assert.deepEqual(await state(), ['Collection', 'sent', 900, '']);
  });

  test('books the parts of a claim that the payer cancels', async () => {
    await payUnseen('431');
    await kvitt.operator('POST', `/sandbox/claims/${claimId}/cancel`, {});
    assert.deepEqual(await state(), ['Sent', 'cancel', 1000, '']);
  });

  test('follows the remainder while nothing was paid at the bank', async () => {
    const data = { amount: 240, allocations: [{ invoice_guid: guid }] };
    const { guid: payment } = await seller.ok('record-payment', { data });
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await bankClaim(), ['unpaid', '1000.00']);
    await seller.ok('reverse-payment', { guid: payment, data: { reason: 'Wrong invoice' } });
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await bankClaim(), ['unpaid', '1240.00']);
    await creditInvoice(seller, guid, 'one');
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await bankClaim(), ['unpaid', '620.00']);
    await seller.ok('write-off-invoice', { guid, data: { reason: 'Lost' } });
    await seller.ok('undo-write-off', { guid });
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await bankClaim(), ['unpaid', '620.00']);
    await seller.ok('write-off-invoice', { guid, data: { reason: 'Lost' } });
    await runJobsWithoutFailure(kvitt);
    await seller.ok('undo-write-off', { guid });
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await bankClaim(), ['cancelled', '620.00']);
    assert.deepEqual((await state()).slice(0, 3), ['Sent', 'cancel', 620]);
  });
});
