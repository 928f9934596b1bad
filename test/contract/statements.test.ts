import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { STATUS_TABS } from '../../src/domain/invoice-status.ts';
import { sql } from '../../src/kernel/database/sql.ts';
import { EVENT_TYPES, EVENTS, type EventType } from '../../src/kernel/events/catalogue.ts';
import { INVOICE_SORTS } from '../../src/modules/invoices/read/search-store.ts';
import { callAndCheck } from '../support/checked-call.ts';
import { type Client, invoice, line } from '../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../support/console-client.ts';
import { createCost } from '../support/costs.ts';
import { ENDPOINTS, openBooks } from '../support/endpoints/all.ts';
import { body } from '../support/endpoints/documents.ts';
import { openProposal } from '../support/endpoints/proposals.ts';
import { schedule } from '../support/endpoints/recurring.ts';
import { createBlackPng } from '../support/images.ts';
import { JobQueue } from '../support/job-queue.ts';
import { pressPayButton } from '../support/payments.ts';
import { addColleague, signInOwner, waitForMailedLink } from '../support/people.ts';
import {
  agentCall,
  authorizeClient,
  PASSWORD,
  Person,
  postJson,
  refreshTokens,
  registerClient,
} from '../support/person.ts';
import { OpenApiChecker } from '../support/reference.ts';
import { uploadFile } from '../support/requests.ts';
import { buy, openSale } from '../support/sales.ts';
import { enrol } from '../support/second-factor.ts';
import { decodeQrCodes, Visitor } from '../support/selling-page.ts';
import { type Kvitt, onBothDatabases } from '../support/service.ts';
import { namesAccount, queriesOf, recordStatements, tablesIn } from '../support/statements.ts';
import { tableUses, usesIn } from '../support/table-rules.ts';
import { query, SHARED_TABLES, tablesOf } from '../support/tables.ts';
import { readTree } from '../support/tree.ts';
import { until } from '../support/until.ts';

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
    is: /^delete from files where invoice_id is null and sales_document_id is null and created_at </,
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
    is: /^select a\.account_id from accounts a where not a\.disabled and exists/,
    why: 'reminders of quotes are looked for in all accounts',
  },
  {
    is: /^select account_id from invoices i where account_id > .* overdue_at is null .* limit 1$/,
    why: 'the next account with an invoice that has become overdue',
  },
  {
    is: /^select n\.account_id from event_counters n where n\.account_id > .* limit 1$/,
    why: 'old events are deleted account by account',
  },
  {
    is: /^select account_id, guid from proposals where state = '' and expires_at <=/,
    why: 'the clock ends proposals of all accounts',
  },
  { is: /^delete from sandbox_mail where sent_at </, why: 'housekeeping' },
  { is: /^delete from delayed_actions where state in .* and ended_at </, why: 'housekeeping' },
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
    assert.deepEqual(
      unseenUses(recorded.texts, names),
      [],
      'a use of a table that tables.test.ts cannot see',
    );
    await checkEvents(kvitt);
  });
});

/** Types that this walk does not write. */
const UNSEEN_EVENTS: readonly EventType[] = [
  ...EVENT_TYPES.filter((type) => type.startsWith('proposal.')),
  ...(['agent.limits_changed', 'agent.frozen', 'agent.unfrozen'] as const),
];

/** After a walk through everything: each type of event was written, with data as the catalogue has it. */
async function checkEvents(kvitt: Kvitt): Promise<void> {
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
  const missing = EVENT_TYPES.filter((type) => !seen.has(type) && !UNSEEN_EVENTS.includes(type));
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
      'update files set name = $1 where (account_id, guid) in (($2, $3), ($4, $5))',
      'select x from jsonb_populate_record(null::invoices, $1)',
      'select invoices_total from summaries',
    ]) {
      assert.deepEqual(open(text), [], text);
    }
  });
});

