import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import type { Client } from '../support/client.ts';
import { signInToConsole } from '../support/console-client.ts';
import { openSale } from '../support/sales.ts';
import { ANNA, assertStaticPage, decodeQrCodes, Visitor } from '../support/selling-page.ts';
import { onBothDatabases } from '../support/service.ts';

const TYPES = ['STAND', 'SUB', 'DONA', 'EVENT'] as const;

onBothDatabases('a selling page', (kvitt) => {
  let seller: Client;
  let stranger: Visitor;
  before(() => {
    kvitt.now = () => new Date('2026-03-02T10:00:00Z');
  });
  beforeEach(async () => {
    seller = await kvitt.account();
    stranger = new Visitor(kvitt.url);
  });
  const invoices = () => seller.ok('get-invoices');

  for (const type of TYPES) {
    test(`of type ${type} shows what is sold, in both languages, without script and in few bytes`, async () => {
      const fields = {
        name: 'Sumarbúðir <b>',
        description: 'Fyrir alla\nfjölskylduna',
        terms: 'Ekki endurgreitt',
        amount: 4900,
        fields: Array.from({ length: 20 }, (_, n) => ({ label: `Spurning ${n}`, required: n === 0 })),
      };
      const { url } = await openSale(seller, { ...fields, type });
      const is = await stranger.get(url);
      assert.equal(is.status, 200);
      assertStaticPage(is, 40_000);
      assert.match(is.text, /<html lang="is">/);
      assert.match(is.text, /Sumarbúðir &lt;b&gt;/);
      assert.match(is.text, /Fyrir alla\nfjölskylduna/);
      if (type !== 'DONA') assert.match(is.text, /4\.900 kr\./);
      assert.match(is.text, /Ekki endurgreitt/);
      assert.match(is.text, /<input id="q0" name="q0" required/);
      assert.match(is.text, /Spurning 1 <span class="hint">\(má sleppa\)/);
      const en = await stranger.get(`${url}?lang=en`);
      assert.match(en.text, /<html lang="en">/);
      if (type !== 'DONA') assert.match(en.text, /ISK 4,900/);
      assert.match(en.text, /E-mail address/);
      assert.doesNotMatch(en.text, /Netfang|má sleppa/);
      stranger.lang = 'de,en;q=0.5';
      assert.match((await stranger.get(url)).text, /<html lang="en">/);
    });
  }

  test('tells those who share it what it is, and shows its picture', async () => {
    const { url, guid } = await openSale(seller, { name: 'Tónleikar "í Hofi"', description: 'Jól' });
    const plain = await stranger.get(url);
    assert.match(plain.text, /<meta property="og:title" content="Tónleikar &quot;í Hofi&quot;">/);
    assert.match(plain.text, /<meta property="og:description" content="2\.480 kr\. · Jól">/);
    assert.match(plain.text, /<meta name="description" content="2\.480 kr\. · Jól">/);
    assert.match(plain.text, /<meta property="og:locale" content="is_IS">/);
    assert.ok(plain.text.includes(`<meta property="og:url" content="${url}">`));
    assert.doesNotMatch(plain.text, /og:image|<img|noindex/);
    assert.match((await stranger.get(`${url}?lang=en`)).text, /og:locale" content="en_GB"/);
    const { image } = await withPicture(seller, guid);
    const { text, headers } = await stranger.get(url);
    assert.ok(text.includes(`<meta property="og:image" content="${image}">`));
    assert.ok(text.includes(`<img class="picture" src="${image.slice(kvitt.url.length)}" alt="">`));
    assert.match(headers.get('content-security-policy') ?? '', /img-src 'self'/);
    const picture = await fetch(image);
    assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/jpeg']);
    assert.ok((await picture.arrayBuffer()).byteLength < 150_000);
    for (const wrong of ['x', 'null', '00000000-0000-0000-0000-000000000000'])
      assert.equal((await stranger.get(`${url}/image/${wrong}`)).status, 404, wrong);
  });

  test('of a closed sale says so and sells nothing', async () => {
    const { url } = await openSale(seller, { name: 'Lokað', open: 0 });
    const { status, text } = await stranger.get(url);
    assert.equal(status, 200);
    assert.match(text, /Lokað[\s\S]*Sölunni er lokið/);
    assert.match(text, /noindex/);
    assert.doesNotMatch(text, /<form/);
    const sent = await stranger.send(url, { ...ANNA, once: 'A'.repeat(24) });
    assert.equal(sent.status, 409);
    assert.match(sent.text, /Sölunni er lokið/);
    assert.match((await stranger.get(`${url}?lang=en`)).text, /This sale is closed/);
    assert.deepEqual(await invoices(), []);
  });

  test('of an event that is over sells nothing; on its day it does', async () => {
    const yesterday = await openSale(seller, { type: 'EVENT', event_date: '2026-03-01' });
    assert.match((await stranger.get(yesterday.url)).text, /Viðburðurinn er liðinn/);
    assert.equal((await stranger.send(yesterday.url, { ...ANNA, once: 'A'.repeat(24) })).status, 409);
    const today = await openSale(seller, {
      type: 'EVENT',
      event_date: '2026-03-02',
      event_time: '9',
      event_place: 'Hof',
    });
    assert.match((await stranger.get(today.url)).text, /mánudagur 2\. mars 2026 kl\. 9:00 · Hof/);
    assert.match(
      (await stranger.get(`${today.url}/poster?lang=en`)).text,
      /Monday 2 March 2026 at 9:00 · Hof/,
    );
    assert.equal((await stranger.buy(today.url)).status, 303);
  });

  test('is not there for an unknown name, a closed account, or one without the subscription', async () => {
    const { url } = await openSale(seller);
    const sub = await openSale(seller, { type: 'SUB' });
    const form = await stranger.form(url);
    const missing = async (address: string, what: string) => {
      const looked = await stranger.get(address);
      assert.equal(looked.status, 404, what);
      assert.match(looked.text, /Síðan finnst ekki/, what);
      assert.doesNotMatch(looked.text, /Account|Miði/, what);
      assertStaticPage(looked);
      assert.equal((await stranger.send(address, form)).status, 404, what);
      assert.equal((await stranger.get(`${address}/poster`)).status, 404, what);
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
    assert.equal((await stranger.get(url)).status, 200);
    await missing(sub.url, 'a subscription without recurring');
    await set({ subscriptions: ['webservice', 'sell_product', 'recurring'] });
    assert.deepEqual(await invoices(), []);
  });

  test('has a poster with its address as a code', async () => {
    const { url } = await openSale(seller, { name: 'Kökubasar' });
    const poster = await stranger.get(`${url}/poster`);
    assertStaticPage(poster);
    assert.match(poster.text, /<h1>Kökubasar<\/h1>/);
    assert.deepEqual(await decodeQrCodes(poster.text), [url]);
  });
});

async function withPicture(seller: Client, guid: string): Promise<{ image: string }> {
  const { default: sharp } = await import('sharp');
  const noise = { create: { width: 2400, height: 1600, channels: 3, background: '#468' } } as const;
  const bytes = await sharp(noise).png().toBuffer();
  const person = await signInToConsole(seller);
  const form = new FormData();
  form.append('guid', guid);
  form.append('file', new Blob([new Uint8Array(bytes)]), 'mynd.png');
  const sent = await person.call('set-product-sale-image', form);
  assert.equal(sent.status, 200, JSON.stringify(sent.body));
  return (await person.call('show-product-sale', { guid })).body;
}
