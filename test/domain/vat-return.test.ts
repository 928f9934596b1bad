import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sumBoxes, wholeBoxes } from '../../src/domain/vat/boxes.ts';
import { lengthInYear, nextToFile, periodsOfYear } from '../../src/domain/vat/periods.ts';

test('periods of a year are named by their last month and due on a working day', () => {
  assert.deepEqual(
    periodsOfYear(2026, 'two_months').map(({ period, from, to, due }) => [period, from, to, due]),
    [
      // Easter Sunday and Easter Monday.
      ['2026-02', '2026-01-01', '2026-02-28', '2026-04-07'],
      ['2026-04', '2026-03-01', '2026-04-30', '2026-06-05'],
      ['2026-06', '2026-05-01', '2026-06-30', '2026-08-05'],
      ['2026-08', '2026-07-01', '2026-08-31', '2026-10-05'],
      // A Saturday.
      ['2026-10', '2026-09-01', '2026-10-31', '2026-12-07'],
      ['2026-12', '2026-11-01', '2026-12-31', '2027-02-05'],
    ],
  );
  assert.deepEqual(
    periodsOfYear(2028, 'half_year').map(({ period, from, to, due }) => [period, from, to, due]),
    [
      // A Saturday, and the first Monday of August is the seventh.
      ['2028-06', '2028-01-01', '2028-06-30', '2028-08-08'],
      ['2028-12', '2028-07-01', '2028-12-31', '2029-02-05'],
    ],
  );
  assert.deepEqual(periodsOfYear(2026, 'year'), [
    { period: '2026-12', from: '2026-01-01', to: '2026-12-31', due: '2027-02-05' },
  ]);
});

test('the length of periods counts from its year on', () => {
  const chosen = [
    { from_year: 2028, periods: 'two_months' as const },
    { from_year: 2026, periods: 'year' as const },
  ];
  const years = [2025, 2026, 2027, 2028, 2030];
  assert.deepEqual(
    years.map((year) => lengthInYear(chosen, year)),
    ['two_months', 'year', 'year', 'two_months', 'two_months'],
  );
});

test('the next return is of the first period that is neither locked nor past its due date', () => {
  const next = (
    today: string,
    locked: readonly string[] = [],
    chosen: Parameters<typeof nextToFile>[0] = [],
  ) => nextToFile(chosen, { today, isLocked: (to) => locked.includes(to) })?.period;
  assert.equal(next('2026-11-18'), '2026-10');
  assert.equal(next('2026-11-18', ['2026-10-31']), '2026-12');
  assert.equal(next('2027-02-05'), '2026-12');
  assert.equal(next('2027-02-06'), '2027-02');
  assert.equal(next('2027-01-10', ['2026-12-31', '2027-02-28']), '2027-04');
  assert.equal(next('2027-01-10', [], [{ from_year: 2026, periods: 'year' }]), '2026-12');
  assert.equal(next('2027-03-10', [], [{ from_year: 2026, periods: 'half_year' }]), '2027-06');
});

test('boxes are rounded once, and what is to pay comes from the rounded boxes', () => {
  const sums = sumBoxes([
    { box: 'output_24', amount: '100.25' },
    { box: 'output_24', amount: '0.25' },
    { box: 'output_11', amount: '10.50' },
    { box: 'input_24', amount: '-3.50' },
    { box: 'bad_debt_11', amount: '4.49' },
    { box: 'turnover_24', amount: '417.70' },
    { box: 'outside_vat', amount: '1000' },
  ]);
  const { output_24, output_11, input_24, bad_debt_11, turnover_24, to_pay } = wholeBoxes(sums);
  assert.deepEqual([output_24, output_11, input_24, bad_debt_11, turnover_24], [101, 11, -4, 4, 418]);
  assert.equal(to_pay, 101 + 11 + 4 - 4);
});
