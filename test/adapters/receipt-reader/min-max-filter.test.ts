import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minMaxFilter } from '../../../src/adapters/receipt-reader/min-max-filter.ts';
import { dice } from '../../receipts/camera.ts';

test('the minimum and maximum filters equal the extreme of each window', () => {
  const random = dice(7);
  const integer = (below: number) => Math.floor(random() * below);
  for (let round = 0; round < 200; round++) {
    const [width, height, reach] = [1 + integer(12), 1 + integer(12), integer(8)];
    const pixels = Uint8Array.from({ length: width * height }, () => integer(256));
    for (const [kind, pick] of [
      ['min', Math.min],
      ['max', Math.max],
    ] as const) {
      const expected = pixels.map((_, at) => {
        const [x, y] = [at % width, Math.floor(at / width)];
        const isNear = (other: number) =>
          Math.abs((other % width) - x) <= reach && Math.abs(Math.floor(other / width) - y) <= reach;
        return pick(...pixels.filter((_, other) => isNear(other)));
      });
      assert.deepEqual(minMaxFilter(pixels, width, height, reach, kind), expected);
    }
  }
});
