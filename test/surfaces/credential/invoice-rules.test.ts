import { test } from 'node:test';
import { eachReference } from '../../../src/domain/invoices/references.ts';
import { companyKennitala } from '../../domain/generators.ts';
import { invoice } from '../../support/client.ts';
import { assertRefused, invalid, type Refusal, required } from '../../support/scenarios.ts';
import { onBothDatabases } from '../../support/service.ts';
import { UNKNOWN_GUID } from '../../support/unknown-guid.ts';

type Row = [what: string, fields: object, refusal: string];

const KENNITALA = companyKennitala(702);
const DAY = 'must be a real calendar date written as YYYY-MM-DD';
const YEAR_RANGE = 'must be between 1900-01-01 and 2999-12-31';
const NUMBER = 'must be a number, with a point for decimals';
const FLAG = 'must be true or false (1 or 0)';
const TEXT = 'must be valid UTF-8 text without NUL';
const CURRENCIES =
  'must be one of: ISK, EUR, USD, DKK, NOK, SEK, JPY, GBP, AUD, PLN, CAD, CHF, CNY, NZD, MXN, SGD, HKD, KRW, TRY, RUB, INR, VND, BRL, ZAR, UAH, CZK';

const HEADER_FIELDS: Row[] = [
  ['no amount', { amount: undefined }, required('amount')],
  ['a blank amount', { amount: '' }, required('amount')],
  ['an amount in words', { amount: 'mikið' }, invalid('amount', NUMBER)],
  ['an amount in an object', { amount: { value: 1240 } }, invalid('amount', NUMBER)],
  ['a huge amount', { amount: 1e15 }, invalid('amount', 'must be between -1000000000000 and 1000000000000')],
  ['a negative amount', { amount: -1240 }, mismatch('-1240')],
  ['an amount a little off', { amount: 1240.005 }, mismatch('1240.01')],
  ['an amount next to nothing', { amount: 1e-7 }, mismatch('0')],
  ['no type', { type: undefined }, required('type')],
  ['an unknown type', { type: 'Invoice' }, invalid('type', 'must be one of: invoice, credit')],
  ['no currency', { currency: undefined }, required('currency')],
  ['an unknown currency', { currency: 'isk' }, invalid('currency', CURRENCIES)],
  [
    'a rate of nothing',
    { currency: 'EUR', exchange_rate: 0 },
    invalid('exchange_rate', 'must be more than 0'),
  ],
  ['no settlement date', { settlement_date: undefined }, required('settlement_date')],
  ['a settlement date that is null', { settlement_date: null }, required('settlement_date')],
  [
    'due before issue',
    { due_date: '2026-03-01' },
    invalid('due_date', 'must be on or after issue_date (2026-03-02)'),
  ],
  [
    'settled before due',
    { settlement_date: '2026-03-15' },
    invalid('settlement_date', 'must be on or after due_date (2026-03-16)'),
  ],
  ...['issue_date', 'due_date', 'settlement_date', 'delivery_date'].flatMap((field): Row[] => [
    [`${field}: a day that is not in the calendar`, { [field]: '2026-02-29' }, invalid(field, DAY)],
    [`${field}: day first`, { [field]: '02.03.2026' }, invalid(field, DAY)],
    [`${field}: with a time`, { [field]: '2026-03-02T00:00:00' }, invalid(field, DAY)],
    [`${field}: a number`, { [field]: 20260302 }, invalid(field, DAY)],
    [`${field}: month 13`, { [field]: '2026-13-01' }, invalid(field, DAY)],
    [`${field}: before our time`, { [field]: '0001-01-01' }, invalid(field, YEAR_RANGE)],
    [`${field}: after it`, { [field]: '9999-12-31' }, invalid(field, YEAR_RANGE)],
  ]),
  ...Object.entries({
    description: 4000,
    terms: 4000,
    files: 4000,
    ...eachReference(() => 200),
    trading_partner_id: 60,
  }).flatMap(([field, max]): Row[] => [
    [
      `${field}: too long`,
      { [field]: 'x'.repeat(max + 1) },
      invalid(field, `must be at most ${max} characters`),
    ],
    [`${field}: a list`, { [field]: ['x'] }, invalid(field, 'must be text')],
    [`${field}: NUL`, { [field]: 'x\0' }, invalid(field, TEXT)],
    [`${field}: half an emoji`, { [field]: '\ud83d!' }, invalid(field, TEXT)],
  ]),
  ...['is_claim', 'is_discount', 'discount_type', 'mark_paid', 'is_payment_link', 'save'].flatMap(
    (field): Row[] => [
      [`${field}: yes`, { [field]: 'yes' }, invalid(field, FLAG)],
      [`${field}: 2`, { [field]: 2 }, invalid(field, FLAG)],
      [`${field}: a list`, { [field]: [true] }, invalid(field, FLAG)],
    ],
  ),
  [
    'a payment method of none',
    { mark_paid: 1, method_payment: 0 },
    invalid('method_payment', 'must be a whole number from 1 to 9'),
  ],
  [
    'an unknown payment method',
    { mark_paid: 1, method_payment: 10 },
    invalid('method_payment', 'must be a whole number from 1 to 9'),
  ],
  [
    'a payment method by name',
    { mark_paid: 1, method_payment: 'Cash' },
    invalid('method_payment', 'must be a whole number from 1 to 9'),
  ],
  ['a negative fee', { payment_fee: -1 }, invalid('payment_fee', 'must be between 0 and 1000000')],
  [
    'a fee that rounds to below zero',
    { payment_fee: -0.005 },
    invalid('payment_fee', 'must be between 0 and 1000000'),
  ],
  [
    'a scheme before the kennitala',
    { trading_partner_id: `0196:${KENNITALA}` },
    invalid('trading_partner_id', 'must be a bare, valid kennitala of 10 digits'),
  ],
  ['a file that is no guid', { files: 'photo.png' }, 'file_not_found: No file found'],
  ['a file that is nobody’s', { files: `${UNKNOWN_GUID},` }, 'file_not_found: No file found'],
];

