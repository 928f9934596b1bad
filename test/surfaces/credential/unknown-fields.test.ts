import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Client, invoice, line } from '../../support/client.ts';
import { basicAuth, JSON_TYPE, send } from '../../support/requests.ts';
import { onBothDatabases } from '../../support/service.ts';

onBothDatabases('names that nobody knows', (kvitt) => {
  const post = (seller: Client, path: string, body: string, headers: Record<string, string> = {}) =>
    send(kvitt.url, `/api/v1/${path}`, {
      method: 'POST',
      body,
      headers: { ...basicAuth(seller), ...headers },
    });
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

  test('a record is taken without data around it, as JSON, as a form, and as JSON that is labelled a form', async () => {
    const seller = await kvitt.account();
    const customer = { name: 'Jón & Anna = ehf.', output_select: '4' };
    const json = JSON.stringify(customer);
    const bodies: [body: string, headers: Record<string, string>][] = [
      [json, JSON_TYPE],
      [json, FORM],
      [JSON.stringify({ data: customer }), FORM],
      [new URLSearchParams(customer).toString(), FORM],
    ];
    for (const [body, headers] of bodies) {
      const { body: created } = await post(seller, 'create-customer', body, headers);
      assert.equal(created.status, true, created.message);
      const { result: guid } = created;
      assert.equal((await seller.ok('get-customer', { guid })).name, customer.name);
      const { body: changed } = await post(
        seller,
        'update-customer',
        JSON.stringify({ guid, city: 'Höfn' }),
        FORM,
      );
      assert.equal(changed.status, true, changed.message);
      assert.equal((await seller.ok('get-customer', { guid })).city, 'Höfn');
    }
    const { body: refused } = await post(seller, 'create-customer', 'colour=red', FORM);
    assert.equal(refused.message, 'Field data is required');
    const broken = await post(seller, 'create-customer', '{"name":', FORM);
    assert.equal(broken.status, 400);
  });

  test('are listed in a header at every depth, filters included, and change nothing', async () => {
    const seller = await kvitt.account();
    const { items } = invoice();
    const data = invoice({ colour: 'red', items: [{ ...(items as object[])[0], 'blátt, já': 1 }] });
    const created = await post(seller, 'create-invoice?shop=1', JSON.stringify({ data }), JSON_TYPE);
    assert.equal(created.body.status, true, created.body.message);
    assert.equal(created.headers.get('kvitt-ignored'), 'shop, items[0].bl%C3%A1tt%2C%20j%C3%A1, colour');
    const list = await post(seller, 'get-count-invoices', 'stauts=Paid', FORM);
    assert.deepEqual([list.body.result, list.headers.get('kvitt-ignored')], [1, 'stauts']);
    const known = await post(seller, 'get-count-invoices', 'accounting_status=Created', FORM);
    assert.equal(known.headers.get('kvitt-ignored'), null);
  });

  test('are refused with Prefer: handling=strict', async () => {
    const seller = await kvitt.account();
    const strict = { prefer: 'respond-async, handling=strict', ...FORM };
    const { body } = await post(seller, 'get-count-invoices', 'stauts=Paid', strict);
    assert.equal(body.error_code, 'field_invalid');
    assert.match(body.message, /^Field stauts is not a field here; /);
    const typo = await post(seller, 'create-customer', 'name=J&output_select=4&adress=x', strict);
    assert.equal(typo.body.message, 'Field adress is not a field here; send address instead');
    assert.equal(await seller.ok('get-count-customers'), 0);
  });

  test('are refused with the right name where they look like a missing field', async () => {
    const seller = await kvitt.account();
    const { unit_price: _price, tax: _tax, qty: _qty, ...rest } = line();
    const cases: [fields: object, name: string, meant: string][] = [
      [{ ...rest, qty: 1, tax: 'S', price: 1000 }, 'price', 'unit_price'],
      [{ ...rest, qty: 1, tax: 'S', 'unit-price': 1000 }, 'unit-price', 'unit_price'],
      [{ ...rest, unit_price: 1000, tax: 'S', Quantity: 2 }, 'Quantity', 'qty'],
      [{ ...rest, unit_price: 1000, qty: 1, vat_percent: 11 }, 'vat_percent', 'tax'],
    ];
    for (const [item, name, meant] of cases) {
      const { message } = await seller.expectRefusal('create-invoice', { data: invoice({ items: [item] }) });
      assert.equal(message, `Field items[0].${name} is not a field here; send ${meant} instead`);
    }
    await seller.ok('create-invoice', { data: invoice({ items: [line({ price: 5, quantity: 9 })] }) });
  });

  test('are refused where they look like the amount or the day of a payment', async () => {
    const seller = await kvitt.account();
    const guid = await seller.ok('create-invoice', { data: invoice() });
    for (const fields of [{ date: '2026-03-01' }, { sum: 1 }, { paid: 1 }]) {
      const { message } = await seller.expectRefusal('do-paid-invoice', { guid, ...fields });
      assert.match(message, /^Field \w+ is not a field here; send (amount|paid_on) instead$/);
    }
    assert.equal((await seller.ok('get-invoice', { guid })).status, 'Sent');
    await seller.ok('do-paid-invoice', { guid });
  });
});
