import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monthPeriod, periodOf, yearBefore } from '../../console/src/screens/reports/periods.ts';

test('presets of reports are whole months, or the year up to today', () => {
  const rows = [
    ['this-month', '2026-03-17', '2026-03-01', '2026-03-31'],
    ['last-month', '2026-01-05', '2025-12-01', '2025-12-31'],
    ['last-month', '2028-03-31', '2028-02-01', '2028-02-29'],
    ['this-vat', '2026-03-17', '2026-03-01', '2026-04-30'],
    ['this-vat', '2026-12-31', '2026-11-01', '2026-12-31'],
    ['last-vat', '2026-02-01', '2025-11-01', '2025-12-31'],
    ['year-to-date', '2026-03-17', '2026-01-01', '2026-03-17'],
    ['this-year', '2026-03-17', '2026-01-01', '2026-12-31'],
    ['last-year', '2026-03-17', '2025-01-01', '2025-12-31'],
  ] as const;
  for (const [preset, today, from_date, to_date] of rows)
    assert.deepEqual(periodOf(preset, today), { from_date, to_date }, `${preset} on ${today}`);
});

test('a year before keeps to days that exist', () => {
  assert.deepEqual(yearBefore({ from_date: '2028-02-01', to_date: '2028-02-29' }), {
    from_date: '2027-02-01',
    to_date: '2027-02-28',
  });
  assert.deepEqual(yearBefore({ from_date: '2029-01-01', to_date: '2029-02-28' }), {
    from_date: '2028-01-01',
    to_date: '2028-02-29',
  });
  assert.deepEqual(yearBefore({ from_date: '2029-01-01', to_date: '2029-02-27' }), {
    from_date: '2028-01-01',
    to_date: '2028-02-27',
  });
  assert.deepEqual(monthPeriod('2028-02'), { from_date: '2028-02-01', to_date: '2028-02-29' });
});
