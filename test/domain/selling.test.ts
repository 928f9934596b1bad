import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { decimal, decimalPlaces, fixed2, isNegative, isZero } from '../../src/domain/money.ts';
import { attendeeStatus, exactLine, SALE_TYPES, saleTypeCode } from '../../src/domain/selling.ts';
import { checkFigures, totals } from '../../src/domain/totals.ts';
import { VAT_CODES } from '../../src/domain/vat.ts';
import { cents, fraction, multiply } from './fractions.ts';

const RUNS = { seed: 20_260_302, numRuns: 4000 };

describe('the line of a price with VAT', () => {
  const asked = fc.record({
    hundredths: fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 1e11 })),
    qty: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 1000 })),
    tax: fc.constantFrom(...VAT_CODES),
  });

  test('makes an invoice of exactly quantity times price', () => {
    let adjusted = 0;
    fc.assert(
      fc.property(asked, ({ hundredths, qty, tax }) => {
        const price = (hundredths / 100).toFixed(2);
        const { unitPrice, discount } = exactLine(decimal(price), decimal(qty), tax);
        const lines = [{ qty: decimal(qty), unitPrice, tax, discount }];
        assert.equal(checkFigures(lines), null);
        const expected = cents(multiply(fraction(price), fraction(`${qty}`)));
        assert.equal(fixed2(totals(lines).amount), expected);
        assert.ok(decimalPlaces(unitPrice) <= 4 && decimalPlaces(discount) <= 4);
        assert.ok(!isNegative(discount) && discount.lte(decimal('0.0001').times(qty)));
        if (!isZero(discount)) adjusted += 1;
      }),
      RUNS,
    );
    assert.ok(adjusted > 100, `only ${adjusted} lines needed the discount, so it is hardly tried`);
  });

  test('has no discount up to 80 units', () => {
    fc.assert(
      fc.property(asked, fc.integer({ min: 1, max: 80 }), ({ hundredths, tax }, qty) => {
        const price = decimal((hundredths / 100).toFixed(2));
        assert.ok(isZero(exactLine(price, decimal(qty), tax).discount));
      }),
      RUNS,
    );
  });

  test('is the plain net price where that has a few decimals', () => {
    const of = (price: string, qty: string, tax: 'S' | 'AA' | 'Z') => {
      const { unitPrice, discount } = exactLine(decimal(price), decimal(qty), tax);
      return [unitPrice.toFixed(), discount.toFixed()];
    };
    assert.deepEqual(of('1240', '1000', 'S'), ['1000', '0']);
    assert.deepEqual(of('1000', '1', 'S'), ['806.4516', '0']);
    assert.deepEqual(of('1000', '1000', 'S'), ['806.4517', '0.0871']);
    assert.deepEqual(of('0', '3', 'AA'), ['0', '0']);
    assert.deepEqual(of('99.99', '7', 'Z'), ['99.99', '0']);
  });
});

test('the kinds of sales have the integers 1 to 4', () => {
  assert.deepEqual(SALE_TYPES.map(saleTypeCode), [1, 2, 3, 4]);
});

test('a ticket is paid, not paid, not paid on time, in collection, cancelled or credited', () => {
  const of = (status: 'Sent' | 'Paid' | 'Cancelled' | 'Collection', credited = false, today = '2026-03-02') =>
    attendeeStatus({ status, credited, dueDate: '2026-03-02' }, today);
  assert.equal(of('Paid'), 'Paid');
  assert.equal(of('Paid', true), 'Credited');
  assert.equal(of('Sent'), 'Not paid');
  assert.equal(of('Sent', false, '2026-03-03'), 'Not paid on time');
  assert.equal(of('Collection', false, '2026-03-03'), 'Collection');
  assert.equal(of('Cancelled', true, '2026-03-03'), 'Cancelled');
});
