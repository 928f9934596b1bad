import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { recountSums } from '../../../src/jobs/running-sums.ts';
import { csvStatement } from '../../support/bank-files.ts';
import { openAccount } from '../../support/bank-lines.ts';
import type { Client } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { explainNodes, rowsReadInAll, statementsOf } from '../../support/plans.ts';
import { TestService } from '../../support/service.ts';

const YEARS = 8;
const LINES_A_YEAR = 1200;
const STATEMENTS_A_YEAR = 12;
/** A month of lines, and what waits to be booked; far less than the books have. */
const MAX_ROWS = 150;

/** Booked lines of earlier years, and the statements with which they came. */
const olderSql = (bankAccount: string) => `
  insert into bank_statements (account_id, guid, bank_account_id, file_name, format, lines_total, lines_new, from_date, to_date,
      opening_balance, closing_balance, created_at)
    select b.account_id, gen_random_uuid(), b.id, '', 'csv', 100, 100, date '2018-01-01' + n * 30, date '2018-01-29' + n * 30, 0, 0, now()
    from bank_accounts b, generate_series(0, ${YEARS * STATEMENTS_A_YEAR - 1}) n where b.guid = '${bankAccount}';
  insert into bank_lines (account_id, guid, bank_account_id, statement_id, booked_on, amount, text, reference, counterparty_name,
      counterparty_id, counterparty_account, balance, line_key, place, state)
    select b.account_id, gen_random_uuid(), b.id, (select min(s.id) from bank_statements s where s.bank_account_id = b.id),
      date '2018-01-01' + n * ${YEARS * 365} / ${YEARS * LINES_A_YEAR}, 0, '', '', '', '', '', 0, 'older', n,
      case n % 3 when 0 then 'ignored' else 'booked' end
    from bank_accounts b, generate_series(0, ${YEARS * LINES_A_YEAR - 1}) n where b.guid = '${bankAccount}'`;

describe('bank accounts of old books', () => {
  const kvitt = new TestService();
  let seller: Client;
  let consoleClient: ConsoleClient;
  let own: pg.Client;
  let guid: string;
  before(async () => {
    await kvitt.start('postgres');
    seller = await kvitt.account();
    consoleClient = await signInToConsole(seller);
    ({ guid } = await openAccount(seller));
    own = new pg.Client({ connectionString: kvitt.database.env.DATABASE_URL });
    await own.connect();
    await own.query(olderSql(guid));
    await own.query('update bank_accounts set opening_balance = 0 where guid = $1', [guid]);
    await importMonth(2);
    const { kernel, accounts } = kvitt.service.engine;
    await recountSums(kernel, kernel.clock(), (id) => accounts.byId(id), new AbortController().signal);
    await own.query('analyze');
  });
  after(async () => {
    await own?.end();
    await kvitt.stop();
  });

  const importMonth = (month: number) =>
    seller.ok('import-bank-statement', {
      bank_account_guid: guid,
      file: csvStatement(
        Array.from({ length: 10 }, (_, day) => ({
          booked_on: `2026-0${month}-1${day}`,
          amount: 100 + day,
          text: `Innborgun ${month} ${day}`,
        })),
        { opening: 1045 * (month - 2) },
      ),
    });

  /** The rows of bank tables that a call reads, table by table. */
  const rowsOf = async (work: () => Promise<unknown>): Promise<Record<string, number>> => {
    const all: Record<string, number> = {};
    // What stores the import cannot be stored again, and reads nothing but the import.
    const reading = (await statementsOf(work)).filter(({ text }) => !/\binsert into\b/.test(text));
    for (const statement of reading)
      for (const [table, rows] of Object.entries(rowsReadInAll(await explainNodes(own, statement))))
        if (table.startsWith('bank_')) all[table] = (all[table] ?? 0) + rows;
    return all;
  };

  const calls: Record<string, () => Promise<unknown>> = {
    'get-bank-accounts': () => seller.ok('get-bank-accounts'),
    'compare-bank-accounts': () => consoleClient.ok('compare-bank-accounts'),
    'find-bank-lines': () => consoleClient.ok('find-bank-lines', { state: 'open', limit: 20 }),
    'import-bank-statement': () => importMonth(3),
  };
  for (const [name, call] of Object.entries(calls))
    test(`are read by ${name} without their older lines`, async () => {
      const rows = await rowsOf(call);
      assert.ok((rows.bank_accounts ?? 0) > 0, JSON.stringify(rows));
      for (const [table, count] of Object.entries(rows))
        assert.ok(count < MAX_ROWS, `${count} rows of ${table}: ${JSON.stringify(rows)}`);
    });

  test('have the balance of all of them', async () => {
    const [{ balance, lines_open, missing }] = await seller.ok('get-bank-accounts');
    assert.deepEqual([balance, lines_open, missing], [2090, 20, []]);
  });
});