/** Calls every endpoint at least once, and lets jobs, cron tasks and the operator do their part. */
async function everything(kvitt: Kvitt): Promise<void> {
  const reference = await OpenApiChecker.of(kvitt.url);
  const seller = await kvitt.account();
  let books = await openBooks(seller);
  for (const { path, good, writes } of ENDPOINTS) {
    await callAndCheck(reference, seller, 'POST', path, good(books));
    if (writes) books = await openBooks(seller);
  }
  const customer = { name: 'C', output_select: 4, registration_no: '5501234520' };
  const claimed = () => seller.ok('create-invoice', { data: invoice({ is_claim: 1, customer }) });
  const file = (await uploadFile(seller, 'note.txt', 'a note')).body.result;
  await seller.ok('create-invoice', { data: invoice({ files: file }) }, { 'idempotency-key': 'once' });
  await seller.ok('create-invoice', { data: invoice({ currency: 'EUR', exchange_rate: 148 }) });
  const [cancelled, paid] = [await claimed(), await claimed()];
  await kvitt.operator('POST', '/jobs/run', {});
  await seller.ok('create-invoice', {
    data: { type: 'credit', settlement_date: '2099-12-31', amount: 1240, ref_invoice_guid: cancelled },
  });
  await kvitt.operator('POST', '/jobs/run', {});
  const account = `/accounts/${seller.username}`;
  const { body: claims } = await kvitt.operator('GET', `/sandbox/claims?account=${seller.username}`);
  const claim = claims.find(({ invoice_guid }: { invoice_guid: string }) => invoice_guid === paid);
  await kvitt.operator('POST', `/sandbox/claims/${claim.claim_id}/pay`, {});
  await kvitt.operator('POST', `/sandbox/claims/${claim.claim_id}/cancel`, {});
  await seller.ok('do-paid-invoice', { guid: await claimed() });
  // An invoice without any job: a known customer who gets it on paper, and a known item.
  const paperCustomer = await seller.ok('create-customer', { data: { name: 'P', output_select: 4 } });
  const item = await seller.ok('create-item', {
    data: { description: 'Vara', uom: 'C62', tax: 'S', unit_price: 1000 },
  });
  await seller.ok('create-invoice', {
    data: invoice({ customer: { guid: paperCustomer }, items: [{ guid: item, qty: 1 }] }),
  });
  const { payment_link } = await seller.call('create-invoice', { data: invoice({ is_payment_link: 1 }) });
  assert.equal((await fetch(payment_link)).status, 200);
  const checkout = kvitt.url + (await pressPayButton(payment_link)).location;
  assert.equal((await fetch(checkout)).status, 200);
  const decision = new URLSearchParams({ decision: 'pay' });
  assert.equal((await fetch(checkout, { method: 'POST', body: decision })).status, 200);
  const reading = await kvitt.account({ subscriptions: ['webservice', 'cost_ai'] });
  await createCost(reading, 'create-cost', {}, { name: 'a.png', bytes: createBlackPng(9, 9) });
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
  for (const status of ['delivered', 'rejected'])
    await kvitt.operator('POST', `/sandbox/einvoices/${guid}`, { status });
  await seller.ok('update-invoice', { guid, data: { accounting_status: 'Posted' } });
  await kvitt.operator('POST', '/jobs/run', { now: '2026-03-24T00:00:00Z' });
  await kvitt.operator('POST', `${account}/api-key`, {});
  await kvitt.operator('GET', `${account}/numbers`);
  await kvitt.operator('PUT', `${account}/numbers`, { next: 9000, leave_gap: true });
  const company = await signInToConsole(seller);
  await company.upload('set-logo', 'logo.png', createBlackPng(40, 20));
  for (const name of ['get-logo', 'remove-logo', 'get-mail-texts']) await company.ok(name);
  await company.ok('set-mail-text', { lang: 'is', about: 'invoice', subject: 'S' });
  await company.ok('preview-mail', { lang: 'is', about: 'invoice' });
  await company.ok('set-language', { lang: 'is' });
  await fetch(`${kvitt.url}/metrics`);
  await screens(kvitt);
  await selling(kvitt);
  await access(kvitt);
}

