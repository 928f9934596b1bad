import assert from 'node:assert/strict';
import { type Client, invoice, line, type Reply } from './client.ts';
import { type Document, PaymentLedger, payable } from './payment-ledger.ts';
import { seededRandom } from './random-books.ts';
import type { TestService } from './service.ts';
import { UNKNOWN_GUID } from './unknown-guid.ts';

const DAY_MS = 86_400_000;
const FIRST_DAY = '2026-01-05';
const CUSTOMERS = 3;
/** The rate of the euro changes every so many days. */
const RATE_DAYS = 30;
const RATES = 24;
const BEFORE = 30;

export const toKronur = (aurar: number) => aurar / 100;
export const toAurar = (kronur: number) => Math.round(kronur * 100);

/** Issues, credits and writes invoices off at random through the API, and predicts each answer by a ledger of its own. */
export class RandomDocuments {
  readonly ledger = new PaymentLedger();
  readonly customers: string[] = [];
  readonly hasAurar: boolean;
  today = FIRST_DAY;
  readonly #kvitt: TestService;
  protected readonly seller: Client;
  protected readonly random: () => number;
  #last = '';

  constructor(kvitt: TestService, seller: Client, { seed, hasAurar }: { seed: number; hasAurar: boolean }) {
    this.#kvitt = kvitt;
    this.seller = seller;
    this.random = seededRandom(seed);
    this.hasAurar = hasAurar;
  }

  /** The last call, for the message of a failed comparison. */
  get last(): string {
    return this.#last;
  }

  async begin(): Promise<void> {
    this.pass(0);
    for (let n = 0; n < RATES; n++) {
      const day = this.dayAfter(FIRST_DAY, n * RATE_DAYS - BEFORE);
      await this.#kvitt.operator('PUT', `/rates/EUR/${day}`, { rate: this.rateOn(day, 'EUR') / 100 });
    }
    for (let n = 1; n <= CUSTOMERS; n++) {
      const data = { name: `Kaupandi ${n}`, output_select: 4, customer_number: `K-${n}` };
      this.customers.push(await this.seller.ok('create-customer', { data }));
    }
    for (let n = 0; n < 4; n++) await this.invoice();
  }

  /** Aurar for one unit of a currency. */
  protected rateOn(day: string, currency: string): number {
    if (currency === 'ISK') return 100;
    const days = (Date.parse(day) - Date.parse(FIRST_DAY)) / DAY_MS + BEFORE;
    return 14_500 + ((Math.floor(days / RATE_DAYS) * 377) % 900);
  }

  /** A day from the first to another one. */
  dayUntil(last: string): string {
    const days = Math.max(0, (Date.parse(last) - Date.parse(FIRST_DAY)) / DAY_MS);
    return this.dayAfter(last, -this.whole(0, days));
  }

  dayBeforeThat(day: string): string {
    return this.dayAfter(day, -1);
  }

  /** A day some time after today. */
  dayAhead(): string {
    return this.dayBefore(-this.whole(1, 15));
  }

  /** A day between the first and today. */
  day(): string {
    const days = (Date.parse(this.today) - Date.parse(FIRST_DAY)) / DAY_MS;
    return this.dayBefore(this.whole(0, days));
  }

  protected pass(days: number): void {
    this.today = this.dayBefore(-days);
    this.#kvitt.now = () => new Date(`${this.today}T10:00:00Z`);
  }

  protected dayBefore(days: number): string {
    return new Date(Date.parse(this.today) - days * DAY_MS).toISOString().slice(0, 10);
  }

  protected dayAfter(day: string, days: number): string {
    return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
  }

  /** Today or some days before, and now and then ahead. */
  protected dayOfValue(most: number): string {
    if (this.random() < 0.1) return this.dayBefore(-this.whole(1, 12));
    return this.random() < 0.5 ? this.today : this.dayBefore(this.whole(0, most));
  }

  protected whole(from: number, to: number): number {
    return from + Math.floor(this.random() * (to - from + 1));
  }

  protected pick<T>(list: readonly T[]): T {
    return list[this.whole(0, list.length - 1)] as T;
  }

  /** Mostly one of the newest. */
  protected one<T>(list: readonly T[]): T {
    return this.pick(this.random() < 0.7 ? list.slice(-6) : list);
  }

  protected between(from: string): string {
    const days = Math.max(0, (Date.parse(this.today) - Date.parse(from)) / DAY_MS);
    return this.dayBefore(this.whole(0, days));
  }

  /** Cents, or aurar; whole krónur, unless the books have aurar. */
  protected amount(most: number, currency: string): number {
    const amount = this.whole(1, Math.max(1, most));
    const isOdd = this.hasAurar && this.random() < 0.25;
    return isOdd || currency !== 'ISK' ? amount : Math.max(100, payable(amount, currency));
  }

  protected async call(endpoint: string, fields: Record<string, unknown>): Promise<Reply> {
    this.#last = `${endpoint} ${JSON.stringify(fields)}`;
    return this.seller.call(endpoint, fields);
  }

