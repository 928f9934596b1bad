import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { eachReference, REFERENCE_NAMES } from '../../src/domain/invoices/references.ts';
import { REFERENCE_LABELS } from '../../src/rendering/labels.ts';
import { textOf } from '../rendering/reading.ts';
import { type Client, invoice, line } from '../support/client.ts';
import { runJobs } from '../support/jobs.ts';
import { createInvoiceWithLink, pressPayButton } from '../support/payments.ts';
import { onBothDatabases, TestService } from '../support/service.ts';

async function page(address: string) {
  const response = await fetch(address);
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

/** Presses pay and then a button on the test provider's page; returns the address of the redirect. */
async function payAtTestProvider(kvitt: TestService, link: string, decision: 'pay' | 'refuse') {
  const { status, location } = await pressPayButton(link);
  assert.equal(status, 303);
  assert.match(location, /^\/test-checkout\/cs_test_[\w-]{32}$/);
  const response = await fetch(kvitt.url + location, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ decision }),
  });
  assert.equal(response.status, 303);
  return { checkout: location, back: response.headers.get('location') ?? '' };
}

onBothDatabases('payment page', (kvitt) => {
  let seller: Client;
  beforeEach(async () => {
    seller = await kvitt.account();
  });
  const read = (guid: string) => seller.ok('get-invoice', { guid });

  test('shows the amount due in either language, without scripts, in few bytes, with sharing metadata', async () => {
    const { link } = await createInvoiceWithLink(seller, { items: [line({ description: '<b>Hlutur</b>' })] });
    const { status, headers, text } = await page(link);
    assert.equal(status, 200);
    assert.ok(text.length < 20_000, `${text.length}`);
    assert.match(text, /<html lang="is">/);
    assert.match(text, /1\.400 kr\./);
    assert.match(text, /Greiða núna/);
    assert.match(text, /&lt;b&gt;Hlutur/);
    assert.doesNotMatch(text, /<script|<b>/);
    assert.match(text, /<meta property="og:title" content="Reikningur 1 · Account \d+ ehf\.">/);
    assert.match(text, /<meta property="og:description" content="1\.400 kr\. · Gjalddagi 16\.3\.2026">/);
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*form-action 'self';/);
    assert.equal(headers.get('cache-control'), 'no-store');
    const english = await page(`${link}?lang=en`);
    assert.match(english.text, /<html lang="en">/);
    assert.match(english.text, /ISK 1,400/);
    assert.match(english.text, /Pay now/);
  });

  test('offers the PDF for download', async () => {
    const { link, guid } = await createInvoiceWithLink(seller);
    const response = await fetch(`${link}/pdf`);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/pdf');
    assert.equal(response.headers.get('content-disposition'), 'attachment; filename="reikningur-1.pdf"');
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    const bytes = Buffer.from(await response.arrayBuffer());
    assert.equal(response.headers.get('content-length'), String(bytes.length));
    assert.equal(bytes.toString('base64'), (await seller.ok('get-invoice-pdf', { guid })).file);
  });

  test('asks for the remainder, shows earlier payments, and confirms the whole amount once it is paid', async () => {
    const dates = { due_date: '2026-03-30', settlement_date: '2026-04-10' };
    const { link, guid } = await createInvoiceWithLink(seller, dates);
    await seller.ok('do-paid-invoice', { guid, amount: 440 });
    const part = await page(link);
    assert.match(part.text, /<p class="amount">960 kr\.<\/p>[\s\S]*Greiddur að hluta/);
    assert.match(part.text, /<dt>Samtals<\/dt><dd>1\.240 kr\.<\/dd><dt>Greitt<\/dt><dd>−440 kr\.<\/dd>/);
    assert.match(part.text, />Greitt<\/th><td class="figure">−440</);
    assert.match(part.text, />Eftirstöðvar<\/th><td class="figure">800 kr\./);
    await seller.ok('do-paid-invoice', { guid });
    assert.match((await page(link)).text, /er greiddur[\s\S]*<p class="amount">1\.240 kr\.<\/p>/);
  });

  test('asks for the fee once, on page and paper, when a part was paid with it', async () => {
    const { link, guid } = await createInvoiceWithLink(seller);
    const components = { fee: 160 };
    await seller.ok('record-payment', {
      data: { amount: 600, components, allocations: [{ invoice_guid: guid }] },
    });
    const { text } = await page(link);
    assert.match(text, /<p class="amount">800 kr\.<\/p>/);
    assert.doesNotMatch(text, /960/);
    const { file } = await seller.ok('get-invoice-pdf', { guid });
    assert.doesNotMatch(await textOf(Buffer.from(file, 'base64')), /Greiðslugjald|960/);
  });

  test('does not call an invoice that was written off unpaid or paid', async () => {
    const { link, guid } = await createInvoiceWithLink(seller);
    await seller.ok('do-paid-invoice', { guid, amount: 440 });
    await seller.ok('write-off-invoice', { guid, data: { reason: 'Gjaldþrota' } });
    const { text } = await page(link);
    assert.match(text, /<h1>Reikningur 1 hefur verið afskrifaður\. Ekkert er að greiða\.<\/h1>/);
    assert.match(text, /content="Reikningur 1 hefur verið afskrifaður/);
    assert.doesNotMatch(text, /Ógreiddur|Greiddur|0 kr\.|Greiða núna/);
    assert.match((await page(`${link}?lang=en`)).text, /Invoice 1 has been written off/);
    await seller.ok('undo-write-off', { guid });
    assert.match((await page(link)).text, /960 kr\.[\s\S]*Greiða núna/);
  });

  test('has a variant without payment, to which the mail of an invoice without a payment link leads', async () => {
    const email = `skoda${Date.now()}@kaupandi.example`;
    const customer = { name: 'Kaupandi ehf.', output_select: 3, email };
    const references = eachReference((name) => `mark-${name}`);
    const guid = await seller.ok('create-invoice', { data: invoice({ customer, ...references }) });
    await seller.ok('create-invoice', {
      data: {
        type: 'credit',
        amount: 240,
        credit_partial: true,
        ref_invoice_guid: guid,
        settlement_date: '2099-12-31',
      },
    });
    await runJobs(kvitt);
    const { body: mails } = await kvitt.operator('GET', `/sandbox/mail?to=${email}`);
    const linkIn = (subject: RegExp) =>
      /http\S+\/invoice\/[\w-]+/.exec(
        mails.find((mail: { subject: string }) => subject.test(mail.subject)).text,
      )?.[0] ?? '';
    const link = linkIn(/^Reikningur/);
    const owed = await page(link);
    assert.equal(owed.status, 200);
    assert.match(owed.text, /Reikningur 1[\s\S]*1\.000 kr\./);
    assert.match(owed.text, /Þegar kreditfært[\s\S]*−240/);
    assert.doesNotMatch(owed.text, /<form|Greiða núna/);
    for (const name of REFERENCE_NAMES)
      assert.ok(owed.text.includes(`<dt>${REFERENCE_LABELS.is[name]}</dt><dd>mark-${name}</dd>`), name);
    assert.match((await page(`${link}?lang=en`)).text, /<dt>Project<\/dt><dd>mark-project_reference</);
    assert.equal(owed.headers.get('cache-control'), 'no-store');
    const note = await page(linkIn(/^Kreditreikningur/));
    assert.match(note.text, /Kreditreikningur 2[\s\S]*240 kr\.[\s\S]*<dt>Kreditfærir reikning<\/dt><dd>1 · /);
    assert.match(note.text, /<dt>Verknúmer<\/dt><dd>mark-project_reference</);
    const pdf = await fetch(`${link}/pdf`);
    assert.equal(pdf.headers.get('content-type'), 'application/pdf');
    const token = link.split('/').at(-1) ?? '';
    const { link: payLink } = await createInvoiceWithLink(seller);
    for (const address of [
      `${kvitt.url}/pay/${token}`,
      `${kvitt.url}/invoice/${payLink.split('/').at(-1)}`,
      `${link}x`,
      link.slice(0, -1),
      `${link}x/pdf`,
      `${kvitt.url}/invoice/x`,
    ])
      assert.equal((await page(address)).status, 404, address);
    assert.equal((await fetch(link, { method: 'POST', redirect: 'manual' })).status, 404);
    assert.ok((await read(guid)).timeline.some(({ event }: { event: string }) => event === 'opened'));
  });

  test('answers 404 for a changed, truncated, foreign or draft link with every method', async () => {
    const { link } = await createInvoiceWithLink(seller);
    const plain = await seller.ok('create-invoice', { data: invoice() });
    const token = link.split('/').at(-1) ?? '';
    const other = token.endsWith('A') ? 'B' : 'A';
    for (const wrong of [
      `${token.slice(0, -1)}${other}`,
      token.slice(0, -1),
      `B${token.slice(1)}`,
      plain,
      'x',
      '%00',
    ]) {
      const address = `${kvitt.url}/pay/${wrong}`;
      assert.equal((await page(address)).status, 404, wrong);
      assert.equal((await page(`${address}/pdf`)).status, 404, wrong);
      assert.equal((await pressPayButton(address)).status, 404, wrong);
    }
  });

  test('charges no fee for an invoice that was written off', async () => {
    const { link, guid } = await createInvoiceWithLink(seller);
    assert.match(await (await fetch(link)).text(), /<form method="post"/);
    await seller.ok('write-off-invoice', { guid, data: { reason: 'Gjaldþrot' } });
    assert.doesNotMatch(await (await fetch(link)).text(), /<form method="post"/);
    assert.equal((await pressPayButton(link)).location, new URL(link).pathname);
  });

  test('creates one checkout, however often and concurrently the button is pressed', async () => {
    const { link } = await createInvoiceWithLink(seller);
    const pressed = await Promise.all(Array.from({ length: 8 }, () => pressPayButton(link)));
    pressed.push(await pressPayButton(link));
    assert.deepEqual(new Set(pressed.map(({ status }) => status)), new Set([303]));
    assert.equal(new Set(pressed.map(({ location }) => location)).size, 1);
  });

  test('pays the invoice at the test provider, and then shows only a receipt', async () => {
    const { link, guid } = await createInvoiceWithLink(seller);
    const { back, checkout } = await payAtTestProvider(kvitt, link, 'pay');
    assert.equal(back, `${link.slice(kvitt.url.length)}?returned=1`);
    const { status, payment_message } = await read(guid);
    assert.deepEqual([status, payment_message], ['Paid', '']);
    const { text } = await page(kvitt.url + back);
    assert.match(text, /Reikningur 1 er greiddur/);
    assert.match(text, /Sækja kvittun/);
    assert.doesNotMatch(text, /<form|A thing|Kaupandi|Gjalddagi|http-equiv/);
    assert.deepEqual(await pressPayButton(link), { status: 303, location: link.slice(kvitt.url.length) });
    assert.doesNotMatch((await page(kvitt.url + checkout)).text, /<form/);
    assert.match((await seller.ok('get-invoice-pdf', { guid })).file, /^JVBER/);
  });

  test('sends one receipt after payment, and records it on the timeline', async () => {
    const email = `greidandi-${seller.username}@example.is`;
    const customer = { name: 'Greiðandi ehf.', output_select: 3, email };
    const { link, guid } = await createInvoiceWithLink(seller, { customer });
    await page(link);
    const { checkout } = await payAtTestProvider(kvitt, link, 'pay');
    const body = new URLSearchParams({ decision: 'pay' });
    await fetch(kvitt.url + checkout, { method: 'POST', redirect: 'manual', body });
    for (let n = 0; n < 2; n++) assert.equal((await runJobs(kvitt)).failed, 0);
    const { body: mails } = await kvitt.operator('GET', `/sandbox/mail?to=${email}`);
    const receipts = mails.filter(({ subject }: { subject: string }) => /^Kvittun/.test(subject));
    assert.equal(receipts.length, 1);
    assert.match(receipts[0].text, /Takk fyrir greiðsluna.*1\.240 kr\..*Reikningurinn er greiddur/s);
    assert.equal(receipts[0].attachments[0].contentType, 'application/pdf');
    const { timeline } = await read(guid);
    const events = timeline.map(({ event }: { event: string }) => event);
    for (const event of ['opened', 'paid'])
      assert.equal(events.filter((one: string) => one === event).length, 1, event);
  });

  test('can be paid at another checkout after a refused payment', async () => {
    const { link, guid } = await createInvoiceWithLink(seller);
    const refusal = await payAtTestProvider(kvitt, link, 'refuse');
    assert.equal(refusal.back, link.slice(kvitt.url.length));
    assert.equal((await read(guid)).status, 'Sent');
    assert.match((await page(link)).text, /Greiða núna/);
    const paid = await payAtTestProvider(kvitt, link, 'pay');
    assert.notEqual(paid.checkout, refusal.checkout);
    assert.equal((await read(guid)).status, 'Paid');
  });

  test('waits briefly for the webhook when the payer returns, and then asks to reload', async () => {
    const { link } = await createInvoiceWithLink(seller);
    const { text } = await page(`${link}?returned=1`);
    assert.match(text, /Greiðsla í vinnslu/);
    assert.match(text, /href="\/pay\/[\w-]{64}\?lang=is&amp;returned=1">Athuga aftur/);
    assert.doesNotMatch(text, /<form|http-equiv/);
    assert.match((await page(`${link}?returned=x`)).text, /Greiða núna/);
    const { location } = await pressPayButton(link);
    const [late] = await Promise.all([
      page(`${link}?returned=1`),
      fetch(kvitt.url + location, { method: 'POST', body: new URLSearchParams({ decision: 'pay' }) }),
    ]);
    assert.match(late.text, /er greiddur/);
  });

  test('refuses payment at an older checkout after the invoice was settled otherwise', async () => {
    const { link, guid } = await createInvoiceWithLink(seller);
    const { location } = await pressPayButton(link);
    assert.match((await page(kvitt.url + location)).text, /<form/);
    await seller.ok('do-paid-invoice', { guid });
    for (let n = 0; n < 2; n++) assert.equal((await runJobs(kvitt)).failed, 0);
    assert.doesNotMatch((await page(kvitt.url + location)).text, /<form/);
    const body = new URLSearchParams({ decision: 'pay' });
    await fetch(kvitt.url + location, { method: 'POST', redirect: 'manual', body });
    const { status, payment_message } = await read(guid);
    assert.deepEqual([status, payment_message], ['Paid', '']);
  });

  test('charges the remainder after a credit note, and nothing after a full credit', async () => {
    const items = [line({ item_number: 'A', qty: 2, unit_price: 500 })];
    const { link, guid } = await createInvoiceWithLink(seller, { items });
    const before = await pressPayButton(link);
    const credit = (fields: object) =>
      seller.ok('create-invoice', {
        data: {
          type: 'credit',
          settlement_date: '2099-12-31',
          amount: 620,
          ref_invoice_guid: guid,
          ...fields,
        },
      });
    await credit({ items: [{ item_number: 'A', qty: 1 }] });
    assert.match((await page(link)).text, /780 kr\./);
    assert.notEqual((await pressPayButton(link)).location, before.location);
    await credit({});
    const { text } = await page(link);
    assert.match(text, /hefur verið kreditfærður/);
    assert.doesNotMatch(text, /<form|kr\./);
    assert.equal((await pressPayButton(link)).location, link.slice(kvitt.url.length));
  });

  test('charges whole krónur, as they are printed', async () => {
    const { link, guid } = await createInvoiceWithLink(seller, { payment_fee: 160.5 });
    assert.match((await page(link)).text, /1\.401 kr\./);
    await payAtTestProvider(kvitt, link, 'pay');
    assert.equal((await read(guid)).status, 'Paid');
  });

  test('names the sum of a transfer, which has no fee', async () => {
    const bank = await kvitt.account({ bank_account: '0162-26-012345' });
    const { link } = await createInvoiceWithLink(bank, { payment_fee: 160.5 });
    assert.match((await page(link)).text, /Upphæð millifærslu<\/dt><dd>1\.240 kr\./);
    const free = await createInvoiceWithLink(bank, { payment_fee: 0 });
    assert.doesNotMatch((await page(free.link)).text, /Upphæð millifærslu/);
  });

  test('charges cents where the currency has them', async () => {
    const items = [line({ unit_price: 10.33 })];
    const fields = { currency: 'EUR', exchange_rate: 148, amount: 12.81, payment_fee: 0.4, items };
    const { link, guid } = await createInvoiceWithLink(seller, fields);
    const { checkout } = await payAtTestProvider(kvitt, link, 'pay');
    assert.match((await page(kvitt.url + checkout)).text, /13,21 EUR/);
    assert.equal((await read(guid)).status, 'Paid');
  });

  test('answers 404 for unknown checkouts', async () => {
    for (const id of [
      'cs_test_x',
      'cs_test_AAAAAAAAAAFAAAAAAAAAAAAAAAAAAAAA',
      'y',
      `cs_test_${'_'.repeat(32)}`,
    ]) {
      const address = `${kvitt.url}/test-checkout/${id}`;
      assert.equal((await page(address)).status, 404, id);
      const body = new URLSearchParams({ decision: 'pay' });
      assert.equal((await fetch(address, { method: 'POST', body, redirect: 'manual' })).status, 404, id);
    }
  });
});

describe('payment page without a payment provider', () => {
  const kvitt = new TestService();
  before(() => kvitt.startOwn('postgres', { KVITT_TEST_PAYMENTS: 'off' }));
  after(() => kvitt.stop());

  test('shows bank transfer details, without a button, test provider or webhooks', async () => {
    const { link } = await createInvoiceWithLink(await kvitt.account());
    const { text } = await page(link);
    assert.match(text, /0101-26-123456/);
    assert.doesNotMatch(text, /<form/);
    assert.equal((await pressPayButton(link)).location, link.slice(kvitt.url.length));
    for (const path of ['/webhooks/payments', '/test-checkout/x']) {
      assert.equal((await fetch(kvitt.url + path, { method: 'POST' })).status, 404, path);
    }
  });
});