/** Lists by one filter at a time, and what else the screens of the console do and programs do not. */
async function screens(kvitt: Kvitt): Promise<void> {
  const seller = await kvitt.account();
  const { customer, task, cost, event } = await openBooks(seller);
  const desk = await signInToConsole(seller);
  await desk.ok('set-preferences', { undo_delay: false });
  await desk.ok('save-view', { screen: '/invoices', name: 'Stórir', filters: { min: '100000' } });
  await desk.ok('get-saved-views', {});
  const filters: Record<string, object[]> = {
    'find-invoices': [
      ...[...STATUS_TABS, 'unpaid'].map((tab) => ({ tab })),
      ...INVOICE_SORTS.flatMap((sort) =>
        [{}, { tab: 'open' }].flatMap((tab) => [
          { ...tab, sort },
          { ...tab, sort, ascending: true },
        ]),
      ),
      { search: '12' },
      { search: 'ab' },
      { to_date: '2026-12-31' },
      { customer_guid: customer },
    ],
    'find-customers': [{ active: 1 }, { active: 1, search: 'ab' }],
    'find-items': [{}, { active: 1 }],
    'find-costs': [{}],
    'find-guests': [{ guid: event }],
    'find-buyers': [{ guid: event }],
    'get-cost-reading': [{ guid: cost }],
    'find-similar-costs': [{ guid: cost }],
    'get-receipt-address': [{}],
    'get-customer-timeline': [{ guid: customer }],
    'send-customer-statement': [{ guid: customer, email: 'd@kaupandi.example' }],
    'set-preferences': [{ notifications: { cost: 'now' } }],
  };
  for (const [name, all] of Object.entries(filters)) for (const filter of all) await desk.ok(name, filter);
  const when = { event_date: '2026-12-01', event_time: '19:30', hold_days: 3 };
  await desk.ok('set-product-sale', { guid: event, ...when, inventory_add: 1 });
  await seller.ok('log-task', { guid: task, date: '2026-03-02', h: '9', p: '11:30' });
  const mailed = { name: 'D', email: 'd@kaupandi.example', output_select: 3 };
  const guid = await seller.ok('create-customer', { data: mailed });
  await desk.ok('create-invoice', invoice({ customer: { guid }, items: [line({ task_guid: task })] }));
  const nameOnly = { customer: { name: 'Jón Jónsson', output_select: 4 } };
  await seller.ok('create-recurring-invoice', {
    data: { ...schedule, ...body, ...nameOnly, amount: 1240, currency: 'ISK' },
  });
  let runs = 0;
  /** It takes longer than half of its interval, and so puts its next turn off. */
  const chore = { name: 'a chore', everySeconds: 1, run: () => sleep(700).then(() => ++runs) };
  const worker = new JobQueue(kvitt.service.engine).createRunner(async () => {}, [chore]);
  worker.start();
  await until('the chore has run', () => runs > 0);
  await worker.stop();
}

/** A stranger buys tickets, and the seller's people let them in. */
async function selling(kvitt: Kvitt): Promise<void> {
  const seller = await kvitt.account();
  const desk = await signInToConsole(seller);
  const { guid, url } = await openSale(seller, { type: 'EVENT', amount: 0, inventory_count: 5 });
  const unpaid = await openSale(seller, { type: 'STAND', amount: 500 });
  const { invoice_number: number } = await buy(seller, unpaid.guid);
  await desk.ok('release-order', { guid: unpaid.guid, invoice_number: number });
  const picture = new FormData();
  picture.append('guid', guid);
  picture.append('file', new Blob([new Uint8Array(createBlackPng(9, 9))]), 'a.png');
  assert.equal((await desk.call('set-product-sale-image', picture)).status, 200);
  const { body: sale } = await desk.call('show-product-sale', { guid });
  const stranger = new Visitor(kvitt.url);
  for (const page of [url, sale.image, sale.poster]) assert.equal((await stranger.get(page)).status, 200);
  const order = await stranger.get((await stranger.buy(url)).location);
  const [ticket = ''] = await decodeQrCodes(order.text);
  assert.equal((await stranger.get(ticket)).status, 200);
  const { invoice_number } = (await desk.call('find-guests', { guid, search: 'anna' })).body.rows[0];
  assert.equal((await desk.call('read-ticket', { guid, invoice_number, seat: 1 })).status, 200);
  assert.equal(
    (await desk.call('tick-attendee', { guid, invoice_number, attended: 1, seat: 1 })).status,
    200,
  );
  assert.equal((await desk.call('set-product-sale', { guid, inventory_add: 1 })).status, 200);
  await desk.call('set-product-sale-image', { guid, remove: 1 });
}

