import assert from 'node:assert/strict';
import { test } from 'node:test';
import { invoice, line } from '../../support/client.ts';
import { onBothDatabases } from '../../support/service.ts';

/** Three pieces at 100 less 10 %, and two at 50 less 5: 270 + 64.80 and 95 + 10.45. */
const AMOUNT = 440.25;
const FIRST = {
  number: 'V-1',
  name: 'Vara',
  description: 'Vara',
  qty: 3,
  uom: 'C62',
  vat_code: 'S',
  category_code: 'c1',
  product_cost: '120.00',
  total_excluding_vat: 270,
  total_vat: 64.8,
  total_including_vat: 334.8,
  total_discount: 37.2,
  profit: 150,
  margin: 0.4444,
};
const SECOND = {
  number: 'H',
  name: 'Handavinna',
  description: 'Handavinna',
  qty: 2,
  uom: 'HUR',
  vat_code: 'AA',
  category_code: '',
  product_cost: '0.00',
  total_excluding_vat: 95,
  total_vat: 10.45,
  total_including_vat: 105.45,
  total_discount: 5.55,
  profit: 95,
  margin: 0,
};

onBothDatabases('get-dashboard-data', (kvitt) => {
  test('returns an invoice and its credit note with all figures, those of the note negative', async () => {
    const seller = await kvitt.account();
    const item = await seller.ok('create-item', {
      data: {
        item_number: 'V-1',
        description: 'Vara',
        unit_price: 100,
        tax: 'S',
        product_cost: 40,
        category: 'c1',
      },
    });
    const texts = { description: 'Memo "1"', booking: 'B-1', cost_provide: 'K-1' };
    const customer = { name: 'Kaupandi ehf.', output_select: 4, customer_number: 'N-7' };
    const inline = {
      item_number: 'H',
      description: 'Handavinna',
      qty: 2,
      uom: 'HUR',
      unit_price: 50,
      tax: 'AA',
      discount: 5,
    };
    const items = [{ guid: item, qty: 3, discount: 10, discount_type: 1 }, line(inline)];
    const saleGuid = await seller.ok('create-invoice', {
      data: invoice({ ...texts, customer, items, amount: AMOUNT, mark_paid: 1 }),
    });
    const part = {
      type: 'credit',
      settlement_date: '2099-12-31',
      ref_invoice_guid: saleGuid,
      amount: 111.6,
      issue_date: '2026-03-05',
      items: [{ guid: item, qty: 1 }],
    };
    await seller.ok('create-invoice', { data: part });
    const { customer: buyer, items: lines } = await seller.ok('get-invoice', { guid: saleGuid });
    const common = {
      invoice_creator_username: seller.username,
      customer_number: 'N-7',
      customer_name: 'Kaupandi ehf.',
      customer_guid: buyer.guid,
      invoice_order_reference: '',
    };
    assert.deepEqual(await seller.ok('get-dashboard-data'), [
      {
        ...common,
        invoice_issue_date: '2026-03-02',
        invoice_number: '1',
        invoice_status: 'Paid',
        document_type: 'Invoice',
        invoice_description: 'Memo "1"',
        invoice_booking_information: 'B-1',
        invoice_cost_location: 'K-1',
        invoice_total_excluding_vat: '365.00',
        invoice_vat_total: '75.25',
        invoice_total_discount: '42.75',
        invoice_total_including_vat: '440.25',
        items: [
          { ...FIRST, guid: item },
          { ...SECOND, guid: lines[1].guid },
        ],
      },
      {
        ...common,
        invoice_issue_date: '2026-03-05',
        invoice_number: '2',
        invoice_status: 'Not Paid',
        document_type: 'Credit Note',
        invoice_description: '',
        invoice_booking_information: '',
        invoice_cost_location: '',
        invoice_total_excluding_vat: '-90.00',
        invoice_vat_total: '-21.60',
        invoice_total_discount: '-12.40',
        invoice_total_including_vat: '-111.60',
        items: [
          {
            ...FIRST,
            guid: item,
            qty: -1,
            product_cost: '-40.00',
            total_excluding_vat: -90,
            total_vat: -21.6,
            total_including_vat: -111.6,
            total_discount: -12.4,
            profit: -50,
          },
        ],
      },
    ]);
  });

  test('returns a total discount, an exemption and free goods as they were invoiced', async () => {
    const seller = await kvitt.account();
    const customer = { name: 'Sendiráð', output_select: 4, tax_exempt: 1 };
    const items = [line({ unit_price: 200 }), line({ item_number: 'F', unit_price: 0 })];
    const whole = { is_discount: 1, discount_type: 1, discount_value: 25 };
    await seller.ok('create-invoice', { data: invoice({ customer, items, ...whole, amount: 150 }) });
    await seller.ok('create-invoice', { data: invoice({ items, ...whole, amount: 186 }) });
    const figures = (await seller.ok('get-dashboard-data')).map((row: Record<string, any>) => [
      row.invoice_total_excluding_vat,
      row.invoice_vat_total,
      row.invoice_total_discount,
      row.items.map((one: Record<string, number>) => [
        one.total_excluding_vat,
        one.total_discount,
        one.profit,
        one.margin,
      ]),
    ]);
    assert.deepEqual(figures, [
      [
        '150.00',
        '0.00',
        '50.00',
        [
          [150, 50, 150, 0],
          [0, 0, 0, 0],
        ],
      ],
      [
        '150.00',
        '36.00',
        '62.00',
        [
          [150, 62, 150, 0],
          [0, 0, 0, 0],
        ],
      ],
    ]);
  });

  test('includes both days of a period and cancelled invoices, but no drafts', async () => {
    const [seller, otherAccount] = [await kvitt.account(), await kvitt.account()];
    const createInvoice = (issue_date: string, fields: object = {}) =>
      seller.ok('create-invoice', { data: invoice({ issue_date, ...fields }) });
    for (const day of ['2026-03-04', '2026-03-01', '2026-03-02']) await createInvoice(day);
    await createInvoice('2026-03-03', { save: 1 });
    const cancelled = await createInvoice('2026-03-03');
    await seller.ok('create-invoice', {
      data: {
        type: 'credit',
        settlement_date: '2099-12-31',
        amount: 1240,
        ref_invoice_guid: cancelled,
        issue_date: '2026-03-03',
      },
    });
    await otherAccount.ok('create-invoice', { data: invoice() });
    const numbers = async (fields: object) =>
      (await seller.ok('get-dashboard-data', { ...fields }))
        .map((row: { invoice_number: string }) => row.invoice_number)
        .join();
    assert.equal(await numbers({}), '2,3,4,5,1');
    assert.equal(await numbers({ start_date: '2026-03-02', end_date: '2026-03-03' }), '3,4,5');
    assert.equal(await numbers({ start_date: '2026-03-04' }), '1');
    assert.equal(await numbers({ end_date: '2026-03-01' }), '2');
    assert.equal(await numbers({ limit: 2, page: 2 }), '4,5');
  });
});
