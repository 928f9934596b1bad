import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  checkKennitala,
  formatKennitala,
  hasCheckDigit,
  isCompany,
  type KennitalaMode,
  normalizeKennitala,
} from '../../src/domain/values/kennitala.ts';
import { companyKennitala, randomKennitala } from './generators.ts';

const table: [number: string, strict: boolean, relaxed: boolean, why: string][] = [
  ['1201743399', true, true, 'a person, the published example'],
  ['1201743389', false, true, 'a person with another check digit'],
  ['1201743398', true, true, 'born in 1874: the check digit leaves the century out'],
  ['1201743391', false, false, 'a century digit that is none'],
  ['3102743309', false, false, '31 February'],
  ['3002742219', false, false, '30 February'],
  ['1213743399', false, false, 'a thirteenth month'],
  ['1200743399', false, false, 'month zero'],
  ['0001743399', false, false, 'day zero'],
  ['2902002200', false, true, '29 February 2000, a leap day, with a wrong check digit'],
  ['2902002209', false, false, '29 February 1900, which never was'],
  ['1702262210', false, true, 'born the day before check digits ended'],
  ['1802262210', true, true, 'born the day on which check digits ended'],
  ['1802262219', false, true, 'born a hundred years before that'],
  ['3112992210', true, true, 'born late in the century without check digits'],
  ['8123456789', true, true, 'a system number beginning with 8'],
  ['9999999999', true, true, 'a system number beginning with 9, no date in it'],
  ['812345678', false, false, 'a system number one digit short'],
  ['120174339', false, false, 'nine digits'],
  ['12017433990', false, false, 'eleven digits'],
  ['120174-3399', false, false, 'not normalized'],
  ['12017433a9', false, false, 'a letter'],
  ['١٢٠١٧٤٣٣٩٩', false, false, 'digits of another script'],
  ['', false, false, 'nothing'],
  ['3201743399', false, false, 'day 32'],
  ['4001743399', false, false, 'a company founded on day zero'],
  ['7201743399', false, false, 'a company founded on day 32'],
];

describe('checkKennitala', () => {
  for (const [number, strict, relaxed, why] of table) {
    test(`${JSON.stringify(number)}: ${why}`, () => {
      assert.equal(checkKennitala(number, 'strict'), strict);
      assert.equal(checkKennitala(number, 'relaxed'), relaxed);
    });
  }

  // 550123456: 3·5 + 2·5 + 7·0 + 6·1 + 5·2 + 4·3 + 3·4 + 2·5 = 75 = 6·11 + 9, so the ninth digit is 2.
  const companies: [number: string, valid: boolean][] = [
    ['5501234520', true],
    ['5501234560', false],
    ['5501234530', false],
    ['5501234529', true],
    ['5502304520', false],
    // Founded after the law on personal numbers: companies still have a check digit.
    ['5803262210', false],
  ];
  for (const [number, valid] of companies) {
    test(`a company needs its check digit in either mode: ${number} ${valid ? 'passes' : 'fails'}`, () => {
      for (const mode of ['strict', 'relaxed'] as const)
        assert.equal(checkKennitala(number, mode), valid, mode);
    });
  }

  test('accepts exactly one ninth digit, or none if the check digit would be 10', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 1, max: 28 }), (serial, day) => {
        const start = `${String(day + 40)}0615${String(serial).padStart(2, '0')}`;
        const fits = Array.from({ length: 10 }, (_, d) => checkKennitala(`${start}${d}0`, 'strict'));
        const weighted = [3, 2, 7, 6, 5, 4, 3, 2].reduce((t, w, i) => t + w * Number(start[i]), 0);
        assert.equal(fits.filter(Boolean).length, weighted % 11 === 1 ? 0 : 1);
      }),
      { numRuns: 500 },
    );
  });

  test('refuses a person with one wrong digit in the serial', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 9 }), (seed, shift) => {
        const k = randomKennitala(seeded(seed));
        const wrong = k.slice(0, 7) + ((Number(k[7]) + shift) % 10) + k.slice(8);
        assert.equal(checkKennitala(wrong, 'strict'), false);
      }),
    );
  });
});

describe('hasCheckDigit', () => {
  const table: [k: string, has: boolean, why: string][] = [
    ['4501230050', true, 'a company'],
    ['4501230060', false, 'a company whose digit does not fit'],
    ['1802262009', false, 'a day that is none in that century'],
    ['8123456789', false, 'a system number'],
    ['450123005', false, 'nine digits'],
  ];
  for (const [k, has, why] of table) test(`${k}: ${why}`, () => assert.equal(hasCheckDigit(k), has));

  test('detects any single wrong digit', () => {
    fc.assert(
      fc.property(
        fc.nat(999).map(companyKennitala),
        fc.integer({ min: 0, max: 7 }),
        fc.integer({ min: 1, max: 9 }),
        (k, at, by) => {
          const digit = (Number(k.charAt(at)) + by) % 10;
          assert.equal(hasCheckDigit(k.slice(0, at) + digit + k.slice(at + 1)), false);
        },
      ),
    );
  });
});

describe('notation', () => {
  test('normalizes any kind of hyphen and spaces away', () => {
    for (const text of ['120174-3399', ' 120174 3399 ', '120174–3399', '1201743399', '12-01-74-33 99']) {
      assert.equal(normalizeKennitala(text), '1201743399');
    }
    assert.equal(normalizeKennitala('12.01'), '12.01');
  });

  test('formats with a hyphen after six digits', () => {
    assert.equal(formatKennitala('5501234560'), '550123-4560');
  });

  test('recognises companies by the first digit', () => {
    const byFirst = Array.from({ length: 10 }, (_, d) => isCompany(`${d}101234560`));
    assert.deepEqual(byFirst, [false, false, false, false, true, true, true, true, false, false]);
  });
});

describe('generators', () => {
  test('companyKennitala returns a thousand distinct valid companies', () => {
    const all = Array.from({ length: 1000 }, (_, n) => companyKennitala(n));
    assert.equal(new Set(all).size, 1000);
    for (const k of all) assert.ok(isCompany(k) && checkKennitala(k, 'strict'), k);
  });

  test('randomKennitala returns valid persons', () => {
    const modes: KennitalaMode[] = ['strict', 'relaxed'];
    const rand = seeded(11);
    for (let i = 0; i < 1000; i++) {
      const k = randomKennitala(rand);
      for (const mode of modes) assert.ok(!isCompany(k) && checkKennitala(k, mode), k);
    }
  });
});

function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
