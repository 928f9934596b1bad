import assert from 'node:assert/strict';
import {
  type Document,
  type Payment,
  type PaymentLedger,
  payable,
  type Share,
  type Wanted,
} from './payment-ledger.ts';
import { RandomDocuments, toAurar, toKronur } from './random-documents.ts';

/** Records, allocates, applies, pays back and reverses payments at random, the same in every run with one seed. */
export class RandomPayments extends RandomDocuments {
  async step(): Promise<void> {
    if (this.random() < 0.4) this.pass(this.whole(1, 6));
    await this.pick(this.#steps)();
  }

  /** What happens often is in it several times. */
  readonly #steps = [
    ...[() => this.invoice(), () => this.invoice(), () => this.note(), () => this.note()],
    ...[() => this.#pay(), () => this.#pay(), () => this.#pay(), () => this.#pay(), () => this.#pay()],
    ...[() => this.#payBack(), () => this.#applyCredit(), () => this.#applyCredit(), () => this.#doPaid()],
    ...[() => this.#allocate(), () => this.#allocate(), () => this.#reverse(), () => this.#reverse()],
    ...[() => this.writeOff(), () => this.undoWriteOff(), () => this.wrong()],
  ];

  /** For a document in another currency than the payment both sums are sent, unless they are forgotten. */
  #wanted(count: number, currency: string, document = () => this.one(this.ledger.documents)): Wanted[] {
    const chosen = new Map<string, Wanted>();
    for (let n = 0; n < count; n++) {
      const one = document();
      const left = Math.max(this.ledger.remaining(one), 100);
      const amount = this.pick([
        undefined,
        left,
        this.amount(left, one.currency),
        this.amount(left * 1.3, one.currency),
      ]);
      const isForgotten = one.currency === currency || this.random() < 0.2;
      const sums = isForgotten ? { amount } : this.#inBoth(one, amount ?? left, currency);
      chosen.set(one.guid, { document: one.guid, ...sums });
    }
    return [...chosen.values()];
  }

  #inBoth(one: Document, amount: number, currency: string) {
    const [from, to] = [one.rate, this.rateOn(this.today, currency)];
    return { amount, paid: Math.max(1, Math.round((amount * from * this.whole(90, 110)) / to / 100)) };
  }

  #toAllocations(wanted: readonly Wanted[]) {
    return wanted.map(({ document, amount, paid }) => ({
      invoice_guid: document,
      ...(amount !== undefined && { amount: toKronur(amount) }),
      ...(paid !== undefined && { paid: toKronur(paid) }),
    }));
  }

