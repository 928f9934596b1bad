import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Sql, sql } from '../../src/kernel/database/sql.ts';
import { type Client, invoice } from '../support/client.ts';
import { makeCost } from '../support/costs.ts';
import { ENDPOINTS, openBooks, recordOf } from '../support/endpoints/all.ts';
import { type Books, UNKNOWN } from '../support/endpoints/case.ts';
import { replaced } from '../support/endpoints/change.ts';
import { press } from '../support/payments.ts';
import { agentCall, connected, PASSWORD, Person, postJson, refresh, registered } from '../support/person.ts';
import { blackPng } from '../support/pictures.ts';
import { upload } from '../support/raw.ts';
import { Reference } from '../support/reference.ts';
import { call } from '../support/sender.ts';
import { type Kvitt, onBothDatabases } from '../support/service.ts';
import { namesAccount, queriesOf, recordStatements, tablesIn } from '../support/statements.ts';

/** Tables that are nobody's, and why. */
const SHARED_TABLES: Record<string, string> = {
  schema_migrations: 'the state of the schema itself',
  exchange_rates: 'rates are the same for all; the operator keeps them',
  chores: 'work by the clock, done once for all accounts',
  attempts: 'failures by name and by address: who tries is not known',
  setup_keys: 'opens the first account, when there is none',
};

/** Indexes that do not begin with the account, and why. */
const SHARED_INDEXES: Record<string, string> = {
  accounts_guid_key: 'finds the account itself',
  accounts_username: 'finds the account itself: who signs in is not known yet',
  access_tokens_by_age: 'housekeeping looks for old ones of all accounts',
  access_tokens_by_digest: 'finds the account: whose token it is is not known yet',
  authorizations_by_age: 'housekeeping looks for old ones of all accounts',
  authorizations_by_code: 'finds the account: whose code it is is not known yet',
  bookkeepers_tenants: 'a bookkeeper looks for the accounts that it was given',
  clients_by_client_id: 'a program says who it is, not who registered it',
  idempotency_keys_by_age: 'housekeeping looks for old keys of all accounts',
  jobs_due: 'a worker takes what is due, whoever it is for',
  refresh_tokens_by_age: 'housekeeping looks for old ones of all accounts',
  refresh_tokens_by_digest: 'finds the account: whose token it is is not known yet',
  sessions_by_age: 'housekeeping looks for old ones of all accounts',
  sessions_by_digest: 'finds the account: who is signed in is not known yet',
  sandbox_claims_by_id: 'the operator plays the bank, which knows only claims',
  sandbox_mail_by_recipient: 'the operator looks into a mailbox, which knows only addresses',
};

