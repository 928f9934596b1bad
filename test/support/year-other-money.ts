import assert from 'node:assert/strict';
import { companyKennitala } from '../domain/generators.ts';
import { type Client, invoice, line } from './client.ts';
import { ACCOUNTS, type DoubleEntry, MONEY } from './double-entry.ts';
import type { ClaimPart, Installation } from './installation.ts';
import { seededRandom } from './random-books.ts';

const MONTHS = Array.from({ length: 12 }, (_, n) => `2026-${String(n + 1).padStart(2, '0')}`);
/** Krónur for a euro on the first of each month, and until the next one. */
const RATES = new Map(MONTHS.map((month, n) => [month, 140 + ((n * 7) % 12)]));
const rateOn = (day: string) => RATES.get(day.slice(0, 7)) ?? 0;

interface Change {
  on: string;
  amount: number;
}

interface OtherInvoice {
  guid: string;
  issued: string;
  due: string;
  rate: number;
  changes: Change[];
}

const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);
const until = (changes: readonly Change[], day: string) =>
  sum(changes.filter(({ on }) => on <= day).map(({ amount }) => amount));

/**
 * Books of one customer who pays in one of the other ways: in euros, by claims at the bank, or by payment links. Amounts are whole
 * krónur or euros in hundredths, and rates are whole krónur, so that nothing is rounded.
 */
export class OtherMoney {
  guid = '';
  readonly currency: 'ISK' | 'EUR';
  readonly kennitala: string;
  readonly invoices: OtherInvoice[] = [];
  /** What was paid too much, in hundredths of the currency, at the rate of its payment. */
  readonly #surplus: (Change & { rate: number })[] = [];
  readonly #installation: Installation;
  readonly #seller: Client;
  readonly #ledger: DoubleEntry;
  readonly #way: 'euros' | 'claims' | 'links';
  readonly #random: () => number;

  constructor(
    installation: Installation,
    seller: Client,
    ledger: DoubleEntry,
    { way, seed }: { way: 'euros' | 'claims' | 'links'; seed: number },
  ) {
    this.#installation = installation;
    this.#seller = seller;
    this.#ledger = ledger;
    this.#way = way;
    this.#random = seededRandom(seed);
    this.currency = way === 'euros' ? 'EUR' : 'ISK';
    this.kennitala = companyKennitala({ euros: 480, claims: 481, links: 482 }[way]);
  }