  #record(result: any, shares: Share[], more: Partial<Payment>): void {
    const { guid, direction, source, amount, currency, paid_on: paidOn, components } = result;
    const parts = toAurar(components.interest + components.charge + components.fee);
    const customer = result.customer?.guid ?? null;
    const rate = this.rateOn(paidOn, currency);
    const known = {
      guid,
      direction,
      source,
      currency,
      rate,
      amount: toAurar(amount),
      parts,
      paidOn,
      customer,
    };
    this.ledger.payments.push({ ...known, shares, reversedOn: null, ...more });
    for (const [name, value] of Object.entries(more)) assert.equal((known as any)[name], value, name);
  }

  async #pay(): Promise<void> {
    const currency = this.random() < 0.3 ? 'EUR' : 'ISK';
    const inCurrency = () => this.#owedIn(this.random() < 0.8 ? currency : null);
    const wanted = this.random() < 0.7 ? this.#wanted(this.whole(0, 3), currency, inCurrency) : null;
    const customer = !wanted || this.random() < 0.4 ? this.pick(this.customers) : null;
    const due = wanted
      ? wanted.reduce(
          (all, one) =>
            all + (one.paid ?? one.amount ?? this.ledger.remaining(this.ledger.document(one.document))),
          0,
        )
      : this.ledger.open(customer ?? '', currency).reduce((all, one) => all + this.ledger.remaining(one), 0);
    const parts =
      this.random() < 0.2 ? { interest: this.whole(0, 90), charge: 9, fee: this.whole(0, 9) } : null;
    const kept = parts ? 100 * (parts.interest + parts.charge + parts.fee) : 0;
    const free = this.pick([due, due, due + this.amount(90_000, currency), this.amount(due + 100, currency)]);
    const paidOn = this.dayOfValue(15);
    const amount = Math.max(free, 100) + kept;
    const data = {
      amount: toKronur(amount),
      ...(currency !== 'ISK' && { currency }),
      ...(customer && { customer_guid: customer }),
      ...(wanted && { allocations: this.#toAllocations(wanted) }),
      ...(parts && { components: parts }),
      ...(paidOn !== this.today && { paid_on: paidOn }),
    };
    const targets =
      wanted ?? this.ledger.open(customer ?? '', currency).map(({ guid }) => ({ document: guid }));
    const planned = this.ledger.spread(amount - kept, currency, targets);
    await this.expect('record-payment', { data }, planned, (result, shares) => {
      const owners = new Set(shares.map(({ document }) => this.ledger.document(document ?? '').customer));
      const [only = null] = owners.size === 1 ? owners : [];
      this.#record(result, shares, { amount, currency, parts: kept, paidOn, customer: customer ?? only });
      assert.deepEqual(this.#sharesOf(result), shares);
    });
  }

  #owedIn(currency: string | null): Document {
    const owed = this.ledger
      .invoices()
      .filter((one) => one.currency === currency && this.ledger.remaining(one) > 0);
    return owed.length > 0 ? this.pick(owed) : this.owed();
  }

  #sharesOf({ allocations }: { allocations: any[] }): Share[] {
    return allocations.map(({ invoice_guid, payment_guid, amount, paid }) => ({
      ...(invoice_guid ? { document: invoice_guid } : { payment: payment_guid }),
      amount: toAurar(amount),
      ...(paid !== amount && { paid: toAurar(paid) }),
    }));
  }

  /** Pays credit back: the oldest, or what is named. */
  async #payBack(): Promise<void> {
    const customer = this.pick(this.customers);
    const currency = this.random() < 0.3 ? 'EUR' : 'ISK';
    const credits = this.ledger.credits(customer, currency);
    const credit = this.ledger.credit(customer, currency);
    const named = this.random() < 0.5 ? this.one(credits) : undefined;
    const most = named?.amount ?? credit;
    const part = () => this.amount(most, currency);
    const amount = this.pick([most, part(), part(), most + 100]) || 100;
    const paidOn = this.dayOfValue(5);
    const data = {
      amount: toKronur(amount),
      currency,
      direction: 'out',
      paid_on: paidOn,
      ...(named
        ? {
            allocations: [
              named.document ? { invoice_guid: named.document } : { payment_guid: named.payment },
            ],
          }
        : { customer_guid: customer }),
    };
    const planned = this.ledger.take(named ? [named] : credits, amount);
    await this.expect('record-payment', { data }, planned, (result, shares) => {
      this.#record(result, shares, { amount, paidOn, customer, direction: 'out' });
      assert.deepEqual(this.#sorted(this.#sharesOf(result)), this.#sorted(shares));
    });
  }

  #sorted(shares: Share[]): Share[] {
    return [...shares].sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  }

  async #applyCredit(): Promise<void> {
    const target = this.owed();
    const { currency } = target;
    const credits = this.ledger.credits(target.customer, currency);
    const ofNobody = this.ledger.credits(null, currency);
    const from = this.random() < 0.4 ? this.one([...credits, ...ofNobody]) : undefined;
    const guid = from?.document ?? from?.payment;
    const chosen = from ? [from] : credits;
    const credit = chosen.reduce((all, one) => all + one.amount, 0);
    const amount = this.random() < 0.5 ? undefined : this.amount(Math.max(100, credit * 1.2), currency);
    const data = {
      invoice_guid: target.guid,
      ...(amount !== undefined && { amount: toKronur(amount) }),
      ...(guid && { from: guid }),
    };
    const planned = this.#planCredit(target, chosen, credit, amount);
    await this.expect('apply-credit', { data }, planned, (result, shares) => {
      const applied = shares.find(({ document }) => document === target.guid)?.amount ?? 0;
      const added = result.payments.find(
        ({ guid: one }: any) => !this.ledger.payments.some((p) => p.guid === one),
      );
      assert.deepEqual([added.source, toAurar(added.amount), added.paid_on], ['credit', applied, this.today]);
      this.ledger.payments.push({
        guid: added.guid,
        direction: 'in',
        source: 'credit',
        currency,
        rate: target.rate,
        amount: applied,
        parts: 0,
        paidOn: this.today,
        customer: target.customer,
        shares,
        reversedOn: null,
      });
      assert.equal(toAurar(result.remaining), this.ledger.remaining(target), 'the answer of apply-credit');
      assert.equal(result.status, this.ledger.status(target));
    });
  }

  #planCredit(
    target: Document,
    credits: ReturnType<PaymentLedger['credits']>,
    credit: number,
    amount: number | undefined,
  ): Share[] | string {
    if (target.kind === 'credit' || this.ledger.status(target) === 'Cancelled') return 'invoice_not_payable';
    if (credit === 0 || (amount ?? 0) > credit) return 'amount_exceeds_credit';
    const settles = this.ledger.spread(amount ?? credit, target.currency, [
      { document: target.guid, amount },
    ]);
    if (typeof settles === 'string') return settles;
    const taken = this.ledger.take(
      credits,
      settles.reduce((all, one) => all + one.amount, 0),
    );
    return typeof taken === 'string' ? taken : [...settles, ...taken];
  }

  async #allocate(): Promise<void> {
    const payment = this.one(this.ledger.payments);
    if (!payment) return;
    const { currency } = payment;
    const settled = payment.shares.flatMap(({ document }) => document ?? []);
    const document = () => {
      if (settled.length > 0 && this.random() < 0.4) return this.ledger.document(this.pick(settled));
      return this.#owedIn(this.random() < 0.8 ? currency : null);
    };
    const wanted = this.#wanted(this.whole(0, 3), currency, document);
    const data = { allocations: this.#toAllocations(wanted) };
    const planned = this.#planAllocation(payment, wanted);
    await this.expect('allocate-payment', { guid: payment.guid, data }, planned, (result, shares) => {
      assert.deepEqual(this.#sharesOf(result), shares);
      assert.equal(toAurar(result.unallocated), this.ledger.unallocated(payment));
    });
  }

  /** Changes the ledger, or answers the refusal. */
  #planAllocation(payment: Payment, wanted: Wanted[]): Share[] | string {
    if (payment.direction === 'out' || payment.source === 'credit') return 'invoice_not_payable';
    if (payment.reversedOn !== null) return 'payment_reversed';
    const refused = this.ledger.refusalOf(payment.currency, wanted);
    if (refused) return refused;
    const before = payment.shares;
    const own = before.flatMap(({ document, amount }): [string, number][] =>
      document === undefined ? [] : [[document, amount]],
    );
    payment.shares = [];
    const free = payment.amount - payment.parts - this.ledger.taken(payment.guid);
    const shares = this.ledger.spread(free, payment.currency, wanted, new Map(own));
    payment.shares = before;
    if (typeof shares === 'string') return shares;
    return this.ledger.change(payment, { shares }) ?? shares;
  }

  async #reverse(): Promise<void> {
    const payment = this.one(this.ledger.payments);
    if (!payment) return;
    const earliest = payment.paidOn > this.today ? payment.paidOn : this.today;
    const reversedOn = this.random() < 0.6 ? earliest : this.#dayOfReversal(payment.paidOn);
    const data = { reason: 'A mistake', ...(reversedOn !== earliest && { reversed_on: reversedOn }) };
    const planned =
      payment.reversedOn !== null
        ? 'payment_reversed'
        : this.ledger.taken(payment.guid) > 0
          ? 'credit_already_used'
          : (this.ledger.change(payment, { reversedOn }) ?? {});
    await this.expect('reverse-payment', { guid: payment.guid, data }, planned, (result) =>
      assert.deepEqual([result.state, result.reversed_on, result.unallocated], ['reversed', reversedOn, 0]),
    );
  }

  /** From the day of value on, now and then ahead. */
  #dayOfReversal(paidOn: string): string {
    if (paidOn > this.today || this.random() < 0.2) return this.dayAfter(paidOn, this.whole(0, 9));
    return this.between(paidOn);
  }

  async #doPaid(): Promise<void> {
    const target = this.owed();
    if (target.kind === 'credit' && this.ledger.remaining(target) === 0) return;
    const left = this.ledger.remaining(target);
    const { currency } = target;
    const fits = Math.max(left, payable(left, currency));
    const amount = this.pick([
      undefined,
      this.amount(left || 100, currency),
      this.amount(left * 1.1, currency),
      payable(left, currency) || 100,
    ]);
    const paidOn = this.dayOfValue(15);
    const isOpen = this.ledger.status(target) === 'Sent' && !target.lost;
    const planned = !isOpen ? 'invoice_locked' : (amount ?? 0) > fits ? 'allocation_exceeds_remaining' : {};
    const fields = {
      guid: target.guid,
      ...(amount !== undefined && { amount: toKronur(amount) }),
      paid_on: paidOn,
    };
    let made = false;
    await this.expect('do-paid-invoice', fields, planned, () => {
      made = true;
    });
    if (!made) return;
    const all = await this.seller.ok('get-payments', { invoice_guid: target.guid });
    const found = all.find(({ guid }: any) => !this.ledger.payments.some((one) => one.guid === guid));
    const share = amount ?? payable(left, currency);
    const direction = target.kind === 'credit' ? 'out' : 'in';
    const { customer } = target;
    this.#record(found, [{ document: target.guid, amount: share }], {
      amount: share,
      paidOn,
      customer,
      direction,
    });
  }
}
