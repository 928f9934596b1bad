import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  decimal,
  decimalPlaces,
  divide,
  fixed2,
  HUNDRED,
  isNegative,
  isZero,
  ONE,
  round2,
  roundTo,
  sum,
  toWire,
  ZERO,
} from '../../src/domain/values/money.ts';

describe('decimal', () => {
  test('parses decimals exactly, not as binary floats', () => {
    assert.equal(decimal('0.1').plus(decimal('0.2')).toFixed(), '0.3');
    assert.equal(decimal(33.335).times(3).toFixed(), '100.005');
  });

  for (const text of [
    '',
    ' 1',
    'abc',
    '1,5',
    'NaN',
    'Infinity',
    '0x10',
    '1e99999999',
    '1e-99999999',
    '9'.repeat(101),
  ]) {
    test(`refuses ${JSON.stringify(text.slice(0, 20))}`, () => {
      assert.throws(() => decimal(text));
    });
  }

  test('refuses numbers that are not finite', () => {
    for (const n of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      assert.throws(() => decimal(n));
    }
  });

  test('returns a decimal unchanged', () => {
    const d = decimal('12.5');
    assert.equal(decimal(d), d);
  });
});

describe('rounding', () => {
  const table: [input: string, rounded: string][] = [
    ['0.005', '0.01'],
    ['0.0049999999999999999999999', '0.00'],
    ['-0.005', '-0.01'],
    ['-0.0049', '0.00'],
    ['2.675', '2.68'],
    ['1.005', '1.01'],
    ['1240', '1240.00'],
    ['9.995', '10.00'],
    ['-9.995', '-10.00'],
    ['0', '0.00'],
    ['-0', '0.00'],
  ];
  for (const [input, expected] of table) {
    test(`rounds ${input} to ${expected}`, () => {
      assert.equal(fixed2(decimal(input)), expected);
      assert.equal(round2(decimal(input)).toFixed(2), expected);
    });
  }

  test('never returns negative zero', () => {
    assert.ok(Object.is(toWire(round2(decimal('-0.001'))), 0));
    assert.equal(round2(decimal('-0.001')).s, 1);
    assert.equal(round2(decimal('0').times(-1)).s, 1);
  });

  test('rounds to other numbers of decimals', () => {
    assert.equal(roundTo(decimal('3.33335'), 4).toFixed(), '3.3334');
    assert.equal(roundTo(decimal('2.5'), 0).toFixed(), '3');
  });

  test('is symmetric about zero', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 0, max: 6 }), (n, places) => {
        const d = decimal(`${n}e-${places}`);
        assert.equal(round2(d.neg()).toFixed(2), fixed2(round2(d).neg()));
      }),
    );
  });
});

describe('division', () => {
  test('carries at least 40 decimals', () => {
    assert.equal(divide(ONE, decimal(3)).toFixed(), `0.${'3'.repeat(40)}`);
    assert.equal(divide(decimal(2), decimal(3)).toFixed(), `0.${'6'.repeat(40)}`);
  });

  test('never lifts a quotient above a half that it lies below', () => {
    const under = decimal(`0.00${'4'}${'9'.repeat(60)}`);
    assert.equal(fixed2(divide(under, ONE)), '0.00');
  });

  test('equals exact fractions after rounding', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 20n), 10n ** 20n), fc.bigInt(1n, 10n ** 12n), (a, b) => {
        const magnitude = ((a < 0n ? -a : a) * 200n + b) / (2n * b);
        const cents = a < 0n ? -magnitude : magnitude;
        assert.equal(
          divide(decimal(`${a}`), decimal(`${b}`))
            .round(2, 1)
            .times(HUNDRED)
            .toFixed(0),
          `${cents}`,
        );
      }),
      { seed: 7, numRuns: 2000 },
    );
  });

  test('has the right sign', () => {
    const signs = [
      [1, 4],
      [-1, 4],
      [1, -4],
      [-1, -4],
    ].map(([a = 0, b = 0]) => divide(decimal(a), decimal(b)).toFixed());
    assert.deepEqual(signs, ['0.25', '-0.25', '-0.25', '0.25']);
  });

  test('handles numbers of very different magnitude', () => {
    assert.equal(divide(decimal('1e50'), decimal('1e-9')).toFixed(), `1${'0'.repeat(59)}`);
    assert.equal(divide(decimal('1e-50'), decimal('7')).toFixed(), '0');
    assert.equal(divide(decimal('5e-30'), decimal('2e8')).toFixed(), `0.${'0'.repeat(37)}25`);
  });

  test('throws on division by zero', () => {
    assert.throws(() => divide(ONE, ZERO), /zero/i);
  });
});

describe('helpers', () => {
  test('sum adds exactly, and the empty sum is zero', () => {
    assert.equal(sum(Array.from({ length: 10 }, () => decimal('0.1'))).toFixed(), '1');
    assert.ok(sum([]).eq(ZERO));
  });

  test('decimalPlaces counts the needed decimals', () => {
    const table: [string, number][] = [
      ['0', 0],
      ['1200', 0],
      ['1.50', 1],
      ['0.0001', 4],
      ['-2.125', 3],
      ['1e-7', 7],
    ];
    for (const [text, places] of table) assert.equal(decimalPlaces(decimal(text)), places, text);
  });

  test('isZero and isNegative ignore the sign of zero', () => {
    const negativeZero = decimal('0').times(-1);
    assert.equal(isZero(negativeZero), true);
    assert.equal(isNegative(negativeZero), false);
    assert.equal(isNegative(decimal('-0.01')), true);
    assert.equal(isZero(decimal('0.01')), false);
  });

  test('toWire returns JSON numbers for decimals and stored text', () => {
    assert.equal(
      JSON.stringify([toWire(decimal('1240.00')), toWire('33.30'), toWire('-0.5')]),
      '[1240,33.3,-0.5]',
    );
    assert.ok(Object.is(toWire('-0.00'), 0));
  });

  test('toWire refuses text that is not a number', () => {
    for (const text of ['', ' ', 'NaN', 'Infinity', '1,5']) assert.throws(() => toWire(text), RangeError);
  });
});
