import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Client } from '../support/client.ts';
import { openSale } from '../support/sales.ts';
import { readBooks } from '../support/scenarios.ts';
import { ANNA, assertStaticPage, findFieldError, Visitor } from '../support/selling-page.ts';
import { onBothDatabases, TestService } from '../support/service.ts';

const AWKWARD = `"><script>alert(1)</script> & 'Þórður' Æ`;

onBothDatabases('order form of a selling page', (kvitt) => {
  let seller: Client;
  let visitor: Visitor;
  before(() => {
    kvitt.now = () => new Date('2026-03-02T10:00:00Z');
  });
  beforeEach(async () => {
    seller = await kvitt.account();
    visitor = new Visitor(kvitt.url);
  });
  const invoices = () => seller.ok('get-invoices');

  test('sells by a plain form, and redirects to the payment', async () => {
    const { url, guid } = await openSale(seller, {
      type: 'EVENT',
      inventory_count: 5,
      fields: [{ label: 'Ofnæmi' }],
    });
    assert.match((await visitor.get(url)).text, /5 eftir/);
    const { status, location } = await visitor.buy(url, { qty: '2', q0: 'Hnetur', message: 'Hæ' });
    assert.equal(status, 303);
    assert.match(location, /^\/pay\/[\w-]{64}\?lang=is$/);
    assert.match((await visitor.get(location)).text, /4\.960 kr\.[\s\S]*Greiða núna/);
    const [attendee] = await seller.ok('get-product-sale-attends', { guid });
    const { attendee: who, qty, invoice_status, message, fields } = attendee;
    assert.deepEqual(
      [who, qty, invoice_status, message, fields[0].value],
      ['Anna Jónsdóttir (anna@example.is)', 2, 'Not paid', 'Hæ', 'Hnetur'],
    );
    assert.match((await visitor.get(url)).text, /3 eftir/);
  });

  test('creates an English-speaking customer for an English page', async () => {
    const { url } = await openSale(seller);
    assert.match((await visitor.buy(`${url}?lang=en`)).location, /^\/pay\/.*\?lang=en$/);
    const [customer] = await seller.ok('get-customers');
    assert.deepEqual([customer.name, customer.lang], ['Anna Jónsdóttir', 'en']);
  });

  test('accepts a donation in every spelling of the amount', async () => {
    const { url } = await openSale(seller, { type: 'DONA', amount: 3000 });
    assert.match((await visitor.get(url)).text, /<input id="amount"[^>]* value="3000"/);
    for (const amount of ['5000', '7.500', '12,500 kr.', ' 1 000 '])
      assert.equal((await visitor.buy(url, { amount })).status, 303, amount);
    const sums = (await invoices()).map(({ amount }: { amount: number }) => amount);
    assert.deepEqual(sums, [1000, 12_500, 7500, 5000]);
    for (const amount of ['', '0', '-5', '5,5', '1.50', 'mikið', '1e9', '99999999999', '12.34.567']) {
      const { status, text } = await visitor.buy(url, { amount });
      assert.equal(status, 422, amount);
      assert.ok(findFieldError(text, 'amount'), amount);
      assert.match(text, new RegExp(`id="amount"[^>]* value="${amount.replace('.', '\\.')}"`), amount);
    }
    assert.equal((await invoices()).length, 4);
    const { text } = await visitor.buy(url, { amount: '99999999999' });
    assert.equal(findFieldError(text, 'amount'), 'Hæsta upphæð er 1.000.000.000 kr.');
  });

  const kennitalaWords = /ekki gild kennitala/;
  const refusals: [what: string, sale: object, typed: Record<string, string>, name: string, says: RegExp][] =
    [
      ['no name', {}, { name: ' ' }, 'name', /Hér þarf að skrifa/],
      ['a long name', {}, { name: 'x'.repeat(101) }, 'name', /hámarksfjöldi stafa er 100/],
      ['a link for a name', {}, { name: 'Læst! Sjá https://illt.example' }, 'name', /hvorki vera vefslóð/],
      ['a link for an address', {}, { address: 'illt.example/innskra' }, 'address', /hvorki vera vefslóð/],
      ['a bidi override', {}, { city: 'Rey\u202ekjavik' }, 'city', /ósýnilegir stafir/],
      ['no e-mail address', {}, { email: '' }, 'email', /Hér þarf/],
      ['no such e-mail address', {}, { email: 'anna' }, 'email', /ekki gilt netfang/],
      ['two e-mail addresses', {}, { email: 'a@b.is,c@d.is' }, 'email', /ekki gilt netfang/],
      ['a kennitala with a wrong digit', {}, { kennitala: '010130-3029' }, 'kennitala', kennitalaWords],
      ['a short kennitala', {}, { kennitala: '12345' }, 'kennitala', kennitalaWords],
      ['letters for a kennitala', {}, { kennitala: 'abc' }, 'kennitala', kennitalaWords],
      ['no kennitala where it is needed', { requires: ['kennitala'] }, {}, 'kennitala', /Hér þarf/],
      ['no telephone where it is needed', { requires: ['phone_number'] }, {}, 'phone_number', /Hér þarf/],
      [
        'no address where it is needed',
        { requires: ['address'] },
        { zip: '101', city: 'R' },
        'address',
        /Hér þarf/,
      ],
      [
        'no town where it is needed',
        { requires: ['address'] },
        { address: 'A 1', zip: '101' },
        'city',
        /Hér þarf/,
      ],
      ['a long postal code', {}, { zip: '1'.repeat(21) }, 'zip', /hámarksfjöldi stafa er 20/],
      [
        'no answer that is needed',
        { fields: [{ label: 'A' }, { label: 'B', required: 1 }] },
        {},
        'q1',
        /Hér þarf/,
      ],
      [
        'a long answer',
        { fields: [{ label: 'A' }] },
        { q0: 'x'.repeat(1001) },
        'q0',
        /hámarksfjöldi stafa er 1000/,
      ],
      ['a long message', {}, { message: 'x'.repeat(2001) }, 'message', /hámarksfjöldi stafa er 2000/],
      ['none', {}, { qty: '0' }, 'qty', /frá 1 til 20/],
      ['no number', {}, { qty: 'x' }, 'qty', /frá 1 til 20/],
      ['half a piece', {}, { qty: '1.5' }, 'qty', /frá 1 til 20/],
      ['too many at once', {}, { qty: '21' }, 'qty', /frá 1 til 20/],
      ['terms that were not accepted', { terms: 'Skilmálar' }, {}, 'terms', /Samþykkja þarf/],
      ['NUL', {}, { city: 'a\0b' }, 'city', /ekki hægt að lesa/],
    ];

  test('shows an error beside each invalid field, keeps the typed values, and sells nothing', async () => {
    const before = await readBooks(seller);
    for (const [title, fields, typed, name, message] of refusals) {
      const sale = await openSale(seller, { name: title, ...fields });
      const typedFields: Record<string, string> = { ...ANNA, message: AWKWARD, q0: 'Svar', ...typed };
      const refusal = await visitor.buy(sale.url, typedFields);
      assert.equal(refusal.status, 422, title);
      assert.match(findFieldError(refusal.text, name) ?? '', message, title);
      assert.match(
        refusal.text,
        new RegExp(`role="alert"[^>]*autofocus>Reitir sem þarf að laga: 1<ul><li><a href="#${name}">`),
        title,
      );
      assert.match(refusal.text, /<title>Villa: /);
      assertStaticPage(refusal);
      if (name !== 'name') assert.match(refusal.text, /id="name"[^>]* value="Anna Jónsdóttir"/, title);
      if (name !== 'message') assert.ok(refusal.text.includes('&lt;script&gt;alert(1)'), title);
      if (name === 'kennitala' && typed.kennitala)
        assert.ok(refusal.text.includes(`value="${typed.kennitala}"`));
      if (typedFields.qty && name !== 'qty') assert.match(refusal.text, /<option value="1" selected>/, title);
    }
    const after = await readBooks(seller);
    assert.deepEqual({ ...after, items: [] }, { ...before, items: [] });
  });

  test('shows all errors at once in the order of the form, also in English', async () => {
    const { url } = await openSale(seller, { terms: 'Terms', fields: [{ label: 'Age', required: true }] });
    const { status, text } = await visitor.buy(`${url}?lang=en`, {
      name: '',
      email: 'x',
      kennitala: '1',
      qty: '99',
    });
    assert.equal(status, 422);
    const links = [...text.matchAll(/<li><a href="#(\w+)">([^<]*)<\/a>: ([^<]*)</g)].map(([, name]) => name);
    assert.deepEqual(links, ['qty', 'name', 'email', 'kennitala', 'q0', 'terms']);
    assert.match(findFieldError(text, 'kennitala') ?? '', /not a valid kennitala/);
    assert.match(text, /6 fields need correcting/);
    assert.deepEqual(await invoices(), []);
  });

  test('sells once, however often and concurrently the same form is sent', async () => {
    const { url } = await openSale(seller, { inventory_count: 1 });
    const form = await visitor.form(url);
    const sent = await Promise.all(Array.from({ length: 6 }, () => visitor.send(url, form)));
    sent.push(await visitor.send(url, form));
    assert.deepEqual(new Set(sent.map(({ status }) => status)), new Set([303]));
    assert.equal(new Set(sent.map(({ location }) => location)).size, 1);
    assert.equal((await invoices()).length, 1);
  });

  test('asks for confirmation when a form is sent again with other values', async () => {
    const { url } = await openSale(seller);
    const form = await visitor.form(url);
    assert.equal((await visitor.send(url, form)).status, 303);
    const changed = { ...form, qty: '3' };
    const confirmation = await visitor.send(url, changed);
    assert.equal(confirmation.status, 409);
    assert.match(confirmation.text, /role="alert">Þetta eyðublað var sent áður/);
    const once = /name="once" value="([\w-]+)"/.exec(confirmation.text)?.[1] ?? '';
    assert.notEqual(once, form.once);
    assert.equal((await visitor.send(url, { ...changed, once })).status, 303);
    const sums = (await invoices()).map(({ amount }: { amount: number }) => amount);
    assert.deepEqual(sums, [7440, 2480]);
  });

  test('refuses a form that it has not rendered', async () => {
    const { url } = await openSale(seller);
    for (const once of ['', 'x', 'a b', 'A'.repeat(200)]) {
      const { status, text } = await visitor.send(url, { ...ANNA, once });
      assert.equal(status, 409, once);
      assert.match(text, /Síðan var orðin of gömul/);
      assert.match(text, /value="Anna Jónsdóttir"/);
    }
    assert.deepEqual(await invoices(), []);
  });

  test('sells the last piece to one of several concurrent buyers', async () => {
    const { url } = await openSale(seller, { type: 'EVENT', inventory_count: 1 });
    const forms = await Promise.all(Array.from({ length: 5 }, () => visitor.form(url)));
    const sent = await Promise.all(forms.map((form) => visitor.send(url, form)));
    const late = sent.filter(({ status }) => status !== 303);
    assert.equal(late.length, 4);
    for (const { status, text } of late) {
      assert.equal(status, 409);
      assert.match(text, /seldist upp rétt í þessu á meðan þú skrifaðir[\s\S]*value="Anna Jónsdóttir"/);
    }
    assert.equal((await invoices()).length, 1);
    const { text, status } = await visitor.get(url);
    assert.equal(status, 200);
    assert.match(text, /Uppselt\./);
    assert.doesNotMatch(text, /<form/);
  });

  test('says how many are left when more are requested, and keeps the typed values', async () => {
    const { url } = await openSale(seller, { inventory_count: 3 });
    const { status, text } = await visitor.buy(url, { qty: '5', message: 'Geymið þetta' });
    assert.equal(status, 409);
    assert.match(text, /role="alert">Aðeins 3 eftir; veldu færri/);
    assert.match(text, /Geymið þetta<\/textarea>/);
    assert.deepEqual(
      [...text.matchAll(/<option value="(\d+)"/g)].map(([, n]) => n),
      ['1', '2', '3'],
    );
  });
});

