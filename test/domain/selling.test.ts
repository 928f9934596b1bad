import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { checkFigures, totals } from '../../src/domain/invoices/totals.ts';
import { VAT_CODES } from '../../src/domain/invoices/vat.ts';
import {
  attendeeStatus,
  exactLine,
  SALE_TYPES,
  saleState,
  saleTypeCode,
  seatsUsed,
  ticketState,
} from '../../src/domain/sales/selling.ts';
import { decimal, decimalPlaces, fixed2, isNegative, isZero } from '../../src/domain/values/money.ts';
import { cents, fraction, multiply } from './fractions.ts';

const RUNS = { seed: 20_260_302, numRuns: 4000 };

describe('exactLine', () => {
  const asked = fc.record({
    hundredths: fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 1e11 })),
    qty: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 1000 })),
    tax: fc.constantFrom(...VAT_CODES),
  });

  test('makes the invoice total exactly quantity times price', () => {
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

  test('needs no discount up to 80 units', () => {
    fc.assert(
      fc.property(asked, fc.integer({ min: 1, max: 80 }), ({ hundredths, tax }, qty) => {
        const price = decimal((hundredths / 100).toFixed(2));
        assert.ok(isZero(exactLine(price, decimal(qty), tax).discount));
      }),
      RUNS,
    );
  });

  test('is the plain net price if that has few decimals', () => {
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

test('sale types have the codes 1 to 4', () => {
  assert.deepEqual(SALE_TYPES.map(saleTypeCode), [1, 2, 3, 4]);
});

test('attendeeStatus distinguishes paid, unpaid, late, collection, cancelled and credited', () => {
  const of = (status: 'Sent' | 'Paid' | 'Cancelled' | 'Collection', credited = false, today = '2026-03-02') =>
    attendeeStatus({ status, credited, dueDate: '2026-03-02' }, today);
  assert.equal(of('Paid'), 'Paid');
  assert.equal(of('Paid', true), 'Credited');
  assert.equal(of('Sent'), 'Not paid');
  assert.equal(of('Sent', false, '2026-03-03'), 'Not paid on time');
  assert.equal(of('Collection', false, '2026-03-03'), 'Collection');
  assert.equal(of('Cancelled', true, '2026-03-03'), 'Cancelled');
});

describe('seats of an order', () => {
  const order = { qty: 3, attended: true, seats_in: [] as number[] };

  test('are all used if none is listed, and none if nobody attended', () => {
    assert.deepEqual(seatsUsed(order), [1, 2, 3]);
    assert.deepEqual(seatsUsed({ ...order, seats_in: [3, 1] }), [1, 3]);
    assert.deepEqual(seatsUsed({ ...order, attended: false, seats_in: [2] }), []);
  });

  const paid = { ...order, attended: false, status: 'Paid' as const, credited: false, credited_qty: 0 };
  const cases = [
    ['paid', paid, ['valid', 'valid', 'valid']],
    ['one used', { ...paid, attended: true, seats_in: [2] }, ['valid', 'used', 'valid']],
    ['unpaid', { ...paid, status: 'Sent' }, ['unpaid', 'unpaid', 'unpaid']],
    [
      'in collection, and let in',
      { ...paid, status: 'Collection', attended: true },
      ['unpaid', 'unpaid', 'unpaid'],
    ],
    ['credited in part', { ...paid, credited_qty: 2 }, ['valid', 'credited', 'credited']],
    ['a used one credited', { ...paid, attended: true, credited_qty: 1 }, ['used', 'used', 'credited']],
    ['credited', { ...paid, credited: true }, ['credited', 'credited', 'credited']],
    ['cancelled', { ...paid, status: 'Cancelled' }, ['credited', 'credited', 'credited']],
  ] as const;
  for (const [what, of, states] of cases) {
    test(`have the ticket state: ${what}`, () =>
      assert.deepEqual(
        [1, 2, 3].map((seat) => ticketState(of, seat)),
        states,
      ));
  }
});

describe('saleState', () => {
  const sale = { is_open: true, inventory_control: true, inventory_count: 1, event_date: '2026-03-02' };
  const cases = [
    ['open', {}],
    ['open', { event_date: null }],
    ['open', { inventory_control: false, inventory_count: 0 }],
    ['sold_out', { inventory_count: 0 }],
    ['over', { event_date: '2026-03-01', inventory_count: 0 }],
    ['closed', { is_open: false, event_date: '2026-03-01' }],
  ] as const;
  for (const [state, fields] of cases) {
    test(`is ${state} with ${JSON.stringify(fields)}`, () =>
      assert.equal(saleState({ ...sale, ...fields }, '2026-03-02'), state));
  }
});
