import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  addDays,
  addMonthsAnchored,
  daysBetween,
  daysInMonth,
  firstOfMonth,
  isPlainDate,
  lastOfMonth,
  parseDayFirst,
  toPlainDate,
} from '../../src/domain/values/dates.ts';

const anyDay = fc.integer({ min: 0, max: 365_000 }).map((n) => addDays('1900-01-01', n));

test('a day begins and ends at midnight UTC, whatever the offset of the moment as written', () => {
  const cases: [moment: string, day: string][] = [
    ['2026-03-16T23:59:59.999Z', '2026-03-16'],
    ['2026-03-17T00:00:00Z', '2026-03-17'],
    ['2026-03-17T00:30:00+02:00', '2026-03-16'],
    ['2026-07-01T00:00:00Z', '2026-07-01'],
  ];
  for (const [moment, day] of cases) assert.equal(toPlainDate(new Date(moment)), day);
});

describe('isPlainDate', () => {
  const real = ['2026-01-31', '2024-02-29', '2000-02-29', '1900-01-01', '2999-12-31', '2026-04-30'];
  const unreal = [
    '2026-02-29',
    '1900-02-29',
    '2100-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-32',
    '1899-12-31',
    '3000-01-01',
    '2026-1-1',
    '26-01-01',
    '2026/01/01',
    '01.01.2026',
    '2026-01-01T00:00:00',
    '',
    ' 2026-01-01',
    '2026-01-01\n',
    '٢٠٢٦-٠١-٠١',
  ];
  for (const date of real) test(`accepts ${date}`, () => assert.equal(isPlainDate(date), true));
  for (const date of unreal) {
    test(`refuses ${JSON.stringify(date)}`, () => assert.equal(isPlainDate(date), false));
  }
});

describe('addDays', () => {
  const table: [from: string, days: number, to: string][] = [
    ['2026-01-31', 1, '2026-02-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-02-28', 1, '2026-03-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-03-15', 0, '2026-03-15'],
    ['2026-01-01', 365, '2027-01-01'],
  ];
  for (const [from, days, to] of table) {
    test(`${from} and ${days} days is ${to}`, () => assert.equal(addDays(from, days), to));
  }

  test('is inverted by daysBetween, keeps string order, and yields existing days', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 30_000 }), (day, n) => {
        const later = addDays(day, n);
        assert.equal(isPlainDate(later), true);
        assert.equal(daysBetween(day, later), n);
        assert.equal(daysBetween(later, day), -n);
        assert.ok(day < later);
      }),
    );
  });

  test('throws on text that is not a date', () => {
    assert.throws(() => addDays('5.3.2026', 1), RangeError);
  });
});

describe('addMonthsAnchored', () => {
  const table: [start: string, months: number, to: string][] = [
    ['2026-01-31', 0, '2026-01-31'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-01-31', 2, '2026-03-31'],
    ['2026-01-31', 3, '2026-04-30'],
    ['2026-01-31', 12, '2027-01-31'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-02-29', 48, '2028-02-29'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-01-10', -1, '2025-12-10'],
  ];
  for (const [start, months, to] of table) {
    test(`${start} and ${months} months is ${to}`, () => assert.equal(addMonthsAnchored(start, months), to));
  }

  test('returns the start day n months later, or the last day of a shorter month', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 240 }), (start, n) => {
        const to = addMonthsAnchored(start, n);
        const months = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
        assert.equal(isPlainDate(to), true);
        assert.equal(months(to) - months(start), n);
        if (to.slice(8) !== start.slice(8)) {
          assert.ok(to.slice(8) < start.slice(8));
          assert.equal(addDays(to, 1).slice(8), '01');
        }
      }),
    );
  });
});

describe('month functions', () => {
  test('return the first and last day', () => {
    assert.equal(firstOfMonth(2026, 2), '2026-02-01');
    assert.equal(lastOfMonth(2026, 2), '2026-02-28');
    assert.equal(lastOfMonth(2024, 2), '2024-02-29');
    assert.equal(lastOfMonth(1900, 2), '1900-02-28');
    assert.equal(lastOfMonth(2026, 12), '2026-12-31');
  });

  test('return the length of every month', () => {
    const lengths = Array.from({ length: 12 }, (_, i) => daysInMonth(2026, i + 1));
    assert.deepEqual(lengths, [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]);
  });
});

describe('parseDayFirst', () => {
  const table: [text: string, date: string | null][] = [
    ['5.3.2026', '2026-03-05'],
    ['05.03.2026', '2026-03-05'],
    ['31.12.2026', '2026-12-31'],
    ['29.2.2024', '2024-02-29'],
    ['29.2.2026', null],
    ['31.4.2026', null],
    ['0.1.2026', null],
    ['1.13.2026', null],
    ['1.1.26', null],
    ['1.1.1899', null],
    ['2026-03-05', null],
    ['5.3.2026 10:00', null],
    ['', null],
  ];
  for (const [text, date] of table) {
    test(`${JSON.stringify(text)} is ${date}`, () => assert.equal(parseDayFirst(text), date));
  }
});
