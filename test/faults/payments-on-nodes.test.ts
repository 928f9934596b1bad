import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { emptyRow } from '../../src/kernel/database/row.ts';
import { sql } from '../../src/kernel/database/sql.ts';
import { companyKennitala } from '../domain/generators.ts';
import { csvStatement, nextAccountNo } from '../support/bank-files.ts';
import { type Client, createAccount, invoice, line } from '../support/client.ts';
import { creditInvoice } from '../support/credits.ts';
import { databases, OPERATOR_TOKEN } from '../support/databases.ts';
import { request } from '../support/http-request.ts';
import { clientOn, retryWhileBusy } from '../support/load.ts';
import { assertMoneyBalances } from '../support/money-balance.ts';
import { ParallelNodes } from '../support/parallel-nodes.ts';
import { pressPayButton } from '../support/payments.ts';

/** More of them by hand. */
const ROUNDS = Number(process.env.KVITT_PAYMENT_ROUNDS ?? 20);
const AMOUNT = 1000;

/** An invoice that can be paid by its claim at the bank, by its link at the provider, and by hand. */
interface Round {
  guid: string;
  customer: string;
  claimId: string;
  /** The page of the provider. */
  checkout: string;
}

interface Payment {
  amount: number;
  unallocated: number;
  allocations: { amount: number }[];
}

