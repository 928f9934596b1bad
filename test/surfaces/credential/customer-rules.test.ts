import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyKennitala } from '../../domain/generators.ts';
import { assertRefused, invalid, type Refusal, required } from '../../support/scenarios.ts';
import { onBothDatabases } from '../../support/service.ts';

const KENNITALA = companyKennitala(700);

const paper = (fields: object = {}) => ({ name: 'Kaupandi ehf.', output_select: '4', ...fields });

const TEXTS = { address: 200, zip: 20, city: 100, term: 100, phone_number: 50, vat: 50, customer_number: 50 };
const CURRENCIES =
  'ISK, EUR, USD, DKK, NOK, SEK, JPY, GBP, AUD, PLN, CAD, CHF, CNY, NZD, MXN, SGD, HKD, KRW, TRY, RUB, INR, VND, BRL, ZAR, UAH, CZK';

const WRONG: [string, object, string][] = [
  ['no name', { output_select: 4 }, required('name')],
  ['a blank name', paper({ name: ' \t ' }), required('name')],
  ['a name that is null', paper({ name: null }), required('name')],
  ['a name that is a list', paper({ name: ['Jón'] }), invalid('name', 'must be text')],
  ['a name that is true', paper({ name: true }), invalid('name', 'must be text')],
  [
    'a name that is too long',
    paper({ name: 'x'.repeat(201) }),
    invalid('name', 'must be at most 200 characters'),
  ],
  ['a name with NUL', paper({ name: 'a\0b' }), invalid('name', 'must be valid UTF-8 text without NUL')],
  ['half an emoji', paper({ name: '\ud83d' }), invalid('name', 'must be valid UTF-8 text without NUL')],
  ['no e-mail to send to', { name: 'A' }, required('email')],
  [
    'no e-mail for an e-invoice',
    { name: 'A', output_select: 2, trading_partner_id: KENNITALA },
    required('email'),
  ],
  ['no e-invoice address', paper({ output_select: 2, email: 'a@b.is' }), required('trading_partner_id')],
  [
    'an e-invoice address with its scheme',
    paper({ output_select: 2, email: 'a@b.is', trading_partner_id: `0196:${KENNITALA}` }),
    invalid('trading_partner_id', 'must be a bare kennitala, without a scheme prefix'),
  ],
  ['an e-mail without @', paper({ email: 'jon.example.is' }), invalid('email', 'must be an e-mail address')],
  ['two e-mails', paper({ email: 'a@b.is,c@d.is' }), invalid('email', 'must be an e-mail address')],
  ['a wrong check digit', paper({ registration_no: wrongDigit(KENNITALA) }), kennitala()],
  ['nine digits', paper({ registration_no: KENNITALA.slice(1) }), kennitala()],
  ['letters', paper({ registration_no: 'abcdefghij' }), kennitala()],
  ['an unknown delivery', paper({ output_select: 1 }), invalid('output_select', 'must be one of: 2, 3, 4')],
  [
    'a delivery in a list',
    paper({ output_select: ['4'] }),
    invalid('output_select', 'must be one of: 2, 3, 4'),
  ],
  ['an unknown language', paper({ lang: 'IS' }), invalid('lang', 'must be one of: is, en')],
  ['an unknown currency', paper({ currency: 'BTC' }), invalid('currency', `must be one of: ${CURRENCIES}`)],
  [
    'an object that cannot be text',
    paper({ currency: { toString: 1, valueOf: 1 } }),
    invalid('currency', `must be one of: ${CURRENCIES}`),
  ],
  [
    'days before today',
    paper({ due_date: -1 }),
    invalid('due_date', 'must be a whole number from 0 to 3650'),
  ],
  ['half days', paper({ due_date: 1.5 }), invalid('due_date', 'must be a whole number from 0 to 3650')],
  [
    'a date for days',
    paper({ due_date: '2026-01-01' }),
    invalid('due_date', 'must be a whole number from 0 to 3650'),
  ],
  [
    'settlement before due',
    paper({ due_date: 10, settlement_date: 9 }),
    invalid('settlement_date', 'must be at least due_date, in days from the invoice date'),
  ],
  ['a maybe', paper({ tax_exempt: 'yes' }), invalid('tax_exempt', 'must be true or false (1 or 0)')],
  [
    'a photo of text',
    paper({ photo: 'aGVsbG8=' }),
    invalid('photo', 'must be a base64-encoded jpg, png or gif'),
  ],
  ...Object.entries(TEXTS).flatMap(([field, max]): [string, object, string][] => [
    [
      `a long ${field}`,
      paper({ [field]: 'x'.repeat(max + 1) }),
      invalid(field, `must be at most ${max} characters`),
    ],
    [`an object as ${field}`, paper({ [field]: {} }), invalid(field, 'must be text')],
    [`NUL in ${field}`, paper({ [field]: '\0' }), invalid(field, 'must be valid UTF-8 text without NUL')],
  ]),
];

function kennitala(): string {
  return invalid('registration_no', 'must be a valid kennitala of 10 digits');
}

function wrongDigit(number: string): string {
  return number.slice(0, 8) + ((Number(number[8]) + 1) % 10) + number.slice(9);
}

onBothDatabases('the rules of a customer', (kvitt) => {
  test('a wrong field is refused by name, on create and on update', async () => {
    const seller = await kvitt.account();
    const guid = await seller.ok('create-customer', { data: paper() });
    const creates = WRONG.map(([what, data, refusal]): Refusal => [what, { data }, refusal]);
    await assertRefused(seller, 'create-customer', creates);
    const absent = ['no name', 'a name that is null'];
    const rows = WRONG.filter(([what]) => !absent.includes(what)).map(
      ([what, data, refusal]): Refusal => [what, { guid, data: { output_select: 3, ...data } }, refusal],
    );
    await assertRefused(seller, 'update-customer', rows);
  });

  test('numbers that carry no check digit by law are taken, others are not', async () => {
    const seller = await kvitt.account();
    for (const registration_no of ['1802269990', '8000000007', '9912319999']) {
      await seller.ok('create-customer', { data: paper({ registration_no }) });
    }
    for (const registration_no of ['1702269990', '3102852990', wrongDigit(companyKennitala(3))]) {
      const { message } = await seller.refused('create-customer', { data: paper({ registration_no }) });
      assert.equal(message, 'Field registration_no must be a valid kennitala of 10 digits');
    }
  });

  test('flags of a plan are refused without it', async () => {
    const seller = await kvitt.account({ subscriptions: ['webservice'] });
    await assertRefused(seller, 'create-customer', [
      [
        'claim',
        { data: paper({ is_claim: 1 }) },
        `subscription_required: is_claim needs the account's claim subscription, which is not active`,
      ],
      [
        'discount',
        { data: paper({ is_discount: 1 }) },
        `subscription_required: is_discount needs the account's discount subscription, which is not active`,
      ],
    ]);
  });
});
