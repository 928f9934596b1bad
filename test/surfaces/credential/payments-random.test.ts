import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '../../support/client.ts';
import { assertMoneyBalances } from '../../support/money-balance.ts';
import { toAurar } from '../../support/random-documents.ts';
import { RandomPayments } from '../../support/random-payments.ts';
import { onBothDatabases } from '../../support/service.ts';

/** A longer run, and another one, by hand. */
const STEPS = Number(process.env.KVITT_PAYMENT_STEPS ?? 50);
const SEED = Number(process.env.KVITT_PAYMENT_SEED ?? 20260105);
const SEEDS = Number(process.env.KVITT_PAYMENT_SEEDS ?? 3);
/** After so many steps the books are compared. */
const INTERVAL = Number(process.env.KVITT_PAYMENT_INTERVAL ?? 10);

const CURRENCIES = ['EUR', 'ISK'];

const byGuid = (rows: any[]) => Object.fromEntries(rows.map(({ guid, ...row }) => [guid, row]));

/** Documents as the API lists them, and as the ledger has them. */
async function compareDocuments(seller: Client, { ledger }: RandomPayments): Promise<void> {
  const listed = await seller.ok('get-invoices');
  const actual = listed.map((row: any) => ({
    guid: row.guid,
    status: row.status,
    paid: toAurar(row.paid_amount),
    remaining: toAurar(row.remaining),
    writtenOff: toAurar(row.written_off_amount),
    paidOn: row.payments.length > 0 || row.type === 'invoice' ? row.paid_on : null,
    payments: row.payments.map(({ guid, paid_on, amount, source }: any) => [
      guid,
      paid_on,
      toAurar(amount),
      source,
    ]),
  }));
  const expected = ledger.documents.map((one) => ({
    guid: one.guid,
    status: ledger.status(one),
    paid: ledger.paid(one),
    remaining: ledger.remaining(one),
    writtenOff: one.lost?.amount ?? 0,
    paidOn: ledger.paidOn(one),
    payments: ledger
      .counting()
      .sort((a, b) => a.paidOn.localeCompare(b.paidOn))
      .flatMap(({ guid, paidOn, source, shares }) =>
        shares
          .filter(({ document }) => document === one.guid)
          .map(({ amount }) => [guid, paidOn, amount, source]),
      ),
  }));
  assert.deepEqual(byGuid(actual), byGuid(expected));
}

async function comparePayments(seller: Client, { ledger, customers }: RandomPayments): Promise<void> {
  const listed = await seller.ok('get-payments');
  const actual = listed.map((row: any) => ({
    guid: row.guid,
    state: row.state,
    unallocated: toAurar(row.unallocated),
    customer: row.customer?.guid ?? null,
    difference: row.allocations.reduce((all: number, one: any) => all + toAurar(one.exchange_difference), 0),
    settles: row.allocations.reduce((all: number, { amount }: any) => all + toAurar(amount), 0),
  }));
  const expected = ledger.payments.map((one) => ({
    guid: one.guid,
    state: one.reversedOn === null ? 'booked' : 'reversed',
    unallocated: ledger.unallocated(one),
    customer: one.customer,
    difference: ledger.exchangeDifference(one),
    settles: one.source === 'credit' ? one.amount : one.shares.reduce((all, { amount }) => all + amount, 0),
  }));
  assert.deepEqual(byGuid(actual), byGuid(expected));
  for (const guid of customers) {
    const owed = CURRENCIES.map((currency) => ({ currency, amount: ledger.credit(guid, currency) / 100 }));
    const { credits } = await seller.ok('get-customer', { guid });
    assert.deepEqual(
      [...credits].sort((a: any, b: any) => a.currency.localeCompare(b.currency)),
      owed.filter(({ amount }) => amount !== 0),
    );
  }
}

/** Receivables and statements at the end of a day; null: now. */
async function compareBalances(seller: Client, books: RandomPayments, asOf: string | null): Promise<void> {
  const { ledger, customers, today } = books;
  const { rows } = await seller.ok('get-aged-receivables', asOf ? { as_of: asOf } : {});
  for (const guid of customers) {
    const to_date = asOf ?? today;
    const { owed, credit } = ledger.receivables(guid, to_date);
    const row = rows.find((one: any) => one.customer_guid === guid) ?? { total: 0, credit: 0 };
    const actual = { owed: toAurar(row.total - row.credit), credit: toAurar(row.credit) };
    const name = `the balance ${asOf ? `on ${asOf}` : 'now'}`;
    assert.deepEqual(actual, { owed, credit }, name);
    for (const currency of CURRENCIES) {
      const from_date = books.dayUntil(to_date);
      const fields = { guid, from_date, to_date, currency };
      const { opening, closing } = await seller.ok('get-customer-statement', fields);
      const after = ledger.balance(guid, to_date, currency);
      assert.equal(toAurar(closing), after.owed + after.credit, `the statement, ${name}`);
      const before = ledger.balance(guid, books.dayBeforeThat(from_date), currency);
      assert.equal(toAurar(opening), before.owed + before.credit, `the opening on ${from_date}`);
    }
  }
}

onBothDatabases('a ledger of its own', (kvitt) => {
  for (let nth = 0; nth < SEEDS; nth++) {
    const seed = SEED + nth;
    const hasAurar = seed % 3 === 0;
    test(`agrees with the books over ${STEPS} random steps of seed ${seed}`, async () => {
      const seller = await kvitt.account();
      const books = new RandomPayments(kvitt, seller, { seed, hasAurar });
      await books.begin();
      for (let made = 1; made <= STEPS; made++) {
        await books.step().catch((error) => {
          error.message = `step ${made} of the seed ${seed}: ${error.message}`;
          throw error;
        });
        if (made % INTERVAL !== 0 && made !== STEPS) continue;
        try {
          await compareDocuments(seller, books);
          await comparePayments(seller, books);
          await assertMoneyBalances(seller);
          await compareBalances(seller, books, null);
          await compareBalances(seller, books, books.today);
          await compareBalances(seller, books, books.day());
          await compareBalances(seller, books, books.dayAhead());
        } catch (error) {
          (error as Error).message =
            `after step ${made} of the seed ${seed}, ${books.last}: ${(error as Error).message}`;
          throw error;
        }
      }
    });
  }
});
