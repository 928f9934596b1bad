import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { followClaims } from '../../../src/jobs/follow-claims.ts';
import { companyKennitala } from '../../domain/generators.ts';
import { createInvoiceWithClaim, fetchBankClaims, readClaimState } from '../../support/claims.ts';
import type { Client } from '../../support/client.ts';
import { creditInvoice } from '../../support/credits.ts';
import { countFailedJobs } from '../../support/jobs.ts';
import { onBothDatabases, type TestService } from '../../support/service.ts';

const NO_CHARGES = { capitalGainsTax: '0', otherDefaultCosts: '0', defaultCharge: '0', defaultInterest: '0' };

/** Pays at the bank without notifying the service. */
async function payAtBank(kvitt: TestService, claimId: string): Promise<void> {
  assert.ok(
    await kvitt.service.engine.adapters.sandboxes.bank?.pay(claimId, { paidOn: '2026-03-03', ...NO_CHARGES }),
  );
}

async function run(kvitt: TestService, today?: string): Promise<void> {
  assert.equal(await countFailedJobs(kvitt, today), 0);
}

onBothDatabases('events of claims', (kvitt) => {
  let seller: Client;
  beforeEach(async () => {
    kvitt.now = () => new Date('2026-03-02T10:00:00Z');
    seller = await kvitt.account();
  });
  const read = (guid: string) => seller.ok('get-invoice', { guid });
  const createSentClaim = async () => {
    const guid = await createInvoiceWithClaim(seller);
    await run(kvitt);
    return { guid, claimId: (await read(guid)).claim_id as string };
  };
  const amounts = async () =>
    (await fetchBankClaims(kvitt, seller)).map(({ status, payload }) => [status, payload.amount]);

  test('identifies a claim by claimant, invoice number and due date', async () => {
    const kennitala = companyKennitala(811);
    seller = await kvitt.account({ registration_no: kennitala });
    const { claimId } = await createSentClaim();
    assert.equal(claimId, `${kennitala}010166000001+20260316`);
  });

  test('keeps claims of two accounts with the same kennitala apart', async () => {
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

  test('creates a claim although the seller has no bank account', async () => {
    seller = await kvitt.account({ bank_account: '' });
    const { guid } = await createSentClaim();
    assert.deepEqual(await readClaimState(seller, guid), ['Sent', 'sent']);
  });

  test('lowers a claim by a partial credit note, and records the lowered payment', async () => {
    const { guid, claimId } = await createSentClaim();
    await creditInvoice(seller, guid, 'one');
    assert.deepEqual(await amounts(), [['unpaid', '1240.00']]);
    await run(kvitt);
    assert.deepEqual(await amounts(), [['unpaid', '620.00']]);
    assert.deepEqual(await readClaimState(seller, guid), ['Sent', 'sent']);
    await kvitt.operator('POST', `/sandbox/claims/${claimId}/pay`, {});
    const { status, claim_status, bank_transaction_amount, claim_message } = await read(guid);
    assert.deepEqual(
      [status, claim_status, bank_transaction_amount, claim_message],
      ['Paid', 'paid', 811, ''],
    );
  });

  test('creates a claim for the remainder when a part was credited first', async () => {
    const guid = await createInvoiceWithClaim(seller);
    await creditInvoice(seller, guid, 'one');
    await run(kvitt);
    assert.deepEqual(await amounts(), [['unpaid', '620.00']]);
  });

  test('says what to refund when a claim was paid before it could be lowered', async () => {
    const { guid, claimId } = await createSentClaim();
    const note = await creditInvoice(seller, guid, 'one');
    await payAtBank(kvitt, claimId);
    await run(kvitt);
    const { status, claim_status, claim_message } = await read(guid);
    assert.deepEqual([status, claim_status], ['Paid', 'paid']);
    assert.equal(
      claim_message,
      'The claim was paid at the bank on 2026-03-03 before it was lowered by a credit note; 620.00 of it is credit of the customer now: refund it, or apply it to another invoice',
    );
    assert.deepEqual(await readClaimState(seller, note), ['Paid', '']);
  });

  test('keeps an invoice open when the payer refuses its claim, so that it can be settled otherwise', async () => {
    const [byHand, byNote] = [await createSentClaim(), await createSentClaim()];
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

  /** Changes a claim directly at the bank. */
  const changeAtBank = async (claimId: string, to: { amount?: string; status?: 'unpaid' }) => {
    const { accounts, adapters } = kvitt.service.engine;
    const { id } = await accounts.byUsername(seller.username);
    assert.ok(await adapters.sandboxes.bank?.change(id, claimId, to));
  };

  test('records the payment of a cancelled claim that was revived at the bank', async () => {
    const { guid, claimId } = await createSentClaim();
    await kvitt.operator('POST', `/sandbox/claims/${claimId}/cancel`, {});
    assert.deepEqual(await readClaimState(seller, guid), ['Sent', 'cancel']);
    await changeAtBank(claimId, { status: 'unpaid' });
    await payAtBank(kvitt, claimId);
    await run(kvitt);
    const { status, claim_status, claim_message, bank_transaction_amount, timeline } = await read(guid);
    assert.deepEqual(
      [status, claim_status, claim_message, bank_transaction_amount],
      ['Paid', 'paid', '', 1431],
    );
    assert.deepEqual(
      timeline.map(({ event }: { event: string }) => event),
      ['issued', 'claim_sent', 'claim_cancelled', 'claim_sent', 'claim_paid', 'paid'],
    );
  });

  test('does not revive a settled invoice after events at the bank', async () => {
    const { guid, claimId } = await createSentClaim();
    await seller.ok('do-paid-invoice', { guid });
    await changeAtBank(claimId, { status: 'unpaid' });
    await run(kvitt);
    assert.deepEqual(await readClaimState(seller, guid), ['Paid', 'cancel']);
  });

  const otherAmounts: [what: string, amount: string, status: string, message: RegExp][] = [
    ['less', '1000.00', 'Sent', / for 240\.00 less than was owed: ask for the rest, or credit it$/],
    ['more', '1300.00', 'Paid', / for more than the invoice is; 60\.00 of it is credit of the customer now/],
  ];
  for (const [description, amount, expected, message] of otherAmounts) {
    test(`records the payment and notes the difference when its claim was changed at the bank and paid for ${description}`, async () => {
      const { guid, claimId } = await createSentClaim();
      await changeAtBank(claimId, { amount });
      await kvitt.operator('POST', `/sandbox/claims/${claimId}/pay`, {});
      const { status, claim_status, claim_message, timeline } = await read(guid);
      assert.deepEqual([status, claim_status], [expected, 'paid']);
      assert.match(claim_message, message);
      const entries = timeline.find(({ event }: { event: string }) => event === 'unexpected_payment');
      assert.deepEqual([entries?.via, entries?.reason], ['bank', claim_message]);
    });
  }

  for (const first of ['the job that cancels it', 'the chore that asks'] as const) {
    test(`reports a refund when a claim is paid while the invoice is credited in full, first seen by ${first}`, async () => {
      const { guid, claimId } = await createSentClaim();
      const note = await creditInvoice(seller, guid, 'rest', 1240);
      await payAtBank(kvitt, claimId);
      if (first === 'the chore that asks') {
        const { kernel, accounts } = kvitt.service.engine;
        assert.equal(await followClaims(kernel, kvitt.now(), (id) => accounts.byId(id)), 1);
      }
      await run(kvitt);
      const { status, claim_status, claim_message, bank_transaction_amount } = await read(guid);
      assert.deepEqual([status, claim_status, bank_transaction_amount], ['Cancelled', 'paid', 1431]);
      assert.equal(
        claim_message,
        'The claim was paid at the bank on 2026-03-03, when the invoice was already settled; 1240.00 of it is credit of the customer now: refund it, or apply it to another invoice',
      );
      assert.deepEqual(await readClaimState(seller, note), ['Paid', '']);
      const before = await read(guid);
      const entries = before.timeline.filter(({ event }: { event: string }) => /payment|failed/.test(event));
      assert.deepEqual(
        entries.map(({ event, via, reason }: Record<string, string>) => [event, via, reason]),
        [['unexpected_payment', 'bank', claim_message]],
      );
      await run(kvitt, '2026-04-30');
      assert.deepEqual(await read(guid), before);
    });
  }

  test('lowers a claim in collection', async () => {
    const { guid } = await createSentClaim();
    await run(kvitt, '2026-03-24');
    await creditInvoice(seller, guid, 'one');
    await run(kvitt, '2026-03-24');
    assert.deepEqual(await readClaimState(seller, guid), ['Collection', 'sent']);
    assert.deepEqual(await amounts(), [['unpaid', '620.00']]);
  });
});
