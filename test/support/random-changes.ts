import { companyKennitala } from '../domain/generators.ts';
import { fetchBankClaims } from './claims.ts';
import { type Client, invoice, line } from './client.ts';
import { type ConsoleClient, signInToConsole } from './console-client.ts';
import { approveCost } from './endpoints/costs.ts';
import { runJobs } from './jobs.ts';
import { seededRandom } from './random-books.ts';
import { openSale, tryToBuy } from './sales.ts';
import type { TestService } from './service.ts';
import { workItem } from './tasks.ts';

const DAY_MS = 86_400_000;
/** Older records are in states that allow fewer changes. */
const NEWEST = 4;
const COST = { date: '2026-03-05', amount: 12400, vat_24: 2400, how_paid: 3, type: 2093 };
const SUPPLIER = { supplier_name: 'Efnissalan ehf.', supplier_id: '550123-4520' };

/** Changes the books of an account at random, through the API and the console, the same in every run with one seed. */
export class RandomChanges {
  readonly #kvitt: TestService;
  readonly #seller: Client;
  readonly #random: () => number;
  #person!: ConsoleClient;
  #days = 0;
  #round: string[] = [];
  readonly #known: Record<string, string[]> = {};
  /** How often each change was made, and not refused. */
  readonly made: Record<string, number> = {};

  constructor(kvitt: TestService, seller: Client, seed: number) {
    this.#kvitt = kvitt;
    this.#seller = seller;
    this.#random = seededRandom(seed);
  }

