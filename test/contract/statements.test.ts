import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from '../../src/kernel/database/sql.ts';
import { EVENT_TYPES, EVENTS, type EventType } from '../../src/kernel/events/catalogue.ts';
import { onBothDatabases, type TestService } from '../support/service.ts';
import { namesAccount, queriesOf, recordStatements, sortedAsText, tablesIn } from '../support/statements.ts';
import { tableUses, usesIn } from '../support/table-rules.ts';
import { query, SHARED_TABLES, tablesOf } from '../support/tables.ts';
import { readTree } from '../support/tree.ts';
import { useEverything } from '../support/use-everything.ts';

/** Statements that are not held to one account, and why. */
const SHARED_STATEMENTS: { is: RegExp; why: string }[] = [
  { is: /from accounts where lower\(username\) = lower\(/, why: 'signing in finds the account' },
  {
    is: /^select (b\.account_id )?from accounts b where lower\(b\.username\) = lower\(/,
    why: 'an account asks a bookkeeping firm, which it knows by its username',
  },
  {
    is: /^update bookkeepers l set .* where l\.bookkeeper_id = \$\d+ and l\.guid = /,
    why: 'a bookkeeping firm answers the request of another account',
  },
  { is: /from accounts order by account_id/, why: 'the operator lists all accounts' },
  { is: /^insert into accounts \(guid/, why: 'the account gets its id by it' },
  {
    is: /^select account_id from jobs where kind = [kw]\.kind and account_id > /,
    why: 'a worker goes from account to account and takes what is due',
  },
  {
    is: /^select j\.kind, j\.account_id, j\.lane_key from jobs j where j\.kind = [kw]\.kind and/,
    why: 'the same, from one lane to the next',
  },
  { is: /^delete from webhook_deliveries where created_at </, why: 'housekeeping' },
  { is: /^delete from program_uses where day </, why: 'housekeeping' },
  {
    is: /^update stored_calls set input = '', files = '' where waits_for = '' and state <> '' and/,
    why: 'housekeeping',
  },
  { is: /^select from jobs where dead_at is null/, why: 'the same, waiting for other workers' },
  {
    is: /^select account_id, id from jobs join unnest.* for update of jobs skip locked$/,
    why: 'jobs of any account whose process ended during the last attempt',
  },
  {
    is: /^select kind, count\(\*\) filter .* from jobs group by kind$/,
    why: 'the backlog of the installation, for monitoring',
  },
  { is: /^delete from idempotency_keys where created_at </, why: 'housekeeping' },
  {
    is: /^delete from files f where f\.invoice_id is null and f\.sales_document_id is null and f\.created_at </,
    why: 'housekeeping',
  },
  { is: /^delete from (sessions|access_tokens|refresh_tokens|authorizations n) where/, why: 'housekeeping' },
  { is: /^delete from (password_resets|invitations) where expires_at </, why: 'housekeeping' },
  { is: /^select .* from clients c where c.client_id = /, why: 'a program says who it is' },
  { is: /^update clients set app_client = /, why: 'the operator knows programs by their own id' },
  { is: /^update sessions set seen_at = .* where digest = /, why: 'a session says whose it is' },
  { is: /^select from accounts$/, why: 'whether there is any' },
  { is: /^select from grants g where g.client_id = /, why: 'housekeeping: whether anyone uses a program' },
  {
    is: /from invoices( i)? where claim_status = '' .* ?order by account_id, id/,
    why: 'the bank is asked for all',
  },
  {
    is: /from invoices where xml_status in \('', ''\) .* ?order by account_id, id/,
    why: 'the e-invoice network is asked for all',
  },
  {
    is: /^select account_id from accounts where not disabled and settings \?\|/,
    why: 'reminders are looked for where they are wanted',
  },
  {
    is: /^select distinct account_id, guid, asked_at from bank_consents where state = '' order by account_id, asked_at$/,
    why: 'the bank is asked what became of the consents of all',
  },
  {
    is: /^select account_id from bank_accounts where connection = '' and coalesce\(.*\) = \$\d+ order by account_id$/,
    why: 'the operator plays the bank, which knows only accounts',
  },
  {
    is: /^select b\.account_id, b\.guid from bank_accounts b where b\.auto_book and exists/,
    why: 'lines of banks that have become certain are looked for where they are booked by themselves',
  },
  {
    is: /^select a\.account_id from accounts a where not a\.disabled and exists/,
    why: 'reminders of quotes are looked for in all accounts',
  },
  {
    is: /^select account_id from invoices i where account_id > .* overdue_at is null .* limit 1$/,
    why: 'the next account with an invoice that has become overdue',
  },
  {
    is: /^select account_id from accounts where account_id > \$\d+ order by account_id limit 1$/,
    why: 'the sums of all accounts are counted again, one after the other',
  },
  {
    is: /^select account_id, last, pruned from event_counters where account_id > \$\d+ order by account_id limit \$\d+$/,
    why: 'the retention of old events ends, some accounts at a time',
  },
  {
    is: /^select account_id, guid from stored_calls where waits_for = '' and state = '' and due_at <=/,
    why: 'the clock ends proposals of all accounts',
  },
  { is: /^delete from account_exports where created_at </, why: 'housekeeping' },
  {
    is: /^select account_id, to_date.* from vat_submissions where state <> '' .* order by account_id, id$/,
    why: 'the tax office is asked for all',
  },
  { is: /^delete from sandbox_mail where sent_at </, why: 'housekeeping' },
  {
    is: /^delete from stored_calls where waits_for = '' and state in .* and ended_at </,
    why: 'housekeeping',
  },
  { is: /from sandbox_mail where lower\(recipient\)/, why: 'a mailbox is one for all accounts' },
  {
    is: /^update sandbox_einvoices set status = \$/,
    why: 'the operator plays the hub, which knows only invoices',
  },
  {
    is: /^(update sandbox_claims set status = ''|select account_id, payload, parts from sandbox_claims where claim_id = )/,
    why: 'the operator plays the bank, which knows only claims',
  },
  {
    is: /^select from sandbox_claims where account_id <> \$\d+ and claim_id = /,
    why: "the bank gives no two accounts' claims the same id",
  },
];

onBothDatabases(
  'the statements',
  (kvitt) => {
    test('every statement names its account, except those that serve all accounts', async () => {
      const recorded = recordStatements();
      try {
        await useEverything(kvitt);
      } finally {
        recorded.stop();
      }
      const names = (await tablesOf(kvitt)).filter((name) => !(name in SHARED_TABLES));
      const queries = [...new Set([...recorded.texts].flatMap(queriesOf))];
      const open = queries.filter((query) => tablesIn(query, names).length > 0 && !namesAccount(query));
      const unexplained = open.filter((query) => !SHARED_STATEMENTS.some(({ is }) => is.test(query)));
      assert.deepEqual(unexplained, []);
      const idle = SHARED_STATEMENTS.filter(({ is }) => !open.some((query) => is.test(query)));
      assert.deepEqual(idle, [], 'an exception that nothing needs');
      const touched = names.filter((table) => queries.some((query) => tablesIn(query, [table]).length > 0));
      assert.deepEqual(touched.sort(), names.sort(), 'a table that nothing here uses');
      assert.deepEqual(
        unseenUses(recorded.texts, names),
        [],
        'a use of a table that tables.test.ts cannot see',
      );
      const byText = queries.filter((query) => sortedAsText(query).length > 0);
      assert.deepEqual(byText, [], 'a query that sorts by the text of a column');
      await checkEvents(kvitt);
    });
  },
  { KVITT_ALLOW_LOCAL_WEBHOOKS: 'on' },
);

/** After a walk through everything: each type of event was written, with data as the catalogue has it. */
async function checkEvents(kvitt: TestService): Promise<void> {
  const written = await query<{ type: EventType; position: number | null; data: object }>(
    kvitt,
    sql`select type, position, data from events`,
  );
  for (const { type, position, data } of written) {
    assert.ok(position !== null && position > 0, type);
    const { error } = EVENTS[type].data.strict().safeParse(data);
    assert.equal(error, undefined, `${type} ${JSON.stringify(data)}: ${error?.message}`);
  }
  const seen = new Set(written.map(({ type }) => type));
  const missing = EVENT_TYPES.filter((type) => !seen.has(type));
  assert.deepEqual(missing, [], 'a type of event that nothing here writes');
}

/** The check of who owns which table reads templates in files; a statement that is composed otherwise escapes it. */
function unseenUses(texts: ReadonlySet<string>, names: readonly string[]): string[] {
  const seen = new Set(
    tableUses(readTree('src/**/*.ts'), names).map(({ verb, table }) => `${verb} ${table}`),
  );
  const used = [...texts].flatMap((text) => usesIn(text, names)).map(({ verb, table }) => `${verb} ${table}`);
  return [...new Set(used)].filter((use) => !seen.has(use));
}

describe('the check of the statements', () => {
  const tables = ['invoices', 'files'];
  const open = (text: string) =>
    queriesOf(text).filter((query) => tablesIn(query, tables).length > 0 && !namesAccount(query));

  test('finds a query without an account, wherever it is nested', () => {
    for (const text of [
      'select guid from invoices where guid = $1',
      'select account_id from invoices order by account_id',
      'with a as (select id from invoices) select a.id from a join files f on f.account_id = $1',
      "select 'account_id = 1' from files",
      'update files set invoice_id = $1 where guid = any($2)',
      'insert into files (guid, name) values ($1, $2)',
      'select 1 where exists (select from\n  invoices where number = $1)',
      'delete from files f using invoices where f.guid = $1',
      'select count(*) from chosen, invoices where chosen.id = invoices.id',
    ]) {
      assert.equal(open(text).length, 1, text);
    }
  });
  test('a statement that names its account passes the check', () => {
    for (const text of [
      'select guid from invoices i where i.account_id = $1 and guid = $2',
      'insert into files (account_id, guid) values ($1, $2) on conflict (account_id, guid) do update set name = $3',
      'with a as (update files set name = $1 where account_id = $2 returning guid) select guid from a',
      'update files set name = $1 where (account_id, guid) in (($2, $3), ($4, $5))',
      'select x from jsonb_populate_record(null::invoices, $1)',
      'select invoices_total from summaries',
    ]) {
      assert.deepEqual(open(text), [], text);
    }
  });
  test('finds an order by the text of a column', () => {
    const cases: [text: string, columns: string[]][] = [
      ['select date, number::text from movements order by date, number', ['number']],
      ['select i.number::text from invoices i order by number desc, id limit $1', ['number']],
      ["select coalesce(number::text, '') as number from invoices order by number", ['number']],
      ['select i.number::text from invoices i order by i.number', []],
      ['select number::text as shown from invoices order by number', []],
      ['select json_agg(number::text order by number) as numbers, place from invoices order by place', []],
      ['select number::text, row_number() over (order by number) as place from invoices order by place', []],
    ];
    for (const [text, columns] of cases)
      assert.deepEqual(queriesOf(text).flatMap(sortedAsText), columns, text);
  });
});
