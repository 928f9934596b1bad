import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { companyKennitala } from '../domain/generators.ts';
import type { Client } from '../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../support/console-client.ts';
import { runJobs, runJobsWithoutFailure } from '../support/jobs.ts';
import { pressPayButton } from '../support/payments.ts';
import { buy, openSale, tryToBuy } from '../support/sales.ts';
import { EVENT, Visitor } from '../support/selling-page.ts';
import { onBothDatabases } from '../support/service.ts';

onBothDatabases('unpaid orders', (kvitt) => {
  let seller: Client;
  let consoleClient: ConsoleClient;
  let visitor: Visitor;
  before(() => {
    kvitt.now = () => new Date('2026-03-02T10:00:00Z');
    visitor = new Visitor(kvitt.url);
  });
  beforeEach(async () => {
    seller = await kvitt.account();
    consoleClient = await signInToConsole(seller);
  });

  const run = (today: string) => runJobsWithoutFailure(kvitt, today);
  const readMails = async (email: string) =>
    (await kvitt.operator('GET', `/sandbox/mail?to=${email}`)).body as Record<string, any>[];
  const readStock = async () => (await seller.ok('get-product-sales'))[0].inventory_count;
  const findGuest = async (guid: string) => (await consoleClient.call('find-guests', { guid })).body.rows[0];
  const findBuyer = async (guid: string) => (await consoleClient.call('find-buyers', { guid })).body.rows[0];
  const release = (guid: string, invoice_number: string) =>
    consoleClient.call('release-order', { guid, invoice_number });

  test('show the paid part and the remainder, or that the remainder was written off', async () => {
    const { guid, url } = await openSale(seller, { ...EVENT, inventory_count: 3 });
    await visitor.buy(url, { qty: '2', email: `hluti-${seller.username}@example.is` });
    const { invoice_guid, tickets_url } = await findGuest(guid);
    await seller.ok('do-paid-invoice', { guid: invoice_guid, amount: 1000 });
    const { remaining } = await seller.ok('get-invoice', { guid: invoice_guid });
    const left = remaining.toLocaleString('de-DE');
    const part = (await visitor.get(tickets_url)).text;
    assert.match(part, /Greitt að hluta/);
    assert.ok(part.includes('<dt>Greitt</dt><dd>1.000 kr.</dd>'), part);
    assert.ok(part.includes(`<dt>Eftirstöðvar</dt><dd>${left} kr.</dd>`), part);
    await seller.ok('write-off-invoice', { guid: invoice_guid, data: { reason: 'Fannst ekki' } });
    const lost = (await visitor.get(tickets_url)).text;
    assert.match(lost, /Afskrifað[\s\S]*Ekkert er að greiða/);
    assert.doesNotMatch(lost, /Greiða núna|Ógreitt/);
  });

  test('expire after the hold period if configured, and release their stock', async () => {
    const { guid, url } = await openSale(seller, { ...EVENT, inventory_count: 3, hold_days: 3 });
    const message = /Greiða þarf í síðasta lagi 5\. mars 2026; annars fellur pöntunin niður/;
    assert.match((await visitor.get(url)).text, message);
    const email = `anna-${seller.username}@example.is`;
    await visitor.buy(url, { qty: '2', email });
    const { invoice_guid, tickets_url, pay_by } = await findGuest(guid);
    assert.equal(pay_by, '2026-03-05');
    assert.match((await visitor.get(tickets_url)).text, message);
    const { due_date, settlement_date } = await seller.ok('get-invoice', { guid: invoice_guid });
    assert.deepEqual([due_date, settlement_date], ['2026-03-05', '2026-03-05']);
    await buy(seller, guid, { paid: true });
    assert.equal((await tryToBuy(seller, guid)).status, 409, 'nothing lapses at once');

    assert.equal((await run('2026-03-05'))['lapse-orders'], 0);
    assert.equal(await readStock(), 0);
    const [first] = await readMails(email);
    assert.match(first?.text, /Sé ekki greitt á gjalddaga fellur pöntunin niður/);
    assert.equal((await run('2026-03-06'))['lapse-orders'], 1);
    assert.equal(await readStock(), 2, 'what was paid stays sold');
    const invoice = await seller.ok('get-invoice', { guid: invoice_guid });
    assert.deepEqual([invoice.status, invoice.credited], ['Cancelled', true]);
    const [note] = await seller.ok('get-invoices', { sort: 'created_desc', limit: 1 });
    assert.deepEqual(
      [note.type, note.status, note.refer_guid, note.issue_date],
      ['credit', 'Paid', invoice_guid, '2026-03-06'],
    );
    const page = await visitor.get(tickets_url);
    assert.match(page.text, /Fallin niður[\s\S]*var ekki greidd og féll niður[\s\S]*>Panta aftur</);
    assert.doesNotMatch(page.text, /Takk fyrir|Greiða núna|<svg/);
    const [, pageTexts, ...more] = (await readMails(email)).toSorted((a, b) =>
      a.sent_at < b.sent_at ? -1 : 1,
    );
    assert.deepEqual([pageTexts?.subject, more], ['Pöntun féll niður: Vetrartónleikar', []]);
    assert.match(pageTexts?.text, /\(2 × Vetrartónleikar\) var ekki greidd/);
    assert.ok(pageTexts?.text.includes(url));
    assert.deepEqual(pageTexts?.attachments, []);
    assert.doesNotMatch(pageTexts?.text, /Kreditreikningur fylgir/);
    const [attendee] = await seller.ok('get-product-sale-attends', { guid });
    assert.deepEqual([attendee.qty, attendee.invoice_status], [2, 'Cancelled']);
    assert.equal((await run('2026-04-06'))['lapse-orders'], 0);
    assert.equal(await readStock(), 2);
  });

  test('of customers of the seller are released with the credit note in the mail', async () => {
    const { guid } = await openSale(seller, { ...EVENT, hold_days: 3 });
    const email = `bjorn-${seller.username}@example.is`;
    await buy(seller, guid, { email });
    assert.equal((await run('2026-03-06'))['lapse-orders'], 1);
    const mail = (await readMails(email)).find(({ subject }) => subject.startsWith('Pöntun féll niður'));
    assert.match(mail?.text ?? '', /^Pöntun þín \(.*\) var ekki greidd/);
    assert.match(mail?.text, /Kreditreikningur fylgir í viðhengi/);
    assert.equal(mail?.attachments.length, 1);
  });

  test('are due no later than the event, and never expire without a hold period', async () => {
    const soon = await openSale(seller, { ...EVENT, event_date: '2026-03-03', hold_days: 10 });
    await buy(seller, soon.guid);
    assert.equal((await findGuest(soon.guid)).pay_by, '2026-03-03');
    const other = await openSale(seller, { ...EVENT, inventory_count: 1 });
    await buy(seller, other.guid);
    await run('2027-03-02');
    const { invoice_status } = (await seller.ok('get-product-sale-attends', { guid: other.guid }))[0];
    assert.equal(invoice_status, 'Not paid');
  });

  test('of a donation and a first month lapse after a week, with no claim to the donor', async () => {
    const gift = await openSale(seller, { type: 'DONA', name: 'Söfnun', amount: 1500 });
    const months = await openSale(seller, { type: 'SUB', name: 'Kóráskrift', amount: 1490 });
    const bought = await visitor.buy(gift.url, { amount: '1500', email: 'gefandi@example.is' });
    const page = (await visitor.get(bought.location)).text;
    assert.match(
      page,
      /<h1>Styrkur<\/h1>[\s\S]*Bíður greiðslu[\s\S]*fellur hann niður af sjálfu sér eftir 9\.3\.2026/,
    );
    await run('2026-03-02');
    const [mail] = await readMails('gefandi@example.is');
    assert.match(mail?.text ?? '', /Takk fyrir að vilja styrkja okkur[\s\S]*fellur hann niður af sjálfu sér/);
    for (const text of [page, mail?.text, mail?.html])
      assert.doesNotMatch(text ?? '', /Gjalddagi|Eindagi|Ógreidd/);
    await visitor.buy(months.url, { email: 'askrifandi@example.is' });
    const template = async () => (await seller.ok('get-recurring-invoices')).find(isOfMonths);
    const isOfMonths = ({ recurring_name }: { recurring_name: string }) => recurring_name === 'Kóráskrift';
    assert.equal((await template()).status, 'active');
    await run('2026-03-09');
    assert.equal((await findBuyer(gift.guid)).invoice_status, 'Not paid');
    await run('2026-03-10');
    assert.equal((await findBuyer(gift.guid)).invoice_status, 'Cancelled');
    const guest = await findBuyer(months.guid);
    assert.deepEqual([guest.invoice_status, guest.subscription.state], ['Cancelled', 'stopped']);
    assert.equal((await template()).status, 'stopped');
    const [ended] = (await readMails('gefandi@example.is')).filter(({ subject }) => /Styrkur/.test(subject));
    assert.match(ended?.text ?? '', /var ekki greiddur og féll niður/);
    const kept = await openSale(seller, { type: 'DONA', amount: 5, hold_days: 0 });
    await buy(seller, kept.guid, { amount: 5 });
    assert.equal((await findBuyer(kept.guid)).pay_by, null);
  });

  test('that are paid at the moment of expiry are either paid or released, never both', async () => {
    const { guid, url } = await openSale(seller, { ...EVENT, inventory_count: 4, hold_days: 1 });
    const links = [];
    for (const _ of [1, 2, 3, 4]) links.push((await visitor.buy(url)).location.split('?')[0] ?? '');
    const pages = [];
    for (const link of links) pages.push((await pressPayButton(new URL(link, kvitt.url).href)).location);
    await Promise.all([
      ...pages.map((page) => visitor.send(page, { decision: 'pay' })),
      runJobs(kvitt, '2026-03-04'),
      runJobs(kvitt, '2026-03-04'),
    ]);
    const { rows } = (await consoleClient.call('find-guests', { guid })).body;
    const states = rows.map(({ invoice_status }: { invoice_status: string }) => invoice_status);
    const paid = states.filter((state: string) => state === 'Paid').length;
    assert.deepEqual(new Set(states).difference(new Set(['Paid', 'Cancelled'])), new Set());
    assert.equal(await readStock(), 4 - paid);
    const notes = (await seller.ok('get-invoices')).filter(({ type }: { type: string }) => type === 'credit');
    assert.equal(notes.length, 4 - paid);
  });

  test('that are paid after their release need attention until a person marks them as done', async () => {
    const { guid, url } = await openSale(seller, { ...EVENT, inventory_count: 1 });
    const { location } = await visitor.buy(url);
    const page = (await pressPayButton(new URL(location.split('?')[0] ?? '', kvitt.url).href)).location;
    const { invoice_number, invoice_guid } = await findGuest(guid);
    assert.equal((await release(guid, invoice_number)).status, 200);
    await visitor.send(page, { decision: 'pay' });
    const waiting = async () =>
      (await consoleClient.ok('get-needs')).rows
        .filter(({ guid }: any) => guid === invoice_guid)
        .map(({ guid, what }: any) => [guid, what]);
    assert.deepEqual(await waiting(), [[invoice_guid, 'payment']]);
    const { payment_message, status } = await seller.ok('get-invoice', { guid: invoice_guid });
    assert.match(
      payment_message,
      /^2480\.00 ISK came in by the payment link .* already settled; it is credit of the customer now/,
    );
    assert.equal(status, 'Cancelled');
    assert.equal(await readStock(), 1);
    const close = () => consoleClient.call('close-payment-matter', { guid: invoice_guid });
    assert.equal((await close()).status, 200);
    assert.deepEqual(await waiting(), []);
    assert.equal((await close()).body.error, 'invoice_not_found');
  });

  test('are released by the seller, unless they are paid or a guest has attended', async () => {
    const { guid } = await openSale(seller, { ...EVENT, inventory_count: 5 });
    const kennitala = companyKennitala(407);
    const office = `bokhald-${seller.username}@example.is`;
    await seller.ok('create-customer', {
      data: { name: 'Fyrirtæki', email: office, registration_no: kennitala },
    });
    const email = `gestur-${seller.username}@example.is`;
    const order = await buy(seller, guid, { qty: 3, kennitala, email, lang: 'en' });
    const { items } = await seller.ok('get-invoice', { guid: order.invoice_guid });
    await seller.ok('create-invoice', {
      data: {
        type: 'credit',
        settlement_date: '2099-12-31',
        amount: 2480,
        ref_invoice_guid: order.invoice_guid,
        items: [{ guid: items[0].line_guid, qty: 1 }],
      },
    });
    const sent = await Promise.all([1, 2, 3].map(() => release(guid, order.invoice_number)));
    assert.deepEqual(sent.map(({ status }) => status).sort(), [200, 409, 409]);
    assert.equal(await readStock(), 5, 'what was credited before is not put back twice');
    await run('2026-03-02');
    const [tickets, pageTexts, ...more] = await readMails(email);
    assert.deepEqual([more, pageTexts?.attachments], [[], []], 'the credit note is the customer’s');
    const notice = [tickets, pageTexts].find(
      (mail) => mail?.subject === 'Pöntun féll niður: Vetrartónleikar',
    );
    assert.match(
      notice?.text ?? '',
      /^Seljandi hefur fellt niður pöntun þína/,
      'its deadline had not passed',
    );
    assert.ok((await readMails(office)).some(({ subject }) => /^Kreditreikningur/.test(subject)));

    const paid = await buy(seller, guid, { paid: true });
    const attended = await buy(seller, guid);
    await consoleClient.call('tick-attendee', {
      guid,
      invoice_number: attended.invoice_number,
      attended: true,
    });
    const refusals = [];
    for (const { invoice_number } of [paid, attended]) {
      const { status, body } = await release(guid, invoice_number);
      const [{ reasons, details }] = body.problems;
      refusals.push([status, body.error, reasons[0]?.code ?? details[0]]);
    }
    assert.deepEqual(
      refusals.map(([status, error]) => [status, error]),
      [
        [409, 'release_refused'],
        [409, 'release_refused'],
      ],
    );
    const foreignSale = await openSale(await kvitt.account(), EVENT);
    for (const [sale, number] of [
      [foreignSale.guid, paid.invoice_number],
      [guid, '99999'],
      ['x', 'y'],
    ])
      assert.equal((await release(sale ?? '', number ?? '')).body.error, 'product_sale_not_found');
    assert.equal(await readStock(), 3);
  });

  test('are released together when they are overdue', async () => {
    const { guid } = await openSale(seller, { ...EVENT, inventory_count: 9 });
    for (const fields of [{}, { qty: 2 }, { paid: true }]) await buy(seller, guid, fields);
    const all = () => consoleClient.call('release-overdue-orders', { guid });
    assert.equal((await all()).body.error, 'release_refused');
    assert.equal((await consoleClient.call('release-overdue-orders', { guid: 'x' })).status, 404);
    kvitt.now = () => new Date('2026-03-20T10:00:00Z');
    try {
      consoleClient = await signInToConsole(seller);
      await buy(seller, guid);
      assert.deepEqual((await all()).body, { queued: 2 });
      await run('2026-03-20');
      assert.equal(await readStock(), 7);
      assert.equal((await all()).status, 409);
    } finally {
      kvitt.now = () => new Date('2026-03-02T10:00:00Z');
    }
  });
});
