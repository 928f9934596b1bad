import assert from 'node:assert/strict';
import type { Client } from './client.ts';
import { ACCOUNTS, DoubleEntry, MONEY, sumsOf } from './double-entry.ts';
import { exportGeneral } from './journal.ts';
import { YearBooks } from './year-books.ts';
import { YearPlan } from './year-plan.ts';

export interface YearOptions {
  seed: number;
  documents: number;
  /** How many customers are served at once. */
  parallel?: number;
  /** How customers get their invoices. */
  delivery?: object;
}

const MONTHS = Array.from({ length: 12 }, (_, n) => `2026-${String(n + 1).padStart(2, '0')}`);
const lastDay = (month: string) =>
  new Date(Date.UTC(2026, Number(month.slice(5)), 0)).toISOString().slice(0, 10);
const aurar = (kronur: number) => Math.round(kronur * 100);
const YEAR = { from_date: '2026-01-01', to_date: '2026-12-31' };

/** Runs a step of all customers, a few at a time; of one customer the calls follow each other. */
async function each(
  books: readonly YearBooks[],
  parallel: number,
  step: (one: YearBooks) => Promise<void>,
): Promise<void> {
  const waiting = [...books];
  const serve = async () => {
    for (let one = waiting.pop(); one; one = waiting.pop()) await step(one);
  };
  await Promise.all(Array.from({ length: parallel }, serve));
}

async function compareBank(seller: Client, ledger: DoubleEntry): Promise<void> {
  const { rows, total } = await seller.ok('get-payment-sums', YEAR);
  const money = [...new Set(MONEY.values())];
  for (const month of MONTHS) {
    const row = rows.find((one: any) => one.month === month) ?? { received: 0, paid_back: 0 };
    const moved = aurar(row.received) - aurar(row.paid_back);
    assert.equal(moved, ledger.movement(money, month, 1), `the bank in ${month}`);
    for (const [field, account] of [
      ['interest', ACCOUNTS.interest],
      ['charges', ACCOUNTS.charge],
      ['fees', ACCOUNTS.fee],
      ['customer_credit', ACCOUNTS.credit],
    ] as const)
      assert.equal(aurar(row[field] ?? 0), ledger.movement([account], month, -1), `${field} in ${month}`);
    assert.equal(aurar(row.lost_claims ?? 0), ledger.movement([ACCOUNTS.lost], month, 1), `lost in ${month}`);
  }
  const payments = await seller.ok('get-payments');
  const moved = payments
    .filter(({ state, source }: any) => state === 'booked' && source !== 'credit')
    .reduce((sum: number, one: any) => sum + aurar(one.received) * (one.direction === 'in' ? 1 : -1), 0);
  assert.equal(moved, ledger.balance(money, YEAR.to_date), 'the payments that count');
  const profit = await seller.ok('get-profit', YEAR);
  const sales = ledger.balance(Object.values(ACCOUNTS.sales), YEAR.to_date);
  assert.equal(aurar(profit.total.sales), -sales, 'the sales');
  const income = [ACCOUNTS.interest, ACCOUNTS.charge, ACCOUNTS.fee, ACCOUNTS.lost];
  assert.equal(aurar(profit.total.result), -sales - ledger.balance(income, YEAR.to_date), 'the result');
  assert.equal(aurar(total.lost_claims), ledger.balance([ACCOUNTS.lost], YEAR.to_date));
}

/** Bands of an invoice by the days past its due date. */
function bandOf(due: string, day: string): number {
  const days = (Date.parse(day) - Date.parse(due)) / 86_400_000;
  return days <= 0 ? 0 : days <= 30 ? 1 : days <= 60 ? 2 : days <= 90 ? 3 : 4;
}

