import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { companyKennitala } from '../domain/generators.ts';
import type { Client } from '../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../support/console-client.ts';
import { runJobs } from '../support/jobs.ts';
import { pressPayButton } from '../support/payments.ts';
import { buy, openSale } from '../support/sales.ts';
import { assertStaticPage, decodeQrCodes, EVENT, findTicketLinks, Visitor } from '../support/selling-page.ts';
import { onBothDatabases } from '../support/service.ts';

onBothDatabases('order page of a selling page', (kvitt) => {
  let seller: Client;
  let consoleClient: ConsoleClient;
  let visitor: Visitor;
  before(async () => {
    kvitt.now = () => new Date('2026-03-02T10:00:00Z');
    seller = await kvitt.account();
    consoleClient = await signInToConsole(seller);
    visitor = new Visitor(kvitt.url);
  });

  /** Pays at the test provider and returns the invoice page afterwards. */
  async function pay(link: string): Promise<string> {
    const { location } = await pressPayButton(new URL(link, kvitt.url).href);
    const paid = await visitor.send(location, { decision: 'pay' });
    return (await visitor.get(paid.location)).text;
  }
  const orderLink = (page: string) => /href="(\/order\/[\w-]{64}\?lang=is)"/.exec(page)?.[1] ?? '';
  const guests = async (guid: string, fields: object = {}) =>
    (await consoleClient.call('find-guests', { guid, ...fields })).body;
  const readMails = async (email: string) => {
    assert.equal((await runJobs(kvitt)).failed, 0);
    return (await kvitt.operator('GET', `/sandbox/mail?to=${email}`)).body;
  };
  async function paidOrder(qty: number, fields: object = {}) {
    const sale = await openSale(seller, EVENT);
    const order = await buy(seller, sale.guid, { qty, paid: true, ...fields });
    const [row] = (await guests(sale.guid)).rows;
    return { sale, ...order, address: row.tickets_url as string };
  }

  test('shows tickets after payment, each with a QR code of its address', async () => {
    const sale = await openSale(seller, { ...EVENT, inventory_count: 10 });
    const { location } = await visitor.buy(sale.url, { qty: '2' });
    const [row] = (await guests(sale.guid)).rows;
    const waiting = await visitor.get(row.tickets_url);
    assert.equal(waiting.status, 200);
    assertStaticPage(waiting);
    assert.match(
      waiting.text,
      /Ógreitt[\s\S]*bíður greiðslu[\s\S]*href="\/pay\/[\w-]{64}\?lang=is">Greiða núna/,
    );
    assert.match(waiting.text, /Miðarnir birtast hér þegar greitt hefur verið/);
    assert.doesNotMatch(waiting.text, /<svg|\/ticket\//);
    const page = await pay(location.split('?')[0] ?? '');
    assert.match(page, /class="button " href="\/order\/[\w-]{64}\?lang=is">Opna miðana/);
    const order = await visitor.get(orderLink(page));
    assertStaticPage(order);
    assert.match(order.text, /Greitt/);
    assert.match(order.text, /laugardagur 12\. desember 2026 kl\. 19:30 · Hof/);
    assert.match(order.text, /Miði 1 af 2[\s\S]*Miði 2 af 2/);
    const links = findTicketLinks(order.text);
    assert.equal(links.length, 2);
    assert.deepEqual(
      await decodeQrCodes(order.text),
      links.map((link) => kvitt.url + link),
    );
    const ticket = await visitor.get(links[1] ?? '');
    assertStaticPage(ticket);
    assert.match(ticket.text, /Vetrartónleikar[\s\S]*Anna Jónsdóttir[\s\S]*Miði 2 af 2[\s\S]*Gildur/);
    assert.doesNotMatch(ticket.text, /anna@example|\/order\/|\/pay\//);
    assert.deepEqual(await decodeQrCodes(ticket.text), [kvitt.url + links[1]]);
    assert.match(
      (await visitor.get(`${links[0]}?lang=en`)).text,
      /Saturday 12 December 2026 at 19:30 · Hof[\s\S]*Ticket 1 of 2[\s\S]*Valid/,
    );
  });

  test('answers 404 for a changed, truncated or foreign address, or a ticket for another seat', async () => {
    const { address } = await paidOrder(2);
    const path = new URL(address).pathname;
    const [one = ''] = findTicketLinks((await visitor.get(path)).text);
    const token = one.split('/').at(-1) ?? '';
    const other = token.endsWith('A') ? 'B' : 'A';
    for (const wrong of [
      `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`,
      path.slice(0, -1),
      '/order/x',
      `/order/${token}`,
      `/ticket/2/${token}`,
      `/ticket/1/${token.slice(0, -1)}${other}`,
      `/ticket/0/${token}`,
      `/ticket/01/${token}`,
      `/ticket/-1/${token}`,
      `/ticket/99999/${token}`,
      `/ticket/x/${token}`,
      '/ticket/1/x',
      `/ticket/1/${path.split('/').at(-1)}`,
    ]) {
      const { status, text } = await visitor.get(wrong);
      assert.equal(status, 404, wrong);
      assert.match(text, /finnst ekki/, wrong);
      assert.doesNotMatch(text, /There is no such/, wrong);
    }
    const { text } = await visitor.get('/ticket/1/x?lang=en');
    assert.match(text, /<h1>There is no such ticket<\/h1>/);
    assert.match(text, /<a href="\/ticket\/1\/x\?lang=is"/);
  });

  test("links from a ticket to the guest list only for the seller's people", async () => {
    const { sale, address, invoice_number } = await paidOrder(2);
    const [, second = ''] = findTicketLinks((await visitor.get(address)).text);
    const guestList = `/console/selling?open=${sale.guid}&ticket=${invoice_number}-2`;
    assert.equal((await consoleClient.person.get(second)).location, guestList);
    assert.equal((await consoleClient.person.get(`${second}?view=1`)).status, 200);
    const other = await signInToConsole(await kvitt.account());
    assert.equal((await other.person.get(second)).status, 200);
    assert.equal((await visitor.get(second)).status, 200);
  });

  test('marks tickets as used one by one, and shows the state of each', async () => {
    const { sale, address, invoice_number } = await paidOrder(3);
    const [, second = ''] = findTicketLinks((await visitor.get(address)).text);
    const tick = (fields: object) =>
      consoleClient.call('tick-attendee', { guid: sale.guid, invoice_number, attended: true, ...fields });
    const states = async () =>
      [...(await visitor.get(address)).text.matchAll(/class="state ?(?:due)?">(Gildur|Þegar notaður)/g)].map(
        ([, state]) => state,
      );
    assert.equal((await tick({ seat: 2 })).status, 200);
    assert.deepEqual(await states(), ['Gildur', 'Þegar notaður', 'Gildur']);
    assert.match((await visitor.get(second)).text, /Þegar notaður/);
    const repeated = await Promise.all([tick({ seat: 1 }), tick({ seat: 1 }), tick({ seat: 2 })]);
    assert.deepEqual(repeated.map(({ status }) => status).sort(), [200, 422, 422]);
    assert.deepEqual(repeated.find(({ status }) => status === 422)?.body.problems[0].details, [
      'seat',
      'is of a ticket by which somebody has come already',
    ]);
    const [row] = (await guests(sale.guid)).rows;
    assert.deepEqual([row.seats_in, row.attended], [[1, 2], 'true']);
    assert.deepEqual((await tick({ seat: 4 })).body.problems[0].details, [
      'seat',
      'must be a whole number from 1 to 3',
    ]);
    assert.equal((await tick({ seat: 2, attended: false })).status, 200);
    assert.deepEqual(await states(), ['Þegar notaður', 'Gildur', 'Gildur']);
    assert.equal((await tick({})).status, 200);
    assert.deepEqual(await states(), ['Þegar notaður', 'Þegar notaður', 'Þegar notaður']);
    const read = (fields: object) =>
      consoleClient.call('read-ticket', { guid: sale.guid, invoice_number, seat: 3, ...fields });
    const ticket = (await read({})).body;
    assert.deepEqual([ticket.state, ticket.guest.name], ['used', 'Anna Jónsdóttir']);
    assert.equal((await read({ seat: 4 })).body.error, 'field_invalid');
    assert.equal((await read({ invoice_number: '99999' })).body.error, 'invoice_not_found');
    assert.equal((await read({ guid: 'x' })).body.error, 'product_sale_not_found');
    const { sold, came } = await guests(sale.guid);
    assert.deepEqual([sold, came], [3, 3]);
    assert.equal((await tick({ attended: false })).status, 200);
    const [attendee] = await seller.ok('get-product-sale-attends', { guid: sale.guid });
    assert.equal(attendee.attended, 'false');
  });

  test('voids the last tickets after a credit note', async () => {
    const { address, invoice_guid } = await paidOrder(3);
    const links = findTicketLinks((await visitor.get(address)).text);
    const { items } = await seller.ok('get-invoice', { guid: invoice_guid });
    const credit = (fields: object) =>
      seller.ok('create-invoice', {
        data: { type: 'credit', settlement_date: '2099-12-31', ref_invoice_guid: invoice_guid, ...fields },
      });
    await credit({ amount: 2480, items: [{ guid: items[0].line_guid, qty: 1 }] });
    const ticket = async (n: number) => (await visitor.get(links[n] ?? '')).text;
    assert.match(await ticket(1), /Gildur/);
    assert.match(await ticket(2), /Ógildur – kreditfærður/);
    assert.doesNotMatch(await ticket(2), /<svg/);
    await credit({ amount: 4960 });
    assert.match(await ticket(0), /Ógildur/);
    const order = await visitor.get(address);
    assert.match(order.text, /Kreditfært/);
    assert.doesNotMatch(order.text, /<svg|\/ticket\//);
  });

  const creditOf = (invoice_guid: string, fields: object) =>
    seller.ok('create-invoice', {
      data: { type: 'credit', settlement_date: '2099-12-31', ref_invoice_guid: invoice_guid, ...fields },
    });
  const pieces = async (invoice_guid: string, qty: number) => {
    const { items } = await seller.ok('get-invoice', { guid: invoice_guid });
    return { amount: 2480 * qty, items: [{ guid: items[0].line_guid, qty }] };
  };

  for (const type of ['EVENT', 'STAND'] as const) {
    test(`counts no credited piece and puts it back on sale (${type})`, async () => {
      const sale = await openSale(seller, {
        ...(type === 'EVENT' ? EVENT : { type, name: 'Húfa' }),
        inventory_count: 5,
      });
      const { invoice_guid } = await buy(seller, sale.guid, { qty: 3, paid: true });
      const facts = async () => {
        const { sold, rows } = (await consoleClient.call('find-buyers', { guid: sale.guid })).body;
        const { rows: sums } = await consoleClient.ok('get-sale-sums', { guid: sale.guid });
        assert.equal(sums[0].sold, sold);
        const { inventory_count: left } = await consoleClient.ok('show-product-sale', { guid: sale.guid });
        return { sold, left, credited: rows[0].seats_credited };
      };
      assert.deepEqual(await facts(), { sold: 3, left: 2, credited: 0 });
      const one = await pieces(invoice_guid, 1);
      const note = { type: 'credit', settlement_date: '2099-12-31', ref_invoice_guid: invoice_guid, ...one };
      const { would } = (await consoleClient.call('create-invoice', { ...note, dry_run: 1 })).body;
      const field = would.fields.find(({ name }: { name: string }) => name === 'back_on_sale');
      assert.equal(field?.to, 1);
      await creditOf(invoice_guid, { ...one, mark_paid: 1 });
      assert.deepEqual(await facts(), { sold: 2, left: 3, credited: 1 });
      const [{ tickets_url: address }] = (await consoleClient.call('find-buyers', { guid: sale.guid })).body
        .rows;
      const shown = (await visitor.get(address)).text;
      assert.match(shown, /7\.440 kr\.[\s\S]*Kreditfært<\/dt><dd>1 × [^<]*: 2\.480 kr\./);
      assert.match(
        shown,
        /Þar af endurgreitt<\/dt><dd>2\.480 kr\.[\s\S]*Eftir kreditfærslu<\/dt><dd>4\.960 kr\./,
      );
      await creditOf(invoice_guid, { amount: 1000, credit_partial: 1 });
      assert.deepEqual(await facts(), { sold: 2, left: 3, credited: 1 }, 'a lower price returns nothing');
      assert.match((await visitor.get(address)).text, /Eftir kreditfærslu<\/dt><dd>3\.960 kr\./);
      await creditOf(invoice_guid, { amount: 3960 });
      assert.deepEqual(await facts(), { sold: 0, left: 5, credited: 3 });
    });
  }

  test('counts the arrivals of tickets that are still valid', async () => {
    const { sale, invoice_guid, invoice_number } = await paidOrder(3);
    await consoleClient.ok('tick-attendee', { guid: sale.guid, invoice_number, attended: true });
    await creditOf(invoice_guid, await pieces(invoice_guid, 1));
    const { sold, came } = await guests(sale.guid);
    assert.deepEqual([sold, came], [2, 2]);
    const [attendee] = await seller.ok('get-product-sale-attends', { guid: sale.guid });
    assert.deepEqual([attendee.qty, attendee.seats_credited], [3, 1]);
  });

  test('credits free tickets one by one', async () => {
    const sale = await openSale(seller, { ...EVENT, amount: 0, inventory_count: 5 });
    const { invoice_guid } = await buy(seller, sale.guid, { qty: 3 });
    await creditOf(invoice_guid, { ...(await pieces(invoice_guid, 1)), amount: 0 });
    assert.equal((await guests(sale.guid)).sold, 2);
    assert.equal((await consoleClient.ok('show-product-sale', { guid: sale.guid })).inventory_count, 3);
  });

  test('admits nobody by a ticket that was credited or whose order was released', async () => {
    const { sale, invoice_guid, invoice_number } = await paidOrder(3);
    const tick = (fields: object) =>
      consoleClient.call('tick-attendee', { guid: sale.guid, invoice_number, attended: true, ...fields });
    const refusal = async (fields: object) => (await tick(fields)).body.problems?.[0].details;
    const credited = ['seat', 'is of a ticket that was credited and admits nobody'];
    const { items } = await seller.ok('get-invoice', { guid: invoice_guid });
    const credit = (fields: object) =>
      seller.ok('create-invoice', {
        data: { type: 'credit', settlement_date: '2099-12-31', ref_invoice_guid: invoice_guid, ...fields },
      });
    await credit({ amount: 2480, items: [{ guid: items[0].line_guid, qty: 1 }] });
    assert.deepEqual(await refusal({ seat: 3 }), credited);
    assert.equal((await tick({})).status, 200);
    const [partly] = (await guests(sale.guid)).rows;
    assert.deepEqual(partly.seats_in, [1, 2], 'all that are left of the order');
    await credit({ amount: 4960 });
    for (const fields of [{}, { seat: 3 }]) assert.deepEqual(await refusal(fields), credited);
    assert.equal((await tick({ attended: false, seat: 2 })).status, 200);
    assert.deepEqual((await guests(sale.guid)).rows[0].seats_in, [1], 'a mistake can still be undone');

    const unpaid = await buy(seller, sale.guid);
    await consoleClient.ok('release-order', { guid: sale.guid, invoice_number: unpaid.invoice_number });
    const order = { invoice_number: unpaid.invoice_number };
    for (const fields of [order, { ...order, seat: 1 }]) assert.deepEqual(await refusal(fields), credited);
  });

  test('pages a large number of tickets', async () => {
    const { address } = await paidOrder(32);
    const pages = await Promise.all(
      ['1', '2', '3', '9', 'x', '-1'].map((n) => visitor.get(`${address}?page=${n}`)),
    );
    for (const page of pages) assertStaticPage(page);
    assert.deepEqual(
      pages.map(({ text }) => text.match(/<svg class="qr"/g)?.length),
      [15, 15, 2, 2, 15, 15],
    );
    assert.match(pages[1]?.text ?? '', /page=1">Fyrri miðar[\s\S]*page=3">Næstu miðar/);
  });

  test('is mailed to the buyer with the invoice, or alone when the invoice goes to another address', async () => {
    const email = `gestur-${seller.username}@example.is`;
    const { sale, address } = await paidOrder(1, { email });
    const [mail, ...more] = await readMails(email);
    assert.deepEqual(more, []);
    assert.ok(mail.text.includes(`Opna miðana: ${address}`));
    assert.match(mail.html.slice(mail.html.indexOf(`href="${address}"`)), /^href[^<]*>Opna miðana<\/a>/);
    assert.match(mail.text, /Vetrartónleikar\nlaugardagur 12\. desember 2026 kl\. 19:30\nHof\n/);
    const file = mail.attachments.find(({ filename }: { filename: string }) => filename === 'event.ics');
    const calendar = Buffer.from(file.base64, 'base64').toString();
    assert.match(calendar, /\r\nDTSTART:20261212T193000Z\r\nSUMMARY:Vetrartónleikar\r\nLOCATION:Hof\r\n/);
    const kennitala = companyKennitala(411);
    const office = `bokhald-${seller.username}@example.is`;
    await seller.ok('create-customer', {
      data: { name: 'Fyrirtæki ehf.', email: office, registration_no: kennitala, address: 'Leynigata 1' },
    });
    const typed = { email: `fulltrui-${seller.username}@example.is`, kennitala };
    await buy(seller, sale.guid, typed);
    const [tickets, ...others] = await readMails(typed.email);
    assert.deepEqual([others, tickets.attachments], [[], []]);
    assert.equal(tickets.subject, 'Pöntunin þín: Vetrartónleikar', 'it is not paid yet');
    assert.match(
      tickets.text,
      /laugardagur 12\. desember 2026 kl\. 19:30\nHof[\s\S]*Skoða pöntunina: http\S*\/order\/[\w-]{64}/,
    );
    assert.doesNotMatch(tickets.text + tickets.html, /Leynigata|Fyrirtæki/);
    assert.match((await readMails(office))[0].subject, /^Reikningur/);
    const order = await visitor.get(/http\S*\/order\/[\w-]{64}/.exec(tickets.text)?.[0] ?? '');
    assert.doesNotMatch(order.text, /Leynigata|bokhald|Fyrirtæki/);
  });

  test('is linked in a mail before payment and in the receipt, without tickets before payment', async () => {
    const email = `kaupandi-${seller.username}@example.is`;
    const sale = await openSale(seller, EVENT);
    const { location } = await visitor.buy(sale.url, { email });
    const [unpaid] = await readMails(email);
    assert.match(unpaid.text, /kl\. 19:30\nHof[\s\S]*Skoða pöntunina: http\S*\/order\//);
    assert.doesNotMatch(unpaid.text + unpaid.html, /[Mm]iðarnir þínir|Opna miðana/);
    await pay(location.split('?')[0] ?? '');
    const receipt = (await readMails(email)).find(({ subject }: { subject: string }) =>
      /^Kvittun/.test(subject),
    );
    assert.equal(receipt.text.match(/\/order\//g).length, 1);
    assert.match(receipt.text, /Opna miðana: /);
    assert.ok(receipt.attachments.some(({ filename }: { filename: string }) => filename === 'event.ics'));
  });

  test('of a subscription says on page, in the mail and in the receipt how often it comes and how to stop', async () => {
    const email = `askrifandi-${seller.username}@example.is`;
    const months = await openSale(seller, { type: 'SUB', name: 'Kóráskrift', amount: 1490 });
    const { location } = await visitor.buy(months.url, { email });
    const sentence =
      /reikningur kemur í hverjum mánuði, sá næsti 2\.4\.2026\. Til að segja upp hefurðu samband við seljanda/;
    assert.match((await visitor.get(location)).text, sentence);
    assert.match(await pay(location.split('?')[0] ?? ''), sentence);
    const mails = await readMails(email);
    assert.equal(mails.length, 2);
    for (const { text, html } of mails) for (const part of [text, html]) assert.match(part, sentence);
    const [row] = (await consoleClient.call('find-buyers', { guid: months.guid })).body.rows;
    assert.match((await visitor.get(row.tickets_url)).text, sentence);
    const [template] = await seller.ok('get-recurring-invoices');
    assert.deepEqual(row.subscription, { guid: template.guid, state: 'active' });
    const made = await consoleClient.ok('get-invoices-from-recurring', { guid: template.guid });
    assert.deepEqual(
      made.map(({ guid }: { guid: string }) => guid),
      [row.invoice_guid],
    );
    const { rows: sums } = await consoleClient.ok('get-sale-sums', { guid: months.guid });
    assert.deepEqual(sums, [{ guid: months.guid, sold: 1, income: 1490 }]);
  });

  test('of other sales has no tickets, and says what happens next', async () => {
    const stand = await openSale(seller, { name: 'Húfa' });
    const { location } = await visitor.buy(stand.url, { qty: '3' });
    const page = await pay(location.split('?')[0] ?? '');
    assert.match(page, /class="button quiet" href="\/order\/[\w-]{64}\?lang=is">Skoða pöntunina/);
    const { text } = await visitor.get(orderLink(page));
    assert.match(text, /Takk fyrir pöntunina[\s\S]*Kvittun er send[\s\S]*3 × Húfa[\s\S]*7\.440 kr\./);
    assert.doesNotMatch(text, /Miðar|<svg/);
    const free = await openSale(seller, { amount: 0, name: 'Fræðsla' });
    assert.match((await visitor.get(free.url)).text, /Ókeypis[\s\S]*>Panta</);
    const got = await visitor.buy(free.url);
    assert.match(got.location, /^\/order\/[\w-]{64}\?lang=is$/);
    assert.match((await visitor.get(got.location)).text, /Ekkert er að greiða/);
    const gift = await openSale(seller, { type: 'DONA', amount: 500 });
    await visitor.buy(gift.url, { amount: '500' });
    const months = await openSale(seller, { type: 'SUB', amount: 990 });
    assert.equal((await visitor.buy(months.url)).status, 303);
    assert.equal((await seller.ok('get-recurring-invoices')).length, 2);
  });

  test('without payment links says how to pay, and where the invoice goes', async () => {
    const plain = await kvitt.account({ subscriptions: ['webservice', 'sell_product', 'recurring'] });
    const { url } = await openSale(plain, { name: 'Húfa' });
    assert.match((await visitor.get(url)).text, />Panta<[\s\S]*Þú færð reikning sendan/);
    const { location } = await visitor.buy(url);
    assert.match(location, /^\/order\//);
    const { text } = await visitor.get(location);
    assert.match(text, /Reikningur verður sendur á anna@example\.is[\s\S]*0101-26-123456/);
    assert.doesNotMatch(text, /\/pay\//);
    const months = await openSale(plain, { type: 'SUB' });
    const sub = await visitor.buy(`${months.url}?lang=en`);
    assert.match(
      (await visitor.get(sub.location)).text,
      /sent to anna@example\.is\. This is a subscription: an invoice comes every month, the next one on 2026-04-02\./,
    );
  });
});
