import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { companyKennitala } from '../domain/generators.ts';
import { type Client, createAccount, invoice, line, type Reply } from '../support/client.ts';
import { databases, OPERATOR_TOKEN } from '../support/databases.ts';
import { request } from '../support/http-request.ts';
import { clientOn, retryWhileBusy } from '../support/load.ts';
import { ParallelNodes } from '../support/parallel-nodes.ts';
import { pressPayButton } from '../support/payments.ts';

/** More of them by hand. */
const ROUNDS = Number(process.env.KVITT_PAYMENT_ROUNDS ?? 20);
const AMOUNT = 1000;

/** What is paid outside of the service: a claim at the bank, or a link at the provider. */
interface Round {
  guid: string;
  customer: string;
  payOutside: (url: string) => Promise<number>;
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

    /** Invoices of a customer each, in turn with a claim at the bank and with a payment link. */
    async function createRounds(): Promise<Round[]> {
      const rounds: Round[] = [];
      const items = [line({ qty: 1, unit_price: AMOUNT, tax: 'Z' })];
      for (let n = 0; n < ROUNDS; n++) {
        const buyer = { name: `Kaupandi ${n}`, output_select: 4, registration_no: companyKennitala(n) };
        const customer = await seller.ok('create-customer', { data: buyer });
        const way = n % 2 === 0 ? { is_claim: 1 } : { is_payment_link: 1 };
        const data = invoice({ customer: { guid: customer }, items, amount: AMOUNT, ...way });
        const { result: guid, payment_link, message } = await seller.call('create-invoice', { data });
        assert.ok(guid, message);
        const payOutside = payment_link ? await openLink(payment_link) : (url: string) => payClaim(url, guid);
        rounds.push({ guid, customer, payOutside });
      }
      assert.equal((await operator(nodes.url, 'POST', '/jobs/run', {})).status, 200);
      return rounds;
    }

    async function openLink(link: string): Promise<Round['payOutside']> {
      const { location } = await pressPayButton(link);
      const body = () => new URLSearchParams({ decision: 'pay' });
      return async (url) => (await request(url + location, { method: 'POST', body: body() })).status;
    }

    async function payClaim(url: string, guid: string): Promise<number> {
      const { claim_id } = await seller.ok('get-invoice', { guid });
      return (await operator(url, 'POST', `/sandbox/claims/${claim_id}/pay`, {})).status;
    }

    test(`settle no more than is owed, and the rest is credit, ${ROUNDS} times`, async () => {
      const rounds = await createRounds();
      const people = [0, 1].map((n) => clientOn(nodes.all[n % nodes.all.length] ?? nodes, seller));
      for (const [n, { guid, customer, payOutside }] of rounds.entries()) {
        const record = (person: Client, data: object) =>
          retryWhileBusy(() => person.call('record-payment', { data }));
        const [first, second] = n % 4 < 2 ? people : people.toReversed();
        const [outside, named, spread]: [number, Reply, Reply] = await Promise.all([
          payOutside((second ?? seller).url),
          record(first ?? seller, { amount: 700, allocations: [{ invoice_guid: guid }] }),
          record(second ?? seller, { amount: 600, customer_guid: customer }),
        ]);
        const name = `round ${n}: ${outside}, ${named.message}, ${spread.message}`;
        assert.ok(outside === 200 || outside === 303, name);
        assert.ok(spread.status, name);
        assert.ok(named.status || named.error_code === 'allocation_exceeds_remaining', name);
        const { status, paid_amount, remaining } = await seller.ok('get-invoice', { guid });
        assert.deepEqual([status, paid_amount, remaining], ['Paid', AMOUNT, 0], name);
        const payments: { amount: number; unallocated: number; allocations: { amount: number }[] }[] =
          await seller.ok('get-payments', { customer_guid: customer });
        const received = AMOUNT + 600 + (named.status ? 700 : 0);
        const sum = (list: { amount: number }[]) => list.reduce((all, { amount }) => all + amount, 0);
        assert.equal(sum(payments), received, name);
        for (const { amount, unallocated, allocations } of payments)
          assert.equal(amount, unallocated + sum(allocations), name);
        assert.equal(sum(payments.flatMap(({ allocations }) => allocations)), AMOUNT, name);
        const { credits } = await seller.ok('get-customer', { guid: customer });
        assert.deepEqual(credits, [{ currency: 'ISK', amount: received - AMOUNT }], name);
      }
    });
  });
}
