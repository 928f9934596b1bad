import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { companyKennitala } from '../domain/generators.ts';
import type { Client } from '../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../support/console-client.ts';
import { createImage } from '../support/images.ts';
import { buy, openSale } from '../support/sales.ts';
import { EVENT, Visitor } from '../support/selling-page.ts';
import { onBothDatabases } from '../support/service.ts';

onBothDatabases('console operations for a selling page', (kvitt) => {
  let seller: Client;
  let consoleClient: ConsoleClient;
  before(async () => {
    kvitt.now = () => new Date('2026-03-02T10:00:00Z');
    seller = await kvitt.account();
    consoleClient = await signInToConsole(seller);
  });

  test('find guests by name, address, kennitala, telephone and number', async () => {
    const { guid } = await openSale(seller, EVENT);
    const kennitala = companyKennitala(5);
    await buy(seller, guid, { name: 'Þóra Ægisdóttir', phone_number: '555 1234', qty: 2 });
    const { invoice_number } = await buy(seller, guid, { name: 'Jón', email: 'jon@example.is', kennitala });
    const find = async (fields: object) =>
      (await consoleClient.call('find-guests', { guid, ...fields })).body.rows.map(
        ({ name }: { name: string }) => name,
      );
    assert.deepEqual(await find({}), ['Þóra Ægisdóttir', 'Jón']);
    assert.deepEqual(await find({ search: 'ÆGIS' }), ['Þóra Ægisdóttir']);
    assert.deepEqual(await find({ search: '555 12' }), ['Þóra Ægisdóttir']);
    for (const search of ['jon@', kennitala]) assert.deepEqual(await find({ search }), ['Jón']);
    assert.deepEqual(await find({ invoice_number }), ['Jón']);
    assert.ok((await find({ search: invoice_number })).includes('Jón'));
    assert.deepEqual(await find({ search: '.*' }), []);
    assert.deepEqual(await find({ limit: 1, page: 2 }), ['Jón']);
    const foreignSale = await openSale(await kvitt.account(), EVENT);
    const stand = await openSale(seller);
    for (const wrong of [foreignSale.guid, stand.guid, 'x']) {
      const { status, body } = await consoleClient.call('find-guests', { guid: wrong });
      assert.deepEqual([status, body.error], [404, 'product_sale_not_found']);
    }
  });

  test('change the page, and add to the stock', async () => {
    const { guid, url } = await openSale(seller, { ...EVENT, inventory_count: 2 });
    const set = (fields: object) => consoleClient.call('set-product-sale', { guid, ...fields });
    const visitor = new Visitor(kvitt.url);
    await set({
      description: 'Nýtt',
      terms: 'Skilmálar',
      amount: 3000,
      event_place: 'Harpa',
      event_time: '20:00',
      requires: ['kennitala'],
      inventory_add: 3,
    });
    const { text } = await visitor.get(url);
    assert.match(
      text,
      /laugardagur 12\. desember 2026 kl\. 20:00 · Harpa[\s\S]*Nýtt[\s\S]*3\.000 kr\.[\s\S]*5 eftir[\s\S]*Skilmálar/,
    );
    assert.match(text, /id="kennitala"[^>]* required/);
    const before = (await consoleClient.call('show-product-sale', { guid })).body;
    const readRefusal = async (fields: object) => {
      const { status, body } = await set(fields);
      return [status, body.error, ...body.problems[0].details];
    };
    assert.deepEqual(await readRefusal({ inventory_add: -6 }), [409, 'sold_out', 5]);
    assert.deepEqual(await readRefusal({ event_date: '2026-02-30' }), [
      422,
      'field_invalid',
      'event_date',
      'must be a real calendar date written as YYYY-MM-DD',
    ]);
    assert.equal((await readRefusal({ requires: ['x'] }))[1], 'field_invalid');
    assert.equal((await readRefusal({ event_time: '25' }))[1], 'field_invalid');
    assert.equal((await readRefusal({ amount: -1 }))[1], 'field_invalid');
    assert.equal((await set({ guid: 'x', open: true })).status, 404);
    assert.deepEqual((await consoleClient.call('show-product-sale', { guid })).body, before);
    const stand = await openSale(seller);
    const event = await consoleClient.call('set-product-sale', { guid: stand.guid, event_place: 'Hof' });
    assert.deepEqual(event.body.problems[0].details, [
      'event_place',
      'is for sales of type EVENT only; leave it out',
    ]);
    await set({ open: false });
    assert.match((await visitor.get(url)).text, /Sölunni er lokið/);
  });

  test('set a valid image of the page, and remove it', async () => {
    const { guid, url } = await openSale(seller);
    const send = (bytes: Uint8Array | null, fields: Record<string, string> = {}) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ guid, ...fields })) form.append(name, value);
      if (bytes) form.append('file', new Blob([new Uint8Array(bytes)]), 'a.png');
      return consoleClient.call('set-product-sale-image', form);
    };
    assert.equal((await send(Buffer.from('%PDF-1.7 not a picture'))).body.error, 'file_refused');
    assert.equal(
      (await send(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))).body.error,
      'file_refused',
    );
    assert.equal((await send(null)).body.error, 'field_required');
    const png = await createImage(800, 600, 'png');
    assert.equal((await send(png, { guid: 'x' })).status, 404);
    assert.equal((await send(png)).status, 200);
    const { image } = (await consoleClient.call('show-product-sale', { guid })).body;
    assert.equal((await fetch(image)).status, 200);
    assert.equal((await send(png)).status, 200);
    assert.equal((await fetch(image)).status, 404, 'the old picture is gone');
    assert.equal((await send(null, { remove: '1' })).status, 200);
    assert.doesNotMatch((await new Visitor(kvitt.url).get(url)).text, /<img|og:image/);
  });

  test('change questions and VAT for new orders, and keep earlier answers', async () => {
    const questions = [{ label: 'Ofnæmi' }, { label: 'Borð', required: true }];
    const { guid, url } = await openSale(seller, { ...EVENT, tax: 'S', fields: questions });
    const set = (fields: object) => consoleClient.call('set-product-sale', { guid, ...fields });
    const visitor = new Visitor(kvitt.url);
    await visitor.buy(url, { q0: 'Hnetur', q1: '4' });
    const openForm = await visitor.form(url);
    assert.equal((await set({ tax: 'AA', fields: [{ label: 'Borð' }], event_date: '' })).status, 200);
    const late = await visitor.send(url, { ...openForm, q0: 'Skelfiskur', q1: '7', message: 'Hæ' });
    assert.equal(late.status, 409);
    assert.match(late.text, /role="alert">Síðunni var breytt[\s\S]*Hæ<\/textarea>/);
    assert.doesNotMatch(late.text, /Skelfiskur/, 'no answer goes to another question');
    assert.match(late.text, /<p class="event-time">kl\. 19:30 · Hof</);
    await visitor.buy(url, { q0: '9' });
    const answers = (await seller.ok('get-product-sale-attends', { guid })).map((one: any) => one.fields);
    assert.deepEqual(answers, [
      [
        { label: 'Ofnæmi', value: 'Hnetur' },
        { label: 'Borð', value: '4' },
      ],
      [{ label: 'Borð', value: '9' }],
    ]);
    const vats = (await seller.ok('get-invoices', { limit: 2 })).map((one: any) => one.items[0].tax);
    assert.deepEqual(vats, ['AA', 'S']);
    const { event_date, event_time, tax, fields } = (await consoleClient.call('show-product-sale', { guid }))
      .body;
    assert.deepEqual([event_date, event_time, tax, fields.length], [null, '19:30', 'AA', 1]);
    const refusal = await set({ fields: [{ label: 'A' }, { label: ' A ' }] });
    assert.deepEqual(refusal.body.problems[0].details, [
      'fields[1].label',
      'must not be the same as fields[0].label',
    ]);
    for (const wrong of [{ tax: 'X' }, { fields: [{}] }, { event_date: '2026-02-30' }, { hold_days: 61 }])
      assert.equal((await set(wrong)).body.error?.slice(0, 6), 'field_', JSON.stringify(wrong));
    await set({ amount: 9000 });
    const outdatedOrder = await visitor.send(url, {
      ...(await visitor.form(url)),
      seen: openForm.seen ?? '',
    });
    assert.equal(outdatedOrder.status, 409, 'an order at an outdated price is refused');
  });
});
