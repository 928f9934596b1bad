import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import type { Client } from '../../support/client.ts';
import { openBooks } from '../../support/endpoints/books.ts';
import { invoicesSql } from '../../support/many-invoices.ts';
import { copiesSql } from '../../support/many-records.ts';
import { explainNodes, rowsRead, type Statement, statementsOf } from '../../support/plans.ts';
import { TestService } from '../../support/service.ts';

const RECORDS = 2000;
const LIMIT = 50;
/** Far more than a page, and less than any of the tables has. */
const MAX_ROWS = RECORDS / 2;

/** The lists that grow with the business; an account has few selling pages and connections. */
const LISTS: Record<string, object[]> = {
  'get-customers': [{}],
  'get-items': [{}],
  'get-invoices': [{}, { sort: 'date_asc' }, { sort: 'created_desc' }, { accounting_status: 'Created' }],
  'get-dashboard-data': [{}],
  'get-costs': [{}, { sort: 'created_asc' }],
  'get-tasks': [{ type: 'open' }],
  'get-draft-invoices': [{}],
  'get-order-invoices': [{}],
  'get-recurring-invoices': [{}],
};

/** One account has many invoices, another one many records of every other kind. */
const OF_INVOICES = ['get-invoices', 'get-dashboard-data'];

/** The lists whose statements take as long to plan as to execute. */
const PLANNED_ONCE: Record<string, object[]> = {
  'get-invoices': [
    {},
    { sort: 'created_asc' },
    { accounting_status: 'Created' },
    { from_date: '2026-01-01' },
  ],
  'get-dashboard-data': [{}],
  'get-costs': [{}, { accounting_status: 'New' }],
  'get-tasks': [{ type: 'open' }],
};
/** The server makes this many plans for the values of a call, and compares their cost with that of a plan for all values. */
const TRIES = 5;
const CALLS = 8;

describe('a page of a long list', () => {
  const kvitt = new TestService();
  let issuer: Client;
  let keeper: Client;
  let own: pg.Client;
  before(async () => {
    await kvitt.start('postgres');
    [issuer, keeper] = [await kvitt.account(), await kvitt.account()];
    await openBooks(keeper);
    await kvitt.service.engine.kernel.db.transaction((tx) =>
      tx.script(`${invoicesSql(issuer.username, RECORDS)}; ${copiesSql(keeper.username, RECORDS)}`),
    );
    own = new pg.Client({ connectionString: kvitt.database.env.DATABASE_URL });
    await own.connect();
    await own.query('analyze');
  });
  after(async () => {
    await own?.end();
    await kvitt.stop();
  });

  /** The tables that a statement reads from the first row to the last. */
  const tablesReadInWhole = async (statement: Statement): Promise<string[]> =>
    (await explainNodes(own, statement))
      .filter((node) => node['Relation Name'] && rowsRead(node) > MAX_ROWS)
      .map((node) => `${rowsRead(node)} rows by ${node['Node Type']} on ${node['Relation Name']}`);

  for (const [endpoint, variants] of Object.entries(LISTS))
    for (const fields of variants)
      test(`of ${endpoint} ${JSON.stringify(fields)} does not read the whole table`, async () => {
        const seller = OF_INVOICES.includes(endpoint) ? issuer : keeper;
        for (const page of [1, 2]) {
          const answers: unknown[] = [];
          const statements = await statementsOf(async () => {
            answers.push(...(await seller.ok(endpoint, { ...fields, limit: LIMIT, page })));
          });
          assert.equal(answers.length, LIMIT);
          assert.ok(statements.length > 0);
          const whole: string[] = [];
          for (const statement of statements) whole.push(...(await tablesReadInWhole(statement)));
          assert.deepEqual(whole, [], `page ${page}`);
        }
      });

  test('of invoices, and a single invoice, reads the tables of payments only for paid ones', async () => {
    const [{ guid }] = await issuer.ok('get-invoices', { limit: 1 });
    for (const read of [
      () => issuer.ok('get-invoice', { guid }),
      () => issuer.ok('get-invoices', { limit: 10 }),
    ]) {
      const statements = await statementsOf(read);
      assert.equal(statements.length, 1);
      for (const statement of statements) {
        const opened = (await explainNodes(own, statement)).map((node) => node['Relation Name']);
        assert.ok(opened.includes('invoice_lines'));
        assert.deepEqual(
          opened.filter((name) => name === 'payments' || name === 'allocations'),
          [],
        );
      }
    }
  });

  /** How many plans the server made for the values of a call, of several calls. */
  const customPlans = async (name: string, statement: Statement): Promise<number> => {
    for (let n = 0; n < CALLS; n += 1) await own.query({ name, ...statement });
    const { rows } = await own.query(
      'select custom_plans::integer as custom from pg_prepared_statements where name = $1',
      [name],
    );
    return rows[0].custom;
  };

  for (const [endpoint, variants] of Object.entries(PLANNED_ONCE))
    for (const fields of variants)
      test(`of ${endpoint} ${JSON.stringify(fields)} is planned once for all calls`, async () => {
        const seller = OF_INVOICES.includes(endpoint) ? issuer : keeper;
        const [statement] = await statementsOf(() => seller.ok(endpoint, { ...fields, limit: 10 }));
        assert.ok(statement);
        assert.equal(await customPlans(`${endpoint} ${JSON.stringify(fields)}`, statement), TRIES);
      });

  test('of lookups by do-paid-invoice is planned once for all calls', async () => {
    const [{ guid }] = await issuer.ok('get-invoices', { limit: 1 });
    const statements = await statementsOf(() => issuer.ok('do-paid-invoice', { guid }));
    const reads = statements.filter(({ text }) => /^\s*select/i.test(text));
    assert.equal(reads.length, 3);
    for (const [n, statement] of reads.entries())
      assert.equal(await customPlans(`do-paid-invoice ${n}`, statement), TRIES, statement.text);
  });
});