const FLAGS: Row[] = [
  [
    'claim and paid',
    { is_claim: 1, mark_paid: 1 },
    conflict('is_claim and mark_paid cannot both be true: a paid invoice needs no claim'),
  ],
  [
    'claim and link',
    { is_claim: 1, is_payment_link: 1 },
    conflict('is_claim and is_payment_link cannot both be true: choose one way to be paid'),
  ],
  [
    'paid and link',
    { mark_paid: 1, is_payment_link: 1 },
    conflict('mark_paid and is_payment_link cannot both be true: a paid invoice needs no payment link'),
  ],
  [
    'a method, unpaid',
    { method_payment: 1 },
    conflict('method_payment can be sent only with mark_paid true'),
  ],
  [
    'a claim on nobody',
    { is_claim: 1 },
    required('customer.registration_no (is_claim needs the kennitala of the payer)'),
  ],
  ['a discount of unknown size', { is_discount: 1 }, required('discount_value')],
  [
    'a discount of 101 %',
    { is_discount: 1, discount_type: 1, discount_value: 101 },
    figures('discount_value 101 does not fit the invoice; send a percentage from 0 to 100'),
  ],
  [
    'a discount larger than the invoice',
    { is_discount: 1, discount_value: 1000.01 },
    figures('discount_value 1000.01 does not fit the invoice; send a net amount from 0 to 1000'),
  ],
  [
    'a negative discount',
    { is_discount: 1, discount_value: -1 },
    figures('discount_value -1 does not fit the invoice; send a net amount from 0 to 1000'),
  ],
];

const PLANS = ['claim', 'payment_link', 'discount'].map((plan): Row => {
  const message = `is_${plan} needs the account's ${plan} subscription, which is not active`;
  return [plan, { [`is_${plan}`]: true, discount_value: 1 }, `subscription_required: ${message}`];
});

function mismatch(sent: string): string {
  return `amount_mismatch: Field amount must equal the lines plus VAT: send 1240.00 instead of ${sent}`;
}

function conflict(message: string): string {
  return `flags_conflict: ${message}`;
}

function figures(message: string): string {
  return `figures_refused: ${message}`;
}

onBothDatabases('create-invoice refuses an invalid invoice and stores nothing', (kvitt) => {
  const assertAllRefused = async (rows: Row[], account: object = {}) => {
    const seller = await kvitt.account({ ...account });
    const sent = rows.map(
      ([title, fields, refusal]): Refusal => [title, { data: invoice({ ...fields }) }, refusal],
    );
    await assertRefused(seller, 'create-invoice', sent);
  };

  test('with invalid header fields', () => assertAllRefused(HEADER_FIELDS));
  test('with conflicting flags', () => assertAllRefused(FLAGS));
  test('with features that the plan does not include', () =>
    assertAllRefused(PLANS, { subscriptions: ['webservice'] }));
});
