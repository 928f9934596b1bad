import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type Answer, BankServer, failed, refused } from '../../support/bank-server.ts';
import { createInvoiceWithClaim, PAYER, readClaimState } from '../../support/claims.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { creditInvoice } from '../../support/credits.ts';
import { countFailedJobs } from '../../support/jobs.ts';
import { TestService } from '../../support/service.ts';
import { timelineEntry } from '../../support/timeline.ts';

const NO_AMOUNTS = {
  capital_gains_tax: 0,
  other_default_costs_amount: 0,
  default_charge_amount: 0,
  default_interest_amount: 0,
  bank_transaction_amount: 0,
};

describe('service with a real bank', () => {
  const server = new BankServer();
  const kvitt = new TestService();
  let seller: Client;
  before(async () => {
    const url = await server.start();
    await kvitt.startOwn('postgres', {
      KVITT_BANK_URL: url,
      KVITT_BANK_TOKEN: 'a token',
      KVITT_BANK_TEMPLATE: 'K01',
      KVITT_BANK_TIMEOUT: '4',
    });
  });
  after(async () => {
    await kvitt.stop();
    await server.stop();
  });
  beforeEach(async () => {
    server.reset();
    kvitt.now = () => new Date('2026-03-02T10:00:00Z');
    seller = await kvitt.account();
  });

  /** An invoice and its claim at the bank. */
  async function sent(): Promise<{ guid: string; claimId: string; claim: any }> {
    const guid = await createInvoiceWithClaim(seller);
    assert.equal(await countFailedJobs(kvitt), 0);
    const { claim_id: claimId } = await seller.ok('get-invoice', { guid });
    const claim = server.claims.get(claimId);
    assert.ok(claim, 'the invoice has the id of the claim');
    return { guid, claimId, claim };
  }

  test('creates no claim in another currency unless the bank accepts it', async () => {
    const euros = { currency: 'EUR', exchange_rate: 150, is_claim: 1, amount: 10 };
    const data = invoice({ ...euros, items: [line({ qty: 1, unit_price: 10, tax: 'Z' })] });
    const { error_code, message } = await seller.expectRefusal('create-invoice', { data });
    assert.deepEqual(
      [error_code, message],
      ['flags_conflict', 'is_claim needs currency ISK: the bank collects claims in no other currency'],
    );
    assert.deepEqual(await seller.ok('get-invoices', {}), []);
  });

  test('creates a claim for an invoice and has no embedded bank', async () => {
    const { guid, claim } = await sent();
    assert.deepEqual(await readClaimState(seller, guid), ['Sent', 'sent']);
    const { claimStatus, payorId, amount, templateCode, reference } = claim;
    assert.deepEqual(
      { claimStatus, payorId, amount, templateCode, reference },
      { claimStatus: 'Unpaid', payorId: PAYER, amount: 1240, templateCode: 'K01', reference: '1' },
    );
    assert.equal((await kvitt.operator('GET', `/sandbox/claims?account=${seller.username}`)).status, 404);
    const connected = { name: 'Velta', account_no: '013326000001', connection: 'bank' };
    const { guid: account } = await seller.ok('create-bank-account', { data: connected });
    const transactions = `/sandbox/bank/${connected.account_no}/transactions`;
    assert.equal((await kvitt.operator('POST', transactions, [{ amount: 1 }])).status, 404);
    assert.deepEqual(await seller.ok('get-bank-lines', { bank_account_guid: account }), []);
  });

  test('uses the claim template of the account', async () => {
    const path = `/accounts/${seller.username}`;
    const wrong = await kvitt.operator('PATCH', path, { settings: { claim_template: 'k-1' } });
    assert.deepEqual(
      [wrong.status, wrong.body.message],
      [422, 'Field settings.claim_template must be three digits or capital letters'],
    );
    await kvitt.operator('PATCH', path, { settings: { claim_template: 'S77' } });
    assert.equal((await sent()).claim.templateCode, 'S77');
  });

  const late = { defaultInterestAmountPaid: 33.33, depositedAmount: 1463.83 };
  const paid = { ...NO_AMOUNTS, default_interest_amount: 33.33, bank_transaction_amount: 1463.83 };
  const at = (event: string, via: string, reason = '') =>
    timelineEntry('2026-03-02 10:00:00', event, { via, reason });
  const settled = [at('claim_paid', 'bank'), at('paid', '')];
  const unknown = 'The bank does not know this claim';
  const news: [what: string, happen: (claimId: string) => void, expected: object, story: object[]][] = [
    [
      'paid',
      (id) => server.pay(id, late),
      { status: 'Paid', claim_status: 'paid', remaining: 0, paid_on: '2026-03-10', ...paid },
      settled,
    ],
    [
      'paid, twice in the feed',
      (id) => [1, 2].map(() => server.pay(id, late)),
      { status: 'Paid', claim_status: 'paid', remaining: 0, paid_on: '2026-03-10', ...paid },
      settled,
    ],
    [
      'cancelled by the payer',
      (id) => Object.assign(server.claims.get(id), { claimStatus: 'Cancelled' }),
      { status: 'Sent', claim_status: 'cancel' },
      [at('claim_cancelled', 'bank')],
    ],
    [
      'paid, but without the payment yet',
      (id) => Object.assign(server.claims.get(id), { claimStatus: 'Paid' }),
      {},
      [],
    ],
    [
      'unknown there all of a sudden',
      (id) => server.claims.delete(id),
      { claim_message: unknown },
      [at('claim_failed', 'bank', unknown)],
    ],
  ];
  for (const [title, happen, expected, story] of news) {
    test(`records once that a claim is ${title}`, async () => {
      const { guid, claimId } = await sent();
      const before = await seller.ok('get-invoice', { guid });
      assert.deepEqual(before.timeline, [at('issued', ''), at('claim_sent', 'bank')]);
      happen(claimId);
      assert.equal(await countFailedJobs(kvitt), 0);
      const invoice = await seller.ok('get-invoice', { guid });
      const { payments, paid_amount } = invoice;
      const timeline = [...before.timeline, ...story];
      assert.deepEqual(invoice, { ...before, ...expected, timeline, payments, paid_amount });
      // A claim is paid by one payment, of what it is for.
      const shares = payments.map(({ amount, source }: { amount: number; source: string }) => [
        amount,
        source,
      ]);
      assert.deepEqual(shares, invoice.status === 'Paid' ? [[invoice.amount, 'claim']] : []);
      kvitt.now = () => new Date('2026-03-03T10:00:00Z');
      assert.equal(await countFailedJobs(kvitt), 0);
      assert.deepEqual(await seller.ok('get-invoice', { guid }), invoice);
    });
  }

  const refusals: [what: string, answer: Answer | 'silence' | 'hang up'][] = [
    ['refuses', failed('', 'CLAIM_OTHERS', 'in legal collection')],
    ['has been paid', failed('', 'CLAIM_IS_PAID')],
    ['forbids it', refused(403, 'SERVICE_BLOCKED', 'no')],
    ['is down', { status: 503 }],
    ['hangs up', 'hang up'],
    ['does not answer', 'silence'],
  ];
  for (const [title, answer] of refusals) {
    test(`fails do-paid-invoice without changes if the bank ${title}`, async () => {
      const { guid, claim } = await sent();
      const before = await seller.ok('get-invoice', { guid });
      server.before = ({ name }) => (name === 'patchClaim' ? answer : null);
      const { error_code } = await seller.expectRefusal('do-paid-invoice', { guid });
      assert.equal(error_code, 'claim_cancel_failed');
      assert.deepEqual(await seller.ok('get-invoice', { guid }), before);
      assert.equal(claim.claimStatus, 'Unpaid');
      server.before = () => null;
      await seller.ok('do-paid-invoice', { guid });
      assert.deepEqual(await readClaimState(seller, guid), ['Paid', 'cancel']);
      assert.equal(claim.claimStatus, 'Cancelled');
    });
  }

  test('records what was paid by hand although the bank does not cancel a claim that was paid in part', async () => {
    const { guid, claimId, claim } = await sent();
    server.payPart(claimId, 240);
    server.before = ({ name }) =>
      name === 'patchClaim' ? failed(claimId, 'CLAIM_OTHERS', 'A part was paid') : null;
    await seller.ok('do-paid-invoice', { guid });
    assert.equal(await countFailedJobs(kvitt), 0);
    const { status, claim_status, claim_message, remaining } = await seller.ok('get-invoice', { guid });
    assert.deepEqual([status, claim_status, remaining, claim.claimStatus], ['Paid', 'sent', 0, 'Unpaid']);
    assert.match(claim_message, /it asks for 1000\.00, and 0\.00 is left of the invoice/);
    const payments: { source: string; unallocated: number }[] = await seller.ok('get-payments', {});
    const left = Object.fromEntries(payments.map(({ source, unallocated }) => [source, unallocated]));
    assert.deepEqual(left, { claim: 240, manual: 0 });
  });

  test('never touches a claim of another program of the seller', async () => {
    const first = await sent();
    const foreign = { ...first.claim, reference: 'OTHER-2' };
    const foreignId = first.claimId.replace('000001+', '000002+');
    server.claims.set(foreignId, foreign);
    const guid = await createInvoiceWithClaim(seller);
    assert.equal(await countFailedJobs(kvitt), 1);
    const { claim_message } = await seller.ok('get-invoice', { guid });
    assert.equal(
      claim_message,
      `The bank has another claim under ${foreignId}, which is not for this invoice`,
    );
    await seller.ok('do-paid-invoice', { guid });
    assert.equal(await countFailedJobs(kvitt, '2026-03-03'), 0);
    assert.equal(server.claims.get(foreignId).claimStatus, 'Unpaid');
    assert.deepEqual(await readClaimState(seller, guid), ['Paid', '']);
  });

  test('lowers the claim by credit notes and cancels it in the end', async () => {
    const { guid, claim } = await sent();
    await creditInvoice(seller, guid, 'one');
    assert.equal(await countFailedJobs(kvitt), 0);
    assert.deepEqual([claim.claimStatus, claim.amount], ['Unpaid', 620]);
    await creditInvoice(seller, guid, 'rest');
    assert.equal(await countFailedJobs(kvitt), 0);
    assert.deepEqual([claim.claimStatus, claim.amount], ['Cancelled', 620]);
    assert.deepEqual(await readClaimState(seller, guid), ['Cancelled', 'cancel']);
  });

  test('shows a failing bank operation on the invoice until it succeeds', async () => {
    const guid = await createInvoiceWithClaim(seller);
    const message = async () => (await seller.ok('get-invoice', { guid })).claim_message;
    const blocked = refused(403, 'SERVICE_BLOCKED', 'template K01');
    server.before = ({ name }) => (name === 'createClaim' ? blocked : null);
    assert.equal(await countFailedJobs(kvitt), 1);
    const reason = 'The bank does not allow this for the claimant or the claim template';
    assert.equal(await message(), `${reason} (HTTP 403, SERVICE_BLOCKED, template K01)`);
    assert.deepEqual(await readClaimState(seller, guid), ['Sent', '']);
    server.before = () => null;
    assert.equal(await countFailedJobs(kvitt, '2026-03-03'), 0);
    assert.deepEqual([await message(), ...(await readClaimState(seller, guid))], ['', 'Sent', 'sent']);

    await creditInvoice(seller, guid, 'one');
    server.before = ({ name }) => (name === 'patchClaim' ? { status: 503 } : null);
    assert.equal(await countFailedJobs(kvitt, '2026-03-04'), 1);
    assert.equal(await message(), 'The bank is not available just now (HTTP 503)');
    server.before = () => null;
    assert.equal(await countFailedJobs(kvitt, '2026-03-05'), 0);
    assert.equal(await message(), '');
  });

  test('polls other claims and continues collection if one claim is unreadable', async () => {
    const [broken, paidOne, open] = [await sent(), await sent(), await sent()];
    server.pay(paidOne.claimId);
    server.before = ({ url }) => (url.includes(encodeURIComponent(broken.claimId)) ? { status: 500 } : null);
    server.claims.get(broken.claimId).claimStatus = 'Paid';
    assert.equal(await countFailedJobs(kvitt, '2026-03-24'), 1); // The cron task, which reports the failure.
    assert.deepEqual(await readClaimState(seller, broken.guid), ['Sent', 'sent']);
    assert.deepEqual(await readClaimState(seller, paidOne.guid), ['Paid', 'paid']);
    assert.deepEqual(await readClaimState(seller, open.guid), ['Collection', 'sent']);
  });

  test('polls other accounts if the bank refuses one', async () => {
    const refusedOne = await sent();
    const { claimantId } = refusedOne.claim.claimKey;
    seller = await kvitt.account();
    const other = await sent();
    server.pay(other.claimId);
    server.requests.length = 0;
    server.before = ({ url }) => (url.includes(claimantId) ? refused(403, 'SERVICE_BLOCKED', 'no') : null);
    assert.equal(await countFailedJobs(kvitt), 1);
    assert.deepEqual(await readClaimState(seller, other.guid), ['Paid', 'paid']);
    assert.equal(server.requests.filter(({ url }) => url.includes(claimantId)).length, 1);
  });

  test('stops polling an unavailable bank after three attempts', async () => {
    for (const _ of [1, 2, 3, 4, 5]) {
      seller = await kvitt.account();
      await sent();
    }
    server.requests.length = 0;
    server.before = () => ({ status: 503 });
    assert.ok((await countFailedJobs(kvitt)) > 0);
    // Cancelled claims are read one by one, in a run of their own.
    assert.equal(server.requests.filter(({ name }) => name === 'getClaims').length, 3);
  });

  test('polls open claims in one request', async () => {
    for (const _ of [1, 2, 3, 4, 5]) await sent();
    const mine = new Set([...server.claims.values()].map(({ claimKey }) => claimKey.claimantId));
    server.requests.length = 0;
    assert.equal(await countFailedJobs(kvitt), 0);
    const sentRequests = server.requests.filter(({ url }) => [...mine].some((id) => url.includes(id)));
    assert.deepEqual(
      sentRequests.map(({ name }) => name),
      ['getClaims'],
    );
  });
});
