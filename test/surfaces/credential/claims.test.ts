import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { companyKennitala } from '../../domain/generators.ts';
import { type Client, invoice } from '../../support/client.ts';
import { type Kvitt, onBothDatabases } from '../../support/service.ts';
import { timelineEntry } from '../../support/timeline.ts';

const PAYER = companyKennitala(703);
const customer = { name: 'Greiðandi ehf.', output_select: 4, registration_no: PAYER };
const LATE = {
  capital_gains_tax: 1.1,
  other_default_costs_amount: 20.2,
  default_charge_amount: 900,
  default_interest_amount: 33.33,
};

/** An invoice of 1,240 with a claim and a fee of 190.50 on top. */
const make = (seller: Client, fields: object = {}): Promise<string> =>
  seller.ok('create-invoice', { data: invoice({ is_claim: 1, payment_fee: 190.5, customer, ...fields }) });

async function run(kvitt: Kvitt, today?: string) {
  const { status, body } = await kvitt.operator('POST', '/jobs/run', { today });
  assert.equal(status, 200);
  assert.equal(body.failed, 0);
}

async function atBank(kvitt: Kvitt, { username }: Client) {
  return (await kvitt.operator('GET', `/sandbox/claims?account=${username}`)).body;
}

async function stateOf(seller: Client, guid: string) {
  const { status, claim_status } = await seller.ok('get-invoice', { guid });
  return [status, claim_status];
}

