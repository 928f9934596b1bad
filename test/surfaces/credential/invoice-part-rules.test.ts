import { test } from 'node:test';
import { companyKennitala } from '../../domain/generators.ts';
import { invoice, line } from '../../support/client.ts';
import { assertRefused, invalid, type Refusal, required } from '../../support/scenarios.ts';
import { onBothDatabases } from '../../support/service.ts';
import { UNKNOWN_GUID } from '../../support/unknown-guid.ts';

type Row = [what: string, fields: object, refusal: string];

const KENNITALA = companyKennitala(702);
const NUMBER = 'must be a number, with a point for decimals';
const TEXT = 'must be valid UTF-8 text without NUL';
const UNITS = 'must be one of: C62, HUR, DAY, MIN, KGS, MTR, LTR, MTK, MTQ, TNE, KWH, KTM';

const CUSTOMERS: Row[] = [
  ['none', { customer: undefined }, required('customer')],
  ['a list', { customer: [] }, invalid('customer', 'must be an object')],
  ['a name alone', { customer: 'Jón' }, invalid('customer', 'must be an object')],
  ['nothing in it', { customer: {} }, required('customer.name')],
  ['a blank name', { customer: { name: ' ' } }, required('customer.name')],
  ['no e-mail', { customer: { name: 'Jón' } }, required('customer.email')],
  [
    'no routing',
    { customer: { name: 'Jón', email: 'a@b.is', output_select: 2 } },
    required('customer.trading_partner_id'),
  ],
  [
    'a bad kennitala',
    { customer: { name: 'Jón', output_select: 4, registration_no: '1234567890' } },
    invalid('customer.registration_no', 'must be a valid kennitala of 10 digits'),
  ],
  [
    'a long name',
    { customer: { name: 'x'.repeat(201) } },
    invalid('customer.name', 'must be at most 200 characters'),
  ],
  ['a NUL in the city', { customer: { name: 'Jón', city: '\0' } }, invalid('customer.city', TEXT)],
  ['an unknown guid', { customer: { guid: UNKNOWN_GUID } }, 'customer_not_found: No customer found'],
  [
    'a guid that is none',
    { customer: { guid: 7, name: 'Jón', output_select: 4 } },
    'customer_not_found: No customer found',
  ],
];

const LINES: [what: string, fields: object, refusal: string][] = [
  ['no quantity', { qty: undefined }, required('items[0].qty')],
  ['none of it', { qty: 0 }, invalid('items[0].qty', 'must be more than 0')],
  ['less than none', { qty: -1 }, invalid('items[0].qty', 'must be more than 0')],
  ['too many', { qty: 1000001 }, invalid('items[0].qty', 'must be between 0.001 and 1000000')],
  [
    'four decimals of an hour',
    { uom: 'HUR', qty: 1.0001 },
    invalid('items[0].qty', 'must have at most 3 decimals'),
  ],
  ['half a thousandth', { qty: 0.0005 }, invalid('items[0].qty', 'must be between 0.001 and 1000000')],
  ['a dozen in words', { qty: 'tólf' }, invalid('items[0].qty', NUMBER)],
  ['no number', { item_number: undefined }, required('items[0].item_number')],
  ['a blank number', { item_number: ' ' }, required('items[0].item_number')],
  [
    'a long number',
    { item_number: 'x'.repeat(101) },
    invalid('items[0].item_number', 'must be at most 100 characters'),
  ],
  ['no description', { description: '' }, required('items[0].description')],
  [
    'a long description',
    { description: 'x'.repeat(501) },
    invalid('items[0].description', 'must be at most 500 characters'),
  ],
  ['a NUL', { description: '\0' }, invalid('items[0].description', TEXT)],
  ['no unit', { uom: null }, required('items[0].uom')],
  ['an unknown unit', { uom: 'stk' }, invalid('items[0].uom', UNITS)],
  ['no price', { unit_price: undefined }, required('items[0].unit_price')],
  ['no tax', { tax: undefined }, required('items[0].tax')],
  ['an unknown tax', { tax: 'AB' }, invalid('items[0].tax', 'must be one of: S, AA, Z')],
  ['a discount in words', { discount: 'helmingur' }, invalid('items[0].discount', NUMBER)],
  [
    'a discount of 100.01 %',
    { discount: 100.01, discount_type: 1 },
    figures('Line 1: discount 100.01 does not fit the line; send a percentage from 0 to 100'),
  ],
  [
    'a discount above the line',
    { discount: 1000.01 },
    figures('Line 1: discount 1000.01 does not fit the line; send an amount from 0 to 1000'),
  ],
  [
    'a negative discount',
    { discount: -1 },
    figures('Line 1: discount -1 does not fit the line; send an amount from 0 to 1000'),
  ],
  [
    'a total below nothing',
    { unit_price: -1 },
    figures('The total would be -1.24; send lines that add up to 0 or more, or a credit note'),
  ],
  [
    'a total beyond all',
    { unit_price: 1e9, qty: 1e6 },
    figures('The sums are too large; an invoice can be at most 1000000000000'),
  ],
  [
    'neither guid nor add_new nor a price',
    { add_new: 0, unit_price: undefined },
    invalid(
      'items[0]',
      'must have guid of an item, or add_new: 1 with item_number, description, unit_price, tax and uom; or description and unit_price for a free line, or the item_number of an item without a description',
    ),
  ],
  ['an unknown guid', { guid: UNKNOWN_GUID }, 'item_not_found: No item found'],
];

