import { companyKennitala } from '../domain/generators.ts';
import { type Client, invoice, line } from './client.ts';
import { ACCOUNTS, type DoubleEntry, MONEY } from './double-entry.ts';
import {
  amountOf,
  type PlannedCustomer,
  type PlannedInvoice,
  type PlannedPayment,
  ratesOf,
} from './year-plan.ts';

const TODAY = '2026-12-31';
/** Money is paid back after everything that it could depend on. */
const PAID_BACK_ON = '2026-12-30';

const kronur = (aurar: number) => aurar / 100;

/** What changes the rest of an invoice: its own amount, credit notes, payments, and what was given up. */
interface Change {
  on: string;
  amount: number;
}

interface BookedInvoice {
  guid: string;
  plan: PlannedInvoice;
  printed: number;
  changes: Change[];
}

interface BookedPayment {
  guid: string;
  plan: PlannedPayment;
  /** What is left of the surplus. */
  surplus: number;
}

/** Books of one customer: it sends each step of the plan to the API, and posts it to the ledger by rules of its own. */
export class YearBooks {
  guid = '';
  readonly currency = 'ISK';
  readonly kennitala: string;
  readonly invoices: BookedInvoice[] = [];
  readonly #payments: BookedPayment[] = [];
  /** What was left as surplus and used, by day. */
  readonly #surplus: Change[] = [];
  readonly #seller: Client;
  readonly #ledger: DoubleEntry;
  readonly #plan: PlannedCustomer;

  readonly #delivery: object;

  /** `delivery`: how the customer gets its invoices. */
  constructor(
    seller: Client,
    ledger: DoubleEntry,
    plan: PlannedCustomer,
    nth: number,
    delivery: object = { output_select: 4 },
  ) {
    this.#delivery = delivery;
    this.#seller = seller;
    this.#ledger = ledger;
    this.#plan = plan;
    this.kennitala = companyKennitala(500 + nth);
  }

  async issue(): Promise<void> {
    const data = { name: `Kaupandi ${this.kennitala}`, registration_no: this.kennitala, ...this.#delivery };
    this.guid = await this.#seller.ok('create-customer', { data });
    for (const plan of this.#plan.invoices) await this.#issue(plan);
  }

  async settle(): Promise<void> {
    for (const plan of this.#plan.payments) await this.#pay(plan);
    for (const one of this.#payments.filter(({ plan }) => plan.reversedOn)) await this.#reverse(one);
  }

  async end(): Promise<void> {
    for (const one of this.invoices) if (one.plan.note) await this.#credit(one);
    for (const one of this.invoices) if (one.plan.lostOn) await this.#giveUp(one);
    for (const one of this.#payments) if (one.plan.use !== 'keep') await this.#useSurplus(one);
  }

  /** What is left of an invoice at the end of a day; below zero it is owed to the customer. */
  left({ plan, changes }: BookedInvoice, day: string): number {
    if (plan.issued > day) return 0;
    return changes.filter(({ on }) => on <= day).reduce((sum, { amount }) => sum + amount, 0);
  }

  rests(day: string): { due: string; left: number }[] {
    return this.invoices.map((one) => ({ due: one.plan.due, left: this.left(one, day) }));
  }

  credit(day: string): number {
    return -this.balance(day).credit || 0;
  }

  closing(day: string): number {
    const { owed, credit } = this.balance(day);
    return owed + credit;
  }

  /** What the customer owes, and what is owed to it, below zero. */
  balance(day: string): { owed: number; credit: number } {
    const rests = this.invoices.map((one) => this.left(one, day));
    const surplus = this.#surplus.filter(({ on }) => on <= day).reduce((sum, { amount }) => sum + amount, 0);
    const sum = (list: number[]) => list.reduce((all, one) => all + one, 0);
    return {
      owed: sum(rests.filter((rest) => rest > 0)),
      credit: sum(rests.filter((rest) => rest < 0)) - surplus,
    };
  }

  #post(date: string, lines: [account: string, amount: number, isOfCustomer?: boolean][]): void {
    this.#ledger.post(
      date,
      lines.map(([account, amount, isOfCustomer]) => [account, amount, isOfCustomer ? this.kennitala : '']),
    );
  }

  async #issue(plan: PlannedInvoice): Promise<void> {
    const { exact, printed } = amountOf(plan.lines);
    const guid = await this.#seller.ok('create-invoice', {
      data: invoice({
        customer: { guid: this.guid },
        items: plan.lines.map(({ tax, price }, n) =>
          line({ item_number: `V-${tax}-${n}`, unit_price: kronur(price), tax }),
        ),
        amount: kronur(exact),
        issue_date: plan.issued,
        due_date: plan.due,
        settlement_date: plan.due,
      }),
    });
    this.invoices.push({ guid, plan, printed, changes: [{ on: plan.issued, amount: printed }] });
    this.#postSale(plan.issued, plan.lines, printed, 1);
  }

