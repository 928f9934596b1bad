import { ALL_SUMS } from '../../src/jobs/running-sums.ts';
import type { Database } from '../../src/kernel/database/database.ts';
import { correctSumsStatement, foldSums } from '../../src/kernel/database/running-sums.ts';
import { buildSearchIndexes } from '../../src/kernel/database/search-index.ts';
import { sql } from '../../src/kernel/database/sql.ts';
import type { Engine } from '../../src/service.ts';
import { type Client, invoice, line } from '../../test/support/client.ts';
import { openBooks } from '../../test/support/endpoints/books.ts';
import type { Books } from '../../test/support/endpoints/case.ts';
import { approveCost, completeCost } from '../../test/support/endpoints/costs.ts';
import { body } from '../../test/support/endpoints/documents.ts';
import { copyAccountsSql } from './accounts-sql.ts';
import { copyOlderScripts, copyScripts } from './copy-sql.ts';

/** Guids of the records that are copied. */
export interface Seeds {
  customer: string;
  paid: string;
  payment: string;
  credited: string;
  creditNote: string;
  writtenOff: string;
  open: string;
  settledCost: string;
  newCost: string;
  billedTask: string;
  openTask: string;
  doneOrder: string;
  doneQuote: string;
  draft: string;
  openOrder: string;
  openQuote: string;
  bookedLine: string;
  openLine: string;
}

/** What the calls name. */
export interface GrowthBooks {
  seller: Client;
  books: Books;
  seeds: Seeds;
}

/**
 * Makes one record of each kind over HTTP, as `openBooks` does, and copies those that a company has many of by SQL. The older the
 * books, the more of them is settled; a fiftieth of the invoices is open.
 */
export async function fillGrowth(
  engine: Engine,
  seller: Client,
  { invoices, accounts = 0 }: { invoices: number; accounts?: number },
): Promise<GrowthBooks> {
  const { db } = engine.kernel;
  const books = await openBooks(seller);
  const seeds = await makeSeeds(seller, books);
  if (accounts > 0) await runScripts(db, [copyAccountsSql(seller.username, accounts)]);
  await runScripts(db, copyScripts(seller.username, seeds, invoices));
  await settleGrowth(engine, seller);
  return { seller, books, seeds };
}

async function runScripts(db: Database, scripts: readonly string[]): Promise<void> {
  for (const script of scripts) await db.transaction((tx) => tx.script(script));
}

/** Adds older books of so many invoices to them. */
export async function fillOlder(
  engine: Engine,
  { seller, seeds }: GrowthBooks,
  size: { invoices: number; added: number; age: number },
): Promise<void> {
  await runScripts(engine.kernel.db, copyOlderScripts(seller.username, seeds, size));
  await settleGrowth(engine, seller);
}

/** Counts the running sums, which copies do not change, and what the planner knows of the tables. */
async function settleGrowth(engine: Engine, seller: Client): Promise<void> {
  const { db } = engine.kernel;
  await buildSearchIndexes(db);
  await db.runAlone('vacuum analyze');
  const { id } = await engine.accounts.authenticate(seller.username, seller.apiKey, '127.0.0.1');
  await db.transaction(async (tx) => {
    await tx.script('set local statement_timeout = 0');
    const { row, ctes, result } = correctSumsStatement(id, ALL_SUMS);
    await tx.query(row, sql`with ${ctes} ${result}`);
  });
  await foldSums(db, id, ALL_SUMS);
  await db.runAlone('vacuum analyze');
}

async function makeSeeds(seller: Client, books: Books): Promise<Seeds> {
  const customer = await seller.ok('create-customer', { data: { name: 'Kaupandi ehf.', output_select: 4 } });
  const lines = [1, 2, 3].map((n) => line({ item_number: `SKU-${n}`, unit_price: 1000 * n }));
  const sold = invoice({ customer: { guid: customer }, amount: 7440, items: lines });
  const issue = (more: object = {}): Promise<string> =>
    seller.ok('create-invoice', { data: { ...sold, ...more } });

  const paid = await issue();
  const allocations = [{ invoice_guid: paid, amount: 7440 }];
  const { guid: payment } = await seller.ok('record-payment', {
    data: { amount: 7440, paid_on: '2026-03-16', customer_guid: customer, allocations },
  });
  const credited = await issue();
  const creditNote = await seller.ok('create-invoice', {
    data: { type: 'credit', amount: 7440, settlement_date: '2026-03-17', ref_invoice_guid: credited },
  });
  const writtenOff = await issue();
  await seller.ok('write-off-invoice', { guid: writtenOff, data: { reason: 'Gjaldþrot' } });

  const settledCost = await seller.ok('create-cost-adv', completeCost);
  await approveCost(seller, settledCost);
  const task = async () => {
    const data = { customer_guid: customer, name: 'Verk', item: { guid: books.item } };
    const guid: string = await seller.ok('create-task', { data });
    await seller.ok('log-task', { guid, date: '2026-03-02', h: '9', p: '11:30' });
    return guid;
  };
  const document = { data: { ...body, customer: { guid: customer } } };
  const make = (operation: string): Promise<string> => seller.ok(operation, document);
  const doneOrder = await make('create-order-invoice');
  const doneQuote = await make('create-quote');
  return {
    ...{ customer, paid, payment, credited, creditNote, writtenOff, open: await issue() },
    ...{ settledCost, newCost: await seller.ok('create-cost-adv', completeCost) },
    ...{ billedTask: await task(), openTask: await task(), doneOrder, doneQuote },
    ...{ draft: await make('create-draft-invoice') },
    ...{ openOrder: await make('create-order-invoice'), openQuote: await make('create-quote') },
    ...{ bookedLine: books.bookedLine, openLine: books.bankLine },
  };
}