onBothDatabases('claims', (kvitt) => {
  beforeEach(() => {
    kvitt.now = () => new Date('2026-03-02T10:00:00Z');
  });

  test('the bank is told of an invoice after it is issued, with all that it must know', async () => {
    const seller = await kvitt.account();
    const guid = await make(seller);
    assert.deepEqual(await stateOf(seller, guid), ['Sent', '']);
    assert.deepEqual(await atBank(kvitt, seller), []);
    await run(kvitt);
    await run(kvitt);
    const [{ claim_id, payload, ...claim }, ...more] = await atBank(kvitt, seller);
    assert.deepEqual([claim, more], [{ invoice_guid: guid, status: 'unpaid', payment: null }, []]);
    const { payerKennitala, bankAccount, amount, paymentFee, currency, dueDate, finalDueDate, reference } =
      payload;
    assert.deepEqual(
      { payerKennitala, bankAccount, amount, paymentFee, currency, dueDate, finalDueDate, reference },
      {
        payerKennitala: PAYER,
        bankAccount: '010126123456',
        amount: '1240.00',
        paymentFee: '190.50',
        currency: 'ISK',
        dueDate: '2026-03-16',
        finalDueDate: '2026-03-23',
        reference: '1',
      },
    );
    const read = await seller.ok('get-invoice', { guid });
    assert.deepEqual([read.status, read.claim_status, read.claim_id], ['Sent', 'sent', claim_id]);
  });

  test('a claim that is paid pays the invoice, with the amounts of the bank', async () => {
    const seller = await kvitt.account();
    const guid = await make(seller);
    await run(kvitt);
    const before = await seller.ok('get-invoice', { guid });
    const pay = () => kvitt.operator('POST', `/sandbox/claims/${before.claim_id}/pay`, LATE);
    assert.equal((await pay()).status, 200);
    assert.deepEqual(await seller.ok('get-invoice', { guid }), {
      ...before,
      status: 'Paid',
      claim_status: 'paid',
      ...LATE,
      bank_transaction_amount: 2382.93, // 1240 + 190.50 + 20.20 + 900 + 33.33 − 1.10
      timeline: [
        ...before.timeline,
        timelineEntry('2026-03-02 10:00:00', 'claim_paid', { via: 'bank' }),
        timelineEntry('2026-03-02 10:00:00', 'paid'),
      ],
    });
    assert.equal((await pay()).status, 404);
    assert.equal((await seller.refused('do-paid-invoice', { guid })).error_code, 'invoice_locked');
  });

  test('a claim that is unpaid after the final due date goes to collection, and can still be paid', async () => {
    const seller = await kvitt.account();
    const [byBank, byHand, without] = [
      await make(seller),
      await make(seller),
      await make(seller, { is_claim: 0 }),
    ];
    await run(kvitt);
    await run(kvitt, '2026-03-23');
    assert.deepEqual(await stateOf(seller, byBank), ['Sent', 'sent']);
    await run(kvitt, '2026-03-24');
    assert.deepEqual(await stateOf(seller, byBank), ['Collection', 'sent']);
    assert.deepEqual(await stateOf(seller, byHand), ['Collection', 'sent']);
    assert.deepEqual(await stateOf(seller, without), ['Sent', '']);
    const { claim_id } = await seller.ok('get-invoice', { guid: byBank });
    await kvitt.operator('POST', `/sandbox/claims/${claim_id}/pay`, {});
    await seller.ok('do-paid-invoice', { guid: byHand });
    assert.deepEqual(await stateOf(seller, byBank), ['Paid', 'paid']);
    assert.deepEqual(await stateOf(seller, byHand), ['Paid', 'cancel']);
    const claims = (await atBank(kvitt, seller)).map(({ status }: { status: string }) => status);
    assert.deepEqual(claims.sort(), ['cancelled', 'paid']);
  });

  test('paying by hand cancels the claim at once', async () => {
    const seller = await kvitt.account();
    const guid = await make(seller);
    await run(kvitt);
    await seller.ok('do-paid-invoice', { guid });
    assert.deepEqual(await stateOf(seller, guid), ['Paid', 'cancel']);
    const [{ claim_id, status }] = await atBank(kvitt, seller);
    assert.equal(status, 'cancelled');
    assert.equal((await kvitt.operator('POST', `/sandbox/claims/${claim_id}/pay`, {})).status, 404);
  });

  test('a claim that the bank will not cancel leaves the invoice as it was', async () => {
    const seller = await kvitt.account();
    const guid = await make(seller);
    await run(kvitt);
    const before = await seller.ok('get-invoice', { guid });
    const nothing = {
      capitalGainsTax: '0',
      otherDefaultCosts: '0',
      defaultCharge: '0',
      defaultInterest: '0',
    };
    await kvitt.service.engine.adapters.sandboxes.bank?.pay(before.claim_id, {
      paidOn: '2026-03-03',
      ...nothing,
    });
    const { error_code, message } = await seller.refused('do-paid-invoice', { guid });
    assert.equal(error_code, 'claim_cancel_failed');
    assert.equal(
      message,
      'The bank did not cancel the claim of this invoice, so nothing was changed; try again later',
    );
    assert.deepEqual(await seller.ok('get-invoice', { guid }), before);
    await run(kvitt);
    assert.deepEqual(await stateOf(seller, guid), ['Paid', 'paid']);
  });

  test('an invoice that is credited while the bank cancels its claim is not paid, and says so', async () => {
    const seller = await kvitt.account();
    const guid = await make(seller);
    await run(kvitt);
    const { bank } = kvitt.service.engine.kernel.ports;
    const cancelClaim = bank.cancelClaim.bind(bank);
    bank.cancelClaim = async (...claim) => {
      bank.cancelClaim = cancelClaim;
      await seller.ok('create-invoice', { data: { type: 'credit', amount: 1240, ref_invoice_guid: guid } });
      return cancelClaim(...claim);
    };
    const { message } = await seller.refused('do-paid-invoice', { guid });
    assert.equal(message, 'This invoice cannot be changed');
    await run(kvitt);
    assert.deepEqual(await stateOf(seller, guid), ['Cancelled', 'cancel']);
  });

  test('an invoice that is settled before the bank hears of it makes no claim', async () => {
    const seller = await kvitt.account();
    const [paid, credited] = [await make(seller), await make(seller)];
    await seller.ok('do-paid-invoice', { guid: paid });
    await seller.ok('create-invoice', { data: { type: 'credit', amount: 1240, ref_invoice_guid: credited } });
    await run(kvitt);
    assert.deepEqual(await atBank(kvitt, seller), []);
    assert.deepEqual(await stateOf(seller, paid), ['Paid', '']);
    assert.deepEqual(await stateOf(seller, credited), ['Cancelled', '']);
  });

  test('crediting all of an invoice cancels its claim; crediting a part does not', async () => {
    const seller = await kvitt.account();
    const items = [
      { add_new: 1, item_number: 'A', description: 'x', qty: 2, uom: 'C62', unit_price: 500, tax: 'S' },
    ];
    const guid = await make(seller, { items });
    await run(kvitt);
    const credit = (amount: number, of?: object[]) =>
      seller.ok('create-invoice', { data: { type: 'credit', amount, ref_invoice_guid: guid, items: of } });
    const part = await credit(620, [{ item_number: 'A', qty: 1 }]);
    await run(kvitt);
    assert.deepEqual(await stateOf(seller, guid), ['Sent', 'sent']);
    await credit(620);
    await run(kvitt);
    assert.deepEqual(await stateOf(seller, guid), ['Cancelled', 'cancel']);
    assert.deepEqual(await stateOf(seller, part), ['Paid', '']);
    assert.equal((await atBank(kvitt, seller))[0].status, 'cancelled');
  });

  test('an invoice in collection that is credited in full is cancelled', async () => {
    const seller = await kvitt.account();
    const guid = await make(seller);
    await run(kvitt);
    await run(kvitt, '2026-03-24');
    await seller.ok('create-invoice', { data: { type: 'credit', amount: 1240, ref_invoice_guid: guid } });
    await run(kvitt);
    assert.deepEqual(await stateOf(seller, guid), ['Cancelled', 'cancel']);
  });

  test('notes of a part are settled when the bank is paid', async () => {
    const seller = await kvitt.account();
    const items = [
      { add_new: 1, item_number: 'A', description: 'x', qty: 2, uom: 'C62', unit_price: 500, tax: 'S' },
    ];
    const guid = await make(seller, { items });
    await run(kvitt);
    const data = {
      type: 'credit',
      amount: 620,
      ref_invoice_guid: guid,
      items: [{ item_number: 'A', qty: 1 }],
    };
    const note = await seller.ok('create-invoice', { data });
    assert.deepEqual(await stateOf(seller, note), ['Sent', '']);
    const { claim_id } = await seller.ok('get-invoice', { guid });
    await kvitt.operator('POST', `/sandbox/claims/${claim_id}/pay`, {});
    assert.deepEqual(await stateOf(seller, guid), ['Paid', 'paid']);
    assert.deepEqual(await stateOf(seller, note), ['Paid', '']);
  });

  test('a draft makes no claim until it is issued', async () => {
    const seller = await kvitt.account();
    const guid = await make(seller, { save: 1 });
    await run(kvitt);
    assert.deepEqual(await atBank(kvitt, seller), []);
    await seller.ok('issue-invoice', { guid });
    await run(kvitt);
    assert.deepEqual(await stateOf(seller, guid), ['Sent', 'sent']);
  });
});
