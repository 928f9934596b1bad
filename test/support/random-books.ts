import { companyKennitala } from '../domain/generators.ts';
import { type Client, invoice } from './client.ts';
import { runJobs } from './jobs.ts';
import { buy, openSale } from './sales.ts';
import { type InvoiceLine, sumLines } from './scenarios.ts';
import type { TestService } from './service.ts';

export const TODAY = '2026-03-10';

/** Pseudo-random numbers from [0, 1), the same in every run. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Fills an account with random records through the API, the same in every run. */
export class RandomBooks {
  readonly #kvitt: TestService;
  readonly #seller: Client;
  readonly #random: () => number;
  #customers: { guid: string; exempt: boolean }[] = [];
  #items: { guid: string; tax: string; uom: string }[] = [];

  constructor(kvitt: TestService, seller: Client, seed: number) {
    this.#kvitt = kvitt;
    this.#seller = seller;
    this.#random = seededRandom(seed);
  }

  async trade(): Promise<void> {
    await this.#catalogue();
    const created: string[] = [];
    for (let n = 0; n < 28; n++) created.push(await this.#invoice());
    for (let n = 0; n < 4; n++) await this.#order();
    await this.#recurring();
    created.push(...(await this.#productSales()));
    await this.#run(TODAY);
    await this.#run(TODAY);
    for (const guid of created)
      if (this.#random() < 0.25) await this.#seller.call('do-paid-invoice', { guid });
    for (const guid of created) if (this.#random() < 0.5) await this.#credit(guid);
  }

  #whole(from: number, to: number): number {
    return from + Math.floor(this.#random() * (to - from + 1));
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#whole(0, list.length - 1)] as T;
  }

  #day(from: number, to: number): string {
    return new Date(Date.parse(TODAY) + 86_400_000 * this.#whole(from, to)).toISOString().slice(0, 10);
  }

  #decimal(max: number, places: number): number {
    return Number((this.#random() * max).toFixed(places));
  }

  async #catalogue(): Promise<void> {
    const plain = { output_select: 4, registration_no: companyKennitala(704) };
    for (const [n, exempt] of [false, false, true].entries()) {
      const data = { ...plain, name: `Kaupandi ${n}`, customer_number: `K-${n}`, tax_exempt: exempt };
      this.#customers.push({ guid: await this.#seller.ok('create-customer', { data }), exempt });
    }
    for (const [tax, uom] of ['S C62', 'AA C62', 'Z HUR', 'S KGS', 'AA HUR'].map((one) => one.split(' '))) {
      const data = {
        description: `Vara ${tax} ${uom}`,
        tax,
        uom,
        unit_price: this.#decimal(9000, 4),
        product_cost: this.#decimal(4000, 4),
        category: `c-${uom}`,
      };
      const guid = await this.#seller.ok('create-item', { data });
      this.#items.push({ guid, tax: tax ?? '', uom: uom ?? '' });
    }
  }

  /** Lines of items, and now and then a free line, which carries the text of an item and belongs to none. */
  #lines(): InvoiceLine[] {
    return Array.from({ length: this.#whole(1, 4) }, () => {
      const { guid, tax, uom } = this.#pick(this.#items);
      const isFree = this.#random() < 0.2;
      const qty = uom === 'C62' ? this.#whole(1, 120) : this.#decimal(20, 3) + 0.5;
      const unit_price = this.#decimal(5000, this.#whole(0, 4)) + 1;
      const sold = isFree ? { item_number: 'LAUS', description: 'Laus vara', uom } : { guid };
      const line = { ...sold, tax, qty: Number(qty.toFixed(3)), unit_price: Number(unit_price.toFixed(4)) };
      if (this.#random() < 0.5) return line;
      const discount_type = this.#pick([0, 1]);
      return { ...line, discount_type, discount: this.#decimal(discount_type ? 100 : line.qty, 4) };
    });
  }

  #discount() {
    if (this.#random() < 0.6) return {};
    const discount_type = this.#pick([0, 1]);
    return { is_discount: 1, discount_type, discount_value: this.#decimal(discount_type ? 60 : 1, 2) };
  }

  async #invoice(): Promise<string> {
    const items = this.#lines();
    const { guid, exempt } = this.#pick(this.#customers);
    const whole = this.#discount();
    const late = this.#random() < 0.5;
    const issue_date = this.#day(-70, 0);
    const fate = this.#pick([{}, {}, { mark_paid: 1 }, { save: 1 }, { is_claim: 1, currency: 'ISK' }]);
    const data = invoice({
      customer: { guid },
      items,
      ...whole,
      amount: sumLines(items, { ...whole, exempt }).amount,
      currency: this.#pick(['ISK', 'ISK', 'EUR', 'USD']),
      exchange_rate: 139.1753,
      issue_date,
      due_date: late ? issue_date : this.#day(0, 3),
      settlement_date: late ? issue_date : this.#day(4, 9),
      description: `Reikningur ${this.#whole(1, 99)}`,
      ...fate,
    });
    return this.#seller.ok('create-invoice', { data });
  }

  /** An order of which two parts are invoiced. */
  async #order(): Promise<void> {
    const { guid: customer } = this.#pick(this.#customers);
    const data = { customer: { guid: customer }, items: this.#lines(), ...this.#discount() };
    const guid = await this.#seller.ok('create-order-invoice', { data });
    const { items } = await this.#seller.ok('get-order-invoice', { guid });
    const whole = items.filter(({ uom }: { uom: string }) => uom !== 'C62');
    for (const { line_guid, qty } of whole.slice(0, 1)) {
      const part = { items: [{ guid: line_guid, qty: Number((qty / 3).toFixed(3)) }] };
      await this.#seller.ok('create-invoice-from-order', { guid, data: part });
    }
    await this.#seller.ok('create-invoice-from-order', { guid });
  }

  async #recurring(): Promise<void> {
    const { guid } = this.#pick(this.#customers);
    const schedule = {
      recurring_name: 'Vikulega',
      recurring_interval: 'weekly',
      recurring_start_date: '2026-02-23',
    };
    const sale = { customer: { guid }, currency: 'ISK', items: this.#lines(), ...this.#discount() };
    const data = { ...schedule, ...sale };
    const { message } = await this.#seller.call('create-recurring-invoice', {
      data: { ...data, amount: -1 },
    });
    const amount = rightAmount(message);
    await this.#seller.ok('create-recurring-invoice', { data: { ...data, amount } });
    for (const day of ['2026-02-23', '2026-03-05']) await this.#run(day);
  }

  async #productSales(): Promise<string[]> {
    const created: string[] = [];
    for (const type of ['STAND', 'SUB', 'DONA', 'EVENT']) {
      const amount = this.#decimal(9000, 2);
      const { guid } = await openSale(this.#seller, { type, name: `Sala ${type}`, amount });
      const qty = type === 'DONA' ? 1 : this.#whole(1, 400);
      for (const paid of [true, false])
        created.push((await buy(this.#seller, guid, { qty, paid })).invoice_guid);
    }
    return created;
  }

  /** Credits the rest of an invoice, or a part of one line; the refusal of the service says the amount. */
  async #credit(ref_invoice_guid: string): Promise<void> {
    const { items, issue_date: issued } = await this.#seller.ok('get-invoice', { guid: ref_invoice_guid });
    const { line_guid, qty } = this.#pick<{ line_guid: string; qty: number }>(items);
    const part = { items: [{ guid: line_guid, qty: Math.max(1, Math.floor(qty / 2)) }] };
    const creditedPart = this.#random() < 0.5 && qty >= 1 ? part : {};
    const day = this.#day(-5, 0);
    const data = {
      type: 'credit',
      settlement_date: '2099-12-31',
      ref_invoice_guid,
      // A credit note older than its invoice is refused.
      issue_date: day < issued ? issued : day,
      ...creditedPart,
    };
    const { message } = await this.#seller.call('create-invoice', { data: { ...data, amount: -1 } });
    const amount = rightAmount(message);
    if (amount === undefined) return;
    const note = await this.#seller.ok('create-invoice', { data: { ...data, amount } });
    if (this.#random() < 0.5) await this.#seller.call('do-paid-invoice', { guid: note });
  }

  async #run(today: string): Promise<void> {
    await runJobs(this.#kvitt, today);
  }
}

/** The amount that the refusal of a wrong one names. */
function rightAmount(message: string): string | undefined {
  return /send ([\d.]+) instead/.exec(message)?.[1];
}