  async run(documents: number): Promise<void> {
    for (const [month, rate] of RATES)
      await this.#installation.operate('PUT', `/rates/EUR/${month}-01`, { rate });
    const data = { name: `Kaupandi ${this.#way}`, registration_no: this.kennitala, output_select: 4 };
    this.guid = await this.#seller.ok('create-customer', { data });
    const pay = { euros: this.#payEuros, claims: this.#payClaim, links: this.#payLink }[this.#way].bind(this);
    for (let n = 0; n < documents; n++) await pay(n);
  }

  balance(day: string): { owed: number; credit: number } {
    const rests = this.invoices.map((one) => this.#left(one, day) * one.rate);
    const surplus = this.#surplus.filter(({ on }) => on <= day);
    return {
      owed: sum(rests.filter((rest) => rest > 0)),
      credit: sum(rests.filter((rest) => rest < 0)) - sum(surplus.map(({ amount, rate }) => amount * rate)),
    };
  }

  rests(day: string): { due: string; left: number }[] {
    return this.invoices.map((one) => ({ due: one.due, left: this.#left(one, day) * one.rate }));
  }

  credit(day: string): number {
    const rests = this.invoices.map((one) => this.#left(one, day)).filter((rest) => rest < 0);
    return until(this.#surplus, day) - sum(rests);
  }

  closing(day: string): number {
    return sum(this.invoices.map((one) => this.#left(one, day))) - until(this.#surplus, day);
  }

  #left({ issued, changes }: OtherInvoice, day: string): number {
    return issued > day ? 0 : until(changes, day);
  }

  #whole(from: number, to: number): number {
    return from + Math.floor(this.#random() * (to - from + 1));
  }

  #day(month: number, day: number): string {
    return new Date(Date.UTC(2026, month, day)).toISOString().slice(0, 10);
  }

  #post(date: string, lines: [account: string, amount: number, isOfCustomer?: boolean][]): void {
    this.#ledger.post(
      date,
      lines.map(([account, amount, isOfCustomer]) => [account, amount, isOfCustomer ? this.kennitala : '']),
    );
  }

  async #issue(n: number, amount: number, fields: object): Promise<OtherInvoice & { link?: string }> {
    const issued = this.#day(n % 10, this.#whole(1, 28));
    const due = this.#day(n % 10, this.#whole(29, 50));
    const rate = this.currency === 'EUR' ? rateOn(issued) : 1;
    const data = invoice({
      customer: { guid: this.guid },
      items: [line({ item_number: 'V', unit_price: amount / 100, tax: 'Z' })],
      amount: amount / 100,
      currency: this.currency,
      issue_date: issued,
      due_date: due,
      settlement_date: due,
      ...fields,
    });
    const {
      status,
      message,
      result: guid,
      payment_link: link,
    } = await this.#seller.call('create-invoice', { data });
    assert.equal(status, true, message);
    const booked = { guid, issued, due, rate, changes: [{ on: issued, amount }] };
    this.invoices.push(booked);
    this.#post(issued, [
      [ACCOUNTS.receivables, amount * rate, true],
      [ACCOUNTS.sales.Z, -amount * rate],
    ]);
    return Object.assign(booked, { link });
  }

  /** Parts of an amount in whole units. */
  #parts(amount: number, most: number): number[] {
    const parts: number[] = [];
    let left = amount / 100;
    for (let n = this.#whole(1, most); n > 1 && left > 1; n--) {
      const part = this.#whole(1, left - 1);
      parts.push(part * 100);
      left -= part;
    }
    return [...parts, left * 100];
  }

  /** Posts what came in: the difference between the rates is a gain or a loss. */
  #receive(
    on: string,
    booked: OtherInvoice,
    { money, settled, surplus = 0, rate }: { money: number; settled: number; surplus?: number; rate: number },
    sign: 1 | -1,
  ): void {
    const [owed, credit] = [settled * booked.rate, surplus * rate];
    this.#post(on, [
      [MONEY.get(9) ?? '', sign * money],
      [ACCOUNTS.receivables, -sign * owed, true],
      [ACCOUNTS.credit, -sign * credit, true],
      [ACCOUNTS.exchange, -sign * (money - owed - credit)],
    ]);
    booked.changes.push({ on, amount: -sign * settled });
    if (surplus > 0) this.#surplus.push({ on, amount: sign * surplus, rate });
  }

  /** In one to four parts, in euros or in krónur, some reversed and some too much. */
  async #payEuros(n: number): Promise<void> {
    const amount = this.#whole(10, 9000) * 100;
    const booked = await this.#issue(n, amount, {});
    const parts = this.#parts(amount, 4);
    for (const [at, settled] of parts.entries()) {
      const on = this.#day((n % 10) + 1, this.#whole(1, 28));
      const isLast = at === parts.length - 1;
      const isInKronur = this.#whole(1, 4) === 1;
      const surplus = isLast && !isInKronur && this.#whole(1, 5) === 1 ? this.#whole(1, 50) * 100 : 0;
      const kronur = settled * this.#whole(138, 155);
      const allocation = { invoice_guid: booked.guid, amount: settled / 100 };
      const { guid } = await this.#seller.ok('record-payment', {
        data: {
          amount: (isInKronur ? kronur : settled + surplus) / 100,
          currency: isInKronur ? 'ISK' : 'EUR',
          paid_on: on,
          method_payment: 9,
          customer_guid: this.guid,
          allocations: [isInKronur ? { ...allocation, paid: kronur / 100 } : allocation],
        },
      });
      const rate = rateOn(on);
      const figures = { money: isInKronur ? kronur : (settled + surplus) * rate, settled, surplus, rate };
      this.#receive(on, booked, figures, 1);
      if (this.#whole(1, 10) > 1) {
        if (surplus > 0 && this.#whole(1, 2) === 1) await this.#payBack(guid, surplus, rate);
        continue;
      }
      const reversedOn = this.#day((n % 10) + 1, 28);
      const reversal = { reason: 'A mistake', reversed_on: reversedOn };
      await this.#seller.ok('reverse-payment', { guid, data: reversal });
      this.#receive(reversedOn, booked, figures, -1);
    }
  }

  /** Euros that were owed at one rate are paid back at another. */
  async #payBack(payment: string, surplus: number, rate: number): Promise<void> {
    const on = '2026-12-20';
    const allocations = [{ payment_guid: payment }];
    const data = { direction: 'out', amount: surplus / 100, currency: 'EUR', paid_on: on, method_payment: 9 };
    await this.#seller.ok('record-payment', { data: { ...data, allocations } });
    const money = surplus * rateOn(on);
    this.#post(on, [
      [ACCOUNTS.credit, surplus * rate, true],
      [MONEY.get(9) ?? '', -money],
      [ACCOUNTS.exchange, money - surplus * rate],
    ]);
    this.#surplus.push({ on, amount: -surplus, rate });
  }

  /** At the bank in one to three parts, in time or late: interest, charge and fee come before the invoice. */
  async #payClaim(n: number): Promise<void> {
    const amount = this.#whole(10, 900) * 1000_00;
    const fee = this.#whole(0, 3) * 100_00;
    await this.#installation.expect('bank');
    const booked = await this.#issue(n, amount, { is_claim: 1, payment_fee: fee / 100 });
    await this.#installation.runJobs();
    const { claim_id } = await this.#seller.ok('get-invoice', { guid: booked.guid });
    const isLate = n % 2 === 1;
    const owed = { charge: isLate ? 950_00 : 0, interest: isLate ? this.#whole(10, 90) * 1_00 : 0, fee };
    const tax = isLate ? Math.floor(owed.interest / 500) * 100 : 0;
    const late = { interest: owed.interest, charge: owed.charge };
    const parts = this.#parts(amount + owed.interest + owed.charge + fee, 3);
    for (const [at, paid] of parts.entries()) {
      const taken = takeFrom(owed, paid);
      const part = {
        on: this.#day((n % 10) + 1, 2 + 9 * at),
        ...taken,
        principal: paid - taken.charge - taken.interest - taken.fee,
        tax: at === 0 ? tax : 0,
        added: at === 0 ? late : { interest: 0, charge: 0 },
        isLast: at === parts.length - 1,
      };
      await this.#installation.payClaim(claim_id, part);
      await this.#installation.expect('bank');
      await this.#installation.runJobs();
      this.#postClaim(booked, part);
    }
  }

  #postClaim(booked: OtherInvoice, { on, principal, interest, charge, fee, tax }: ClaimPart): void {
    this.#post(on, [
      [MONEY.get(null) ?? '', principal + interest + charge + fee - tax],
      [ACCOUNTS.withheld, tax],
      [ACCOUNTS.interest, -interest],
      [ACCOUNTS.charge, -charge],
      [ACCOUNTS.fee, -fee],
      [ACCOUNTS.receivables, -principal, true],
    ]);
    booked.changes.push({ on, amount: -principal });
  }

  /** By card: the provider keeps a fee; some are refunded in part, and some come after the invoice was paid by transfer. */
  async #payLink(n: number): Promise<void> {
    const amount = this.#whole(10, 900) * 1000_00;
    const fee = this.#whole(0, 2) * 200_00;
    const booked = await this.#issue(n, amount, { is_payment_link: 1, payment_fee: fee / 100 });
    const on = this.#day((n % 10) + 1, this.#whole(1, 25));
    await this.#installation.expect('card provider');
    const checkout = await this.#installation.openCheckout(booked.link ?? '', on);
    const isTwice = n % 4 === 2;
    if (isTwice) {
      const transfer = { guid: booked.guid, paid_on: on, method_payment: 9 };
      await this.#seller.ok('do-paid-invoice', transfer);
      this.#receive(on, booked, { money: amount, settled: amount, rate: 1 }, 1);
    }
    const kept = this.#whole(1, 90) * 1_00;
    await this.#installation.expect('card provider');
    await this.#installation.payCheckout(checkout, { on, kept });
    await this.#installation.runJobs();
    const paid = { amount: amount + fee, kept, fee: isTwice ? 0 : fee, surplus: isTwice ? amount + fee : 0 };
    this.#postCard(on, booked, paid, 1);
    if (n % 4 !== 1) return;
    const refunded = Math.floor(amount / 2 / 100) * 100;
    const back = this.#day((n % 10) + 1, 27);
    await this.#installation.refund(checkout, { on: back, amount: refunded });
    this.#postCard(back, booked, paid, -1);
    this.#postCard(back, booked, { ...paid, amount: paid.amount - refunded }, 1);
  }

  #postCard(
    on: string,
    booked: OtherInvoice,
    { amount, kept, fee, surplus }: { amount: number; kept: number; fee: number; surplus: number },
    sign: 1 | -1,
  ): void {
    const settled = amount - fee - surplus;
    this.#post(on, [
      [MONEY.get(8) ?? '', sign * (amount - kept)],
      [ACCOUNTS.acquirer, sign * kept],
      [ACCOUNTS.fee, -sign * fee],
      [ACCOUNTS.receivables, -sign * settled, true],
      [ACCOUNTS.credit, -sign * surplus, true],
    ]);
    booked.changes.push({ on, amount: -sign * settled });
    if (surplus > 0) this.#surplus.push({ on, amount: sign * surplus, rate: 1 });
  }
}

/** Takes what is owed besides the invoice from a payment, in the order in which banks take it. */
function takeFrom<Owed extends Record<string, number>>(owed: Owed, paid: number): Owed {
  let left = paid;
  const taken = Object.entries(owed).map(([name, sum]) => {
    const part = Math.min(left, sum);
    left -= part;
    owed[name as keyof Owed] = (sum - part) as Owed[keyof Owed];
    return [name, part];
  });
  return Object.fromEntries(taken);
}

/** Krónur for one unit of the currency of a payment on its day. */
export function paymentRate({ currency, paid_on }: { currency: string; paid_on: string }): number {
  return currency === 'EUR' ? rateOn(paid_on) : 1;
}