  async begin(): Promise<void> {
    this.#person = await signInToConsole(this.#seller);
    await this.#person.ok('set-preferences', { undo_delay: false });
    for (const make of [this.#customer, this.#customer, this.#item]) await make.call(this);
  }

  /** Every change comes once in each round, in another order. */
  async step(): Promise<void> {
    if (this.#round.length === 0) this.#round = Object.keys(this.#changes);
    const [name = ''] = this.#round.splice(this.#whole(0, this.#round.length - 1), 1);
    if (await this.#changes[name]?.()) this.made[name] = (this.made[name] ?? 0) + 1;
  }

  /** Each answers whether it was made; the state of a record may not allow it. */
  readonly #changes: Record<string, () => Promise<boolean>> = {
    'customer made': () => this.#customer(),
    'customer changed': () => this.#change('update-customer', 'customer', { data: { city: this.#text() } }),
    'customers merged': () => this.#change('merge-customers', 'customer', { into: this.#one('customer') }),
    'item made': () => this.#item(),
    'item changed': () => this.#change('update-item', 'item', { data: { unit_price: this.#whole(1, 9000) } }),
    'note made': () => this.#make('note', 'add-customer-note', { ...this.#ofCustomer(), text: this.#text() }),
    'note deleted': () => this.#click('delete-customer-note', { guid: this.#one('note') }),
    'contact made': () =>
      this.#make('contact', 'save-customer-contact', { ...this.#ofCustomer(), name: 'Sigga' }),
    'contact changed': async () => {
      const customer = this.#ofCustomer();
      const { contacts } = await this.#seller.ok('get-customer-notes', customer);
      const guid = contacts[0]?.guid;
      return guid ? this.#click('save-customer-contact', { ...customer, guid, name: this.#text() }) : false;
    },
    'contact deleted': () => this.#click('delete-customer-contact', { guid: this.#one('contact') }),
    'company changed': () => this.#click('update-company', { city: this.#text() }),
    'mail text set': () => this.#click('set-mail-text', { lang: 'is', about: 'invoice', body: this.#text() }),
    'invoice made': () => this.#invoice(),
    'invoice of two made': () => this.#invoice(),
    'credit note made': () => this.#credit(),
    'invoice paid': () => this.#change('do-paid-invoice', 'invoice'),
    'invoice issued': () => this.#change('issue-invoice', 'invoice'),
    'invoice posted': () =>
      this.#change('update-invoice', 'invoice', {
        data: { accounting_status: this.#pick(['Posted', 'Skipped', 'Error']) },
      }),
    'claim paid': () => this.#payClaim(),
    'draft made': () => this.#document('draft', 'create-draft-invoice'),
    'order made': () => this.#document('order', 'create-order-invoice'),
    'quote made': () => this.#document('quote', 'create-quote'),
    'draft changed': () => this.#change('update-draft-invoice', 'draft', { data: { booking: this.#text() } }),
    'order changed': () => this.#change('update-order-invoice', 'order', { data: { booking: this.#text() } }),
    'quote changed': () => this.#change('update-quote', 'quote', { data: { booking: this.#text() } }),
    'draft deleted': () => this.#change('delete-draft-invoice', 'draft'),
    'order deleted': () => this.#change('delete-order-invoice', 'order'),
    'quote deleted': () => this.#change('delete-quote', 'quote'),
    'draft issued': () => this.#add('invoice', 'issue-draft-invoice', { guid: this.#one('draft') }),
    'order invoiced': () => this.#invoiceOrder(),
    'quote accepted': () =>
      this.#add('invoice', 'accept-quote', {
        guid: this.#one('quote'),
        accept_as: this.#pick(['invoice', 'draft']),
      }),
    'quote declined': () => this.#change('decline-quote', 'quote'),
    'recurring made': () => this.#recurring(),
    'recurring changed': () =>
      this.#change('update-recurring-invoice', 'recurring', { data: { recurring_name: this.#text() } }),
    'recurring paused': () => this.#change('pause-recurring-invoice', 'recurring'),
    'recurring resumed': () => this.#change('resume-recurring-invoice', 'recurring'),
    'recurring stopped': () => this.#change('stop-recurring-invoice', 'recurring'),
    'cost made': () => this.#add('cost', 'create-cost-adv', { ...COST, ...SUPPLIER }),
    'cost approved': () => this.#approveCost(),
    'cost posted': () =>
      this.#change('update-cost', 'cost', {
        data: { accounting_status: this.#pick(['Posted', 'Skipped', 'Error']) },
      }),
    'cost taken back': () => this.#change('move-cost-to-new', 'cost'),
    'cost deleted': () => this.#change('delete-cost', 'cost'),
    'task made': () => this.#task(),
    'task changed': () => this.#change('update-task', 'task', { data: { name: this.#text() } }),
    'timer started': () => this.#change('start-task', 'task'),
    'timer stopped': () => this.#change('end-task', 'task'),
    'time logged': () => this.#change('log-task', 'task', { date: '2026-03-02', h: '9', p: '11:30' }),
    'log changed': () => this.#log('edit-log-task', { date: '2026-03-03', h: '9', p: '10:30' }),
    'log deleted': () => this.#log('task-log-delete'),
    'task invoiced': () => this.#invoiceTask(),
    'task closed': () => this.#change('deactivate-task', 'task'),
    'sale made': () => this.#sale(),
    'sale changed': () =>
      this.#click('set-product-sale', { guid: this.#one('sale'), open: this.#random() < 0.7 }),
    'ticket bought': () => this.#buy(),
    'guest ticked': () => this.#tick(),
    'days passed': () => this.#passDays(),
  };

  #whole(from: number, to: number): number {
    return from + Math.floor(this.#random() * (to - from + 1));
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#whole(0, list.length - 1)] as T;
  }

  #text(): string {
    return `Texti ${this.#whole(1, 99_999)}`;
  }

  /** One of the newest records of a kind, which may have been deleted since. */
  #one(kind: string): string {
    return this.#pick((this.#known[kind] ?? []).slice(-NEWEST)) ?? '';
  }

  #keep(kind: string, guid: string): void {
    this.#known[kind] ??= [];
    this.#known[kind].push(guid);
  }

  #ofCustomer() {
    return { customer_guid: this.#one('customer') };
  }

  async #change(endpoint: string, kind: string, more: object = {}): Promise<boolean> {
    const { status } = await this.#seller.call(endpoint, { guid: this.#one(kind), ...more });
    return status;
  }

  async #add(kind: string, endpoint: string, fields: Record<string, unknown>): Promise<boolean> {
    const { status, result } = await this.#seller.call(endpoint, fields);
    if (status) this.#keep(kind, result);
    return status;
  }

  async #click(operation: string, fields: object): Promise<boolean> {
    return (await this.#person.call(operation, fields)).status === 200;
  }

  async #make(kind: string, operation: string, fields: object): Promise<boolean> {
    const { status, body } = await this.#person.call(operation, fields);
    if (status === 200) this.#keep(kind, body.guid);
    return status === 200;
  }

  #customer(): Promise<boolean> {
    const registration_no = companyKennitala(this.#whole(600, 620));
    const data = { name: this.#text(), output_select: 4, registration_no };
    return this.#add('customer', 'create-customer', { data });
  }

  #item(): Promise<boolean> {
    return this.#add('item', 'create-item', {
      data: { description: this.#text(), unit_price: this.#whole(1, 9000), tax: 'S' },
    });
  }

  /** A known customer and item, or new ones. */
  #parts() {
    const isNew = this.#random() < 0.3;
    const customer = isNew
      ? { name: this.#text(), output_select: 4, registration_no: companyKennitala(this.#whole(621, 640)) }
      : { guid: this.#one('customer') };
    const sold = isNew ? line({ item_number: this.#text() }) : { guid: this.#one('item'), unit_price: 1000 };
    return { customer, items: [{ ...sold, qty: 1 }] };
  }

  #invoice(): Promise<boolean> {
    const fate = this.#pick([{}, {}, { mark_paid: 1 }, { save: 1 }, { is_claim: 1 }]);
    return this.#add('invoice', 'create-invoice', { data: invoice({ ...this.#parts(), ...fate }) });
  }

  #credit(): Promise<boolean> {
    const part = this.#pick([{ amount: 1240 }, { amount: 124, credit_partial: 1 }]);
    const data = { type: 'credit', settlement_date: '2099-12-31', ...part };
    return this.#add('invoice', 'create-invoice', {
      data: { ...data, ref_invoice_guid: this.#one('invoice') },
    });
  }

  async #payClaim(): Promise<boolean> {
    const claims = await fetchBankClaims(this.#kvitt, this.#seller);
    const claim = this.#pick(claims);
    if (!claim) return false;
    const { status } = await this.#kvitt.operator('POST', `/sandbox/claims/${claim.claim_id}/pay`, {});
    await runJobs(this.#kvitt);
    return status === 200;
  }

  #document(kind: string, endpoint: string): Promise<boolean> {
    const { customer, items } = this.#parts();
    const [sold] = items;
    return this.#add(kind, endpoint, { data: { customer, items: [{ ...sold, qty: 2 }] } });
  }

  async #invoiceOrder(): Promise<boolean> {
    const guid = this.#one('order');
    const { status, result } = await this.#seller.call('get-order-invoice', { guid });
    if (!status) return false;
    const part = { data: { items: [{ guid: result.items[0].line_guid, qty: 1 }] } };
    const some = this.#random() < 0.7 ? part : {};
    return this.#add('invoice', 'create-invoice-from-order', { guid, ...some });
  }

  #recurring(): Promise<boolean> {
    const schedule = { recurring_name: this.#text(), recurring_interval: 'weekly' };
    const data = { ...schedule, recurring_start_date: this.#today(), currency: 'ISK', amount: 1240 };
    return this.#add('recurring', 'create-recurring-invoice', { data: { ...data, ...this.#parts() } });
  }

  async #approveCost(): Promise<boolean> {
    const news = await this.#seller.ok('get-costs', { accounting_status: 'New' });
    const cost = this.#pick<{ guid: string }>(news);
    if (cost) await approveCost(this.#seller, cost.guid);
    return cost !== undefined;
  }

  #task(): Promise<boolean> {
    const data = { ...this.#ofCustomer(), name: this.#text(), item: workItem };
    return this.#add('task', 'create-task', { data });
  }

  async #log(endpoint: string, fields: object = {}): Promise<boolean> {
    const tasks = await this.#seller.ok('get-tasks');
    const logs = tasks.flatMap((task: { logs: { guid: string }[] }) => task.logs);
    const log = this.#pick<{ guid: string }>(logs);
    return log ? (await this.#seller.call(endpoint, { guid: log.guid, ...fields })).status : false;
  }

  #invoiceTask(): Promise<boolean> {
    const items = [{ ...line({ item_number: 'V' }), task_guid: this.#one('task') }];
    return this.#add('invoice', 'create-invoice', { data: invoice({ ...this.#parts(), items }) });
  }

  async #sale(): Promise<boolean> {
    const { guid } = await openSale(this.#seller, { type: 'EVENT', name: this.#text() });
    this.#keep('sale', guid);
    return true;
  }

  async #buy(): Promise<boolean> {
    const paid = this.#random() < 0.5;
    const sale = this.#one('sale');
    if (!sale) return false;
    const { status, body } = await tryToBuy(this.#seller, sale, { paid, qty: 2 });
    if (status === 201) this.#keep('invoice', body.invoice_guid);
    return status === 201;
  }

  async #tick(): Promise<boolean> {
    const guid = this.#one('sale');
    if (!guid) return false;
    const guests = await this.#seller.ok('get-product-sale-attends', { guid });
    const guest = this.#pick<{ invoice_number: string }>(guests);
    if (!guest) return false;
    const { invoice_number } = guest;
    return this.#click('tick-attendee', { guid, invoice_number, attended: this.#random() < 0.7 });
  }

  #today(): string {
    return new Date(Date.parse('2026-03-17') + this.#days * DAY_MS).toISOString().slice(0, 10);
  }

  /** Everything that the clock does: due dates pass, claims are collected, templates issue, orders lapse. */
  async #passDays(): Promise<boolean> {
    this.#days += this.#whole(1, 4);
    await runJobs(this.#kvitt, this.#today());
    return true;
  }
}
