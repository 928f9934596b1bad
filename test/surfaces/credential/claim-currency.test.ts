import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvStatement, nextAccountNo } from '../../support/bank-files.ts';
import { fetchBankClaims, PAYER } from '../../support/claims.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { signInToConsole } from '../../support/console-client.ts';
import { runJobsWithoutFailure } from '../../support/jobs.ts';
import { onBothDatabases } from '../../support/service.ts';

const customer = { name: 'Greiðandi ehf.', output_select: 4, registration_no: PAYER };
const euros = (amount: number, fields: object = {}) =>
  invoice({
    currency: 'EUR',
    exchange_rate: 150,
    amount,
    customer,
    items: [line({ qty: 1, unit_price: amount, tax: 'Z' })],
    ...fields,
  });

onBothDatabases('claims in another currency', (kvitt) => {
  const atBank = async (seller: Client) => {
    const [{ status, payload }] = await fetchBankClaims(kvitt, seller);
    return [status, payload.amount, payload.currency, payload.paymentFee];
  };

  test('keep their currency through parts, costs and the payout', async () => {
    kvitt.now = () => new Date('2026-03-02T10:00:00Z');
    const seller = await kvitt.account();
    const data = euros(124.37, { is_claim: 1, payment_fee: 1.5 });
    const preview = await (await signInToConsole(seller)).ok('preview-invoice', data);
    assert.ok(preview.payment_ways.includes('claim'));
    const guid = await seller.ok('create-invoice', { data });
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await atBank(seller), ['unpaid', '124.37', 'EUR', '1.50']);
    const state = async () => {
      const { status, claim_status, remaining, claim_message } = await seller.ok('get-invoice', { guid });
      return [status, claim_status, remaining, claim_message];
    };

    const other = {
      amount: 24.37,
      currency: 'EUR',
      paid_on: '2026-03-02',
      allocations: [{ invoice_guid: guid }],
    };
    const { guid: payment } = await seller.ok('record-payment', { data: other });
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await atBank(seller), ['unpaid', '100.00', 'EUR', '1.50']);

    const { claim_id } = await seller.ok('get-invoice', { guid });
    const pay = (body: object) =>
      kvitt.operator('POST', `/sandbox/claims/${claim_id}/pay`, { date: '2026-03-20', ...body });
    await pay({ amount: 50, default_interest_amount: 0.4, default_charge_amount: 2.05 });
    await runJobsWithoutFailure(kvitt);
    // 50 less interest, charge and fee.
    assert.deepEqual(await state(), ['Sent', 'sent', 53.95, '']);

    await seller.ok('reverse-payment', { guid: payment, data: { reason: 'rangt' } });
    await runJobsWithoutFailure(kvitt);
    const differs =
      'The bank does not change the claim after a payment: it asks for 53.95, and 78.32 is left of the invoice; ask for the rest otherwise';
    assert.deepEqual(await state(), ['Sent', 'sent', 78.32, differs]);

    await pay({});
    await runJobsWithoutFailure(kvitt);
    const [status, claimStatus, remaining] = await state();
    assert.deepEqual([status, claimStatus, remaining], ['Sent', 'paid', 24.37]);
    const parts: any[] = (await seller.ok('get-payments', { source: 'claim' })).reverse();
    assert.deepEqual(
      parts.map((one) => [one.amount, one.currency, one.components, one.allocations[0].amount]),
      [
        [50, 'EUR', { interest: 0.4, charge: 2.05, fee: 1.5 }, 46.05],
        [53.95, 'EUR', { interest: 0, charge: 0, fee: 0 }, 53.95],
      ],
    );

    const account = { name: 'Evrur', account_no: nextAccountNo(), currency: 'EUR' };
    const { guid: bank_account_guid } = await seller.ok('create-bank-account', { data: account });
    const lines = [{ booked_on: '2026-03-20', amount: 103.95, text: 'Innheimtukröfur' }];
    await seller.ok('import-bank-statement', { bank_account_guid, file: csvStatement(lines) });
    const [received] = await seller.ok('get-bank-lines', { bank_account_guid });
    const [payout] = received.proposals;
    assert.deepEqual(
      payout.actions.map(({ type, payments }: { type: string; payments: string[] }) => [
        type,
        payments.sort(),
      ]),
      [['settled', parts.map((one) => one.guid).sort()]],
    );
    const booked = await seller.ok('book-bank-line', { guid: received.guid, data: { proposal: 0 } });
    assert.deepEqual([booked.state, booked.currency], ['booked', 'EUR']);
  });

  test('are made where they are asked for, and not because a customer usually has them', async () => {
    const seller = await kvitt.account();
    const usual = { ...customer, is_claim: 1 };
    const guid = await seller.ok('create-invoice', { data: euros(10, { customer: usual }) });
    await runJobsWithoutFailure(kvitt);
    assert.equal((await seller.ok('get-invoice', { guid })).claim_status, '');
    assert.deepEqual(await fetchBankClaims(kvitt, seller), []);
  });
});
