import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachReference } from '../../../src/domain/invoices/references.ts';
import { companyKennitala } from '../../domain/generators.ts';
import { invoice, line } from '../../support/client.ts';
import { AWKWARD, AWKWARD_LINE, type InvoiceLine, sumLines } from '../../support/scenarios.ts';
import { onBothDatabases } from '../../support/service.ts';
import { timelineEntry } from '../../support/timeline.ts';

const KENNITALA = companyKennitala(701);
const NO_CLAIM = {
  claim_id: '',
  claim_status: '',
  claim_message: '',
  payment_message: '',
  paid_amount: 0,
  written_off_amount: 0,
  written_off_on: null,
  payments: [],
  capital_gains_tax: 0,
  other_default_costs_amount: 0,
  default_charge_amount: 0,
  default_interest_amount: 0,
  bank_transaction_amount: 0,
};

const one = (unit_price: number, fields: object = {}): InvoiceLine => ({
  qty: 1,
  unit_price,
  tax: 'S',
  ...fields,
});
const percent = (discount: number) => ({ discount, discount_type: 1 });

/** The lines of a sale, and its total discount. */
const SALES: [string, InvoiceLine[], { discount_value?: number; discount_type?: number }?][] = [
  ['each VAT rate', [one(1000), one(500.5, { tax: 'AA' }), one(0.01, { tax: 'Z' })]],
  ['half a cent, rounded up once', [one(0.005, { tax: 'Z' }), one(0.01, { tax: 'Z' })]],
  ['cents that no line shows', [one(0.0041), one(0.0041), one(0.0041)]],
  ['four decimals', [one(33.3333, { qty: 3 }), one(0.0001, { qty: 1000000 })]],
  ['measured quantities', [one(18500, { qty: 1.125, uom: 'HUR' }), one(99.9, { qty: 0.001, uom: 'KGS' })]],
  ['a deposit that is taken off', [one(10000), one(-2500), one(-0.0001, { tax: 'Z' })]],
  ['a percentage off a line', [one(999.99, { qty: 7, ...percent(33.3333) })]],
  ['all off a line', [one(100, percent(100)), one(50, { tax: 'AA', discount: 50, discount_type: 0 })]],
  ['an amount off a line, not off each unit', [one(100, { qty: 10, discount: 99.5, discount_type: 0 })]],
  ['a discount without a type, which is an amount', [one(100, { discount: 10 })]],
  [
    'a percentage off the whole',
    [one(100), one(200, { tax: 'AA' })],
    { discount_value: 12.5, discount_type: 1 },
  ],
  [
    'an amount off the whole, shared by all rates',
    [one(100), one(200, { tax: 'AA' }), one(33.33, { tax: 'Z' })],
    { discount_value: 70, discount_type: 0 },
  ],
  [
    'both kinds of discount',
    [one(100, percent(10)), one(77.77, { qty: 3, tax: 'AA', discount: 0.77 })],
    { discount_value: 3.3333 },
  ],
  ['all off the whole', [one(100)], { discount_value: 100, discount_type: 1 }],
  ['nothing at all', [one(0)]],
  ['the largest', [one(1e9, { qty: 806, tax: 'Z' })]],
];

