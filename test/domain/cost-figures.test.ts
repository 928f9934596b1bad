import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { costParts, vatFits } from '../../src/domain/costs/cost-figures.ts';
import { decimal, fixed2, isNegative, sum } from '../../src/domain/values/money.ts';

const figures = (amount: string, vat_s: string, vat_aa: string) => ({
  amount: decimal(amount),
  vat_s: decimal(vat_s),
  vat_aa: decimal(vat_aa),
});

const CASES: [what: string, given: [string, string, string], parts: string][] = [
  ['without VAT', ['1000', '0', '0'], 'Z 1000.00 0.00'],
  ['all at 24 %', ['1240', '240', '0'], 'S 1000.00 240.00'],
  ['all at 11 %', ['1110', '0', '110'], 'AA 1000.00 110.00'],
  ['at both rates', ['2350', '240', '110'], 'S 1000.00 240.00, AA 1000.00 110.00'],
  ['partly untaxed', ['1740', '240', '0'], 'S 1000.00 240.00, Z 500.00 0.00'],
  ['VAT in whole krónur', ['9999', '1935', '0'], 'S 8064.00 1935.00'],
  ['both in whole krónur', ['3810', '95', '329'], 'S 395.74 95.00, AA 2990.26 329.00'],
  ['VAT to the eyrir', ['100', '19.35', '0'], 'S 80.65 19.35'],
  ['a few eyrir untaxed', ['100.50', '19.35', '0'], 'S 80.63 19.35, Z 0.52 0.00'],
  ['more VAT than the rates allow', ['1000', '240', '0'], 'S 760.00 240.00'],
  ['more than both allow', ['1000', '240', '110'], 'S 325.00 240.00, AA 325.00 110.00'],
  ['hardly anything', ['0.01', '0', '0'], 'Z 0.01 0.00'],
];

describe('costParts', () => {
  for (const [what, given, expected] of CASES) {
    test(what, () => {
      const parts = costParts(figures(...given));
      const shown = parts.map(({ tax, net, vat }) => `${tax} ${fixed2(net)} ${fixed2(vat)}`);
      assert.equal(shown.join(', '), expected);
    });
  }
  test('always adds up to the amount and is never negative', () => {
    const cents = fc.integer({ min: 0, max: 10 ** 9 }).map((n) => decimal(`${n}e-2`));
    fc.assert(
      fc.property(cents, cents, cents, (amount, vat_s, vat_aa) => {
        fc.pre(vatFits({ amount, vat_s, vat_aa }));
        const parts = costParts({ amount, vat_s, vat_aa });
        assert.equal(fixed2(sum(parts.flatMap(({ net, vat }) => [net, vat]))), fixed2(amount));
        assert.ok(parts.every(({ net }) => !isNegative(net)));
        assert.ok(parts.every(({ net }) => fixed2(net) === fixed2(decimal(fixed2(net)))));
      }),
    );
  });
  test('vatFits requires a positive net amount', () => {
    assert.equal(vatFits(figures('100', '50', '49.99')), true);
    assert.equal(vatFits(figures('100', '50', '50')), false);
  });
  test('vatFits lets a bill of the customs be VAT only', () => {
    assert.equal(vatFits(figures('100', '50', '50'), 'customs'), true);
    assert.equal(vatFits(figures('100', '50', '50.01'), 'customs'), false);
  });
  test('vatFits lets the VAT on a service from abroad be that of the whole amount', () => {
    assert.equal(vatFits(figures('1100', '240', '11'), 'buyer'), true);
    assert.equal(vatFits(figures('99.99', '24', '0'), 'buyer'), true);
    assert.equal(vatFits(figures('1100', '240', '12'), 'buyer'), false);
    assert.equal(vatFits(figures('99.99', '24.01', '0'), 'buyer'), false);
  });
});
