import assert from 'node:assert/strict';
import { test } from 'node:test';
import { othersRow } from '../../console/src/screens/reports/others.ts';

const rows = (count: number) => Array.from({ length: count }, (_, n) => [`Kaupandi ${n}`, 1, 100.1, 24.02]);

test('a report that is cut off has a row for the rest, so that its columns add up', () => {
  assert.deepEqual(othersRow(rows(500), ['Samtals', 503, 50_350.35, 12_082.02], 'Annað'), [
    'Annað',
    3,
    300.35,
    72.02,
  ]);
  assert.deepEqual(othersRow(rows(500), ['Samtals', 503, 50_050, 12_009.99], 'Annað', [1]), [
    'Annað',
    '',
    0,
    -0.01,
  ]);
});

test('a report that is complete has none', () => {
  assert.equal(othersRow(rows(500), ['Samtals', 500, 50_050, 12_010], 'Annað'), null);
  assert.equal(othersRow(rows(3), ['Samtals', 9, 900, 900], 'Annað'), null);
});
