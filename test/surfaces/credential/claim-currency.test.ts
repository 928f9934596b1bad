import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvStatement, nextAccountNo } from '../../support/bank-files.ts';
import { receive } from '../../support/bank-lines.ts';
import { createInvoiceWithClaim, fetchBankClaims, PAYER } from '../../support/claims.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { signInToConsole } from '../../support/console-client.ts';
import { ACCOUNTS, DoubleEntry } from '../../support/double-entry.ts';
import { runJobsWithoutFailure } from '../../support/jobs.ts';
import { accountSums, exportGeneral } from '../../support/journal.ts';
import { onBothDatabases } from '../../support/service.ts';

const BANK = '7800';
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

  test('are paid in ISK at the rate of the bank, and differ from the books by an exchange difference', async () => {
    kvitt.now = () => new Date('2026-03-02T10:00:00Z');
    const seller = await kvitt.account();
    const guid = await seller.ok('create-invoice', {
      data: euros(124.37, { is_claim: 1, payment_fee: 1.5 }),
    });
    await runJobsWithoutFailure(kvitt);
    const { claim_id, customer: buyer } = await seller.ok('get-invoice', { guid });
    const pay = (body: object) =>
      kvitt.operator('POST', `/sandbox/claims/${claim_id}/pay`, { date: '2026-03-02', ...body });
    const part = {
      amount: 50,
      exchange_rate: 151.2,
      default_interest_amount: 0.4,
      default_charge_amount: 2.05,
    };
    assert.equal((await pay(part)).body.status, 'unpaid');
    await runJobsWithoutFailure(kvitt);
    const listed = async () => {
      const payments: any[] = await seller.ok('get-payments', { source: 'claim' });
      return payments.reverse().map((one) => {
        const [{ amount, currency, paid, exchange_difference }] = one.allocations;
        return [one.amount, one.currency, one.components, amount, currency, paid, exchange_difference];
      });
    };
    // 50 at 151.20 is 7,560, of which 60 is interest, 310 charge and 227 fee; 6,963 pays 46.05, booked at 6,907.50.
    const first = [7560, 'ISK', { interest: 60, charge: 310, fee: 227 }, 46.05, 'EUR', 6963, 55.5];
    assert.deepEqual(await listed(), [first]);
    assert.equal((await seller.ok('get-invoice', { guid })).remaining, 78.32);

    assert.equal((await pay({ exchange_rate: 149 })).body.status, 'paid');
    await runJobsWithoutFailure(kvitt);
    // 78.32 at 149 is 11,669.68, and was booked at 11,748.
    const second = [11_670, 'ISK', { interest: 0, charge: 0, fee: 0 }, 78.32, 'EUR', 11_670, -78];
    assert.deepEqual(await listed(), [first, second]);
    const settled = await seller.ok('get-invoice', { guid });
    const { status, claim_status, remaining, claim_message } = settled;
    assert.deepEqual([status, claim_status, remaining, claim_message], ['Paid', 'paid', 0, '']);
    const { default_interest_amount, default_charge_amount, bank_transaction_amount } = settled;
    assert.deepEqual(
      [default_interest_amount, default_charge_amount, bank_transaction_amount],
      [0.4, 2.05, 128.32],
    );

    const ledger = new DoubleEntry();
    const post = (lines: Record<string, number>) =>
      ledger.post(
        '2026-03-02',
        Object.entries(lines).map(([account, amount]) => [account, Math.round(amount * 100)]),
      );
    post({ [ACCOUNTS.receivables]: 18_655.5, [ACCOUNTS.sales.Z]: -18_655.5 });
    post({
      [BANK]: 7560,
      [ACCOUNTS.interest]: -60,
      [ACCOUNTS.charge]: -310,
      [ACCOUNTS.fee]: -227,
      [ACCOUNTS.receivables]: -6907.5,
      [ACCOUNTS.exchange]: -55.5,
    });
    post({ [BANK]: 11_670, [ACCOUNTS.receivables]: -11_748, [ACCOUNTS.exchange]: 78 });
    const rows = await exportGeneral(seller, { from_date: '2026-01-01', to_date: '2026-12-31' });
    assert.deepEqual(accountSums(rows), ledger.balances('2026-12-31'));
    const inBank = rows.filter(({ account }) => account === BANK);
    assert.deepEqual(
      inBank.map(({ amount, currency }) => [amount, currency]),
      [
        [756_000, 'ISK'],
        [1_167_000, 'ISK'],
      ],
    );
    const inCurrency = (currency: string) =>
      seller.ok('get-customer-statement', { guid: buyer.guid, currency, to_date: '2026-03-31' });
    const { movements, closing } = await inCurrency('EUR');
    assert.deepEqual([movements.map((one: any) => one.balance), closing], [[124.37, 78.32, 0], 0]);
    assert.equal((await inCurrency('ISK')).closing, 0);

    const [line] = await receive(seller, [
      { booked_on: '2026-03-02', amount: 19_230, text: 'Innheimtukröfur' },
    ]);
    const booked = await seller.ok('book-bank-line', { guid: line.guid, data: { proposal: 0 } });
    assert.deepEqual(
      [booked.state, booked.booking.actions.map((one: any) => [one.type, one.payments.length])],
      ['booked', [['settled', 2]]],
    );
  });

  test('become credit in ISK for the part that was paid otherwise meanwhile', async () => {
    kvitt.now = () => new Date('2026-03-02T10:00:00Z');
    const seller = await kvitt.account();
    const guid = await seller.ok('create-invoice', { data: euros(10, { is_claim: 1 }) });
    await runJobsWithoutFailure(kvitt);
    const { claim_id } = await seller.ok('get-invoice', { guid });
    await kvitt.service.engine.adapters.sandboxes.bank?.pay(claim_id, {
      paidOn: '2026-03-02',
      capitalGainsTax: '0',
      otherDefaultCosts: '0',
      defaultCharge: '0',
      defaultInterest: '0',
      rate: '151',
    });
    const other = {
      amount: 4,
      currency: 'EUR',
      paid_on: '2026-03-02',
      allocations: [{ invoice_guid: guid }],
    };
    await seller.ok('record-payment', { data: other });
    await runJobsWithoutFailure(kvitt);
    const [payment] = await seller.ok('get-payments', { source: 'claim' });
    const [{ amount, paid, exchange_difference }] = payment.allocations;
    assert.deepEqual(
      [payment.amount, payment.currency, payment.unallocated, amount, paid, exchange_difference],
      [1510, 'ISK', 604, 6, 906, 6],
    );
    const { status, claim_message } = await seller.ok('get-invoice', { guid });
    assert.equal(status, 'Paid');
    assert.match(claim_message, /; 604\.00 ISK of it is credit of the customer now/);
  });

  test('have a rate, which those in ISK do not', async () => {
    const seller = await kvitt.account();
    const guid = await createInvoiceWithClaim(seller);
    await runJobsWithoutFailure(kvitt);
    const { claim_id } = await seller.ok('get-invoice', { guid });
    const refused = await kvitt.operator('POST', `/sandbox/claims/${claim_id}/pay`, { exchange_rate: 150 });
    assert.deepEqual(
      [refused.status, refused.body.message],
      [422, 'Field exchange_rate must be left out: the claim is in ISK'],
    );
    assert.equal((await fetchBankClaims(kvitt, seller))[0].status, 'unpaid');
  });

  test('are created only on request, not by the default of a customer', async () => {
    const seller = await kvitt.account();
    const usual = { ...customer, is_claim: 1 };
    const guid = await seller.ok('create-invoice', { data: euros(10, { customer: usual }) });
    await runJobsWithoutFailure(kvitt);
    assert.equal((await seller.ok('get-invoice', { guid })).claim_status, '');
    assert.deepEqual(await fetchBankClaims(kvitt, seller), []);
  });
});
