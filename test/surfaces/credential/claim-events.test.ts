import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { followClaims } from '../../../src/jobs/follow-claims.ts';
import { companyKennitala } from '../../domain/generators.ts';
import {
  createInvoiceWithClaim,
  creditInvoice,
  fetchBankClaims,
  readClaimState,
} from '../../support/claims.ts';
import type { Client } from '../../support/client.ts';
import { countFailedJobs } from '../../support/jobs.ts';
import { type Kvitt, onBothDatabases } from '../../support/service.ts';

const NOTHING = { capitalGainsTax: '0', otherDefaultCosts: '0', defaultCharge: '0', defaultInterest: '0' };

/** Pays at the bank without the news reaching the invoice. */
async function payUnheard(kvitt: Kvitt, claimId: string): Promise<void> {
  assert.ok(
    await kvitt.service.engine.adapters.sandboxes.bank?.pay(claimId, { paidOn: '2026-03-03', ...NOTHING }),
  );
}

async function run(kvitt: Kvitt, today?: string): Promise<void> {
  assert.equal(await countFailedJobs(kvitt, today), 0);
}

onBothDatabases('claims and what happens to them', (kvitt) => {
  let seller: Client;
  beforeEach(async () => {
    kvitt.now = () => new Date('2026-03-02T10:00:00Z');
    seller = await kvitt.account();
  });
  const read = (guid: string) => seller.ok('get-invoice', { guid });
  const sent = async () => {
    const guid = await createInvoiceWithClaim(seller);
    await run(kvitt);
    return { guid, claimId: (await read(guid)).claim_id as string };
  };
  const amounts = async () =>
    (await fetchBankClaims(kvitt, seller)).map(({ status, payload }) => [status, payload.amount]);

  test('are known by the claimant, the number of the invoice and the due date', async () => {
    const kennitala = companyKennitala(811);
    seller = await kvitt.account({ registration_no: kennitala });
    const { claimId } = await sent();
    assert.equal(claimId, `${kennitala}010166000001+20260316`);
  });

  test('are kept apart where two accounts have one kennitala', async () => {
    const registration_no = companyKennitala(812);
    const sellers = [await kvitt.account({ registration_no }), await kvitt.account({ registration_no })];
    const invoices: { guid: string; claim_id: string }[] = [];
    for (const one of sellers) {
      const guid = await createInvoiceWithClaim(one);
      await run(kvitt);
      invoices.push(await one.ok('get-invoice', { guid }));
    }
    for (const [index, { guid, claim_id }] of invoices.entries()) {
      const { status } = await kvitt.operator('POST', `/sandbox/claims/${claim_id}/pay`, {});
      assert.equal(status, 200);
      const others = await Promise.all(
        sellers.map((one, at) => readClaimState(one, invoices[at]?.guid ?? '')),
      );
      const expected = [0, 1].map((at) => (at <= index ? ['Paid', 'paid'] : ['Sent', 'sent']));
      assert.deepEqual(others, expected, guid);
    }
  });

  test('are made without a bank account of the seller too', async () => {
    seller = await kvitt.account({ bank_account: '' });
    const { guid } = await sent();
    assert.deepEqual(await readClaimState(seller, guid), ['Sent', 'sent']);
  });

  test('are lowered by a credit note of a part, and paid as they are then', async () => {
    const { guid, claimId } = await sent();
    await creditInvoice(seller, guid, 'one');
    assert.deepEqual(await amounts(), [['unpaid', '1240.00']]);
    await run(kvitt);
    assert.deepEqual(await amounts(), [['unpaid', '620.00']]);
    assert.deepEqual(await readClaimState(seller, guid), ['Sent', 'sent']);
    await kvitt.operator('POST', `/sandbox/claims/${claimId}/pay`, {});
    const { status, claim_status, bank_transaction_amount, claim_message } = await read(guid);
    assert.deepEqual(
      [status, claim_status, bank_transaction_amount, claim_message],
      ['Paid', 'paid', 810.5, ''],
    );
  });

  test('are made for what is left when a part was credited before the bank heard of them', async () => {
    const guid = await createInvoiceWithClaim(seller);
    await creditInvoice(seller, guid, 'one');
    await run(kvitt);
    assert.deepEqual(await amounts(), [['unpaid', '620.00']]);
  });

  test('say what to refund when they were paid before they could be lowered', async () => {
    const { guid, claimId } = await sent();
    const note = await creditInvoice(seller, guid, 'one');
    await payUnheard(kvitt, claimId);
    await run(kvitt);
    const { status, claim_status, claim_message } = await read(guid);
    assert.deepEqual([status, claim_status], ['Paid', 'paid']);
    assert.equal(
      claim_message,
      'The claim was paid at the bank on 2026-03-03 before it was lowered by a credit note: refund 620.00 to the payer',
    );
    assert.deepEqual(await readClaimState(seller, note), ['Paid', '']);
  });

  test('can be refused by the payer: the invoice stays as it is, and can be settled in any way', async () => {
    const [byHand, byNote] = [await sent(), await sent()];
    for (const { guid, claimId } of [byHand, byNote]) {
      const cancel = () => kvitt.operator('POST', `/sandbox/claims/${claimId}/cancel`, {});
      const { status, body } = await cancel();
      assert.deepEqual([status, body], [200, { claim_id: claimId, status: 'cancelled' }]);
      assert.deepEqual(await readClaimState(seller, guid), ['Sent', 'cancel']);
      assert.equal((await cancel()).status, 404);
      assert.equal((await kvitt.operator('POST', `/sandbox/claims/${claimId}/pay`, {})).status, 404);
    }
    await run(kvitt, '2026-04-30');
    assert.deepEqual(await readClaimState(seller, byHand.guid), ['Sent', 'cancel']);
    await seller.ok('do-paid-invoice', { guid: byHand.guid });
    await creditInvoice(seller, byNote.guid, 'rest', 1240);
    await run(kvitt, '2026-04-30');
    assert.deepEqual(await readClaimState(seller, byHand.guid), ['Paid', 'cancel']);
    assert.deepEqual(await readClaimState(seller, byNote.guid), ['Cancelled', 'cancel']);
  });

  /** Changes the claim as the seller may at the bank, without a word to us. */
  const changeAtBank = async (claimId: string, to: { amount?: string; status?: 'unpaid' }) => {
    const { accounts, adapters } = kvitt.service.engine;
    const { id } = await accounts.byUsername(seller.username);
    assert.ok(await adapters.sandboxes.bank?.change(id, claimId, to));
  };

  test('that were cancelled may be revived at the bank, and pay the invoice then', async () => {
    const { guid, claimId } = await sent();
    await kvitt.operator('POST', `/sandbox/claims/${claimId}/cancel`, {});
    assert.deepEqual(await readClaimState(seller, guid), ['Sent', 'cancel']);
    await changeAtBank(claimId, { status: 'unpaid' });
    await payUnheard(kvitt, claimId);
    await run(kvitt);
    const { status, claim_status, claim_message, bank_transaction_amount, timeline } = await read(guid);
    assert.deepEqual(
      [status, claim_status, claim_message, bank_transaction_amount],
      ['Paid', 'paid', '', 1430.5],
    );
    assert.deepEqual(
      timeline.map(({ event }: { event: string }) => event),
      ['issued', 'claim_sent', 'claim_cancelled', 'claim_sent', 'claim_paid', 'paid'],
    );
  });

  test('that were settled here are not revived by what happens at the bank', async () => {
    const { guid, claimId } = await sent();
    await seller.ok('do-paid-invoice', { guid });
    await changeAtBank(claimId, { status: 'unpaid' });
    await run(kvitt);
    assert.deepEqual(await readClaimState(seller, guid), ['Paid', 'cancel']);
  });

  const otherAmounts: [what: string, amount: string, message: RegExp][] = [
    ['less', '1000.00', / for 240\.00 less than was owed: ask for the rest, or credit it$/],
    ['more', '1300.00', / for more than the invoice is: refund 60\.00 to the payer$/],
  ];
  for (const [what, amount, message] of otherAmounts) {
    test(`that were changed at the bank, and paid for ${what}, pay the invoice and say so`, async () => {
      const { guid, claimId } = await sent();
      await changeAtBank(claimId, { amount });
      await kvitt.operator('POST', `/sandbox/claims/${claimId}/pay`, {});
      const { status, claim_status, claim_message, timeline } = await read(guid);
      assert.deepEqual([status, claim_status], ['Paid', 'paid']);
      assert.match(claim_message, message);
      const told = timeline.find(({ event }: { event: string }) => event === 'unexpected_payment');
      assert.deepEqual([told?.via, told?.reason], ['bank', claim_message]);
    });
  }

  for (const first of ['the job that cancels it', 'the chore that asks'] as const) {
    test(`that are paid while all is credited leave a refund to make, as heard by ${first}`, async () => {
      const { guid, claimId } = await sent();
      const note = await creditInvoice(seller, guid, 'rest', 1240);
      await payUnheard(kvitt, claimId);
      if (first === 'the chore that asks') {
        const { kernel, accounts } = kvitt.service.engine;
        assert.equal(await followClaims(kernel, kvitt.now(), (id) => accounts.byId(id)), 1);
      }
      await run(kvitt);
      const { status, claim_status, claim_message, bank_transaction_amount } = await read(guid);
      assert.deepEqual([status, claim_status, bank_transaction_amount], ['Cancelled', 'paid', 1430.5]);
      assert.equal(
        claim_message,
        'The claim was paid at the bank on 2026-03-03, when the invoice was already settled: refund 1430.50 to the payer',
      );
      assert.deepEqual(await readClaimState(seller, note), ['Paid', '']);
      const before = await read(guid);
      const told = before.timeline.filter(({ event }: { event: string }) => /payment|failed/.test(event));
      assert.deepEqual(
        told.map(({ event, via, reason }: Record<string, string>) => [event, via, reason]),
        [['unexpected_payment', 'bank', claim_message]],
      );
      await run(kvitt, '2026-04-30');
      assert.deepEqual(await read(guid), before);
    });
  }

  test('are lowered while in collection', async () => {
    const { guid } = await sent();
    await run(kvitt, '2026-03-24');
    await creditInvoice(seller, guid, 'one');
    await run(kvitt, '2026-03-24');
    assert.deepEqual(await readClaimState(seller, guid), ['Collection', 'sent']);
    assert.deepEqual(await amounts(), [['unpaid', '620.00']]);
  });
});
