import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '../../src/domain/values/dates.ts';
import { wholeMonths } from '../../src/domain/values/whole-months.ts';

/** Every day of the range once: in a month whose first and last day are in the range, or at an edge. */
test('a range is divided into whole months and the days around them', () => {
  const day = (n: number) => addDays('2027-12-20', n);
  for (let from = 0; from < 80; from++)
    for (let to = from; to < 140; to += 3) {
      const { months, edges } = wholeMonths({ from: day(from), to: day(to) });
      for (let n = from - 2; n <= to + 2; n++) {
        const one = day(n);
        const first = `${one.slice(0, 7)}-01`;
        const last = addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1);
        const isWhole = first >= day(from) && last <= day(to);
        const isInside = n >= from && n <= to;
        const isIn = (range: { from: string; to: string }) => one >= range.from && one <= range.to;
        assert.deepEqual(
          [isIn(months), edges.filter(isIn).length],
          [isInside && isWhole, isInside && !isWhole ? 1 : 0],
          `${one} of ${day(from)} to ${day(to)}`,
        );
      }
    }
});
