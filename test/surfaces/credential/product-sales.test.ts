import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { companyKennitala } from '../../domain/generators.ts';
import type { Client } from '../../support/client.ts';
import { buy, openSale } from '../../support/sales.ts';
import { onBothDatabases } from '../../support/service.ts';

onBothDatabases('product sales', (kvitt) => {
  let seller: Client;
  let day = '2026-03-02';
  before(async () => {
    kvitt.now = () => new Date(`${day}T12:00:00Z`);
    seller = await kvitt.account();
  });
  const names = async (fields: object) => {
    const { result, total, page } = await seller.call('get-product-sales', { ...fields });
    return [result.map(({ name }: { name: string }) => name).join(), total, page];
  };

  test('lists none at first', async () => {
    const { httpStatus: _, ...body } = await seller.call('get-product-sales');
    assert.deepEqual(body, { status: true, message: 'OK', result: [], total: 0, page: 1 });
    assert.equal(await seller.ok('get-count-product-sales'), 0);
  });

  test('lists sales in order of creation, ten by default', async () => {
    for (let n = 1; n <= 12; n++) await openSale(seller, { name: `S${n}`, description: `Í flokki ${n % 3}` });
    assert.deepEqual(await names({}), ['S1,S2,S3,S4,S5,S6,S7,S8,S9,S10', 12, 1]);
    assert.deepEqual(await names({ page: 2 }), ['S11,S12', 12, 2]);
    assert.deepEqual(await names({ limit: 5, page: 3 }), ['S11,S12', 12, 3]);
    assert.deepEqual(await names({ limit: 100 }), ['S1,S2,S3,S4,S5,S6,S7,S8,S9,S10,S11,S12', 12, 1]);
    assert.deepEqual(await names({ page: 9 }), ['', 12, 9]);
  });

  test('finds sales by a part of name or description, case-insensitively and literally', async () => {
    assert.deepEqual(await names({ search_text: 's12' }), ['S12', 1, 1]);
    assert.deepEqual(await names({ search_text: 'í FLOKKI 2', limit: 2 }), ['S2,S5', 4, 1]);
    assert.deepEqual(await names({ search_text: '.*' }), ['', 0, 1]);
    assert.equal(await seller.ok('get-count-product-sales', { search_text: 'flokki 0' }), 4);
    assert.equal(await seller.ok('get-count-product-sales', { search_text: '' }), 12);
  });

  test('uses the name of its item', async () => {
    const item = (await seller.ok('get-items')).find((one: any) => one.description === 'S1');
    await seller.ok('update-item', { guid: item.guid, data: { description: 'Nýtt nafn', unit_price: 1 } });
    const [sale] = await seller.ok('get-product-sales', { search_text: 'nýtt' });
    assert.deepEqual([sale.name, sale.amount], ['Nýtt nafn', 2480]);
    const { invoice_guid: guid } = await buy(seller, sale.guid);
    const { items, amount } = await seller.ok('get-invoice', { guid });
    assert.deepEqual([items[0].description, items[0].guid, amount], ['Nýtt nafn', item.guid, 2480]);
  });

  test('lists attendees of an event with their answers and payment state', async () => {
    const { guid } = await openSale(seller, {
      type: 'EVENT',
      name: 'Tónleikar',
      fields: [{ label: 'Ofnæmi' }, { label: 'Aldur', required: true }],
    });
    const kennitala = companyKennitala(77);
    const whole = {
      name: 'Þóra Ægisdóttir',
      email: 'thora@example.is',
      phone_number: '555 1234',
      kennitala,
      qty: 2,
      address: 'Aðalgata 3',
      zip: '580',
      city: 'Siglufjörður',
      message: 'Hlakka til',
      fields: { Aldur: 41, Ofnæmi: 'Hnetur' },
      paid: true,
    };
    const purchases = [
      await buy(seller, guid, whole),
      await buy(seller, guid, { fields: { Aldur: '7' } }),
      await buy(seller, guid, { fields: { Aldur: '8' }, name: 'Bo' }),
    ];
    const { httpStatus: _, ...body } = await seller.call('get-product-sale-attends', { guid });
    const none = {
      phone_number: '',
      kennitala: '',
      zip: '',
      city: '',
      address: '',
      message: '',
      seats_credited: 0,
    };
    const blank = { label: 'Ofnæmi', value: '' };
    assert.deepEqual(body, {
      status: true,
      message: 'OK',
      result: [
        {
          attendee: 'Þóra Ægisdóttir (thora@example.is)',
          phone_number: '555 1234',
          qty: 2,
          seats_credited: 0,
          invoice_number: purchases[0]?.invoice_number,
          kennitala,
          invoice_status: 'Paid',
          name: 'Þóra Ægisdóttir',
          zip: '580',
          city: 'Siglufjörður',
          address: 'Aðalgata 3',
          message: 'Hlakka til',
          attended: 'false',
          fields: [
            { label: 'Ofnæmi', value: 'Hnetur' },
            { label: 'Aldur', value: '41' },
          ],
        },
        {
          ...none,
          attendee: 'Anna Jónsdóttir (anna@example.is)',
          qty: 1,
          invoice_number: purchases[1]?.invoice_number,
          invoice_status: 'Not paid',
          name: 'Anna Jónsdóttir',
          attended: 'false',
          fields: [blank, { label: 'Aldur', value: '7' }],
        },
        {
          ...none,
          attendee: 'Bo (anna@example.is)',
          qty: 1,
          invoice_number: purchases[2]?.invoice_number,
          invoice_status: 'Not paid',
          name: 'Bo',
          attended: 'false',
          fields: [blank, { label: 'Aldur', value: '8' }],
        },
      ],
      total: 3,
      page: 1,
    });
    const second = await seller.call('get-product-sale-attends', { guid, limit: 2, page: 2 });
    assert.deepEqual([second.result.length, second.total, second.page], [1, 3, 2]);
    day = '2026-03-06';
    await seller.ok('create-invoice', {
      data: {
        type: 'credit',
        settlement_date: '2099-12-31',
        amount: 2480,
        ref_invoice_guid: purchases[2]?.invoice_guid,
      },
    });
    await seller.ok('create-invoice', {
      data: {
        type: 'credit',
        settlement_date: '2099-12-31',
        amount: 4960,
        ref_invoice_guid: purchases[0]?.invoice_guid,
      },
    });
    const later = await seller.ok('get-product-sale-attends', { guid });
    assert.deepEqual(
      later.map((row: { invoice_status: string }) => row.invoice_status),
      ['Credited', 'Not paid on time', 'Cancelled'],
    );
  });

  test('lists attendees only for events of the own account', async () => {
    const { guid } = await openSale(seller);
    const { error_code, message } = await seller.expectRefusal('get-product-sale-attends', { guid });
    assert.deepEqual(
      [error_code, message],
      ['sale_has_no_attendees', 'This product sale is not an event; only events have attendees'],
    );
    const foreignSale = await openSale(await kvitt.account(), { type: 'EVENT' });
    const unknown = await seller.expectRefusal('get-product-sale-attends', { guid: foreignSale.guid });
    assert.equal(unknown.message, 'No product sale found');
    assert.deepEqual(await seller.expectRefusal('get-product-sale-attends', { guid: '1' }), unknown);
  });

  test('requires the subscription', async () => {
    const plain = await kvitt.account({ subscriptions: ['webservice'] });
    for (const path of ['get-product-sales', 'get-count-product-sales', 'get-product-sale-attends']) {
      const { error_code } = await plain.expectRefusal(path, { guid: 'x' });
      assert.equal(error_code, 'subscription_required', path);
    }
  });
});
