import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Agent } from '../../support/agents/agent.ts';
import { propose } from '../../support/agents/limits.ts';
import { Proposer } from '../../support/agents/proposer.ts';
import { issue, openAccount, PAYER, paid, receive } from '../../support/bank-lines.ts';
import { createInvoiceWithClaim } from '../../support/claims.ts';
import type { Client } from '../../support/client.ts';
import { approveCost, completeCost } from '../../support/endpoints/costs.ts';
import { countFailedJobs } from '../../support/jobs.ts';
import { onBothDatabases } from '../../support/service.ts';

const SUPPLIER = '5902697199';

onBothDatabases('bank lines that a program books', (kvitt) => {
  const proposer = new Proposer(kvitt);
  let seller: Client;
  let agent: Agent;
  before(() => {
    ({ seller, agent } = proposer);
  });

  /** Proposes a booking, and returns what the person is shown of its actions. */
  async function proposeBooking({ guid }: { guid: string }, data: object) {
    const proposal = await propose(agent, { data }, { path: `/bank-lines/${guid}/book` });
    const { preview, seen } = await proposer.find(proposal.guid);
    const actions = preview.fields.flatMap(({ name, to }: { name: string; to: string }) =>
      name === 'action' ? [to] : [],
    );
    return { guid: proposal.guid as string, seen, actions: actions as string[] };
  }
  const approve = ({ guid, seen }: { guid: string; seen: string }) =>
    proposer.person.ok('approve-proposal', { guid, seen });
  const read = ({ guid }: { guid: string }) => seller.ok('get-bank-line', { guid });
  const buy = async (invoice_number: string, fields: object) => {
    const sent = { ...completeCost, supplier_id: SUPPLIER, how_paid: 1, ...fields };
    return approveCost(seller, await seller.ok('create-cost-adv', sent), { invoice_number });
  };

  test('split the payout of a bank into its claims', async () => {
    const invoices = [await createInvoiceWithClaim(seller), await createInvoiceWithClaim(seller)];
    assert.equal(await countFailedJobs(kvitt), 0);
    const payments = [];
    for (const guid of invoices) {
      const { claim_id } = await seller.ok('get-invoice', { guid });
      await kvitt.operator('POST', `/sandbox/claims/${claim_id}/pay`, { date: '2026-03-14' });
      payments.push(...(await seller.ok('get-payments', { invoice_guid: guid })));
    }
    const total = payments.reduce((all, { received }) => all + received, 0);
    const [line] = await receive(seller, [paid(total, { text: 'Innheimtukröfur' })]);
    const [best] = line.proposals;
    assert.match(best.reason, /2 claims/);
    const guids = payments.map(({ guid }) => guid);
    assert.deepEqual(best.actions, [{ type: 'settled', payments: guids }]);
    const booking = await proposeBooking(line, { proposal: 0 });
    const name = payments[0].customer.name;
    assert.deepEqual(
      booking.actions,
      payments.map(
        ({ guid, received }) => `settled · ${received.toFixed(2)} ISK · ${name} · 2026-03-14 · ${guid}`,
      ),
    );
    await approve(booking);
    assert.deepEqual((await read(line)).booking.actions, best.actions);
    for (const invoice_guid of invoices)
      assert.equal((await seller.ok('get-payments', { invoice_guid })).length, 1);
  });

  test('book the fee of an acquirer for card payments that are recorded already', async () => {
    const pay = async (amount: number) => {
      const { guid } = await issue(seller, amount);
      const allocations = [{ invoice_guid: guid }];
      return seller.ok('record-payment', {
        data: { amount, method_payment: 2, paid_on: '2026-03-15', allocations },
      });
    };
    const payments = [(await pay(6000)).guid, (await pay(4000)).guid];
    const [line] = await receive(seller, [paid(9750, { text: 'Uppgjör færsluhirðis' })]);
    const book = (fee: number) => ({
      actions: [
        { type: 'settled', payments },
        { type: 'fee', amount: fee },
      ],
    });
    const wrong = await agent.expectRefusal('POST', `/bank-lines/${line.guid}/book`, { data: book(300) });
    assert.equal(wrong.error_code, 'actions_do_not_add_up');
    await approve(await proposeBooking(line, book(250)));
    assert.deepEqual((await read(line)).booking.actions, book(250).actions);
    for (const guid of payments)
      assert.equal((await seller.ok('get-payment', { guid })).acquirer_fee, 0, 'the fee is of the line');
  });

  test('pay a supplier, take its refund, and name both', async () => {
    const cost = await buy('88-1', { amount: 5000 });
    const credit = await buy('88-2', { amount: 1200, credit_note: 1 });
    const account = await openAccount(seller, { name: 'Sparnaður' });
    const [spent, refund, moved] = await receive(seller, [
      paid(-5000, { kennitala: SUPPLIER }),
      paid(1200, { kennitala: SUPPLIER }),
      paid(-700, { text: 'Millifært' }),
    ]);
    assert.deepEqual(spent.proposals[0].actions, [{ type: 'cost', cost_guid: cost, amount: 5000 }]);
    assert.deepEqual(refund.proposals[0].actions, [{ type: 'cost', cost_guid: credit, amount: 1200 }]);
    const swapped = { data: { actions: [{ type: 'cost', cost_guid: cost, amount: 1200 }] } };
    const wrong = await agent.expectRefusal('POST', `/bank-lines/${refund.guid}/book`, swapped);
    assert.equal(wrong.error_code, 'field_invalid');
    const [paying, taking] = [
      await proposeBooking(spent, { proposal: 0 }),
      await proposeBooking(refund, { proposal: 0 }),
    ];
    assert.deepEqual(
      [...paying.actions, ...taking.actions],
      [
        `cost · 5000.00 ISK · Efnissalan ehf. · 88-1 · 2026-03-02 · ${cost}`,
        `cost · 1200.00 ISK · Efnissalan ehf. · 88-2 · 2026-03-02 · ${credit}`,
      ],
    );
    const transfer = { type: 'transfer', bank_account_guid: account.guid, amount: 600 };
    const split = [transfer, { type: 'other', code: 'rent', note: 'Húsaleiga', amount: 100 }];
    assert.deepEqual((await proposeBooking(moved, { actions: split })).actions, [
      `transfer · 600.00 ISK · Sparnaður · ${account.account_no}`,
      'other · 100.00 ISK · rent · Húsaleiga',
    ]);
    for (const one of [paying, taking]) await approve(one);
    for (const guid of [cost, credit]) assert.equal((await seller.ok('get-cost', { guid })).remaining, 0);
    const undo = await propose(
      agent,
      { data: { reason: 'Rangt' } },
      { path: `/bank-lines/${spent.guid}/unbook` },
    );
    await approve({ guid: undo.guid, seen: (await proposer.find(undo.guid)).seen });
    assert.equal((await seller.ok('get-cost', { guid: cost })).remaining, 5000);
  });

  test('book lines in another currency, and invoices in another one than the line', async () => {
    await kvitt.operator('PUT', '/rates/EUR/2026-03-01', { rate: 150 });
    const fields = { currency: 'EUR', exchange_rate: 148 };
    const [first, second] = [await issue(seller, 100, fields), await issue(seller, 40, fields)];
    const euros = await openAccount(seller, { name: 'Evrur', currency: 'EUR' });
    await receive(seller, [paid(100, { text: `Invoice ${first.number}`, kennitala: PAYER })], euros.guid);
    const [line] = (await agent.get(`/bank-lines?bank_account_guid=${euros.guid}&state=open`)).result;
    assert.deepEqual([line.amount, line.currency, line.proposals[0].score], [100, 'EUR', 1]);
    const booking = await proposeBooking(line, { proposal: 0 });
    assert.deepEqual(booking.actions, [`payment · 100.00 EUR · Kaupandi ehf. · #${first.number} 100.00 EUR`]);
    await approve(booking);
    const [payment] = await seller.ok('get-payments', { invoice_guid: first.guid });
    assert.deepEqual([payment.currency, payment.amount, payment.source], ['EUR', 100, 'bank']);

    const [krónur] = await receive(seller, [
      paid(6100, { text: `Reikn. ${second.number}`, kennitala: PAYER }),
    ]);
    const allocations = [{ invoice_guid: second.guid, amount: 40, paid: 6100 }];
    const actions = [{ type: 'payment', allocations, amount: 6100 }];
    const across = await proposeBooking(krónur, { actions });
    assert.deepEqual(across.actions, [
      `payment · 6100.00 ISK · Kaupandi ehf. · #${second.number} 40.00 EUR (6100.00 ISK)`,
    ]);
    await approve(across);
    const [converted] = await seller.ok('get-payments', { invoice_guid: second.guid });
    assert.equal(converted.allocations[0].exchange_difference, 6100 - 40 * 148);
    const { status, remaining } = await seller.ok('get-invoice', { guid: second.guid });
    assert.deepEqual([status, remaining], ['Paid', 0]);
  });
});
