import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addSteps,
  type PartitionStep,
  periodName,
  periodOf,
  periodsBetween,
} from '../../src/domain/service/partition-periods.ts';

const CASES: [step: PartitionStep, moment: string, from: string, to: string, name: string][] = [
  ['month', '2026-11-19T18:00:00Z', '2026-11-01', '2026-12-01', '2026_11'],
  ['month', '2026-12-31T23:59:59.999Z', '2026-12-01', '2027-01-01', '2026_12'],
  ['month', '2027-01-01T00:00:00Z', '2027-01-01', '2027-02-01', '2027_01'],
  ['month', '2028-02-29T12:00:00Z', '2028-02-01', '2028-03-01', '2028_02'],
  ['year', '2026-11-19T18:00:00Z', '2026-01-01', '2027-01-01', '2026'],
  ['year', '2026-12-31T23:59:59.999Z', '2026-01-01', '2027-01-01', '2026'],
];

test('a partition has a whole calendar month or year, in UTC', () => {
  for (const [step, moment, from, to, name] of CASES) {
    const period = periodOf(step, new Date(moment));
    assert.deepEqual(period, { from: new Date(from), to: new Date(to) }, moment);
    assert.equal(periodName(step, period), name);
  }
});

test('periods follow each other without a gap, from that of one moment to that of another', () => {
  const names = (step: PartitionStep, first: string, last: string) =>
    periodsBetween(step, new Date(first), new Date(last)).map((period) => periodName(step, period));
  assert.deepEqual(names('month', '2026-11-30', '2027-02-01'), ['2026_11', '2026_12', '2027_01', '2027_02']);
  assert.deepEqual(names('year', '2026-11-30', '2027-02-01'), ['2026', '2027']);
  assert.deepEqual(names('year', '2026-11-30', '2026-01-01'), ['2026']);
  assert.deepEqual(names('year', '2026-11-30', '2025-12-31'), []);
  assert.deepEqual(addSteps('month', new Date('2026-11-01'), 3), new Date('2027-02-01'));
  assert.deepEqual(addSteps('year', new Date('2026-01-01'), -8), new Date('2018-01-01'));
});
