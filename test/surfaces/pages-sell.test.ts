import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import type { Client } from '../support/client.ts';
import { signInToConsole } from '../support/console-client.ts';
import { openSale } from '../support/sales.ts';
import { ANNA, assertStaticPage, decodeQrCodes, Visitor } from '../support/selling-page.ts';
import { onBothDatabases } from '../support/service.ts';

const TYPES = ['STAND', 'SUB', 'DONA', 'EVENT'] as const;

onBothDatabases('selling page', (kvitt) => {
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

  for (const type of TYPES) {
    test(`of type ${type} shows the sale in both languages, without scripts and in few bytes`, async () => {
      const fields = {
        name: 'Sumarbúðir <b>',
        description: 'Fyrir alla\nfjölskylduna',
        terms: 'Ekki endurgreitt',
        amount: 4900,
        fields: Array.from({ length: 20 }, (_, n) => ({ label: `Spurning ${n}`, required: n === 0 })),
      };
      const { url } = await openSale(seller, { ...fields, type });
      const is = await visitor.get(url);
      assert.equal(is.status, 200);
      assertStaticPage(is, 40_000);
      assert.match(is.text, /<html lang="is">/);
      assert.match(is.text, /Sumarbúðir &lt;b&gt;/);
      assert.match(is.text, /Fyrir alla\nfjölskylduna/);
      if (type !== 'DONA') assert.match(is.text, /4\.900 kr\./);
      assert.match(is.text, /Ekki endurgreitt/);
      assert.match(is.text, /<input id="q0" name="q0" required/);
      assert.match(is.text, /Spurning 1 <span class="hint">\(má sleppa\)/);
      const en = await visitor.get(`${url}?lang=en`);
      assert.match(en.text, /<html lang="en">/);
      if (type !== 'DONA') assert.match(en.text, /ISK 4,900/);
      assert.match(en.text, /E-mail address/);
      assert.doesNotMatch(en.text, /Netfang|má sleppa/);
      visitor.lang = 'de,en;q=0.5';
      assert.match((await visitor.get(url)).text, /<html lang="en">/);
    });
  }

  test('has sharing metadata with its image', async () => {
    const { url, guid } = await openSale(seller, { name: 'Tónleikar "í Hofi"', description: 'Jól' });
    const plain = await visitor.get(url);
    assert.match(plain.text, /<meta property="og:title" content="Tónleikar &quot;í Hofi&quot;">/);
    assert.match(plain.text, /<meta property="og:description" content="2\.480 kr\. · Jól">/);
    assert.match(plain.text, /<meta name="description" content="2\.480 kr\. · Jól">/);
    assert.match(plain.text, /<meta property="og:locale" content="is_IS">/);
    assert.ok(plain.text.includes(`<meta property="og:url" content="${url}">`));
    assert.doesNotMatch(plain.text, /og:image|<img|noindex/);
    assert.match((await visitor.get(`${url}?lang=en`)).text, /og:locale" content="en_GB"/);
    const { image } = await setImage(seller, guid);
    const { text, headers } = await visitor.get(url);
    assert.ok(text.includes(`<meta property="og:image" content="${image}">`));
    assert.ok(text.includes(`<img class="picture" src="${image.slice(kvitt.url.length)}" alt="">`));
    assert.match(headers.get('content-security-policy') ?? '', /img-src 'self'/);
    const picture = await fetch(image);
    assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/jpeg']);
    assert.ok((await picture.arrayBuffer()).byteLength < 150_000);
    for (const wrong of ['x', 'null', '00000000-0000-0000-0000-000000000000'])
      assert.equal((await visitor.get(`${url}/image/${wrong}`)).status, 404, wrong);
  });

  test('of a closed sale says so and sells nothing', async () => {
    const { url } = await openSale(seller, { name: 'Lokað', open: 0 });
    const { status, text } = await visitor.get(url);
    assert.equal(status, 200);
    assert.match(text, /Lokað[\s\S]*Sölunni er lokið/);
    assert.match(text, /noindex/);
    assert.doesNotMatch(text, /<form/);
    const sent = await visitor.send(url, { ...ANNA, once: 'A'.repeat(24) });
    assert.equal(sent.status, 409);
    assert.match(sent.text, /Sölunni er lokið/);
    assert.match((await visitor.get(`${url}?lang=en`)).text, /This sale is closed/);
    assert.deepEqual(await invoices(), []);
  });

  test('of a past event sells nothing; on the day of the event it does', async () => {
    const yesterday = await openSale(seller, { type: 'EVENT', event_date: '2026-03-01' });
    assert.match((await visitor.get(yesterday.url)).text, /Viðburðurinn er liðinn/);
    assert.equal((await visitor.send(yesterday.url, { ...ANNA, once: 'A'.repeat(24) })).status, 409);
    const today = await openSale(seller, {
      type: 'EVENT',
      event_date: '2026-03-02',
      event_time: '9',
      event_place: 'Hof',
    });
    assert.match((await visitor.get(today.url)).text, /mánudagur 2\. mars 2026 kl\. 9:00 · Hof/);
    assert.match(
      (await visitor.get(`${today.url}/poster?lang=en`)).text,
      /Monday 2 March 2026 at 9:00 · Hof/,
    );
    assert.equal((await visitor.buy(today.url)).status, 303);
  });

  test('answers 404 for an unknown name, a closed account, or without the subscription', async () => {
    const { url } = await openSale(seller);
    const sub = await openSale(seller, { type: 'SUB' });
    const form = await visitor.form(url);
    const missing = async (address: string, what: string) => {
      const page = await visitor.get(address);
      assert.equal(page.status, 404, what);
      assert.match(page.text, /Síðan finnst ekki/, what);
      assert.doesNotMatch(page.text, /Account|Miði/, what);
      assertStaticPage(page);
      assert.equal((await visitor.send(address, form)).status, 404, what);
      assert.equal((await visitor.get(`${address}/poster`)).status, 404, what);
    };
    const name = url.split('/').at(-1) ?? '';
    for (const wrong of ['x', '%00', `B${name.slice(1)}`, `${name}A`, name.slice(1), 'A'.repeat(32)])
      await missing(`${kvitt.url}/sell/${wrong}`, wrong);
    const set = (fields: object) => kvitt.operator('PATCH', `/accounts/${seller.username}`, fields);
    await set({ disabled: true });
    await missing(url, 'disabled');
    await set({ disabled: false, subscriptions: ['webservice'] });
    await missing(url, 'no subscription');
    await set({ subscriptions: ['webservice', 'sell_product'] });
    assert.equal((await visitor.get(url)).status, 200);
    await missing(sub.url, 'a subscription without recurring');
    await set({ subscriptions: ['webservice', 'sell_product', 'recurring'] });
    assert.deepEqual(await invoices(), []);
  });

  test('has a poster with its address as a QR code', async () => {
    const { url } = await openSale(seller, { name: 'Kökubasar' });
    const poster = await visitor.get(`${url}/poster`);
    assertStaticPage(poster);
    assert.match(poster.text, /<h1>Kökubasar<\/h1>/);
    assert.deepEqual(await decodeQrCodes(poster.text), [url]);
  });
});

async function setImage(seller: Client, guid: string): Promise<{ image: string }> {
  const { default: sharp } = await import('sharp');
  const pixels = { create: { width: 2400, height: 1600, channels: 3, background: '#468' } } as const;
  const bytes = await sharp(pixels).png().toBuffer();
  const person = await signInToConsole(seller);
  const form = new FormData();
  form.append('guid', guid);
  form.append('file', new Blob([new Uint8Array(bytes)]), 'mynd.png');
  const sent = await person.call('set-product-sale-image', form);
  assert.equal(sent.status, 200, JSON.stringify(sent.body));
  return (await person.call('show-product-sale', { guid })).body;
}
