import assert from 'node:assert/strict';
import type { Client } from './client.ts';
import { ACCOUNTS, DoubleEntry, MONEY, sumsOf } from './double-entry.ts';
import { Figures } from './figures.ts';
import type { Installation } from './installation.ts';
import { exportGeneral } from './journal.ts';
import { YearBooks } from './year-books.ts';
import { YearCosts } from './year-costs.ts';
import { OtherMoney, paymentRate } from './year-other-money.ts';
import { type PlannedCustomer, type PlannedPayment, YearPlan } from './year-plan.ts';

export interface YearOptions {
  seed: number;
  documents: number;
  /** How many customers are served at once. */
  parallel?: number;
  /** How a customer gets its invoices. */
  delivery?: (nth: number) => object;
  /** Customers who pay in euros, by claims and by links, with this many documents each. */
  other?: { installation: Installation; documents: number };
  costs?: number;
}

/** Books of one customer by the ledger, in aurar. */
interface CustomerBooks {
  guid: string;
  kennitala: string;
  currency: string;
  /** What the customer owes, and what is owed to it, below zero. */
  balance(day: string): { owed: number; credit: number };
  /** What is left of each invoice. */
  rests(day: string): { due: string; left: number }[];
  /** What is owed to the customer, in hundredths of the currency. */
  credit(day: string): number;
  /** Where the statement ends, in hundredths of the currency. */
  closing(day: string): number;
}

const MONTHS = Array.from({ length: 12 }, (_, n) => `2026-${String(n + 1).padStart(2, '0')}`);
const lastDay = (month: string) =>
  new Date(Date.UTC(2026, Number(month.slice(5)), 0)).toISOString().slice(0, 10);
const aurar = (kronur: number) => Math.round(kronur * 100);
const YEAR = { from_date: '2026-01-01', to_date: '2026-12-31' };

/** Runs a step of all customers, a few at a time; of one customer the calls follow each other. */
async function each<Books>(
  books: readonly Books[],
  parallel: number,
  step: (one: Books) => Promise<void>,
): Promise<void> {
  const waiting = [...books];
  const serve = async () => {
    for (let one = waiting.pop(); one; one = waiting.pop()) await step(one);
  };
  await Promise.all(Array.from({ length: parallel }, serve));
}

async function compareBank(seller: Client, ledger: DoubleEntry, figures: Figures): Promise<void> {
  const { rows, total } = await seller.ok('get-payment-sums', YEAR);
  const money = [...new Set(MONEY.values())];
  for (const month of MONTHS) {
    const row = rows.find((one: any) => one.month === month) ?? { received: 0, paid_back: 0 };
    const moved = aurar(row.received) - aurar(row.paid_back);
    figures.equal(moved, ledger.movement(money, month, 1), `the bank in ${month}`);
    for (const [field, account] of [
      ['interest', ACCOUNTS.interest],
      ['charges', ACCOUNTS.charge],
      ['fees', ACCOUNTS.fee],
      ['exchange_difference', ACCOUNTS.exchange],
      ['customer_credit', ACCOUNTS.credit],
    ] as const)
      figures.equal(aurar(row[field] ?? 0), ledger.movement([account], month, -1), `${field} in ${month}`);
    for (const [field, account] of [
      ['lost_claims', ACCOUNTS.lost],
      ['acquirer_fees', ACCOUNTS.acquirer],
      ['withheld_tax', ACCOUNTS.withheld],
    ] as const)
      figures.equal(aurar(row[field] ?? 0), ledger.movement([account], month, 1), `${field} in ${month}`);
  }
  const payments = await seller.ok('get-payments');
  const moved = payments
    .filter(({ state, source }: any) => state === 'booked' && source !== 'credit')
    .reduce((sum: number, one: any) => {
      const received = aurar(one.received) * paymentRate(one);
      return sum + (one.direction === 'in' ? received : -received);
    }, 0);
  figures.equal(moved, ledger.balance(money, YEAR.to_date), 'the payments that count');
  const profit = await seller.ok('get-profit', YEAR);
  const sales = ledger.balance(Object.values(ACCOUNTS.sales), YEAR.to_date);
  figures.equal(aurar(profit.total.sales), -sales, 'the sales');
  const { interest, charge, fee, lost, exchange, acquirer } = ACCOUNTS;
  const income = [interest, charge, fee, lost, exchange, acquirer];
  const { costs } = profit.total;
  const result = aurar(profit.total.result) + aurar(costs);
  figures.equal(result, -sales - ledger.balance(income, YEAR.to_date), 'the result');
  figures.equal(aurar(total.lost_claims), ledger.balance([ACCOUNTS.lost], YEAR.to_date), 'what was given up');
}

