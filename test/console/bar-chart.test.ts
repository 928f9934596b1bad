import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axisTop, slotWidth } from '../../console/src/lib/chart-axis.ts';

test('the axis of a chart ends at the largest value, unless it would flatten all others', () => {
  const cases: [values: number[], top: number][] = [
    [[], 1],
    [[0, 0], 1],
    [[100, 80, 20], 100],
    [[399, 100], 399],
    [[401, 100, 50], 130],
    [[5000], 5000],
    [[-10, -5], 1],
  ];
  for (const [values, top] of cases) assert.equal(axisTop(values), top, values.join());
});

test('bars leave the width that the longest label needs', () => {
  assert.equal(slotWidth([]), slotWidth(['Jan', 'Feb']));
  assert.ok(slotWidth(['Not due', 'Over 90 days']) > slotWidth(['Jan', 'Feb']));
});
