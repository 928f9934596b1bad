import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { companyKennitala } from '../domain/generators.ts';
import { textOf } from '../rendering/reading.ts';
import { type Client, invoice } from '../support/client.ts';
import { runJobs } from '../support/jobs.ts';
import { pressPayButton } from '../support/payments.ts';
import { openSale } from '../support/sales.ts';
import { Visitor } from '../support/selling-page.ts';
import { onBothDatabases, TestService } from '../support/service.ts';
import { UNKNOWN_GUID } from '../support/unknown-guid.ts';

const TYPES = ['STAND', 'SUB', 'DONA', 'EVENT'] as const;
const SECRETS = /FORNAFN|LEYNIGATA|FELUBÆR|@fornafn/;

onBothDatabases('a visitor who types the kennitala of a customer', (kvitt) => {
  let seller: Client;
  let visitor: Visitor;
  let kennitala: string;
  let customer: string;
  let typed: Record<string, string>;
  let accounts = 0;
  before(() => {
    kvitt.now = () => new Date('2026-03-02T10:00:00Z');
  });
  beforeEach(async () => {
    seller = await kvitt.account();
    visitor = new Visitor(kvitt.url);
    accounts += 1;
    kennitala = companyKennitala(600 + accounts);
    customer = await seller.ok('create-customer', {
      data: {
        ...{ name: 'FORNAFN ehf.', address: 'LEYNIGATA 7', zip: '777', city: 'FELUBÆR' },
        ...{ registration_no: kennitala, email: `${seller.username}@fornafn.example`, due_date: 60 },
      },
    });
    typed = {
      name: 'Mallory Malan',
      email: `mallory-${seller.username}@example.is`,
      kennitala: `${kennitala.slice(0, 6)}-${kennitala.slice(6)}`,
    };
  });
  const readMails = async (to: string) => {
    assert.equal((await runJobs(kvitt)).failed, 0);
    return (await kvitt.operator('GET', `/sandbox/mail?to=${encodeURIComponent(to)}`)).body;
  };
  const listStrangers = async () =>
    (await seller.ok('get-customers')).filter((one: { unverified: boolean }) => one.unverified);

  for (const type of TYPES) {
    test(`of type ${type} sees, mails and binds nothing of that customer`, async () => {
      const { url } = await openSale(seller, { type, amount: 4900 });
      const { status, location } = await visitor.buy(url, {
        ...typed,
        ...(type === 'DONA' && { amount: '4900' }),
      });
      assert.equal(status, 303);
      const page = await visitor.get(location);
      const path = location.split('?')[0] ?? '';
      const pdf = await fetch(new URL(`${path}/pdf`, kvitt.url));
      const printed = await textOf(new Uint8Array(await pdf.arrayBuffer()));
      assert.match(page.text, /Mallory Malan/);
      assert.match(printed, /Mallory Malan/);
      const [mail, ...more] = await readMails(typed.email ?? '');
      assert.deepEqual(more, []);
      const order = await visitor.get(/http\S*\/order\/[\w-]{64}/.exec(mail.text)?.[0] ?? path);
      for (const text of [page.text, printed, mail.text, mail.html, mail.subject, order.text])
        assert.doesNotMatch(text, SECRETS);
      assert.deepEqual(await readMails(`${seller.username}@fornafn.example`), []);
      const [{ guid }] = await seller.ok('get-invoices');
      const { customer: buyer, due_date } = await seller.ok('get-invoice', { guid });
      // Donations and subscriptions are due on the day on which they lapse.
      const due = type === 'STAND' || type === 'EVENT' ? '2026-03-05' : '2026-03-09';
      assert.deepEqual([buyer.name, due_date], ['Mallory Malan', due]);
      const [stranger, ...others] = await listStrangers();
      assert.deepEqual([others, stranger.name, stranger.possible_match], [[], 'Mallory Malan', customer]);
    });
  }

  test('does not capture later invoices, tasks and lookups by that kennitala', async () => {
    const { url } = await openSale(seller);
    assert.equal((await visitor.buy(url, typed)).status, 303);
    const found = await seller.ok('get-customers-by-kennitala', { kennitala });
    assert.deepEqual(
      found.map(({ guid }: { guid: string }) => guid),
      [customer],
    );
    assert.equal(await seller.ok('get-count-customers-by-kennitala', { kennitala }), 1);
    const inline = { name: 'Hver sem er', registration_no: kennitala, output_select: '4' };
    const guid = await seller.ok('create-invoice', { data: invoice({ customer: inline }) });
    assert.equal((await seller.ok('get-invoice', { guid })).customer.guid, customer);
    const order = await seller.ok('create-order-invoice', {
      data: { ...invoice(), type: undefined, customer: undefined, kennitala },
    });
    assert.equal((await seller.ok('get-order-invoice', { guid: order })).customer.guid, customer);
  });

  test('returns to the same profile only with the same kennitala and e-mail address, but never for a subscription', async () => {
    const { url } = await openSale(seller);
    const buy = async (fields: Record<string, string> = {}, address = url) => {
      assert.equal((await visitor.buy(address, { ...typed, ...fields })).status, 303);
      return (await listStrangers()).length;
    };
    assert.equal(await buy(), 1);
    assert.equal(await buy({ email: typed.email?.toUpperCase() ?? '', name: 'Annað nafn' }), 1);
    const [{ guid }] = await seller.ok('get-invoices');
    assert.equal((await seller.ok('get-invoice', { guid })).customer.name, 'Annað nafn');
    assert.equal(await buy({ email: `annar-${seller.username}@example.is` }), 2);
    assert.equal(await buy({ kennitala: '' }), 3);
    assert.equal(await buy({ kennitala: '' }), 3);
    assert.equal(await buy({ kennitala: '', name: 'Þriðja nafn' }), 4);
    const months = await openSale(seller, { type: 'SUB', amount: 990 });
    assert.equal(await buy({}, months.url), 5);
    assert.equal(await buy({}, months.url), 6);
  });

  test('gets mail without any text of the visitor until it is paid, and never a greeting by name', async () => {
    const { url } = await openSale(seller);
    const words = { name: 'Hringdu strax', address: 'Lokunargata', city: 'Viðvörun', message: 'Skilaboð' };
    const { location } = await visitor.buy(url, { ...typed, ...words });
    const [mail] = await readMails(typed.email ?? '');
    for (const text of [mail.subject, mail.text, mail.html])
      assert.doesNotMatch(text, /Hringdu|Lokunargata|Viðvörun|Skilaboð/);
    assert.deepEqual(mail.attachments, []);
    assert.match(mail.text, /^Góðan dag\.\n\nReikningur hefur verið gefinn út/);
    const checkout = await pressPayButton(new URL(location.split('?')[0] ?? '', kvitt.url).href);
    await visitor.send(checkout.location, { decision: 'pay' });
    const receipt = (await readMails(typed.email ?? '')).find(({ subject }: { subject: string }) =>
      subject.startsWith('Kvittun'),
    );
    assert.match(receipt.text, /^Góðan dag\.\n\nTakk fyrir greiðsluna\. Kvittun fylgir í viðhengi/);
    assert.doesNotMatch(receipt.text + receipt.html + receipt.subject, /Hringdu/);
    // The receipt, and the invoice that it is for.
    assert.equal(receipt.attachments.length, 2);
  });

  test('is merged into the customer by the seller, with invoices and subscription, and the printed buyer stays', async () => {
    const months = await openSale(seller, { type: 'SUB', amount: 990 });
    assert.equal((await visitor.buy(months.url, typed)).status, 303);
    const [{ guid }] = await listStrangers();
    const merge = (fields: object) => seller.call('merge-customers', { guid, into: customer, ...fields });
    for (const [fields, code] of [
      [{ into: guid }, 'field_invalid'],
      [{ into: undefined }, 'field_required'],
      [{ into: UNKNOWN_GUID }, 'customer_not_found'],
      [{ guid: UNKNOWN_GUID }, 'customer_not_found'],
      [{ guid: customer, into: guid }, 'field_invalid'],
    ] as const)
      assert.equal((await merge(fields)).error_code, code, JSON.stringify(fields));
    const stranger = await kvitt.account();
    const other = await stranger.call('merge-customers', { guid, into: customer });
    assert.equal(other.error_code, 'customer_not_found');
    const answers = await Promise.all([merge({}), merge({})]);
    for (const answer of answers) assert.equal(answer.result, customer);
    const [bought] = await seller.ok('get-invoices');
    assert.equal((await seller.ok('get-invoice', { guid: bought.guid })).customer.name, 'Mallory Malan');
    assert.equal((await seller.ok('get-customer', { guid })).active, false);
    await runJobs(kvitt, '2026-04-02');
    const [next] = await seller.ok('get-invoices');
    assert.notEqual(next.guid, bought.guid);
    assert.equal((await seller.ok('get-invoice', { guid: next.guid })).customer.guid, customer);
  });

  test('is confirmed by the seller: it is found by kennitala, and mails greet by name again', async () => {
    const own: Record<string, string> = { ...typed, kennitala: companyKennitala(590) };
    const { url } = await openSale(seller);
    await visitor.buy(url, own);
    const [{ guid, possible_match }] = await listStrangers();
    assert.equal(possible_match, null);
    assert.equal(await seller.ok('confirm-customer', { guid }), guid);
    assert.equal(await seller.ok('confirm-customer', { guid }), guid);
    assert.deepEqual(await listStrangers(), []);
    const [found] = await seller.ok('get-customers-by-kennitala', { kennitala: own.kennitala });
    assert.equal(found.guid, guid);
    const [mail] = await readMails(own.email ?? '');
    assert.match(mail.text, /^Góðan dag, Mallory Malan\./);
    assert.equal((await visitor.buy(url, own)).status, 303);
    assert.deepEqual(
      (await listStrangers()).map((one: { possible_match: string }) => one.possible_match),
      [guid],
    );
  });
});