  /** Sends what the ledger has planned, which is a list of shares or the code of a refusal. */
  protected async expect<T>(
    endpoint: string,
    fields: Record<string, unknown>,
    planned: T | string,
    apply: (result: any, plan: T) => void,
  ): Promise<void> {
    const { status, error_code, result, message } = await this.call(endpoint, fields);
    const expected = typeof planned === 'string' ? planned : 'ok';
    assert.equal(status ? 'ok' : error_code, expected, `${this.#last}: ${message}`);
    if (typeof planned !== 'string') apply(result, planned);
  }

  protected async invoice(): Promise<void> {
    const currency = this.random() < 0.25 ? 'EUR' : 'ISK';
    const kronur = this.whole(10, 20_000);
    const hasCents = this.hasAurar || currency !== 'ISK';
    const amount = kronur * 100 + (hasCents ? this.pick([0, 20, 40, 50, 60, 90]) : 0);
    const customer = this.pick(this.customers);
    const issued = this.dayBefore(this.whole(0, 10));
    const due = this.dayBefore(this.whole(-20, 0));
    const data = invoice({
      customer: { guid: customer },
      items: [line({ qty: 1, unit_price: toKronur(amount), tax: 'Z' })],
      amount: toKronur(amount),
      currency,
      issue_date: issued,
      due_date: due,
      settlement_date: due,
    });
    const { result, status, message } = await this.call('create-invoice', { data });
    assert.ok(status, message);
    this.ledger.documents.push({
      guid: result,
      kind: 'invoice',
      customer,
      currency,
      rate: this.rateOn(issued, currency),
      amount,
      issued,
      due,
      refer: null,
      lost: null,
    });
  }

  protected async note(): Promise<void> {
    const original = this.one(this.ledger.invoices());
    const left = original.amount - this.ledger.credited(original);
    const isFull = left < 200 || this.random() < 0.3;
    const { currency, rate } = original;
    const amount = isFull ? left : this.amount(left - 100, currency);
    const planned = original.lost || payable(left, currency) <= 0 ? 'credit_refused' : {};
    const issued =
      this.random() < 0.5 || original.issued > this.today ? this.today : this.between(original.issued);
    const data = {
      type: 'credit',
      ref_invoice_guid: original.guid,
      settlement_date: '2099-12-31',
      issue_date: issued,
      amount: toKronur(amount),
      ...(!isFull && { credit_partial: true }),
    };
    await this.expect('create-invoice', { data }, planned, (guid) => {
      const { customer } = original;
      this.ledger.documents.push({
        guid,
        kind: 'credit',
        customer,
        currency,
        rate,
        amount,
        issued,
        due: issued,
        refer: original.guid,
        lost: null,
      });
    });
  }

  protected owed(): Document {
    const open = this.ledger.invoices().filter((one) => this.ledger.remaining(one) > 0);
    return this.random() < 0.9 && open.length > 0 ? this.pick(open) : this.one(this.ledger.documents);
  }

  protected async writeOff(): Promise<void> {
    const target = this.owed();
    const left = this.ledger.remaining(target);
    const on = this.random() < 0.6 ? this.today : this.between(target.issued);
    const isOwed = target.kind === 'invoice' && this.ledger.status(target) === 'Sent' && left > 0;
    const data = { reason: 'Bankrupt', written_off_on: on };
    await this.expect(
      'write-off-invoice',
      { guid: target.guid, data },
      isOwed ? {} : 'invoice_not_payable',
      (result) => {
        target.lost = { on, amount: left };
        assert.deepEqual([result.remaining, toAurar(result.written_off_amount)], [0, left]);
      },
    );
  }

  protected async undoWriteOff(): Promise<void> {
    const lost = this.ledger.invoices().filter((one) => one.lost);
    const target = this.random() < 0.8 && lost.length > 0 ? this.pick(lost) : this.one(this.ledger.documents);
    const planned = target.lost ? {} : 'not_written_off';
    await this.expect('undo-write-off', { guid: target.guid }, planned, () => {
      target.lost = null;
    });
  }

  /** Calls that are wrong whatever the books are. */
  protected async wrong(): Promise<void> {
    const { guid } = this.one(this.ledger.invoices());
    const [customer_guid] = this.customers;
    const [call, fields, code] = this.pick<[string, Record<string, unknown>, string]>([
      ['record-payment', { data: { amount: 100 } }, 'field_required'],
      ['record-payment', { data: { amount: -5, customer_guid } }, 'field_invalid'],
      ['record-payment', { data: { amount: 5, customer_guid, components: { fee: 6 } } }, 'field_invalid'],
      [
        'record-payment',
        { data: { amount: 5, allocations: [{ invoice_guid: UNKNOWN_GUID }] } },
        'invoice_not_found',
      ],
      ['record-payment', { data: { amount: 5, customer_guid, paid_on: '2099-01-01' } }, 'field_invalid'],
      [
        'record-payment',
        { data: { amount: 5, direction: 'out', allocations: [{ invoice_guid: guid }] } },
        'invoice_not_payable',
      ],
      ['reverse-payment', { guid: UNKNOWN_GUID, data: { reason: 'x' } }, 'payment_not_found'],
      ['allocate-payment', { guid: UNKNOWN_GUID, data: { allocations: [] } }, 'payment_not_found'],
    ]);
    await this.expect(call, fields, code, () => {});
  }
}
