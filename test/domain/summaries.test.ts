import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { BUCKETS } from '../../src/domain/invoices/invoice-status.ts';
import { type PeriodInput, resolvePeriod, summarize } from '../../src/domain/invoices/summaries.ts';
import { decimal, fixed2, sum } from '../../src/domain/values/money.ts';
import { isViolation } from '../../src/domain/values/violation.ts';

describe('resolvePeriod', () => {
  const periods: [input: PeriodInput, from: string, to: string][] = [
    [{ year: 2026 }, '2026-01-01', '2026-12-31'],
    [{ year: 2026, month: 2 }, '2026-02-01', '2026-02-28'],
    [{ year: 2024, month: 2 }, '2024-02-01', '2024-02-29'],
    [{ year: 2026, from_month: 3, to_month: 6 }, '2026-03-01', '2026-06-30'],
    [{ year: 2026, from_month: 5, to_month: 5 }, '2026-05-01', '2026-05-31'],
    [{ from_date: '2026-01-15', to_date: '2026-02-03' }, '2026-01-15', '2026-02-03'],
    [{ from_date: '2026-01-15', to_date: '2026-01-15' }, '2026-01-15', '2026-01-15'],
    [{ year: 2026, month: undefined, from_date: undefined }, '2026-01-01', '2026-12-31'],
  ];
  for (const [input, from, to] of periods) {
    test(`${JSON.stringify(input)} is ${from} to ${to}`, () => {
      assert.deepEqual(resolvePeriod(input), { from, to });
    });
  }

  const refused: [input: PeriodInput, code: string][] = [
    [{}, 'period_mode'],
    [{ month: 2 }, 'period_mode'],
    [{ year: 2026, from_month: 2 }, 'period_mode'],
    [{ year: 2026, to_month: 2 }, 'period_mode'],
    [{ from_month: 1, to_month: 2 }, 'period_mode'],
    [{ year: 2026, month: 1, from_month: 1, to_month: 2 }, 'period_mode'],
    [{ from_date: '2026-01-01' }, 'period_mode'],
    [{ to_date: '2026-01-01' }, 'period_mode'],
    [{ year: 2026, from_date: '2026-01-01', to_date: '2026-02-01' }, 'period_mode'],
    [{ year: 2026.5 }, 'period_year'],
    [{ year: 26 }, 'period_year'],
    [{ year: Number.NaN }, 'period_year'],
    [{ year: 2026, month: 0 }, 'period_month'],
    [{ year: 2026, month: 13 }, 'period_month'],
    [{ year: 2026, from_month: 1, to_month: 13 }, 'period_month'],
    [{ year: 2026, from_month: 1.5, to_month: 2 }, 'period_month'],
    [{ year: 2026, from_month: 6, to_month: 3 }, 'period_order'],
    [{ from_date: '2026-02-30', to_date: '2026-03-01' }, 'period_date'],
    [{ from_date: '2026-02-01', to_date: '1.3.2026' }, 'period_date'],
    [{ from_date: '2026-02-02', to_date: '2026-02-01' }, 'period_order'],
  ];
  for (const [input, code] of refused) {
    test(`${JSON.stringify(input)} is refused as ${code}`, () => {
      const answer = resolvePeriod(input);
      assert.ok(isViolation(answer));
      assert.equal(answer.code, code);
      assert.notEqual(answer.message, '');
    });
  }
});

describe('summarize', () => {
  test('puts the total first and leaves empty buckets out', () => {
    const list = summarize([
      { bucket: 'overdue', currency: 'ISK', count: 2, total: decimal('300.50') },
      { bucket: 'paid', currency: 'EUR', count: 1, total: decimal('7.25') },
      { bucket: 'paid', currency: 'ISK', count: 1, total: decimal('100') },
      { bucket: 'sent', currency: 'ISK', count: 1, total: decimal('-50') },
    ]);
    const plain = list.map((s) => [
      s.status,
      s.count,
      s.amounts.map((a) => `${a.currency} ${fixed2(a.total)}`),
    ]);
    assert.deepEqual(plain, [
      ['total', 5, ['ISK 350.50', 'EUR 7.25']],
      ['paid', 2, ['ISK 100.00', 'EUR 7.25']],
      ['sent', 1, ['ISK -50.00']],
      ['overdue', 2, ['ISK 300.50']],
    ]);
  });

  test('of nothing is a total of nothing', () => {
    assert.deepEqual(summarize([]), [{ status: 'total', count: 0, amounts: [] }]);
  });

  test('the total is the sum of the buckets in every currency', () => {
    const row = fc.record({
      bucket: fc.constantFrom(...BUCKETS),
      currency: fc.constantFrom('ISK', 'EUR', 'USD'),
      count: fc.integer({ min: 1, max: 50 }),
      total: fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => decimal(`${n}e-2`)),
    });
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const [total, ...buckets] = summarize(rows);
        assert.equal(
          total?.count,
          buckets.reduce((n, b) => n + b.count, 0),
        );
        for (const { currency, total: amount } of total?.amounts ?? []) {
          const parts = buckets.flatMap((b) =>
            b.amounts.filter((a) => a.currency === currency).map((a) => a.total),
          );
          assert.equal(amount.toFixed(), sum(parts).toFixed());
        }
      }),
    );
  });
});