  #postSale(on: string, lines: PlannedInvoice['lines'], printed: number, sign: 1 | -1): void {
    const posted: [string, number, boolean?][] = [[ACCOUNTS.receivables, sign * printed, true]];
    for (const [tax, { net, vat }] of ratesOf(lines)) {
      posted.push([ACCOUNTS.sales[tax], -sign * net]);
      if (tax !== 'Z') posted.push([ACCOUNTS.vat[tax], -sign * vat]);
    }
    const rounding = -posted.reduce((sum, [, amount]) => sum + amount, 0);
    this.#post(on, [...posted, [ACCOUNTS.rounding, rounding]]);
  }

  async #pay(plan: PlannedPayment): Promise<void> {
    const { interest, charge, fee } = plan.components;
    const settled = plan.parts.reduce((sum, { amount }) => sum + amount, 0);
    const { guid } = await this.#seller.ok('record-payment', {
      data: {
        amount: kronur(settled + interest + charge + fee + plan.surplus),
        paid_on: plan.paidOn,
        method_payment: plan.method ?? undefined,
        customer_guid: this.guid,
        components: { interest: kronur(interest), charge: kronur(charge), fee: kronur(fee) },
        allocations: plan.parts.map(({ invoice: at, amount }) => ({
          invoice_guid: this.invoices[at]?.guid,
          amount: kronur(amount),
        })),
      },
    });
    this.#payments.push({ guid, plan, surplus: plan.surplus });
    this.#postPayment(plan, plan.paidOn, 1);
  }

  #postPayment(plan: PlannedPayment, on: string, sign: 1 | -1): void {
    const { interest, charge, fee } = plan.components;
    const settled = plan.parts.reduce((sum, { amount }) => sum + amount, 0);
    this.#post(on, [
      [MONEY.get(plan.method) ?? '', sign * (settled + interest + charge + fee + plan.surplus)],
      [ACCOUNTS.receivables, -sign * settled, true],
      [ACCOUNTS.interest, -sign * interest],
      [ACCOUNTS.charge, -sign * charge],
      [ACCOUNTS.fee, -sign * fee],
      [ACCOUNTS.credit, -sign * plan.surplus, true],
    ]);
    for (const { invoice: at, amount } of plan.parts)
      this.invoices[at]?.changes.push({ on, amount: -sign * amount });
    this.#surplus.push({ on, amount: sign * plan.surplus });
  }

  async #reverse(payment: BookedPayment): Promise<void> {
    const reversedOn = payment.plan.reversedOn ?? TODAY;
    await this.#seller.ok('reverse-payment', {
      guid: payment.guid,
      data: { reason: 'A mistake', reversed_on: reversedOn },
    });
    this.#postPayment(payment.plan, reversedOn, -1);
    payment.surplus = 0;
  }

  async #credit(booked: BookedInvoice): Promise<void> {
    const { plan, printed } = booked;
    const { on, amount } = plan.note ?? { on: TODAY, amount: 'all' };
    const isFull = amount === 'all' || amount >= printed;
    const exact = isFull ? amountOf(plan.lines).exact : Number(amount);
    const guid = await this.#seller.ok('create-invoice', {
      data: {
        type: 'credit',
        ref_invoice_guid: booked.guid,
        settlement_date: TODAY,
        issue_date: on,
        amount: kronur(exact),
        ...(!isFull && { credit_partial: true }),
      },
    });
    const credited = isFull ? printed : exact;
    booked.changes.push({ on, amount: -credited });
    this.#postSale(on, isFull ? plan.lines : [{ tax: 'Z', price: exact }], credited, -1);
    const owedBack = -this.left(booked, TODAY);
    if (owedBack > 0 && plan.issued.endsWith('1')) await this.#payBack(booked, guid, owedBack);
  }

  /** Pays what is left of a credit note back. */
  async #payBack(booked: BookedInvoice, note: string, amount: number): Promise<void> {
    const allocations = [{ invoice_guid: note, amount: kronur(amount) }];
    await this.#refund(amount, allocations);
    booked.changes.push({ on: PAID_BACK_ON, amount });
    this.#post(PAID_BACK_ON, [
      [ACCOUNTS.receivables, amount, true],
      [MONEY.get(9) ?? '', -amount],
    ]);
  }

  async #refund(amount: number, allocations: object[]): Promise<void> {
    const data = { direction: 'out', amount: kronur(amount), paid_on: PAID_BACK_ON, method_payment: 9 };
    await this.#seller.ok('record-payment', { data: { ...data, allocations } });
  }

  async #giveUp(booked: BookedInvoice): Promise<void> {
    const { plan, guid, printed } = booked;
    const on = plan.lostOn ?? TODAY;
    const lost = this.left(booked, TODAY);
    if (lost <= 0) return;
    await this.#seller.ok('write-off-invoice', { guid, data: { reason: 'Bankrupt', written_off_on: on } });
    booked.changes.push({ on, amount: -lost });
    // The exact rest has the aurar that the printed one is rounded by.
    const { exact } = amountOf(plan.lines);
    const rest = lost + exact - printed;
    const vats = [...ratesOf(plan.lines)].flatMap(([tax, { vat }]): [string, number][] =>
      tax === 'Z' ? [] : [[ACCOUNTS.vat[tax], Math.floor((2 * vat * rest + exact) / (2 * exact))]],
    );
    const ofVat = vats.reduce((sum, [, vat]) => sum + vat, 0);
    this.#post(on, [[ACCOUNTS.lost, lost - ofVat], ...vats, [ACCOUNTS.receivables, -lost, true]]);
  }

  async #useSurplus(payment: BookedPayment): Promise<void> {
    const { plan, guid, surplus } = payment;
    if (plan.use === 'pay back') {
      await this.#refund(surplus, [{ payment_guid: guid, amount: kronur(surplus) }]);
      this.#surplus.push({ on: PAID_BACK_ON, amount: -surplus });
      this.#post(PAID_BACK_ON, [
        [ACCOUNTS.credit, surplus, true],
        [MONEY.get(9) ?? '', -surplus],
      ]);
      return;
    }
    const target = this.invoices.find((one) => this.left(one, TODAY) >= surplus);
    if (!target) return;
    const data = { invoice_guid: target.guid, amount: kronur(surplus), from: guid };
    await this.#seller.ok('apply-credit', { data });
    this.#surplus.push({ on: TODAY, amount: -surplus });
    target.changes.push({ on: TODAY, amount: -surplus });
    this.#post(TODAY, [
      [ACCOUNTS.credit, surplus, true],
      [ACCOUNTS.receivables, -surplus, true],
    ]);
  }
}
