import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { fetchBankClaims, PAYER, readClaimState } from '../../support/claims.ts';
import { type Client, invoice } from '../../support/client.ts';
import { runJobsWithoutFailure } from '../../support/jobs.ts';
import { onBothDatabases } from '../../support/service.ts';
import { timelineEntry } from '../../support/timeline.ts';

const customer = { name: 'Greiðandi ehf.', output_select: 4, registration_no: PAYER };
const LATE = {
  capital_gains_tax: 1.1,
  other_default_costs_amount: 20.2,
  default_charge_amount: 900,
  default_interest_amount: 33.33,
};

/** Creates an invoice of 1,240 with a claim and a fee of 190.50, which the bank collects as 191. */
const createInvoice = (seller: Client, fields: object = {}): Promise<string> =>
  seller.ok('create-invoice', { data: invoice({ is_claim: 1, payment_fee: 190.5, customer, ...fields }) });

onBothDatabases('claims', (kvitt) => {
  beforeEach(() => {
    kvitt.now = () => new Date('2026-03-02T10:00:00Z');
  });

  test('sends the bank a claim with all details after an invoice is issued', async () => {
    const seller = await kvitt.account();
    const guid = await createInvoice(seller);
    assert.deepEqual(await readClaimState(seller, guid), ['Sent', '']);
    assert.deepEqual(await fetchBankClaims(kvitt, seller), []);
    await runJobsWithoutFailure(kvitt);
    await runJobsWithoutFailure(kvitt);
    const [{ claim_id, payload, ...claim }, ...more] = await fetchBankClaims(kvitt, seller);
    assert.deepEqual([claim, more], [{ invoice_guid: guid, status: 'unpaid', payment: null, parts: [] }, []]);
    const { payerKennitala, bankAccount, amount, paymentFee, currency, dueDate, finalDueDate, reference } =
      payload;
    assert.deepEqual(
      { payerKennitala, bankAccount, amount, paymentFee, currency, dueDate, finalDueDate, reference },
      {
        payerKennitala: PAYER,
        bankAccount: '010126123456',
        amount: '1240.00',
        paymentFee: '191.00',
        currency: 'ISK',
        dueDate: '2026-03-16',
        finalDueDate: '2026-03-23',
        reference: '1',
      },
    );
    const read = await seller.ok('get-invoice', { guid });
    assert.deepEqual([read.status, read.claim_status, read.claim_id], ['Sent', 'sent', claim_id]);
  });

  test('pays the invoice when its claim is paid, with the amounts of the bank', async () => {
    const seller = await kvitt.account();
    const guid = await createInvoice(seller);
    await runJobsWithoutFailure(kvitt);
    const before = await seller.ok('get-invoice', { guid });
    const pay = () => kvitt.operator('POST', `/sandbox/claims/${before.claim_id}/pay`, LATE);
    assert.equal((await pay()).status, 200);
    const after = await seller.ok('get-invoice', { guid });
    const [payment] = after.payments;
    assert.deepEqual(after, {
      ...before,
      status: 'Paid',
      paid_amount: 1240,
      payments: [
        { guid: payment.guid, paid_on: '2026-03-02', amount: 1240, method_payment: null, source: 'claim' },
      ],
      claim_status: 'paid',
      paid_on: '2026-03-02',
      remaining: 0,
      ...LATE,
      bank_transaction_amount: 2383.43, // 1240 + 191 + 20.20 + 900 + 33.33 − 1.10
      timeline: [
        ...before.timeline,
        timelineEntry('2026-03-02 10:00:00', 'claim_paid', { via: 'bank' }),
        timelineEntry('2026-03-02 10:00:00', 'paid'),
      ],
    });
    const {
      amount: all,
      components,
      received,
      unallocated,
    } = await seller.ok('get-payment', { guid: payment.guid });
    assert.deepEqual(
      [all, components, received, unallocated],
      [2384.53, { interest: 33.33, charge: 920.2, fee: 191 }, 2383.43, 0],
    );
    const { result: events } = await seller.call('get-events', { types: 'invoice.payment_recorded' });
    const { amount, currency, paid_on } = events[0].data;
    assert.deepEqual([events.length, amount, currency, paid_on], [1, 1240, 'ISK', '2026-03-02']);
    assert.equal((await pay()).status, 404);
    assert.equal((await seller.expectRefusal('do-paid-invoice', { guid })).error_code, 'invoice_locked');
  });

  test('moves an unpaid claim to collection after the final due date, where it can still be paid', async () => {
    const seller = await kvitt.account();
    const [byBank, byHand, without] = [
      await createInvoice(seller),
      await createInvoice(seller),
      await createInvoice(seller, { is_claim: 0 }),
    ];
    await runJobsWithoutFailure(kvitt);
    await runJobsWithoutFailure(kvitt, '2026-03-23');
    assert.deepEqual(await readClaimState(seller, byBank), ['Sent', 'sent']);
    await runJobsWithoutFailure(kvitt, '2026-03-24');
    assert.deepEqual(await readClaimState(seller, byBank), ['Collection', 'sent']);
    assert.deepEqual(await readClaimState(seller, byHand), ['Collection', 'sent']);
    assert.deepEqual(await readClaimState(seller, without), ['Sent', '']);
    const { claim_id } = await seller.ok('get-invoice', { guid: byBank });
    await kvitt.operator('POST', `/sandbox/claims/${claim_id}/pay`, {});
    await seller.ok('do-paid-invoice', { guid: byHand });
    assert.deepEqual(await readClaimState(seller, byBank), ['Paid', 'paid']);
    assert.deepEqual(await readClaimState(seller, byHand), ['Paid', 'cancel']);
    const claims = (await fetchBankClaims(kvitt, seller)).map(({ status }: { status: string }) => status);
    assert.deepEqual(claims.sort(), ['cancelled', 'paid']);
  });

  test('cancels the claim at once when the invoice is marked as paid', async () => {
    const seller = await kvitt.account();
    const guid = await createInvoice(seller);
    await runJobsWithoutFailure(kvitt);
    await seller.ok('do-paid-invoice', { guid });
    assert.deepEqual(await readClaimState(seller, guid), ['Paid', 'cancel']);
    const [{ claim_id, status }] = await fetchBankClaims(kvitt, seller);
    assert.equal(status, 'cancelled');
    assert.equal((await kvitt.operator('POST', `/sandbox/claims/${claim_id}/pay`, {})).status, 404);
  });

  test('leaves the invoice unchanged when the bank refuses to cancel its claim', async () => {
    const seller = await kvitt.account();
    const guid = await createInvoice(seller);
    await runJobsWithoutFailure(kvitt);
    const before = await seller.ok('get-invoice', { guid });
    const noCharges = {
      capitalGainsTax: '0',
      otherDefaultCosts: '0',
      defaultCharge: '0',
      defaultInterest: '0',
    };
    await kvitt.service.engine.adapters.sandboxes.bank?.pay(before.claim_id, {
      paidOn: '2026-03-03',
      ...noCharges,
    });
    const { error_code, message } = await seller.expectRefusal('do-paid-invoice', { guid });
    assert.equal(error_code, 'claim_cancel_failed');
    assert.equal(
      message,
      'The bank did not cancel the claim of this invoice, so nothing was changed; try again later',
    );
    assert.deepEqual(await seller.ok('get-invoice', { guid }), before);
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await readClaimState(seller, guid), ['Paid', 'paid']);
  });

  test('refuses to mark an invoice as paid that is credited while the bank cancels its claim', async () => {
    const seller = await kvitt.account();
    const guid = await createInvoice(seller);
    await runJobsWithoutFailure(kvitt);
    const { bank } = kvitt.service.engine.kernel.ports;
    const cancelClaim = bank.cancelClaim.bind(bank);
    bank.cancelClaim = async (...claim) => {
      bank.cancelClaim = cancelClaim;
      await seller.ok('create-invoice', {
        data: { type: 'credit', settlement_date: '2099-12-31', amount: 1240, ref_invoice_guid: guid },
      });
      return cancelClaim(...claim);
    };
    const { message } = await seller.expectRefusal('do-paid-invoice', { guid });
    assert.equal(message, 'This invoice cannot be changed');
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await readClaimState(seller, guid), ['Cancelled', 'cancel']);
  });

  test('creates no claim for an invoice that is settled first', async () => {
    const seller = await kvitt.account();
    const [paid, credited] = [await createInvoice(seller), await createInvoice(seller)];
    await seller.ok('do-paid-invoice', { guid: paid });
    await seller.ok('create-invoice', {
      data: { type: 'credit', settlement_date: '2099-12-31', amount: 1240, ref_invoice_guid: credited },
    });
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await fetchBankClaims(kvitt, seller), []);
    assert.deepEqual(await readClaimState(seller, paid), ['Paid', '']);
    assert.deepEqual(await readClaimState(seller, credited), ['Cancelled', '']);
  });

  test('cancels the claim on a full credit, but not on a partial one', async () => {
    const seller = await kvitt.account();
    const items = [
      { add_new: 1, item_number: 'A', description: 'x', qty: 2, uom: 'C62', unit_price: 500, tax: 'S' },
    ];
    const guid = await createInvoice(seller, { items });
    await runJobsWithoutFailure(kvitt);
    const credit = (amount: number, of?: object[]) =>
      seller.ok('create-invoice', {
        data: { type: 'credit', settlement_date: '2099-12-31', amount, ref_invoice_guid: guid, items: of },
      });
    const part = await credit(620, [{ item_number: 'A', qty: 1 }]);
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await readClaimState(seller, guid), ['Sent', 'sent']);
    await credit(620);
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await readClaimState(seller, guid), ['Cancelled', 'cancel']);
    assert.deepEqual(await readClaimState(seller, part), ['Paid', '']);
    assert.equal((await fetchBankClaims(kvitt, seller))[0].status, 'cancelled');
  });

  test('cancels an invoice in collection that is credited in full', async () => {
    const seller = await kvitt.account();
    const guid = await createInvoice(seller);
    await runJobsWithoutFailure(kvitt);
    await runJobsWithoutFailure(kvitt, '2026-03-24');
    await seller.ok('create-invoice', {
      data: { type: 'credit', settlement_date: '2099-12-31', amount: 1240, ref_invoice_guid: guid },
    });
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await readClaimState(seller, guid), ['Cancelled', 'cancel']);
  });

  test('settles partial credit notes when the claim is paid', async () => {
    const seller = await kvitt.account();
    const items = [
      { add_new: 1, item_number: 'A', description: 'x', qty: 2, uom: 'C62', unit_price: 500, tax: 'S' },
    ];
    const guid = await createInvoice(seller, { items });
    await runJobsWithoutFailure(kvitt);
    const data = {
      type: 'credit',
      settlement_date: '2099-12-31',
      amount: 620,
      ref_invoice_guid: guid,
      items: [{ item_number: 'A', qty: 1 }],
    };
    const note = await seller.ok('create-invoice', { data });
    assert.deepEqual(await readClaimState(seller, note), ['Sent', '']);
    const { claim_id } = await seller.ok('get-invoice', { guid });
    await kvitt.operator('POST', `/sandbox/claims/${claim_id}/pay`, {});
    assert.deepEqual(await readClaimState(seller, guid), ['Paid', 'paid']);
    assert.deepEqual(await readClaimState(seller, note), ['Paid', '']);
  });

  test('creates no claim for a draft until it is issued', async () => {
    const seller = await kvitt.account();
    const guid = await createInvoice(seller, { save: 1 });
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await fetchBankClaims(kvitt, seller), []);
    await seller.ok('issue-invoice', { guid });
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await readClaimState(seller, guid), ['Sent', 'sent']);
  });
});