describe('selling page under attack', () => {
  const kvitt = new TestService();
  before(() => kvitt.startOwn('postgres', { KVITT_RATE_LIMIT: 'on' }));
  after(() => kvitt.stop());

  test('sells at most 20 to one e-mail address in an hour, and says when to try again', async () => {
    const seller = await kvitt.account();
    const visitor = new Visitor(kvitt.url);
    const { url } = await openSale(seller);
    const form = await visitor.form(url);
    const one = (n: number, email: string) =>
      visitor.send(url, { ...form, email, once: String(n).padStart(24, 'A') });
    for (let n = 0; n < 20; n++) assert.equal((await one(n, 'anna@example.is')).status, 303);
    const refusal = await one(20, ' ANNA@example.is');
    assert.equal(refusal.status, 429);
    assert.match(refusal.text, /Of margar pantanir/);
    assert.match(refusal.text, /value="Anna Jónsdóttir"/);
    assert.ok(Number(refusal.headers.get('retry-after')) > 0);
    assert.equal((await one(21, 'onnur@example.is')).status, 303);
    const rest = await Promise.all(Array.from({ length: 45 }, (_, n) => one(30 + n, `b${n}@example.is`)));
    assert.ok(
      rest.some(({ status }) => status === 429),
      'an address may not buy without end',
    );
    assert.ok((await seller.ok('get-count-invoices')) <= 60);
  });
});