/** Bands of an invoice by the days past its due date. */
function bandOf(due: string, day: string): number {
  const days = (Date.parse(day) - Date.parse(due)) / 86_400_000;
  return days <= 0 ? 0 : days <= 30 ? 1 : days <= 60 ? 2 : days <= 90 ? 3 : 4;
}

async function compareAgeing(
  seller: Client,
  books: readonly CustomerBooks[],
  ledger: DoubleEntry,
  figures: Figures,
) {
  for (const month of MONTHS) {
    const day = lastDay(month);
    const { rows } = await seller.ok('get-aged-receivables', { as_of: day });
    for (const one of books) {
      const row = rows.find(({ customer_guid }: any) => customer_guid === one.guid);
      const { owed, credit } = one.balance(day);
      const rests = one.rests(day).map(({ due, left }) => ({ band: bandOf(due, day), left }));
      const bands = [0, 1, 2, 3, 4].map((band) =>
        rests.filter((rest) => rest.band === band && rest.left > 0).reduce((sum, { left }) => sum + left, 0),
      );
      const expected = owed === 0 && credit === 0 ? null : { total: owed + credit, credit, bands };
      const actual = row && {
        total: aurar(row.total),
        credit: aurar(row.credit),
        bands: row.bands.map(aurar),
      };
      figures.equal(actual ?? null, expected, `${one.kennitala} on ${day}`);
      const posted = ledger.balance([ACCOUNTS.receivables, ACCOUNTS.credit], day, one.kennitala);
      figures.equal(posted, owed + credit, `the ledger of ${one.kennitala} on ${day}`);
    }
  }
}

/** Every statement at the end of each month, by the balances of the year; and one month of each that ends there. */
async function compareStatements(
  seller: Client,
  books: readonly CustomerBooks[],
  parallel: number,
  figures: Figures,
): Promise<void> {
  const read = ({ guid, currency }: CustomerBooks, to_date: string) =>
    seller.ok('get-customer-statement', { guid, from_date: '2025-01-01', to_date, currency });
  await each(books, parallel, async (one) => {
    const check = (balance: number, day: string) =>
      figures.equal(aurar(balance), one.closing(day), `the statement of ${one.kennitala} on ${day}`);
    const year = await read(one, YEAR.to_date);
    check(year.closing, YEAR.to_date);
    for (const day of MONTHS.map(lastDay))
      check(year.movements.findLast(({ date }: any) => date <= day)?.balance ?? year.opening, day);
    const day = lastDay(MONTHS[books.indexOf(one) % 11] ?? '');
    check((await read(one, day)).closing, day);
  });
}

async function compareCredits(
  seller: Client,
  books: readonly CustomerBooks[],
  figures: Figures,
): Promise<void> {
  const customers = await seller.ok('get-customers');
  for (const one of books) {
    const { credits } = customers.find(({ guid }: any) => guid === one.guid);
    const credit = one.credit(YEAR.to_date);
    const expected = credit === 0 ? [] : [{ currency: one.currency, amount: credit / 100 }];
    figures.equal(credits, expected, `the credit of ${one.kennitala}`);
  }
}

