import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { fetchBankClaims, PAYER, readClaimState } from '../../support/claims.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { runJobsWithoutFailure } from '../../support/jobs.ts';
import { onBothDatabases } from '../../support/service.ts';

const customer = { name: 'Greiðandi ehf.', output_select: 4, registration_no: PAYER };
const free = (fields: object = {}) =>
  invoice({ customer, is_claim: 1, amount: 0, items: [line({ unit_price: 0 })], ...fields });

/** The documents that become an invoice whose amount is 0, each with the call that makes the invoice. */
const DOCUMENTS: [create: string, issue: string][] = [
  ['create-order-invoice', 'create-invoice-from-order'],
  ['create-draft-invoice', 'issue-draft-invoice'],
  ['create-quote', 'accept-quote'],
];

onBothDatabases('an invoice that leaves nothing to pay', (kvitt) => {
  beforeEach(() => {
    kvitt.now = () => new Date('2026-03-02T10:00:00Z');
  });

  const expectSettled = async (seller: Client, guid: string) => {
    const { status, remaining, claim_status, mark_paid, method_payment, number } = await seller.ok(
      'get-invoice',
      { guid },
    );
    assert.deepEqual(
      { status, remaining, claim_status, mark_paid, method_payment, isNumbered: number !== '' },
      {
        status: 'Paid',
        remaining: 0,
        claim_status: '',
        mark_paid: false,
        method_payment: null,
        isNumbered: true,
      },
    );
  };

  test('is settled when it is issued, and the bank is sent no claim', async () => {
    const seller = await kvitt.account();
    const guids = [
      await seller.ok('create-invoice', { data: free() }),
      await seller.ok('create-invoice', {
        data: free({ items: [line(), line({ unit_price: -1000 })], is_claim: 0 }),
      }),
    ];
    const saved = await seller.ok('create-invoice', { data: free({ save: 1 }) });
    assert.equal((await seller.ok('get-invoice', { guid: saved })).status, 'Draft');
    guids.push(await seller.ok('issue-invoice', { guid: saved }));
    for (const [create, issue] of DOCUMENTS)
      guids.push(await seller.ok(issue, { guid: await seller.ok(create, { data: free() }) }));
    await runJobsWithoutFailure(kvitt);
    for (const guid of guids) await expectSettled(seller, guid);
    assert.deepEqual(await fetchBankClaims(kvitt, seller), []);
    const { summaries } = await seller.call('invoice-summaries', { year: 2026 });
    assert.deepEqual(
      summaries.map(({ status, count }: { status: string; count: number }) => [status, count]),
      [
        ['total', guids.length],
        ['paid', guids.length],
      ],
    );
  });

  test('is settled when a template issues it', async () => {
    const seller = await kvitt.account();
    const { type: _, ...body } = free({ recurring_name: 'Frítt', recurring_interval: 'monthly' });
    await seller.ok('create-recurring-invoice', { data: { ...body, recurring_start_date: '2026-03-02' } });
    await runJobsWithoutFailure(kvitt);
    const [made, ...more] = await seller.ok('get-invoices');
    assert.equal(more.length, 0);
    await expectSettled(seller, made.guid);
    assert.deepEqual(await fetchBankClaims(kvitt, seller), []);
  });

  test('has a payment page, which shows that it is paid', async () => {
    const seller = await kvitt.account();
    const data = free({ is_claim: 0, is_payment_link: 1 });
    const { result, payment_link } = await seller.call('create-invoice', { data });
    await expectSettled(seller, result);
    assert.match(payment_link, /\/pay\//);
  });

  test('is credited by a note that is settled at once', async () => {
    const seller = await kvitt.account();
    const guid = await seller.ok('create-invoice', { data: free() });
    const data = { type: 'credit', ref_invoice_guid: guid, amount: 0, settlement_date: '2026-03-23' };
    const note = await seller.ok('create-invoice', { data });
    assert.equal((await seller.ok('get-invoice', { guid: note })).status, 'Paid');
    const { status, credited } = await seller.ok('get-invoice', { guid });
    assert.deepEqual([status, credited], ['Paid', true]);
  });

  test('is paid when it is issued where its amount rounds to 0 krónur', async () => {
    const seller = await kvitt.account();
    const items = [line({ unit_price: 0.4, tax: 'Z' })];
    const guid = await seller.ok('create-invoice', { data: free({ items, amount: 0.4 }) });
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await readClaimState(seller, guid), ['Paid', '']);
    assert.deepEqual(await fetchBankClaims(kvitt, seller), []);
  });

  test('has its claim cancelled when a credit note leaves less than half a króna', async () => {
    const seller = await kvitt.account();
    const items = [line({ unit_price: 1000.4, tax: 'Z' })];
    const create = () => seller.ok('create-invoice', { data: free({ items, amount: 1000.4 }) });
    const credit = (guid: string) =>
      seller.ok('create-invoice', {
        data: {
          type: 'credit',
          ref_invoice_guid: guid,
          amount: 1000,
          credit_partial: 1,
          settlement_date: '2026-03-23',
        },
      });
    const claimed = await create();
    await runJobsWithoutFailure(kvitt);
    await credit(claimed);
    const creditedFirst = await create();
    await credit(creditedFirst);
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await readClaimState(seller, claimed), ['Sent', 'cancel']);
    assert.deepEqual(await readClaimState(seller, creditedFirst), ['Sent', '']);
    const claims = await fetchBankClaims(kvitt, seller);
    assert.deepEqual(
      claims.map(({ invoice_guid, status }) => [invoice_guid, status]),
      [[claimed, 'cancelled']],
    );
  });
});
