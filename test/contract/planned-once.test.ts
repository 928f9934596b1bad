import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../src/kernel/database/sql.ts';
import { signInToConsole } from '../support/console-client.ts';
import { ENDPOINTS } from '../support/endpoints/all.ts';
import { openBooks } from '../support/endpoints/books.ts';
import { TestService } from '../support/service.ts';
import { query } from '../support/tables.ts';

const SCREENS = ['find-invoices', 'find-customers', 'find-items', 'find-costs', 'get-overview', 'get-needs'];
/** The server makes five plans for the values of a call before it decides whether one for all calls is as good. */
const CALLS = 12;

describe('the plans of reads', () => {
  const kvitt = new TestService();
  // One session has all prepared statements.
  before(() => kvitt.startOwn('postgres', { KVITT_POOL: '1' }));
  after(() => kvitt.stop());

  test('a statement that is sent again and again is not planned at each call', async () => {
    const seller = await kvitt.account();
    const books = await openBooks(seller);
    for (const { path, good, writes } of ENDPOINTS) {
      if (writes) continue;
      for (let n = 0; n < CALLS; n += 1) await seller.call(path, good(books));
    }
    const person = await signInToConsole(seller);
    for (let n = 0; n < CALLS; n += 1) for (const screen of SCREENS) await person.ok(screen, {});
    const planned = await query<{ statement: string }>(
      kvitt,
      sql`select regexp_replace(statement, '\\s+', ' ', 'g') as statement, custom_plans::int, generic_plans::int from pg_prepared_statements
        where custom_plans >= ${CALLS} and custom_plans > generic_plans order by 1`,
    );
    assert.deepEqual(planned, []);
  });
});