for (const kind of databases()) {
  describe(`payments at the same moment (${kind}, nodes: ${ParallelNodes.countOn(kind)})`, () => {
    const nodes = new ParallelNodes();
    let seller: Client;
    before(async () => {
      await nodes.start(kind);
      seller = await createAccount(nodes.url);
    });
    after(() => nodes.stop());

    const operator = async (url: string, method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' };
      const sent = body && { body: JSON.stringify(body) };
      return request(`${url}/operator${path}`, { method, headers, ...sent });
    };

    /** Invoices of a customer each. */
    async function createRounds(): Promise<Round[]> {
      const created: { guid: string; customer: string }[] = [];
      const items = [line({ qty: 1, unit_price: AMOUNT, tax: 'Z' })];
      for (let n = 0; n < ROUNDS; n++) {
        const buyer = { name: `Kaupandi ${n}`, output_select: 4, registration_no: companyKennitala(n) };
        const customer = await seller.ok('create-customer', { data: buyer });
        const data = invoice({ customer: { guid: customer }, items, amount: AMOUNT, is_claim: 1 });
        created.push({ guid: await seller.ok('create-invoice', { data }), customer });
      }
      assert.equal((await operator(nodes.url, 'POST', '/jobs/run', {})).status, 200);
      // An invoice is issued with a claim or with a link. Here all ways meet at one invoice.
      const guids = created.map(({ guid }) => guid);
      await nodes.db.query(
        emptyRow,
        sql`update invoices set is_payment_link = true where guid = any(${guids}::uuid[])`,
      );
      const rounds: Round[] = [];
      for (const one of created) {
        const { claim_id: claimId, payment_link } = await seller.ok('get-invoice', { guid: one.guid });
        rounds.push({ ...one, claimId, checkout: (await pressPayButton(payment_link)).location });
      }
      return rounds;
    }

    /** Pays all of the claim, every third time in two parts. */
    async function payClaim(url: string, { claimId }: Round, n: number): Promise<void> {
      for (const body of n % 3 === 0 ? [{ amount: 400 }, {}] : [{}])
        assert.equal((await operator(url, 'POST', `/sandbox/claims/${claimId}/pay`, body)).status, 200);
    }

    async function payLink(url: string, { checkout }: Round): Promise<void> {
      const body = new URLSearchParams({ decision: 'pay' });
      assert.equal((await request(url + checkout, { method: 'POST', body })).status, 303);
    }

    test('that use the credit of several notes never deadlock', async () => {
      const other = await createAccount(nodes.url);
      const customer = await other.ok('create-customer', { data: { name: 'Inneign', output_select: 4 } });
      const items = [line({ item_number: 'A', qty: 2, unit_price: 500, tax: 'Z' })];
      const guids: string[] = [];
      for (let n = 0; n < 8; n++) {
        const data = invoice({ customer: { guid: customer }, items, amount: AMOUNT, mark_paid: true });
        const guid = await other.ok('create-invoice', { data });
        await creditInvoice(other, guid, 'one', 500);
        guids.push(guid);
      }
      // Each holds its own note and asks for all others. The test run fails where the server has to end a deadlock.
      const replies = await Promise.all(
        [...guids, ...guids.toReversed()].map((invoice_guid, n) => {
          const person = clientOn(nodes.all[n % nodes.all.length] ?? nodes, other);
          return retryWhileBusy(() => person.call('apply-credit', { data: { invoice_guid } }));
        }),
      );
      for (const { error_code } of replies) assert.equal(error_code, 'allocation_exceeds_remaining');
    });

    const sum = (list: { amount: number }[]) => list.reduce((all, { amount }) => all + amount, 0);

    test(`settle no more than is owed, and the remainder is credit, ${ROUNDS} times`, async () => {
      const rounds = await createRounds();
      const people = [0, 1].map((n) => clientOn(nodes.all[n % nodes.all.length] ?? nodes, seller));
      for (const [n, round] of rounds.entries()) {
        const { guid, customer } = round;
        const record = (person: Client, data: object) =>
          retryWhileBusy(() => person.call('record-payment', { data }));
        const [first = seller, second = seller] = n % 4 < 2 ? people : people.toReversed();
        const [named, spread] = await Promise.all([
          record(first, { amount: 700, allocations: [{ invoice_guid: guid }] }),
          record(second, { amount: 600, customer_guid: customer }),
          payClaim(second.url, round, n),
          payLink(first.url, round),
        ]);
        const name = `round ${n}: ${named.message}, ${spread.message}`;
        assert.ok(spread.status, name);
        assert.ok(named.status || named.error_code === 'allocation_exceeds_remaining', name);
        const { status, paid_amount, remaining } = await seller.ok('get-invoice', { guid });
        assert.deepEqual([status, paid_amount, remaining], ['Paid', AMOUNT, 0], name);
        const payments: Payment[] = await seller.ok('get-payments', { customer_guid: customer });
        const received = 2 * AMOUNT + 600 + (named.status ? 700 : 0);
        assert.equal(sum(payments), received, name);
        for (const { amount, unallocated, allocations } of payments)
          assert.equal(amount, unallocated + sum(allocations), name);
        assert.equal(sum(payments.flatMap(({ allocations }) => allocations)), AMOUNT, name);
        const { credits } = await seller.ok('get-customer', { guid: customer });
        assert.deepEqual(credits, [{ currency: 'ISK', amount: received - AMOUNT }], name);
      }
      // What follows at bank and provider changes nothing of it.
      const run = ({ url }: { url: string }) => operator(url, 'POST', '/jobs/run', {});
      for (const answer of await Promise.all(nodes.all.map(run))) assert.equal(answer.json().failed, 0);
      const payments: Payment[] = await seller.ok('get-payments');
      assert.equal(sum(payments.flatMap(({ allocations }) => allocations)), AMOUNT * ROUNDS);
      await assertMoneyBalances(seller);
    });

    test('book each line of the bank once, and unbook it once', async () => {
      const items = [line({ qty: 1, unit_price: AMOUNT, tax: 'Z' })];
      const customer = { name: 'Bankavinur ehf.', output_select: 4, registration_no: companyKennitala(900) };
      const invoice_guid = await seller.ok('create-invoice', {
        data: invoice({ customer, items, amount: AMOUNT }),
      });
      const account = { name: 'Velta', account_no: nextAccountNo() };
      const { guid: bank_account_guid } = await seller.ok('create-bank-account', { data: account });
      const lines = Array.from({ length: 4 }, () => ({ booked_on: '2026-03-16', amount: 700 }));
      await seller.ok('import-bank-statement', { bank_account_guid, file: csvStatement(lines) });
      const received: { guid: string }[] = await seller.ok('get-bank-lines', { bank_account_guid });
      const actions = [{ type: 'payment', allocations: [{ invoice_guid }], amount: 700 }];
      const everywhere = (endpoint: string, data: object) =>
        Promise.all(
          received.flatMap(({ guid }) =>
            nodes.all.map(async (node) => ({
              guid,
              reply: await retryWhileBusy(() => clientOn(node, seller).call(endpoint, { guid, data })),
            })),
          ),
        );
      const booked = (await everywhere('book-bank-line', { actions })).filter(({ reply }) => reply.status);
      const { status, paid_amount } = await seller.ok('get-invoice', { guid: invoice_guid });
      assert.deepEqual([status, paid_amount], ['Paid', AMOUNT]);
      // The first two settle the invoice, and the others find nothing to settle.
      assert.equal(booked.length, 2);
      const undone = await everywhere('unbook-bank-line', { reason: 'Rangt' });
      assert.equal(undone.filter(({ reply }) => reply.status).length, 2);
      const after = await seller.ok('get-invoice', { guid: invoice_guid });
      assert.deepEqual([after.status, after.remaining], ['Sent', AMOUNT]);
      await assertMoneyBalances(seller);
    });
  });
}