/** Statements that are not held to one account, and why. */
const SHARED_STATEMENTS: { is: RegExp; why: string }[] = [
  { is: /from accounts where lower\(username\) = lower\(/, why: 'signing in finds the account' },
  { is: /from accounts order by account_id/, why: 'the operator lists all accounts' },
  { is: /^insert into accounts \(guid/, why: 'the account gets its id by it' },
  { is: /^update jobs set attempts = attempts \+ 1/, why: 'a worker takes what is due, whoever it is for' },
  { is: /^select account_id, id from jobs where dead_at is null/, why: 'the same, choosing' },
  { is: /^select 1 from jobs where dead_at is null/, why: 'the same, waiting for other workers' },
  {
    is: /^select kind, count\(\*\) filter .* from jobs group by kind$/,
    why: 'the backlog of the installation, for monitoring',
  },
  { is: /^delete from idempotency_keys where created_at </, why: 'housekeeping' },
  { is: /^delete from files where invoice_id is null and created_at </, why: 'housekeeping' },
  { is: /^delete from (sessions|access_tokens|refresh_tokens|authorizations n) where/, why: 'housekeeping' },
  { is: /^select .* from clients c where c.client_id = /, why: 'a program says who it is' },
  { is: /^update clients set app_client = /, why: 'the operator knows programs by their own id' },
  { is: /^update sessions set seen_at = .* where digest = /, why: 'a session says whose it is' },
  { is: /^select from accounts$/, why: 'whether there is any' },
  { is: /^select from grants g where g.client_id = /, why: 'housekeeping: whether anyone uses a program' },
  {
    is: /from invoices where claim_status = '' .* ?order by account_id, id/,
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
  { is: /^delete from sandbox_mail where sent_at </, why: 'housekeeping' },
  { is: /from sandbox_mail where lower\(recipient\)/, why: 'a mailbox is one for all accounts' },
  {
    is: /^update sandbox_einvoices set status = \$/,
    why: 'the operator plays the hub, which knows only invoices',
  },
  {
    is: /^update sandbox_claims set status = ''/,
    why: 'the operator plays the bank, which knows only claims',
  },
  {
    is: /^select from sandbox_claims where account_id <> \$\d+ and claim_id = /,
    why: "the bank gives no two accounts' claims the same id",
  },
];

onBothDatabases('the schema', (kvitt) => {
  test('has the account on every table', async () => {
    const tables = await query<{ name: string; has: boolean }>(
      kvitt,
      sql`select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid
            and a.attname = 'account_id' and a.attnotnull) as has
          from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
    );
    const without = tables.filter(({ has }) => !has).map(({ name }) => name);
    assert.deepEqual(without, Object.keys(SHARED_TABLES).sort());
    assert.ok(tables.length > without.length + 5);
  });
  test('leads every key, constraint and index with the account', async () => {
    const indexes = await query<{ name: string; first: string | null }>(
      kvitt,
      sql`select i.relname as name, a.attname as first
          from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
          left join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
          where t.relnamespace = 'public'::regnamespace and t.relname <> all(${Object.keys(SHARED_TABLES)})
          order by 1`,
    );
    const others = indexes.filter(({ first }) => first !== 'account_id').map(({ name }) => name);
    assert.deepEqual(others, Object.keys(SHARED_INDEXES).sort());
  });
  test('lets no row refer to a row of another account', async () => {
    const keys = await query<{ name: string; columns: string[]; target: string[] }>(
      kvitt,
      sql`select c.conname as name,
            array(select a.attname::text from unnest(c.conkey) with ordinality k (n, o)
              join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.n order by k.o) as columns,
            array(select a.attname::text from unnest(c.confkey) with ordinality k (n, o)
              join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.n order by k.o) as target
          from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace`,
    );
    for (const { name, columns, target } of keys) {
      assert.deepEqual([columns[0], target[0]], ['account_id', 'account_id'], name);
    }
    assert.ok(keys.length > 5);
  });
});

onBothDatabases("another account's records", (kvitt) => {
  let owner: Client;
  let intruder: Client;
  let theirs: Books & { file: string; line: string };
  let own: Books;
  let reference: Reference;

  before(async () => {
    reference = await Reference.of(kvitt.url);
    owner = await kvitt.account();
    intruder = await kvitt.account();
    const books = await openBooks(owner);
    const file = (await upload(owner, 'note.txt', 'a note')).body.result;
    const [{ line_guid: line }] = (await owner.ok('get-invoice', { guid: books.invoice })).items;
    theirs = { ...books, file, line };
    own = await openBooks(intruder);
  });

  const cases: ForeignCase[] = [
    ...ENDPOINTS.flatMap(({ path, good, guids = [] }) =>
      guids.map((field) => ({ path, field, fields: good, foreign: recordFor(path, field) })),
    ),
    ...documentCases(),
    creditCase('data.ref_invoice_guid', 'invoice'),
    creditCase('data.items.0.guid', 'line'),
    creditCase('data.items.0.guid', 'item'),
    {
      path: 'create-invoice',
      field: 'data.files',
      foreign: 'file',
      fields: () => ({ data: invoice({ files: '' }) }),
    },
  ];

  for (const { path, field, fields, foreign } of cases) {
    test(`are answered as unknown ones are: ${path} with ${field} of their ${foreign}`, async () => {
      const send = (guid: string) =>
        call(reference, intruder, 'POST', path, replaced(fields(own), field, guid));
      const before = await contents(kvitt);
      const answer = await send(theirs[foreign]);
      assert.equal(answer.body.status, false);
      assert.deepEqual(answer.body, (await send(UNKNOWN)).body);
      assert.deepEqual(await contents(kvitt), before, 'something has changed');
    });
  }

  test('are tried by every field that takes a guid', () => {
    const tried = new Set(cases.map(({ path, field }) => `${path} ${field.replace('.0.', '[].')}`));
    const documented = reference.calls().flatMap(({ path, method, call }) => {
      if (!path.startsWith('/api/v1/') || method !== 'post') return [];
      const schema = call.requestBody.content['application/json']?.schema ?? {};
      return guidsIn(reference, schema).map((field) => `${path.slice('/api/v1/'.length)} ${field}`);
    });
    assert.deepEqual(
      documented.filter((field) => !tried.has(field)),
      [],
    );
    assert.ok(documented.includes('create-invoice data.items[].guid'));
  });
  test('are in no list, count or report', async () => {
    const fresh = await kvitt.account();
    for (const list of [
      'get-customers',
      'get-items',
      'get-invoices',
      'get-costs',
      'get-tasks',
      'get-product-sales',
      'get-dashboard-data',
    ]) {
      assert.deepEqual(await fresh.ok(list), [], list);
    }
    for (const count of ['customers', 'items', 'invoices', 'costs', 'tasks', 'product-sales'].map(
      (records) => `get-count-${records}`,
    )) {
      assert.equal(await fresh.ok(count), 0, count);
    }
    assert.deepEqual(await fresh.ok('get-customers-by-kennitala', { kennitala: theirs.kennitala }), []);
    const { summaries } = await fresh.call('invoice-summaries', {
      from_date: '2000-01-01',
      to_date: '2099-12-31',
    });
    assert.deepEqual(summaries, [{ status: 'total', count: 0, amounts: [] }]);
  });
  test('are not found by their kennitala, item number or key against repeats either', async () => {
    const fresh = await kvitt.account();
    const data = invoice({ customer: { name: 'B', output_select: 4, registration_no: theirs.kennitala } });
    const key = { 'idempotency-key': 'the-same-for-both' };
    const first = await owner.ok('create-invoice', { data }, key);
    const second = await fresh.ok('create-invoice', { data }, key);
    assert.notEqual(second, first);
    const made = await fresh.ok('get-invoice', { guid: second });
    assert.equal(made.number, '1');
    assert.notEqual(made.customer.guid, theirs.customer);
    assert.deepEqual(
      (await fresh.ok('get-items')).map(({ guid }: { guid: string }) => guid),
      [made.items[0].guid],
    );
  });
});

onBothDatabases('the statements', (kvitt) => {
  test('are held to an account, but for those that serve them all', async () => {
    const recorded = recordStatements();
    try {
      await everything(kvitt);
    } finally {
      recorded.stop();
    }
    const names = (await tablesOf(kvitt)).filter((name) => !(name in SHARED_TABLES));
    const open = [...recorded.texts]
      .flatMap(queriesOf)
      .filter((query) => tablesIn(query, names).length > 0 && !namesAccount(query));
    const unexplained = open.filter((query) => !SHARED_STATEMENTS.some(({ is }) => is.test(query)));
    assert.deepEqual([...new Set(unexplained)], []);
    const idle = SHARED_STATEMENTS.filter(({ is }) => !open.some((query) => is.test(query)));
    assert.deepEqual(idle, [], 'an exception that nothing needs');
    const touched = names.filter((table) =>
      [...recorded.texts].some((text) =>
        queriesOf(text).some((query) => tablesIn(query, [table]).length > 0),
      ),
    );
    assert.deepEqual(touched.sort(), names.sort(), 'a table that nothing here uses');
  });
});

describe('the check of the statements', () => {
  const tables = ['invoices', 'files'];
  const open = (text: string) =>
    queriesOf(text).filter((query) => tablesIn(query, tables).length > 0 && !namesAccount(query));

  test('sees a query that is not held to an account, wherever it hides', () => {
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
  test('lets those pass that are', () => {
    for (const text of [
      'select guid from invoices i where i.account_id = $1 and guid = $2',
      'insert into files (account_id, guid) values ($1, $2) on conflict (account_id, guid) do update set name = $3',
      'with a as (update files set name = $1 where account_id = $2 returning guid) select guid from a',
      'select x from jsonb_populate_record(null::invoices, $1)',
      'select invoices_total from summaries',
    ]) {
      assert.deepEqual(open(text), [], text);
    }
  });
});

interface ForeignCase {
  path: string;
  field: string;
  fields(own: Books): Record<string, unknown>;
  foreign: keyof Books | 'file' | 'line';
}

function recordFor(path: string, field: string): ForeignCase['foreign'] {
  if (field.includes('customer')) return 'customer';
  if (field.endsWith('task_guid')) return 'task';
  return field.includes('item') ? 'item' : recordOf(path);
}

/** Orders, drafts, quotes and templates name customers and items too, when they are made and when they are changed. */
function documentCases(): ForeignCase[] {
  return [
    ...['create-order-invoice', 'create-draft-invoice', 'create-quote', 'create-recurring-invoice'].map(
      (path) => ({
        path,
        field: 'data.customer.guid',
        foreign: 'customer' as const,
        fields: ({ item: guid }: Books) => ({
          data: {
            recurring_name: 'A',
            recurring_interval: 'weekly',
            recurring_start_date: '2099-01-01',
            customer: {},
            items: [{ guid, qty: 1 }],
          },
        }),
      }),
    ),
    ...['update-order-invoice', 'update-draft-invoice', 'update-quote'].flatMap((path) => [
      {
        path,
        field: 'data.customer.guid',
        foreign: 'customer' as const,
        fields: (own: Books) => ({ guid: own[recordOf(path)], data: { customer: {} } }),
      },
      {
        path,
        field: 'data.items.0.guid',
        foreign: 'item' as const,
        fields: (own: Books) => ({ guid: own[recordOf(path)], data: { items: [{ qty: 1 }] } }),
      },
    ]),
    {
      path: 'create-invoice-from-order',
      field: 'data.items.0.guid',
      foreign: 'item',
      fields: ({ order: guid }) => ({ guid, data: { items: [{ qty: 1 }] } }),
    },
  ];
}

function creditCase(field: string, foreign: ForeignCase['foreign']): ForeignCase {
  const note = { type: 'credit', amount: 1240, settlement_date: '2099-01-01' };
  const fields = ({ invoice: original }: Books) => ({
    data: { ...note, ref_invoice_guid: original, ...(field.includes('items') && { items: [{ qty: 1 }] }) },
  });
  return { path: 'create-invoice', field, fields, foreign };
}

/** The fields of a request that take a guid, by their paths. */
function guidsIn(reference: Reference, schema: any, path = ''): string[] {
  const { format, properties = {}, items } = reference.resolve(schema);
  if (format === 'uuid') return [path];
  if (items) return guidsIn(reference, items, `${path}[]`);
  return Object.entries(properties).flatMap(([name, field]) =>
    guidsIn(reference, field, path ? `${path}.${name}` : name),
  );
}

/** Everything that the database holds but the audit log, told by a digest of each table. */
async function contents(kvitt: Kvitt): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const table of await tablesOf(kvitt)) {
    if (table === 'audit_log') continue;
    const [row] = await query<{ digest: string }>(
      kvitt,
      verbatim(
        `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from ${table} t`,
      ),
    );
    digests[table] = row?.digest ?? '';
  }
  return digests;
}

async function tablesOf(kvitt: Kvitt): Promise<string[]> {
  const rows = await query<{ name: string }>(
    kvitt,
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  return rows.map(({ name }) => name);
}

function verbatim(text: string): Sql {
  return sql([text] as unknown as TemplateStringsArray);
}

function query<Row>(kvitt: Kvitt, statement: Sql): Promise<Row[]> {
  return kvitt.service.engine.kernel.db.query<Row>(statement);
}

/** Calls every endpoint at least once, and lets jobs, chores and the operator do their part. */
async function everything(kvitt: Kvitt): Promise<void> {
  const reference = await Reference.of(kvitt.url);
  const seller = await kvitt.account();
  for (const { path, good } of ENDPOINTS) {
    await call(reference, seller, 'POST', path, good(await openBooks(seller)));
  }
  const customer = { name: 'C', output_select: 4, registration_no: '5501234520' };
  const claimed = () => seller.ok('create-invoice', { data: invoice({ is_claim: 1, customer }) });
  const file = (await upload(seller, 'note.txt', 'a note')).body.result;
  await seller.ok('create-invoice', { data: invoice({ files: file }) }, { 'idempotency-key': 'once' });
  await seller.ok('create-invoice', { data: invoice({ currency: 'EUR', exchange_rate: 148 }) });
  const [cancelled, paid] = [await claimed(), await claimed()];
  await kvitt.operator('POST', '/jobs/run', {});
  await seller.ok('create-invoice', { data: { type: 'credit', amount: 1240, ref_invoice_guid: cancelled } });
  await kvitt.operator('POST', '/jobs/run', {});
  const account = `/accounts/${seller.username}`;
  const { body: claims } = await kvitt.operator('GET', `/sandbox/claims?account=${seller.username}`);
  const claim = claims.find(({ invoice_guid }: { invoice_guid: string }) => invoice_guid === paid);
  await kvitt.operator('POST', `/sandbox/claims/${claim.claim_id}/pay`, {});
  await kvitt.operator('POST', `/sandbox/claims/${claim.claim_id}/cancel`, {});
  await seller.ok('do-paid-invoice', { guid: await claimed() });
  const { payment_link } = await seller.call('create-invoice', { data: invoice({ is_payment_link: 1 }) });
  assert.equal((await fetch(payment_link)).status, 200);
  const checkout = kvitt.url + (await press(payment_link)).location;
  assert.equal((await fetch(checkout)).status, 200);
  const decision = new URLSearchParams({ decision: 'pay' });
  assert.equal((await fetch(checkout, { method: 'POST', body: decision })).status, 200);
  const reading = await kvitt.account({ subscriptions: ['webservice', 'cost_ai'] });
  await makeCost(reading, 'create-cost', {}, { name: 'a.png', bytes: blackPng(9, 9) });
  await kvitt.operator('POST', '/jobs/run', {});
  assert.equal(await reading.ok('get-count-costs'), 1);
  await kvitt.operator('GET', '/accounts');
  const home = { address: 'Gata 1', zip: '780', city: 'Höfn' };
  await kvitt.operator('PATCH', account, { ...home, settings: { reminder_days_after: 1 } });
  const buyer = { name: 'D', email: 'd@kaupandi.example', ...home };
  const electronic = { ...buyer, output_select: 2, trading_partner_id: '5501234520' };
  const guid = await seller.ok('create-invoice', { data: invoice({ customer: electronic }) });
  await seller.ok('create-invoice', { data: invoice({ customer: { ...buyer, output_select: 3 } }) });
  await kvitt.operator('POST', '/jobs/run', {});
  await kvitt.operator('GET', `/sandbox/mail?to=${buyer.email}`);
  await kvitt.operator('GET', `/sandbox/einvoices?account=${seller.username}`);
  await kvitt.operator('POST', `/sandbox/einvoices/${guid}`, { status: 'delivered' });
  await kvitt.operator('POST', `${account}/api-key`, {});
  await fetch(`${kvitt.url}/metrics`);
  await access(kvitt);
}

/** People and programs: signing in, consenting, refreshing, revoking. */
async function access(kvitt: Kvitt): Promise<void> {
  const seller = await kvitt.account();
  const app = await connected(seller);
  await registered(seller);
  await registered(seller, { rotate_secret: true });
  const next = (await refresh(kvitt.url, app, app.refresh_token)).body;
  await agentCall(kvitt.url, '/agent/status', next.access_token);
  await agentCall(kvitt.url, '/agent/audit', next.access_token);
  const { client_id, client_secret } = app;
  for (const token of [app.access_token, next.refresh_token]) {
    await postJson(`${kvitt.url}/oauth/revoke`, { token, client_id, client_secret });
  }
  await postJson(`${kvitt.url}/oauth/register`, { redirect_uris: ['http://127.0.0.1/'] });
  await kvitt.operator('POST', `/clients/${client_id}`, { app_client: true });
  const person = new Person(kvitt.url);
  await person.get('/setup?key=none');
  await person.signIn(seller);
  const page = await person.get('/account');
  await person.submit(page, '/account/revoke');
  await person.submit(page, '/account/password', { current: PASSWORD, password: 'another password' });
  await person.submit(await person.get('/account'), '/sign-out');
  await kvitt.operator('POST', '/jobs/run', {});
}
