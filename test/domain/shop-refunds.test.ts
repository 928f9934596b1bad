import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { refundOrder, type ShopOrder, shopOrder } from '../support/refunded-orders.ts';

describe('random refunds of shop orders', () => {
  test('are accepted within what is left and refused beyond, and add up to the order', () => {
    const outcomes = new Map<string, number>();
    const count = (what: string) => outcomes.set(what, (outcomes.get(what) ?? 0) + 1);
    fc.assert(
      fc.property(shopOrder, (order: ShopOrder) => refundOrder(order, count)),
      { seed: 11, numRuns: 300 },
    );
    for (const what of ['line', 'amount', 'rest', 'beyond', 'moved', 'rounding'])
      assert.ok((outcomes.get(what) ?? 0) > 15, `the generator misses ${what}`);
  });
});
