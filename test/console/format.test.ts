import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nextDayOfMonth, parseInputDate } from '../../console/src/lib/dates.ts';
import {
  formatDate,
  formatMoney,
  formatNumber,
  formatPrice,
  formatShort,
} from '../../console/src/lib/format.ts';
import { formatKennitala } from '../../src/domain/values/kennitala.ts';

describe('number and date formats', () => {
  it('follow the Icelandic and English conventions', () => {
    assert.equal(formatMoney(1234567.4, 'ISK', 'is'), '1.234.567\u00a0kr.');
    assert.equal(formatMoney(1234.5, 'EUR', 'is'), '1.234,50\u00a0EUR');
    assert.equal(formatMoney(-1234.5, 'EUR', 'en'), 'EUR\u00a0−1,234.50');
    assert.equal(formatMoney(-0.4, 'ISK', 'is'), '0\u00a0kr.');
    assert.equal(formatNumber(-1234.5, 'is'), '−1.234,5');
    assert.equal(formatNumber(2.5, 'is'), '2,5');
    assert.equal(formatNumber(1000, 'en', 2), '1,000.00');
    assert.equal(formatShort(1_250_000, 'is'), '1,3 m.');
    assert.equal(formatShort(7_500_000_000, 'is'), '7,5 ma.');
    assert.equal(formatShort(10_000_000_000, 'en'), '10bn');
    assert.equal(formatDate('2026-03-05', 'is'), '5. mars 2026');
    assert.equal(formatDate('2026-03-05', 'en'), '5 Mar 2026');
    assert.equal(formatKennitala('5501234520'), '550123-4520');
  });
  it('keep the decimals of a unit price', () => {
    assert.equal(formatPrice(4500.5, 'ISK', 'is'), '4.500,50\u00a0kr.');
    assert.equal(formatPrice(4500, 'ISK', 'is'), '4.500\u00a0kr.');
    assert.equal(formatPrice(1234.5678, 'EUR', 'en'), 'EUR\u00a01,234.5678');
    assert.equal(formatPrice(12, 'EUR', 'is'), '12,00\u00a0EUR');
  });
});

describe('typed dates', () => {
  const parse = (typed: string) => parseInputDate(typed, '2026-03-17');

  it('have the day first, and the month as a number or a name of either language', () => {
    for (const typed of [
      '5.12.2030',
      '05/12/30',
      '5 Dec 2030',
      '5. des. 2030',
      '5. desember 2030',
      '2030-12-05',
    ])
      assert.equal(parse(typed), '2030-12-05', typed);
    for (const [typed, date] of [
      ['1. maí', '2026-05-01'],
      ['1 may', '2026-05-01'],
      ['31. ágúst', '2026-08-31'],
      ['31 August', '2026-08-31'],
      ['2.1', '2026-01-02'],
    ] as const)
      assert.equal(parse(typed), date, typed);
  });

  it('are, where they lie ahead, the next such day of a month', () => {
    const next = (typed: string, today = '2026-01-17') => nextDayOfMonth(typed, today);
    assert.deepEqual(
      ['17', '5', '5.', '31', '30', '0', '32', '5.2', ''].map((typed) => next(typed)),
      ['2026-01-17', '2026-02-05', '2026-02-05', '2026-01-31', '2026-01-30', '', '', '', ''],
    );
    assert.equal(next('31', '2026-02-01'), '2026-03-31');
  });

  it('are refused where there is no such day', () => {
    for (const typed of ['', '31.2.2026', '30. feb. 2026', '1. moon 2026', '5', 'dec', '5.13.2026'])
      assert.equal(parse(typed), '', typed);
  });
});
