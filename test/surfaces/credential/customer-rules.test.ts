import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyKennitala } from '../../domain/generators.ts';
import { assertRefused, invalid, type Refusal, required } from '../../support/scenarios.ts';
import { onBothDatabases } from '../../support/service.ts';

const KENNITALA = companyKennitala(700);

const onPaper = (fields: object = {}) => ({ name: 'Kaupandi ehf.', output_select: '4', ...fields });

const TEXTS = { address: 200, zip: 20, city: 100, term: 100, phone_number: 50, vat: 50, customer_number: 50 };
const CURRENCIES =
  'ISK, EUR, USD, DKK, NOK, SEK, JPY, GBP, AUD, PLN, CAD, CHF, CNY, NZD, MXN, SGD, HKD, KRW, TRY, RUB, INR, VND, BRL, ZAR, UAH, CZK';

const INVALID: [string, object, string][] = [
  ['no name', { output_select: 4 }, required('name')],
  ['a blank name', onPaper({ name: ' \t ' }), required('name')],
  ['a name that is null', onPaper({ name: null }), required('name')],
  ['a name that is a list', onPaper({ name: ['Jón'] }), invalid('name', 'must be text')],
  ['a name that is true', onPaper({ name: true }), invalid('name', 'must be text')],
  [
    'a name that is too long',
    onPaper({ name: 'x'.repeat(201) }),
    invalid('name', 'must be at most 200 characters'),
  ],
  ['a name with NUL', onPaper({ name: 'a\0b' }), invalid('name', 'must be valid UTF-8 text without NUL')],
  ['half an emoji', onPaper({ name: '\ud83d' }), invalid('name', 'must be valid UTF-8 text without NUL')],
  ['no e-mail to send to', { name: 'A' }, required('email')],
  [
    'no e-mail for an e-invoice',
    { name: 'A', output_select: 2, trading_partner_id: KENNITALA },
    required('email'),
  ],
  ['no e-invoice address', onPaper({ output_select: 2, email: 'a@b.is' }), required('trading_partner_id')],
  [
    'an e-invoice address with its scheme',
    onPaper({ output_select: 2, email: 'a@b.is', trading_partner_id: `0196:${KENNITALA}` }),
    invalid('trading_partner_id', 'must be a bare kennitala, without a scheme prefix'),
  ],
  [
    'an e-mail without @',
    onPaper({ email: 'jon.example.is' }),
    invalid('email', 'must be an e-mail address'),
  ],
  ['two e-mails', onPaper({ email: 'a@b.is,c@d.is' }), invalid('email', 'must be an e-mail address')],
  ['a wrong check digit', onPaper({ registration_no: wrongDigit(KENNITALA) }), kennitala()],
  ['nine digits', onPaper({ registration_no: KENNITALA.slice(1) }), kennitala()],
  ['letters', onPaper({ registration_no: 'abcdefghij' }), kennitala()],
  ['an unknown delivery', onPaper({ output_select: 1 }), invalid('output_select', 'must be one of: 2, 3, 4')],
  [
    'a delivery in a list',
    onPaper({ output_select: ['4'] }),
    invalid('output_select', 'must be one of: 2, 3, 4'),
  ],
  ['an unknown language', onPaper({ lang: 'IS' }), invalid('lang', 'must be one of: is, en')],
  ['an unknown currency', onPaper({ currency: 'BTC' }), invalid('currency', `must be one of: ${CURRENCIES}`)],
  [
    'an object that cannot be text',
    onPaper({ currency: { toString: 1, valueOf: 1 } }),
    invalid('currency', `must be one of: ${CURRENCIES}`),
  ],
  [
    'days before today',
    onPaper({ due_date: -1 }),
    invalid('due_date', 'must be a whole number from 0 to 3650'),
  ],
  ['half days', onPaper({ due_date: 1.5 }), invalid('due_date', 'must be a whole number from 0 to 3650')],
  [
    'a date for days',
    onPaper({ due_date: '2026-01-01' }),
    invalid('due_date', 'must be a whole number from 0 to 3650'),
  ],
  [
    'settlement before due',
    onPaper({ due_date: 10, settlement_date: 9 }),
    invalid('settlement_date', 'must be at least due_date, in days from the invoice date'),
  ],
  ['a maybe', onPaper({ tax_exempt: 'yes' }), invalid('tax_exempt', 'must be true or false (1 or 0)')],
  [
    'a photo of text',
    onPaper({ photo: 'aGVsbG8=' }),
    invalid('photo', 'must be a base64-encoded jpg, png or gif'),
  ],
  ...Object.entries(TEXTS).flatMap(([field, max]): [string, object, string][] => [
    [
      `a long ${field}`,
      onPaper({ [field]: 'x'.repeat(max + 1) }),
      invalid(field, `must be at most ${max} characters`),
    ],
    [`an object as ${field}`, onPaper({ [field]: {} }), invalid(field, 'must be text')],
    [`NUL in ${field}`, onPaper({ [field]: '\0' }), invalid(field, 'must be valid UTF-8 text without NUL')],
  ]),
];

function kennitala(): string {
  return invalid('registration_no', 'must be a valid kennitala of 10 digits');
}

function wrongDigit(number: string): string {
  return number.slice(0, 8) + ((Number(number[8]) + 1) % 10) + number.slice(9);
}

onBothDatabases('rules of customers', (kvitt) => {
  test('refuses an invalid field by name, on create and on update', async () => {
    const seller = await kvitt.account();
    const guid = await seller.ok('create-customer', { data: onPaper() });
    const creates = INVALID.map(([title, data, refusal]): Refusal => [title, { data }, refusal]);
    await assertRefused(seller, 'create-customer', creates);
    const absent = ['no name', 'a name that is null'];
    const rows = INVALID.filter(([title]) => !absent.includes(title)).map(
      ([title, data, refusal]): Refusal => [title, { guid, data: { output_select: 3, ...data } }, refusal],
    );
    await assertRefused(seller, 'update-customer', rows);
  });

  test('accepts kennitala numbers without a check digit where the law allows them', async () => {
    const seller = await kvitt.account();
    for (const registration_no of ['1802269990', '8000000007', '9912319999']) {
      await seller.ok('create-customer', { data: onPaper({ registration_no }) });
    }
    for (const registration_no of ['1702269990', '3102852990', wrongDigit(companyKennitala(3))]) {
      const { message } = await seller.expectRefusal('create-customer', {
        data: onPaper({ registration_no }),
      });
      assert.equal(message, 'Field registration_no must be a valid kennitala of 10 digits');
    }
  });

  test('refuses flags that the plan does not include', async () => {
    const seller = await kvitt.account({ subscriptions: ['webservice'] });
    await assertRefused(seller, 'create-customer', [
      [
        'claim',
        { data: onPaper({ is_claim: 1 }) },
        `subscription_required: is_claim needs the account's claim subscription, which is not active`,
      ],
      [
        'discount',
        { data: onPaper({ is_discount: 1 }) },
        `subscription_required: is_discount needs the account's discount subscription, which is not active`,
      ],
    ]);
  });
});