/** People and programs: signing in, consenting, refreshing, revoking. */
async function access(kvitt: Kvitt): Promise<void> {
  const seller = await kvitt.account();
  const app = await authorizeClient(seller);
  await registerClient(seller);
  await registerClient(seller, { rotate_secret: true });
  const next = (await refreshTokens(kvitt.url, app, app.refresh_token)).body;
  await agentCall(kvitt.url, '/agent/status', next.access_token);
  await agentCall(kvitt.url, '/agent/audit', next.access_token);
  const { client_id, client_secret } = app;
  for (const token of [app.access_token, next.refresh_token]) {
    await postJson(`${kvitt.url}/oauth/revoke`, { token, client_id, client_secret });
  }
  await postJson(`${kvitt.url}/oauth/register`, { redirect_uris: ['http://127.0.0.1/'] });
  await kvitt.operator('POST', `/clients/${client_id}`, { app_client: true });
  await decideProposals(seller);
  await people(await signInOwner(kvitt, seller), kvitt);
  const person = new Person(kvitt.url);
  await person.get('/setup?key=none');
  await person.signIn(seller);
  const page = await person.get('/account');
  await person.submit(page, '/account/revoke');
  await person.submit(page, '/account/password', { current: PASSWORD, password: 'another password' });
  await person.submit(await person.get('/account'), '/sign-out');
  await kvitt.operator('POST', '/jobs/run', {});
}

/** Inviting, coming in, forgetting the password, and leaving. */
async function people(owner: ConsoleClient, kvitt: Kvitt): Promise<void> {
  const member = await addColleague(kvitt, owner);
  const confirmed = { current_password: PASSWORD };
  await member.ok('update-myself', { name: 'Me', email: member.username, ...confirmed });
  await member.ok('set-language', { lang: 'en' });
  await member.ok('change-password', { password: PASSWORD, ...confirmed });
  await member.open();
  const { recoveryCodes } = await enrol(member, kvitt.now());
  await member.open();
  const [second_factor_code] = recoveryCodes;
  await member.ok('replace-recovery-codes', { ...confirmed, second_factor_code });
  await owner.ok('require-second-factor', { required: false, ...confirmed });
  const { person } = member;
  await person.submit(await person.get('/forgotten'), '/forgotten', { name: member.username });
  const path = await waitForMailedLink(kvitt, member.username);
  await person.submit(await person.get(path), '/new-password', { password: PASSWORD });
  const { people: all } = await owner.ok('get-people');
  const { guid } = all.find((one: { username: string }) => one.username === member.username);
  await owner.ok('reset-second-factor', { guid, ...confirmed });
  await owner.ok('set-person-role', { guid, role: 'owner', ...confirmed });
  await owner.ok('remove-person', { guid });
  const invited = await owner.ok('invite-person', { email: 'a@b.is', role: 'member', ...confirmed });
  await owner.ok('withdraw-invitation', { guid: invited.guid });
  await owner.ok('find-agents');
  await owner.ok('find-audit');
  await owner.ok('get-api-key-use');
}

/** Two proposals, of which one is approved, and an invoice that makes its receiver known. */
async function decideProposals(seller: Client): Promise<void> {
  const owner = await signInToConsole(seller);
  for (let n = 0; n < 2; n++) await openProposal(seller);
  const customer = {
    name: 'Known',
    output_select: 3,
    email: 'known@example.is',
    registration_no: '5501234520',
  };
  await owner.ok('create-invoice', invoice({ customer }));
  const [first, second] = (await owner.ok('find-proposals', { state: 'waiting' })).rows;
  await owner.ok('approve-proposal', { guid: first.guid, seen: first.seen });
  await owner.ok('decline-proposal', { guid: second.guid });
  await owner.ok('count-proposals');
}
