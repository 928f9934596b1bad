import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { creditable } from '../../src/domain/credit/quantities.ts';
import { totals } from '../../src/domain/invoices/totals.ts';
import {
  bookedVatRates,
  NEWEST_VAT_RATES,
  VAT_CODES,
  type VatRates,
  vatRates,
} from '../../src/domain/invoices/vat.ts';
import { decimal, fixed2 } from '../../src/domain/values/money.ts';

const percents = (rates: VatRates) => VAT_CODES.map((code) => rates[code].times(100).toFixed()).join(' ');

describe('VAT', () => {
  test('is 24, 11 and 0 per cent today', () => {
    assert.deepEqual([...VAT_CODES], ['S', 'AA', 'Z']);
    assert.equal(percents(NEWEST_VAT_RATES), '24 11 0');
  });

  for (const [from, to, rates] of [
    ['1900-01-01', '2007-02-28', '24.5 14 0'],
    ['2007-03-01', '2009-12-31', '24.5 7 0'],
    ['2010-01-01', '2014-12-31', '25.5 7 0'],
    ['2015-01-01', '2999-12-31', '24 11 0'],
  ] as const) {
    test(`was or is ${rates} per cent from ${from} to ${to}`, () => {
      assert.deepEqual([percents(vatRates(from)), percents(vatRates(to))], [rates, rates]);
    });
  }

  test('is unknown before the first day of the books', () => {
    assert.throws(() => vatRates('1899-12-31'), /No VAT rates are known for 1899-12-31/);
  });

  test('of invoices and costs is that of 2015 also on earlier days', () => {
    assert.equal(percents(bookedVatRates('2014-12-31')), '24 11 0');
    assert.equal(percents(bookedVatRates('2026-03-02')), '24 11 0');
  });

  test('of other rates is used by totals and credit notes', () => {
    const rates = vatRates('2012-06-01');
    const line = {
      id: 'a',
      itemGuid: 'i',
      itemNumber: '1',
      uom: 'C62',
      qty: decimal(2),
      unitPrice: decimal(1000),
    };
    const lines = [{ ...line, tax: 'S' as const, credited: decimal(0), discount: decimal(0) }];
    const { amount, vat, lines: lineTotals } = totals(lines, { rates });
    assert.deepEqual([amount, vat.S, lineTotals[0]?.vat ?? decimal(0)].map(fixed2), [
      '2510.00',
      '510.00',
      '510.00',
    ]);
    const credit = creditable({ lines, rates } as never, undefined) as { leavesNothing: boolean };
    assert.equal(credit.leavesNothing, true);
  });
});
