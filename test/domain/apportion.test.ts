import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { apportion } from '../../src/domain/invoices/apportion.ts';
import { decimal, fixed2, round2, sum } from '../../src/domain/values/money.ts';

function shares(exact: string[], total: string): string[] {
  return apportion(exact.map(decimal), decimal(total), 2).map(fixed2);
}

describe('apportion', () => {
  test('rounds each share on its own if the sum is right', () => {
    assert.deepEqual(shares(['1.004', '2.006'], '3.01'), ['1.00', '2.01']);
    assert.deepEqual(shares([], '0'), []);
  });

  test('moves a cent to or from the shares with the largest rounding error', () => {
    assert.deepEqual(shares(['0.005', '0.005', '0.005'], '0.02'), ['0.00', '0.01', '0.01']);
    assert.deepEqual(shares(['1.004', '1.003', '1.001'], '3.01'), ['1.01', '1.00', '1.00']);
    assert.deepEqual(shares(['31800', '-150.375'], '31649.63'), ['31800.00', '-150.37']);
  });

  test('always adds up, with no share off by more than a cent and a half', () => {
    const figure = fc.integer({ min: -9_999_999, max: 9_999_999 }).map((digits) => decimal(`${digits}e-5`));
    fc.assert(
      fc.property(fc.array(figure, { minLength: 1, maxLength: 60 }), (exact) => {
        const total = round2(sum(exact));
        const found = apportion(exact, total, 2);
        assert.equal(fixed2(sum(found)), fixed2(total));
        for (const [index, one] of found.entries()) {
          assert.ok(
            one
              .minus(exact[index] ?? 0)
              .abs()
              .lte('0.015'),
            `${exact[index]} became ${one}`,
          );
        }
      }),
    );
  });
});