describe('mail to addresses that strangers type', () => {
  const kvitt = new TestService();
  before(() => kvitt.startOwn('postgres', { KVITT_RATE_LIMIT: 'on' }));
  after(() => kvitt.stop());

  test('is bounded per recipient over all sellers, while purchases go on', async () => {
    const sellers = await Promise.all(Array.from({ length: 3 }, () => kvitt.account()));
    let sent = 0;
    for (const [n, seller] of sellers.entries()) {
      const { url } = await openSale(seller);
      const visitor = new Visitor(kvitt.url);
      for (let purchase = 0; purchase < 16; purchase++) {
        const email = purchase % 2 ? 'Victim@example.is' : `victim+${n}${purchase}@example.is`;
        assert.equal((await visitor.buy(url, { email })).status, 303);
        sent += 1;
      }
    }
    assert.equal((await runJobs(kvitt)).failed, 0);
    const mails = (await kvitt.operator('GET', '/sandbox/mail')).body;
    assert.deepEqual([sent, mails.length], [48, 40]);
    const invoices = await sellers[2]?.ok('get-invoices');
    const timelines = await Promise.all(
      invoices.map(({ guid }: { guid: string }) => sellers[2]?.ok('get-invoice', { guid })),
    );
    const unsent = timelines.flatMap(({ timeline }) => timeline).filter(({ event }) => event === 'given_up');
    assert.ok(unsent.length > 0);
    assert.match(unsent[0].reason, /too many mails today/);
  });
});