/** A year of a company, and what it should look like by a ledger of its own. */
export class ProvenYear {
  readonly #seller: Client;
  readonly #ledger = new DoubleEntry();
  readonly #books: YearBooks[];
  readonly #other: OtherMoney[];
  readonly #costs: YearCosts;
  readonly #documents: number;
  readonly #bought: number;
  readonly #installation: Installation | null;
  readonly #plans: readonly PlannedCustomer[];
  readonly #parallel: number;

  constructor(seller: Client, { seed, documents, parallel = 6, delivery, other, costs = 0 }: YearOptions) {
    this.#parallel = parallel;
    const plans = new YearPlan(seed).customers(Math.ceil(documents / 15), documents);
    this.#seller = seller;
    this.#plans = plans;
    this.#documents = other?.documents ?? 0;
    this.#bought = costs;
    this.#installation = other?.installation ?? null;
    this.#costs = new YearCosts(seller, this.#ledger, seed);
    this.#other = other
      ? (['euros', 'claims', 'links'] as const).map(
          (way) => new OtherMoney(other.installation, seller, this.#ledger, { way, seed }),
        )
      : [];
    this.#books = plans.map((plan, nth) => new YearBooks(seller, this.#ledger, plan, nth, delivery?.(nth)));
  }

  /** Sends the year to the API. The journal is exported twice on the way, each time with what is new. */
  async run(): Promise<void> {
    // One after the other, because they move the clock and run the jobs.
    for (const one of this.#other) {
      await one.run(this.#documents);
      await this.#installation?.meet();
    }
    await this.#costs.buy(this.#bought);
    await each(this.#books, this.#parallel, (one) => one.issue());
    await each(this.#books, this.#parallel, (one) => one.settle());
    const first = await exportGeneral(this.#seller, { only_new: 1 });
    assert.deepEqual(sumsOf(first), this.#ledger.balances(YEAR.to_date), 'the first file');
    await this.#costs.correct();
    await each(this.#books, this.#parallel, (one) => one.end());
    const since = await exportGeneral(this.#seller, { only_new: 1 });
    const journal = await exportGeneral(this.#seller, YEAR);
    assert.deepEqual(sumsOf([...first, ...since]), sumsOf(journal), 'both files together');
  }

  /** What the year consists of. */
  figures(): string {
    const plans = this.#plans.flatMap(({ payments }) => payments);
    const share = (part: number) => `${((100 * part) / plans.length).toFixed(1)} %`;
    const count = (matches: (one: PlannedPayment) => unknown) => share(plans.filter(matches).length);
    const invoices = this.#plans.flatMap((one) => one.invoices);
    return [
      `${invoices.length} invoices and ${invoices.filter(({ note }) => note).length} credit notes`,
      `${invoices.filter(({ lostOn }) => lostOn).length} written off`,
      `${plans.length} payments`,
      `${count(({ parts }) => parts.length > 1)} of several invoices`,
      `${count(({ reversedOn }) => reversedOn)} reversed`,
      `${count(({ surplus }) => surplus > 0)} too much`,
      `${this.#documents} documents each in euros, by claims and by links`,
      `${this.#bought} costs`,
    ].join(', ');
  }

  /** Compares every figure of the year with the ledger, and answers how many these are. */
  async compare(): Promise<number> {
    const figures = new Figures();
    const journal = await exportGeneral(this.#seller, YEAR);
    for (const day of MONTHS.map(lastDay))
      figures.equal(
        sumsOf(journal.filter(({ date }) => date <= day)),
        this.#ledger.balances(day),
        `the journal on ${day}`,
      );
    await compareBank(this.#seller, this.#ledger, figures);
    await this.#costs.compare(figures);
    const books = [...this.#books, ...this.#other];
    await compareAgeing(this.#seller, books, this.#ledger, figures);
    await compareStatements(this.#seller, books, this.#parallel, figures);
    await compareCredits(this.#seller, books, figures);
    return figures.count;
  }
}
