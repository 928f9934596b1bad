import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type NumberKind, parseNumber, showNumber } from '../../console/src/lib/numbers.ts';

const LANGS = ['is', 'en'] as const;

/** Every kind of number field that the console has. */
const KINDS: Readonly<Record<string, NumberKind>> = {
  'an amount in ISK': { currency: 'ISK' },
  'an amount in EUR': { currency: 'EUR' },
  'a quantity, a percentage or a rate': {},
  hours: { isHours: true },
  'days or a count': { isWhole: true },
};

/** With one meaning, whatever the field and the language. */
const CLEAR: readonly (readonly [typed: string, value: string])[] = [
  ['2,5', '2.5'],
  ['2.5', '2.5'],
  ['12,50', '12.50'],
  ['12.50', '12.50'],
  ['1.234,50', '1234.50'],
  ['1,234.50', '1234.50'],
  ['1 234,50', '1234.50'],
  ['1 234.50', '1234.50'],
  ['1\u00a0234,5', '1234.5'],
  ["1'234.5", '1234.5'],
  ['1.234.567', '1234567'],
  ['1,234,567', '1234567'],
  ['1.234.567,8', '1234567.8'],
  ['1,234,567.8', '1234567.8'],
  ['18500', '18500'],
  ['18 500', '18500'],
  ['1234,567', '1234.567'],
  ['1234.567', '1234.567'],
  ['0,125', '0.125'],
  ['0.125', '0.125'],
  ['1,2345', '1.2345'],
  ['1.2345', '1.2345'],
  [',5', '0.5'],
  ['.5', '0.5'],
  ['12,', '12'],
  ['12.', '12'],
  ['007', '7'],
  ['−12,5', '-12.5'],
  ['-1.234,5', '-1234.5'],
  [' 3 ', '3'],
  ['18.500,00 kr.', '18500.00'],
  ['ISK 18,500.00', '18500.00'],
  ['12,5%', '12.5'],
];

/** With two meanings: the digits after the only separator are thousands or decimals. */
const UNCLEAR: readonly (readonly [typed: string, thousands: string, decimals: string])[] = [
  ['18.500', '18500', '18.5'],
  ['1,234', '1234', '1.234'],
  ['1.234', '1234', '1.234'],
  ['137,250', '137250', '137.25'],
  ['-1.000', '-1000', '-1'],
];

/** Not a number: it stays as it is, so that the server refuses it and says what to send. */
const NO_NUMBERS = ['tólf', '1.2.3', '1,23.45', '1.234,567,8', '12..5', '1-2', ',', 'e5'];

describe('numbers as people write them', () => {
  assert.ok(CLEAR.length + UNCLEAR.length + NO_NUMBERS.length >= 40);
  for (const [name, kind] of Object.entries(KINDS))
    for (const lang of LANGS) {
      it(`${name} (${lang}): every spelling is its value, or stays text`, () => {
        for (const [typed, value] of CLEAR) assert.equal(parseNumber(typed, lang, kind), value, typed);
        for (const [typed, thousands, decimals] of UNCLEAR) {
          const isThousands =
            kind.currency === 'ISK' || kind.isWhole || typed.includes(lang === 'is' ? '.' : ',');
          assert.equal(parseNumber(typed, lang, kind), isThousands ? thousands : decimals, typed);
        }
        for (const typed of NO_NUMBERS) assert.equal(parseNumber(typed, lang, kind), typed);
      });
    }

  it('hours may be written with minutes, other numbers not', () => {
    for (const [typed, hours] of [
      ['1:30', '1.5'],
      ['0:20', '0.3333'],
      ['10:00', '10'],
    ] as const)
      assert.equal(parseNumber(typed, 'is', { isHours: true }), hours);
    assert.equal(parseNumber('1:75', 'is', { isHours: true }), '1:75');
    assert.equal(parseNumber('1:30', 'is'), '1:30');
  });

  it('a value is shown in the language of the screen, and means the same when it is read again', () => {
    assert.equal(showNumber('18500.50', 'is'), '18.500,50');
    assert.equal(showNumber('18500.50', 'en'), '18,500.50');
    assert.equal(showNumber('tólf', 'is'), 'tólf');
    for (const kind of Object.values(KINDS))
      for (const lang of LANGS)
        for (const value of ['0', '7', '18500', '-1234567.25', '2.5', '1.234', '18.500'])
          assert.equal(Number(parseNumber(showNumber(value, lang, kind), lang, kind)), Number(value));
  });
});