const LISTS: Row[] = [
  ['no lines', { items: undefined }, required('items')],
  ['an empty list', { items: [] }, invalid('items', 'must have at least one line')],
  ['a line without its list', { items: line() }, invalid('items', 'must be a list')],
  ['a list of lists', { items: [[line()]] }, invalid('items[0]', 'must be an object')],
  ['a hole in the list', { items: [line(), null] }, required('items[1]')],
  [
    'the second line wrong',
    { items: [line(), line({ qty: 0 })] },
    invalid('items[1].qty', 'must be more than 0'),
  ],
  [
    'too many lines',
    { items: Array.from({ length: 501 }, () => line()) },
    invalid('items', 'must have at most 500 entries'),
  ],
];

function figures(message: string): string {
  return `figures_refused: ${message}`;
}

onBothDatabases('create-invoice refuses invalid parts and stores nothing', (kvitt) => {
  const assertAllRefused = async (rows: Row[]) => {
    const seller = await kvitt.account();
    const sent = rows.map(
      ([title, fields, refusal]): Refusal => [title, { data: invoice({ ...fields }) }, refusal],
    );
    await assertRefused(seller, 'create-invoice', sent);
  };

  test('in the customer', () => assertAllRefused(CUSTOMERS));
  test('in a field of a line', () =>
    assertAllRefused(
      LINES.map(([title, fields, refusal]) => [title, { items: [line({ ...fields })] }, refusal]),
    ));
  test('in the list of lines', () => assertAllRefused(LISTS));

  test('that belong to another account', async () => {
    const [seller, other] = [await kvitt.account(), await kvitt.account()];
    const customer = await other.ok('create-customer', {
      data: { name: 'Annar', output_select: 4, registration_no: KENNITALA },
    });
    const item = await other.ok('create-item', { data: { description: 'x', unit_price: 1000, tax: 'S' } });
    const sold = await other.ok('create-invoice', { data: invoice() });
    const credit = { type: 'credit', settlement_date: '2099-12-31', amount: 1240, ref_invoice_guid: sold };
    const rows: Row[] = [
      ['a customer', { customer: { guid: customer } }, 'customer_not_found: No customer found'],
      ['an item', { items: [{ guid: item, qty: 1 }] }, 'item_not_found: No item found'],
      [
        'an invoice',
        credit,
        'credit_refused: No invoice found for ref_invoice_guid; send the guid of one of your invoices',
      ],
    ];
    const sent = rows.map(
      ([title, fields, refusal]): Refusal => [title, { data: invoice({ ...fields }) }, refusal],
    );
    await assertRefused(seller, 'create-invoice', sent);
  });
});
