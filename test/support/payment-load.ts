import assert from 'node:assert/strict';
import { companyKennitala } from '../domain/generators.ts';
import { type Client, invoice, line, type Reply } from './client.ts';
import { OPERATOR_TOKEN } from './databases.ts';
import { request } from './http-request.ts';
import { pressPayButton } from './payments.ts';
import { seededRandom } from './random-books.ts';

const CUSTOMERS = 3;
const INVOICES = 8;

interface Target {
  guid: string;
  customer: string;
}

interface Claim extends Target {
  claimId: string;
}

interface Link extends Target {
  /** The page of the provider. */
  checkout: string;
}

/** What was sent and got no answer, to be sent again elsewhere. */
type Unanswered = (node: Client) => Promise<unknown>;

/** People, a bank and a provider that pay, reverse, credit and write off the same few invoices at random. */
export class PaymentLoad {
  readonly unanswered: Unanswered[] = [];
  /** Guids of the payments that record-payment has answered. */
  readonly recorded: string[] = [];
  /** How many calls have recorded a payment by hand. */
  manual = 0;
  answered = 0;
  readonly #claims: Claim[] = [];
  readonly #links: Link[] = [];
  readonly #seller: Client;
  readonly #random: () => number;
  #keys = 0;
  #isStopping = false;

  constructor(seller: Client, seed: number) {
    this.#seller = seller;
    this.#random = seededRandom(seed);
  }

  get checkouts(): string[] {
    return this.#links.map(({ checkout }) => checkout.split('/').at(-1) ?? '');
  }

  get #targets(): Target[] {
    return [...this.#claims, ...this.#links];
  }

  async begin(): Promise<void> {
    const customers: string[] = [];
    for (let n = 0; n < CUSTOMERS; n++) {
      const data = { name: `Kaupandi ${n}`, output_select: 4, registration_no: companyKennitala(n + 20) };
      customers.push(await this.#seller.ok('create-customer', { data }));
    }
    const issue = async (customer: string, fields: object) => {
      const items = [line({ item_number: 'A', qty: 2, unit_price: 500 })];
      const days = { issue_date: undefined, due_date: '2099-03-16', settlement_date: '2099-03-23' };
      const data = invoice({ customer: { guid: customer }, items, payment_fee: 100, ...days, ...fields });
      const {
        result: guid,
        payment_link: link,
        message,
      } = await this.#seller.call('create-invoice', { data });
      assert.ok(guid, message);
      return { guid, customer, link };
    };
    const claims: Target[] = [];
    for (let n = 0; n < INVOICES / 2; n++) {
      const customer = customers[n % CUSTOMERS] ?? '';
      claims.push(await issue(customer, { is_claim: 1 }));
      const { link, ...target } = await issue(customer, { is_payment_link: 1 });
      this.#links.push({ ...target, checkout: (await pressPayButton(link)).location });
    }
    await this.#operator(this.#seller, '/jobs/run', {});
    for (const target of claims) {
      const { claim_id: claimId } = await this.#seller.ok('get-invoice', { guid: target.guid });
      this.#claims.push({ ...target, claimId });
    }
  }

  /** One person or program at a node, until it is told to stop or the node does not answer. */
  async actOn(node: Client): Promise<void> {
    while (!this.#isStopping) {
      const action = this.#pick(this.#actions)();
      try {
        await action(node);
        this.answered += 1;
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
        this.unanswered.push(action);
        return;
      }
    }
  }

  stop(): void {
    this.#isStopping = true;
  }

  readonly #actions: (() => Unanswered)[] = [
    ...[() => this.#record(), () => this.#record(), () => this.#record()],
    ...[() => this.#doPaid(), () => this.#payClaim(), () => this.#payClaim(), () => this.#payLink()],
    ...[() => this.#reverse(), () => this.#applyCredit(), () => this.#payBack(), () => this.#allocate()],
    ...[() => this.#writeOff(), () => this.#undoWriteOff(), () => this.#credit(), () => this.#runJobs()],
  ];

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)] as T;
  }

  #amount(): number {
    return 1 + Math.floor(this.#random() * 1500);
  }

  /** The same key whenever the call is sent, so that it is done once. */
  #call(
    endpoint: string,
    fields: Record<string, unknown>,
    then: (reply: Reply) => void = () => {},
  ): Unanswered {
    this.#keys += 1;
    const headers = { 'idempotency-key': `${this.#seller.username}-${this.#keys}` };
    const send: Unanswered = async (node) => {
      const reply = await node.call(endpoint, fields, headers);
      if (reply.httpStatus === 503) this.unanswered.push(send);
      else assert.equal(reply.httpStatus, 200, `${endpoint}: ${reply.message}`);
      if (reply.status) then(reply);
    };
    return send;
  }

