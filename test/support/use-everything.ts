import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { STATUS_TABS } from '../../src/domain/invoices/invoice-status.ts';
import { followBankConsents } from '../../src/jobs/follow-bank-consents.ts';
import { recountSums } from '../../src/jobs/running-sums.ts';
import { INVOICE_SORTS } from '../../src/modules/invoices/read/search-store.ts';
import { importsOf } from './account-imports.ts';
import { changeAgent, propose } from './agents/limits.ts';
import { callAndCheck } from './checked-call.ts';
import { type Client, invoice, line } from './client.ts';
import { type ConsoleClient, signInToConsole } from './console-client.ts';
import { createCost } from './costs.ts';
import { ENDPOINTS } from './endpoints/all.ts';
import { openBooks, renewBooks } from './endpoints/books.ts';
import { completeCost } from './endpoints/costs.ts';
import { body } from './endpoints/documents.ts';
import { createProposer } from './endpoints/proposals.ts';
import { schedule } from './endpoints/recurring.ts';
import { createBlackPng } from './images.ts';
import { JobQueue } from './job-queue.ts';
import { guidOf, OtherService } from './other-service.ts';
import { pressPayButton } from './payments.ts';
import { addColleague, signInOwner, waitForMailedLink } from './people.ts';
import {
  agentCall,
  authorizeClient,
  PASSWORD,
  Person,
  postJson,
  refreshTokens,
  registerClient,
} from './person.ts';
import { csv } from './record-files.ts';
import { OpenApiChecker } from './reference.ts';
import { uploadFile } from './requests.ts';
import { buy, openSale } from './sales.ts';
import { enrol } from './second-factor.ts';
import { decodeQrCodes, Visitor } from './selling-page.ts';
import type { TestService } from './service.ts';
import { until } from './until.ts';

/** Calls every endpoint at least once, and lets jobs, cron tasks and the operator do their part. */
export async function useEverything(kvitt: TestService): Promise<void> {
  const reference = await OpenApiChecker.of(kvitt.url);
  const seller = await kvitt.account();
  let books = await openBooks(seller);
  for (const { path, good, writes } of ENDPOINTS) {
    const sent = good(books);
    await callAndCheck(reference, seller, 'POST', path, sent);
    if (writes) books = await renewBooks(seller, books, sent);
  }
  const customer = { name: 'C', output_select: 4, registration_no: '5501234520' };
  await seller.ok('send-payment-receipt', { guid: books.surplus, email: 'd@kaupandi.example' });
  const claimed = () => seller.ok('create-invoice', { data: invoice({ is_claim: 1, customer }) });
  const file = (await uploadFile(seller, 'note.txt', 'a note')).body.result;
  await seller.ok('create-invoice', { data: invoice({ files: file }) }, { 'idempotency-key': 'once' });
  await seller.ok('create-invoice', { data: invoice({ currency: 'EUR', exchange_rate: 148 }) });
  const connected = { name: 'Velta', account_no: '013326000002', connection: 'bank' };
  const { guid: bankAccount } = await seller.ok('create-bank-account', { data: connected });
  const consent = await (await signInToConsole(seller)).ok('connect-bank-account', { guid: bankAccount });
  const body = new URLSearchParams({ decision: 'give' });
  await (await fetch(consent.url, { method: 'POST', redirect: 'manual', body })).body?.cancel();
  await kvitt.operator('POST', `/sandbox/bank/${connected.account_no}/transactions`, [{ amount: 1 }]);
  const [cancelled, paid] = [await claimed(), await claimed()];
  await kvitt.operator('POST', '/jobs/run', {});
  const { kernel, accounts } = kvitt.service.engine;
  await followBankConsents(kernel, new Date('2026-09-05T12:00:00Z'), (id) => accounts.byId(id));
  await seller.ok('update-bank-account', { guid: bankAccount, data: { connection: 'file' } });
  await seller.ok('create-invoice', {
    data: { type: 'credit', settlement_date: '2099-12-31', amount: 1240, ref_invoice_guid: cancelled },
  });
  await kvitt.operator('POST', '/jobs/run', {});
  await claimed();
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
  const reportPath = `/sandbox/payments/${checkout.split('/').at(-1)}/report`;
  const { body: reported } = await kvitt.operator('POST', reportPath, { event: 'refund', amount: 100 });
  assert.equal(reported.outcome, 'applied');
  await kvitt.operator('GET', `/sandbox/payments?account=${seller.username}`);
  const reading = await kvitt.account({ subscriptions: ['webservice', 'cost_ai'] });
  const large = await seller.ok('create-cost-adv', completeCost);
  await kvitt.operator('PATCH', account, { settings: { cost_second_approval_above: 1 } });
  await kvitt.operator('POST', `${account}/costs/${large}/approve`, {});
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
  const debts = csv(
    'invoice_number;name;issue_date;due_date;amount',
    '77001;Skuldari ehf.;2026-01-05;2026-02-05;1240',
  );
  await seller.ok('import-records', { kind: 'open_invoices', file_name: 'debts.csv', file: debts });
  await kvitt.operator('POST', `${account}/api-key`, {});
  await kvitt.operator('GET', `${account}/numbers`);
  await kvitt.operator('PUT', `${account}/numbers`, { next: 9000, leave_gap: true });
  const company = await signInToConsole(seller);
  await company.upload('set-logo', 'logo.png', createBlackPng(40, 20));
  for (const name of ['get-logo', 'remove-logo', 'get-mail-texts']) await company.ok(name);
  await company.ok('set-mail-text', { lang: 'is', about: 'invoice', subject: 'S' });
  await company.ok('preview-mail', { lang: 'is', about: 'invoice' });
  await company.ok('set-language', { lang: 'is' });
  await company.ok('get-overview');
  await recountSums(kernel, kernel.clock(), (id) => accounts.byId(id), new AbortController().signal);
  await fetch(`${kvitt.url}/metrics`);
  await screens(kvitt);
  await selling(kvitt);
  await access(kvitt);
  await moving(kvitt);
}