async function compareAgeing(seller: Client, books: readonly YearBooks[], ledger: DoubleEntry) {
  for (const month of MONTHS) {
    const day = lastDay(month);
    const { rows } = await seller.ok('get-aged-receivables', { as_of: day });
    for (const one of books) {
      const row = rows.find(({ customer_guid }: any) => customer_guid === one.guid);
      const { owed, credit } = one.balance(day);
      const rests = one.invoices.map((document) => ({
        band: bandOf(document.plan.due, day),
        left: one.left(document, day),
      }));
      const bands = [0, 1, 2, 3, 4].map((band) =>
        rests.filter((rest) => rest.band === band && rest.left > 0).reduce((sum, { left }) => sum + left, 0),
      );
      const expected = owed === 0 && credit === 0 ? null : { total: owed + credit, credit, bands };
      const actual = row && {
        total: aurar(row.total),
        credit: aurar(row.credit),
        bands: row.bands.map(aurar),
      };
      assert.deepEqual(actual ?? null, expected, `${one.kennitala} on ${day}`);
      const posted = ledger.balance([ACCOUNTS.receivables, ACCOUNTS.credit], day, one.kennitala);
      assert.equal(posted, owed + credit, `the ledger of ${one.kennitala} on ${day}`);
    }
  }
}

/** Every statement at the end of the year, and a third of them at the end of each month. */
async function compareStatements(
  seller: Client,
  books: readonly YearBooks[],
  parallel: number,
): Promise<void> {
  await each(books, parallel, async (one) => {
    const at = books.indexOf(one);
    for (const [n, month] of MONTHS.entries()) {
      if (month !== '2026-12' && (at + n) % 3 !== 0) continue;
      const to_date = lastDay(month);
      const period = { guid: one.guid, from_date: '2025-01-01', to_date };
      const { closing } = await seller.ok('get-customer-statement', period);
      const { owed, credit } = one.balance(to_date);
      assert.equal(aurar(closing), owed + credit, `the statement of ${one.kennitala} on ${to_date}`);
    }
  });
}

async function compareCredits(seller: Client, books: readonly YearBooks[]): Promise<void> {
  const customers = await seller.ok('get-customers');
  for (const one of books) {
    const { credits } = customers.find(({ guid }: any) => guid === one.guid);
    const { credit } = one.balance(YEAR.to_date);
    const expected = credit === 0 ? [] : [{ currency: 'ISK', amount: -credit / 100 }];
    assert.deepEqual(credits, expected, `the credit of ${one.kennitala}`);
  }
}

/** A year of a company, and what it should look like by a ledger of its own. */
export class ProvenYear {
  readonly #seller: Client;
  readonly #ledger = new DoubleEntry();
  readonly #books: YearBooks[];
  readonly #parallel: number;

  constructor(seller: Client, { seed, documents, parallel = 6, delivery }: YearOptions) {
    this.#parallel = parallel;
    const plans = new YearPlan(seed).customers(Math.ceil(documents / 15), documents);
    this.#seller = seller;
    this.#books = plans.map((plan, nth) => new YearBooks(seller, this.#ledger, plan, nth, delivery));
  }

  /** Sends the year to the API. The journal is exported twice on the way, each time with what is new. */
  async run(): Promise<void> {
    await each(this.#books, this.#parallel, (one) => one.issue());
    await each(this.#books, this.#parallel, (one) => one.settle());
    const first = await exportGeneral(this.#seller, { only_new: 1 });
    assert.deepEqual(sumsOf(first), this.#ledger.balances(YEAR.to_date), 'the first file');
    await each(this.#books, this.#parallel, (one) => one.end());
    const since = await exportGeneral(this.#seller, { only_new: 1 });
    const journal = await exportGeneral(this.#seller, YEAR);
    assert.deepEqual(sumsOf([...first, ...since]), sumsOf(journal), 'both files together');
  }

  /** Compares every figure of the year with the ledger. */
  async compare(): Promise<void> {
    const journal = await exportGeneral(this.#seller, YEAR);
    for (const day of MONTHS.map(lastDay))
      assert.deepEqual(
        sumsOf(journal.filter(({ date }) => date <= day)),
        this.#ledger.balances(day),
        `the journal on ${day}`,
      );
    await compareBank(this.#seller, this.#ledger);
    await compareAgeing(this.#seller, this.#books, this.#ledger);
    await compareStatements(this.#seller, this.#books, this.#parallel);
    await compareCredits(this.#seller, this.#books);
  }
}