onBothDatabases('create-invoice', (kvitt) => {
  test('returns every field of an invoice as it was sent', async () => {
    kvitt.now = () => new Date('2026-03-05T09:30:00Z');
    const seller = await kvitt.account();
    const texts = {
      ...eachReference(() => AWKWARD),
      description: AWKWARD,
      terms: AWKWARD,
    };
    const buyer = {
      name: AWKWARD,
      address: `"'\\`,
      zip: '101',
      city: '🏔',
      registration_no: KENNITALA,
      email: 'a@b.is',
    };
    const row = {
      item_number: '"👍"',
      description: AWKWARD,
      qty: 2.5,
      uom: 'HUR',
      tax: 'AA',
      unit_price: 100.1234,
      discount: 12.5,
      discount_type: true,
    };
    const dates = {
      issue_date: '2026-03-02',
      due_date: '2026-03-16',
      settlement_date: '2026-03-23',
      delivery_date: '2028-02-29',
    };
    const whole = { is_discount: true, discount_type: true, discount_value: 3.5 };
    const expected = sumLines([row], whole);
    const sent = {
      ...texts,
      ...dates,
      ...whole,
      type: 'invoice',
      currency: 'ISK',
      payment_fee: 190.5,
      items: [{ ...row, add_new: 1 }],
      customer: buyer,
    };
    const guid = await seller.ok('create-invoice', { data: { ...sent, amount: expected.amount } });
    const { timeline, ...read } = await seller.ok('get-invoice', { guid });
    assert.deepEqual(timeline, [timelineEntry('2026-03-05 09:30:00', 'issued')]);
    const [{ guid: item, line_guid }] = read.items;
    assert.deepEqual(read, {
      guid,
      number: '1',
      status: 'Sent',
      type: 'invoice',
      currency: 'ISK',
      created_date: '2026-03-05',
      ...texts,
      ...eachReference(() => AWKWARD_LINE),
      ...dates,
      ...whole,
      ...expected,
      ...NO_CLAIM,
      refer_guid: null,
      accounting_status: 'Created',
      accounting_message: '',
      updated_timestamp: '2026-03-05 09:30:00',
      xml_status: '',
      exchange_rate: 1,
      payment_fee: 190.5,
      remaining: expected.amount,
      reminded_at: null,
      paid_on: null,
      vat_24: 0,
      vat_11: Number((expected.amount - expected.total_11vat).toFixed(2)),
      mark_paid: false,
      method_payment: null,
      files: [],
      credited_amount: 0,
      credited: false,
      items: [{ guid: item, line_guid, ...row }],
      customer: { guid: read.customer.guid, ...buyer, name: AWKWARD_LINE },
    });
    assert.deepEqual(await seller.ok('get-invoices'), [read]);
    assert.equal((await seller.ok('get-customer', { guid: read.customer.guid })).name, AWKWARD_LINE);
    assert.equal((await seller.ok('get-item', { guid: item })).unit_price, 100.1234);
  });

  test('requires the amount to be the sum of the lines, and derives all totals from them', async () => {
    const seller = await kvitt.account();
    for (const [title, rows, whole] of SALES) {
      const items = rows.map((row, i) => line({ item_number: `S${i}`, ...row }));
      const expected = sumLines(rows, whole);
      const sent = invoice({ items, ...whole, is_discount: whole !== undefined, amount: expected.amount });
      const wrong = Number((expected.amount + 0.01).toFixed(2));
      const { message, error_code } = await seller.expectRefusal('create-invoice', {
        data: { ...sent, amount: wrong },
      });
      assert.equal(error_code, 'amount_mismatch', title);
      assert.equal(
        message,
        `Field amount must equal the lines plus VAT: send ${expected.amount.toFixed(2)} instead of ${wrong}`,
      );
      const guid = await seller.ok('create-invoice', { data: sent });
      const { amount, total_24vat, total_11vat, total_0vat } = await seller.ok('get-invoice', { guid });
      assert.deepEqual({ amount, total_24vat, total_11vat, total_0vat }, expected, title);
    }
  });

  test('charges no VAT to an exempt customer', async () => {
    const seller = await kvitt.account();
    const customer = { name: 'Sendiráð', output_select: 4, tax_exempt: 1 };
    const guid = await seller.ok('create-invoice', { data: invoice({ customer, amount: 1000 }) });
    const { amount, total_24vat, total_0vat } = await seller.ok('get-invoice', { guid });
    assert.deepEqual({ amount, total_24vat, total_0vat }, { amount: 1000, total_24vat: 0, total_0vat: 1000 });
  });

  test('uses today for missing dates', async () => {
    kvitt.now = () => new Date('2026-02-28T23:59:59Z');
    const seller = await kvitt.account();
    const data = invoice({ issue_date: undefined, due_date: undefined, settlement_date: '2026-03-01' });
    const guid = await seller.ok('create-invoice', { data });
    const { issue_date, due_date, delivery_date, created_date } = await seller.ok('get-invoice', { guid });
    assert.deepEqual(
      [issue_date, due_date, delivery_date, created_date],
      ['2026-02-28', '2026-02-28', null, '2026-02-28'],
    );
  });

  test('accepts values as text, and treats blanks as missing', async () => {
    const seller = await kvitt.account();
    const items = [
      line({ qty: '2', unit_price: '500.00', discount: '', discount_type: '0', add_new: '1', guid: '' }),
    ];
    const data = invoice({
      amount: ' +1240.0 ',
      items,
      is_claim: 'false',
      mark_paid: 'true',
      method_payment: '3',
      delivery_date: '',
      files: '',
      ref_invoice_guid: '',
      exchange_rate: '',
    });
    const guid = await seller.ok('create-invoice', { data });
    const { status, items: rows } = await seller.ok('get-invoice', { guid });
    assert.deepEqual([status, rows[0].qty, rows[0].unit_price], ['Paid', 2, 500]);
  });

  test('numbers invoices without gaps, despite refusals and concurrent calls', async () => {
    const seller = await kvitt.account();
    const createInvoice = (amount = 1240) => seller.call('create-invoice', { data: invoice({ amount }) });
    await createInvoice();
    await createInvoice(1);
    await createInvoice();
    await Promise.all(Array.from({ length: 12 }, (_, i) => createInvoice(i % 4 === 3 ? 1 : 1240)));
    const numbers = (await seller.ok('get-invoices')).map(({ number }: { number: string }) => Number(number));
    assert.deepEqual(
      numbers.sort((a: number, b: number) => a - b),
      Array.from({ length: 11 }, (_, i) => i + 1),
    );
  });
});
