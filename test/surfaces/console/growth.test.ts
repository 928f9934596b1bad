import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { GROWTH_CALLS } from '../../../bench/growth/calls.ts';
import { fillGrowth, fillOlder, type GrowthBooks } from '../../../bench/growth/fill.ts';
import { sendCall, titleOf } from '../../../bench/growth/send-call.ts';
import { timeStatements } from '../../../bench/growth/statement-times.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { explainNodes, rowsReadInAll, statementsOf } from '../../support/plans.ts';
import { TestService } from '../../support/service.ts';

const INVOICES = 300;
/** Settled years ago: no call of the table names a period that has them. */
const OLDER = { invoices: INVOICES, added: 3000, age: 500 };

const BOUND = 'counts what filters leave, up to the bound';
const SKIPPED = 'skips the pages before';
const OWN = 'reads all that one customer has';

/** Calls that may read more in older books, and why. */
const GROWING: Readonly<Record<string, string>> = {
  'find-invoices, cancelled by due': 'walks the index of the order, or that of the tab',
  'find-invoices, page 100': SKIPPED,
  'get-invoices (API), page 1000': SKIPPED,
  'find-invoices, of a customer': OWN,
  'get-customer-timeline': OWN,
  'find-invoices, amounts': BOUND,
  'find-invoices, amounts by customer': BOUND,
  'find-invoices, search Kaupandi': BOUND,
  'find-invoices, search Kaupandi 1': BOUND,
  'find-invoices, search ehf': BOUND,
  'find-invoices, search ö': 'compares the newest records, up to a bound',
  'find-invoices, search 7440': BOUND,
  'find-invoices, search and tab of none': BOUND,
  'find-invoices, search by amount': BOUND,
  'find-costs, search name': BOUND,
  'find-costs, search common': BOUND,
  'find-costs, search amount': BOUND,
  'find-costs, code': BOUND,
  'find-bank-lines, search': BOUND,
  'get-payments': 'lists as many as there are, up to its limit',
  'get-payments, search common': 'lists as many as there are, up to its limit',
  'get-count-payments (API)': 'counts the entries of an index',
  'get-aged-receivables, on a day': 'looks up what has changed since in an order that depends on the size',
};

/** What a call may read more: pages that are filled now, and the rows that running sums have for more months. */
const MORE_ROWS = 800;

const kvitt = new TestService();
let books: GrowthBooks;
let person: ConsoleClient;
let own: pg.Client;
before(async () => {
  await kvitt.startOwn('postgres', { KVITT_ALLOW_LOCAL_WEBHOOKS: 'on' });
  const seller = await kvitt.account();
  books = await fillGrowth(kvitt.service.engine, seller, { invoices: INVOICES });
  person = await signInToConsole(seller);
  own = new pg.Client({ connectionString: kvitt.database.env.DATABASE_URL });
  await own.connect();
  // Of this few records the planner would rather read all than use an index.
  await own.query('set enable_seqscan = off; set cpu_operator_cost = 10');
});
after(async () => {
  await own?.end();
  await kvitt.stop();
});

/** How many rows each call reads, by its title. */
async function countRowsRead(): Promise<Map<string, number>> {
  const read = new Map<string, number>();
  for (const call of GROWTH_CALLS) {
    let rows = 0;
    for (const statement of await statementsOf(() => sendCall(call, books, person)))
      for (const one of Object.values(rowsReadInAll(await explainNodes(own, statement)))) rows += one;
    read.set(titleOf(call), rows);
  }
  return read;
}

test('settled books of the past make no call of a screen or a list read more rows', async () => {
  const small = await countRowsRead();
  await fillOlder(kvitt.service.engine, books, OLDER);
  const large = await countRowsRead();
  const grown = [...large].filter(
    ([title, rows]) => !GROWING[title] && rows > (small.get(title) ?? 0) + MORE_ROWS,
  );
  assert.deepEqual(
    grown.map(([title, rows]) => `${title}: ${small.get(title)} rows, and ${rows}`),
    [],
  );
  const titles = GROWTH_CALLS.map(titleOf);
  assert.deepEqual(
    Object.keys(GROWING).filter((title) => !titles.includes(title)),
    [],
  );
});

test('the bench measures the statements of a call', async () => {
  const [call] = GROWTH_CALLS;
  assert.ok(call && (await timeStatements(() => sendCall(call, books, person))) > 0);
});
