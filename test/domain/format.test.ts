import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { claimAccount } from '../../src/domain/invoices/claims.ts';
import { parseClock } from '../../src/domain/tasks/task-time.ts';
import {
  formatBankAccount,
  formatClock,
  formatDate,
  formatDay,
  formatDeduction,
  formatFigure,
  formatMoney,
  formatPercent,
  formatPrice,
  formatQuantity,
  formatWeekday,
  parseKronur,
} from '../../src/domain/values/format.ts';
import { decimal } from '../../src/domain/values/money.ts';
import { unitName } from '../../src/domain/values/units.ts';

describe('formatting', () => {
  test('writes money in Icelandic and in English notation', () => {
    const cases: [amount: string, currency: string, is: string, en: string][] = [
      ['1234567', 'ISK', '1.234.567 kr.', 'ISK 1,234,567'],
      ['999.5', 'ISK', '1.000 kr.', 'ISK 1,000'],
      ['0.4', 'ISK', '0 kr.', 'ISK 0'],
      ['-0.4', 'ISK', '0 kr.', 'ISK 0'],
      ['-1500', 'ISK', '−1.500 kr.', 'ISK −1,500'],
      ['1234567.891', 'EUR', '1.234.567,89 EUR', 'EUR 1,234,567.89'],
      ['12', 'USD', '12,00 USD', 'USD 12.00'],
      ['-0.001', 'EUR', '0,00 EUR', 'EUR 0.00'],
    ];
    for (const [amount, currency, is, en] of cases) {
      assert.equal(formatMoney(decimal(amount), currency, 'is'), is);
      assert.equal(formatMoney(decimal(amount), currency, 'en'), en);
    }
  });

  test('keeps all decimals of a price, the needed ones of a quantity, and writes percentages', () => {
    assert.equal(formatPrice(decimal('12.5'), 'ISK', 'is'), '12,50');
    assert.equal(formatPrice(decimal('15000.0000'), 'ISK', 'is'), '15.000');
    assert.equal(formatPrice(decimal('19.9999'), 'EUR', 'en'), '19.9999');
    assert.equal(formatPrice(decimal('-3'), 'EUR', 'is'), '−3,00');
    assert.equal(formatQuantity(decimal('1250.500'), 'is'), '1.250,5');
    assert.equal(formatPercent(decimal('12.5'), 'is'), '12,5%');
    assert.equal(formatPercent(decimal('24'), 'en'), '24%');
  });

  test('names a unit in the singular where its language does', () => {
    const days = (lang: 'is' | 'en', ...quantities: number[]) =>
      quantities.map((quantity) => unitName('DAY', lang, quantity)).join(' ');
    assert.equal(
      days('is', 1, 2, 11, 21, 101, 111, -1, 1.5),
      'dagur dagar dagar dagur dagur dagar dagur dagar',
    );
    assert.equal(days('en', 1, 2, 11, 21, 101, -1, 1.5), 'day days days days days day days');
    assert.equal(unitName('HUR', 'is', 1), 'klst.');
    assert.equal(unitName('XYZ', 'is', 1), 'XYZ');
  });

  test('puts a minus before a deduction, except for zero and refunds', () => {
    assert.equal(formatDeduction(decimal('500'), 'ISK', 'is'), '−500');
    assert.equal(formatDeduction(decimal('-500'), 'ISK', 'is'), '500');
    assert.equal(formatDeduction(decimal('0.004'), 'EUR', 'is'), '0,00');
    assert.equal(formatFigure(decimal('0'), 'EUR', 'en'), '0.00');
  });

  test('writes dates, bank accounts and claim numbers', () => {
    assert.equal(formatDate('2026-03-05', 'is'), '5.3.2026');
    assert.equal(formatDate('2026-03-05', 'en'), '2026-03-05');
    assert.equal(formatDay('2026-03-05', 'is'), '5. mars 2026');
    assert.equal(formatDay('2026-12-31', 'en'), '31 December 2026');
    assert.equal(formatWeekday('2026-03-05', 'is'), 'fimmtudagur 5. mars 2026');
    assert.equal(formatWeekday('2024-02-29', 'en'), 'Thursday 29 February 2024');
    assert.equal(formatWeekday('2026-03-01', 'is'), 'sunnudagur 1. mars 2026');
    assert.equal(formatBankAccount('010126123456'), '0101-26-123456');
    assert.equal(formatBankAccount(claimAccount('010126123456', '1234567')), '0101-66-234567');
  });
});

describe('parsing', () => {
  test('accepts whole krónur in the usual notations and nothing else', () => {
    const cases: [typed: string, kronur: string | null][] = [
      ['5000', '5000'],
      [' 5.000 ', '5000'],
      ['5,000', '5000'],
      ['1 250 000', '1250000'],
      ['5.000 kr.', '5000'],
      ['5000kr', '5000'],
      ['5.000,-', '5000'],
      ['ISK 5,000', '5000'],
      ['007', '7'],
      ['0', '0'],
      ['', null],
      ['5.5', null],
      ['1.50', null],
      ['12.34.567', null],
      ['-5', null],
      ['1e9', null],
      ['fimm', null],
    ];
    for (const [typed, kronur] of cases) assert.equal(parseKronur(typed), kronur, typed);
  });

  test('reads a formatted time of day back', () => {
    const minutes = [0, 545, 1439];
    const written = minutes.map(formatClock);
    assert.deepEqual(written, ['0:00', '9:05', '23:59']);
    assert.deepEqual(written.map(parseClock), minutes);
  });
});
