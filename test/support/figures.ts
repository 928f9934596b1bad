import assert from 'node:assert/strict';

/** Compares figures, and counts them. */
export class Figures {
  count = 0;

  equal(found: unknown, expected: unknown, what: string): void {
    this.count += countIn(expected);
    assert.deepEqual(found, expected, what);
  }
}

/** An empty list or record says one thing: that there is nothing. */
function countIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Math.max(
    1,
    Object.values(value).reduce((sum, one) => sum + countIn(one), 0),
  );
}