  #record(): Unanswered {
    const { guid, customer } = this.#pick(this.#targets);
    const to = this.#random() < 0.6 ? { allocations: [{ invoice_guid: guid }] } : { customer_guid: customer };
    const components = this.#random() < 0.3 ? { components: { interest: 1, fee: 2 } } : {};
    const data = { amount: this.#amount() + 3, ...to, ...components };
    return this.#call('record-payment', { data }, ({ result }) => {
      this.recorded.push(result.guid);
      this.manual += 1;
    });
  }

  #doPaid(): Unanswered {
    const { guid } = this.#pick(this.#targets);
    const amount = this.#random() < 0.5 ? {} : { amount: this.#amount() };
    return this.#call('do-paid-invoice', { guid, ...amount }, () => {
      this.manual += 1;
    });
  }

  #payBack(): Unanswered {
    const { customer } = this.#pick(this.#targets);
    const data = { direction: 'out', customer_guid: customer, amount: this.#amount() };
    return this.#call('record-payment', { data }, ({ result }) => {
      this.recorded.push(result.guid);
      this.manual += 1;
    });
  }

  #reverse(): Unanswered {
    const guid = this.#pick(this.recorded) ?? this.#pick(this.#targets).guid;
    return this.#call('reverse-payment', { guid, data: { reason: 'A mistake' } });
  }

  #allocate(): Unanswered {
    const guid = this.#pick(this.recorded) ?? this.#pick(this.#targets).guid;
    const data = { allocations: [{ invoice_guid: this.#pick(this.#targets).guid }] };
    return this.#call('allocate-payment', { guid, data });
  }

  #applyCredit(): Unanswered {
    return this.#call('apply-credit', { data: { invoice_guid: this.#pick(this.#targets).guid } });
  }

  #writeOff(): Unanswered {
    return this.#call('write-off-invoice', {
      guid: this.#pick(this.#targets).guid,
      data: { reason: 'Lost' },
    });
  }

  #undoWriteOff(): Unanswered {
    return this.#call('undo-write-off', { guid: this.#pick(this.#targets).guid });
  }

  #credit(): Unanswered {
    const items = [{ item_number: 'A', qty: 1 }];
    const ref_invoice_guid = this.#pick(this.#targets).guid;
    const data = { type: 'credit', settlement_date: '2099-12-31', amount: 620, ref_invoice_guid, items };
    return this.#call('create-invoice', { data });
  }

  /** A part, or what is left. The bank takes each call by itself, so a lost answer is not asked for again. */
  #payClaim(): Unanswered {
    const { claimId } = this.#pick(this.#claims);
    const body = this.#random() < 0.7 ? { amount: this.#amount() } : {};
    let isSent = false;
    return async (node) => {
      if (isSent) return;
      isSent = true;
      const status = await this.#operator(node, `/sandbox/claims/${claimId}/pay`, body);
      assert.ok(status !== 422, 'the bank did not understand');
    };
  }

  /** The provider reports a payment again until it is answered. */
  #payLink(): Unanswered {
    const { checkout } = this.#pick(this.#links);
    return async ({ url }) => {
      const body = new URLSearchParams({ decision: 'pay' });
      const { status } = await request(url + new URL(checkout, url).pathname, { method: 'POST', body });
      if (status === 503) throw new Error('the provider was not heard');
    };
  }

  #runJobs(): Unanswered {
    return (node) => this.#operator(node, '/jobs/run', {});
  }

  async #operator({ url }: { url: string }, path: string, body: object): Promise<number> {
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' };
    const sent = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await request(`${url}/operator${path}`, sent)).status;
  }
}