/** A company that comes from another service, with what is owed and what is reported there. */
async function moving(kvitt: TestService): Promise<void> {
  const other = new OtherService();
  await other.start();
  try {
    other.fill(1);
    other.lists['get-costs']?.push({
      ...completeCost,
      guid: guidOf(4, 1),
      accounting_status: 'Posted',
      issue_date: '2026-03-02',
    });
    const { begin, read } = importsOf(kvitt);
    const seller = await kvitt.account();
    const guid = await begin(seller, other.source);
    await kvitt.operator('POST', '/jobs/run', {});
    assert.equal((await read(seller, guid)).state, 'done');
  } finally {
    await other.stop();
  }
}

/** Lists by one filter at a time, and what else the screens of the console do and programs do not. */
async function screens(kvitt: TestService): Promise<void> {
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
    'find-items': [{}, { active: 1 }, { sort: 'price' }],
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
  const written = { customer_guid: customer, text: 'Vill PDF' };
  await desk.ok('delete-customer-note', await desk.ok('add-customer-note', written));
  const contact = await desk.ok('save-customer-contact', { customer_guid: customer, name: 'Sigga' });
  await desk.ok('save-customer-contact', { customer_guid: customer, name: 'Sigríður', ...contact });
  await desk.ok('delete-customer-contact', contact);
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
  /** It takes longer than half of its interval, so its lease is extended. */
  const slowTask = { name: 'slow-task', everySeconds: 1, run: () => sleep(700).then(() => ++runs) };
  const worker = new JobQueue(kvitt.service.engine).createRunner(async () => {}, [slowTask]);
  worker.start();
  await until('the cron task has run', () => runs > 0);
  await worker.stop();
}

/** A stranger buys tickets, and the seller's people let them in. */
async function selling(kvitt: TestService): Promise<void> {
  const seller = await kvitt.account();
  const desk = await signInToConsole(seller);
  const { guid, url } = await openSale(seller, { type: 'EVENT', amount: 0, inventory_count: 5 });
  const unpaid = await openSale(seller, { type: 'STAND', amount: 500, tax: 'Z', vat_kind: 'outside' });
  const gifts = await openSale(seller, { type: 'DONA', amount: 500 });
  const { invoice_guid: gift } = await buy(seller, gifts.guid);
  const records = [{ kind: 'invoice', guid: gift }];
  await seller.ok('decide-vat-kind', { data: { vat_kind: 'outside', records } });
  const about = { kind: 'invoice', document_guid: gift, question: 'From whom?' };
  const { guid: question } = await desk.ok('ask-question', about);
  await desk.ok('answer-question', { guid: question, answer: 'Anonymous' });
  await desk.ok('close-question', { guid: question });
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
async function access(kvitt: TestService): Promise<void> {
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
  await decideProposals(kvitt, seller);
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
async function people(owner: ConsoleClient, kvitt: TestService): Promise<void> {
  const member = await addColleague(kvitt, owner);
  const confirmed = { current_password: PASSWORD };
  await member.ok('update-myself', { name: 'Me', email: member.username, ...confirmed });
  await member.ok('set-language', { lang: 'en' });
  await member.ok('change-password', { password: PASSWORD, ...confirmed });
  await member.open();
  await member.ok('end-sessions');
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
  const guest = await signInOwner(kvitt);
  const { pathname, search } = new URL(invited.link);
  await guest.person.submit(await guest.person.get(pathname + search), '/invitation/join');
  await guest.open();
  await guest.ok('get-clients');
  const seat = (await owner.ok('get-people')).people.at(-1);
  await owner.ok('remove-person', { guid: seat.guid });
  const withdrawn = await owner.ok('invite-person', { email: 'a@b.is', role: 'member', ...confirmed });
  await owner.ok('withdraw-invitation', { guid: withdrawn.guid });
  await owner.ok('find-agents');
  await owner.ok('find-audit');
  await owner.ok('get-api-key-use');
}

/** Proposals that end in each way, and an invoice that makes its receiver known. */
async function decideProposals(kvitt: TestService, seller: Client): Promise<void> {
  const owner = await signInToConsole(seller);
  const agent = await createProposer(seller);
  const proposals = [];
  for (let n = 0; n < 4; n++) proposals.push(await propose(agent, { data: invoice() }));
  await agent.ok('DELETE', `/proposals/${proposals.pop().guid}`);
  for (const frozen of [true, false]) await changeAgent(seller, agent, { frozen });
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
  await owner.ok('count-needs');
  await kvitt.operator('POST', '/jobs/run', { now: '2026-04-02T00:00:00Z' });
}
