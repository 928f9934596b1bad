import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type BatchRange, batches, mapBatches, type Page } from '../../src/kernel/operations/paging.ts';

/** Fetches from `total` rows, and records how it was asked. */
function source(total: number) {
  const asked: [take: number, skip: number, after: number | null][] = [];
  const fetch = async ({ take, skip, after }: BatchRange<number>) => {
    asked.push([take, skip, after]);
    const from = (after ?? 0) + skip;
    return Array.from({ length: Math.max(0, Math.min(take, total - from)) }, (_, n) => from + n + 1);
  };
  return { asked, fetch };
}

const cases: [name: string, total: number, page: Page, first: number | null, count: number, asked: number][] =
  [
    ['everything without a limit', 1200, {}, 1, 1200, 3],
    ['everything where the last batch is full', 1000, {}, 1, 1000, 3],
    ['nothing of an empty list', 0, {}, null, 0, 1],
    ['the first page', 20, { limit: 5 }, 1, 5, 1],
    ['a later page', 20, { limit: 5, page: 3 }, 11, 5, 1],
    ['the rest on the last page', 12, { limit: 5, page: 3 }, 11, 2, 1],
    ['nothing after the last page', 12, { limit: 5, page: 4 }, null, 0, 1],
    ['a page of several batches', 2000, { limit: 700, page: 2 }, 701, 700, 2],
    ['nothing on a second page without a limit', 12, { page: 2 }, null, 0, 0],
  ];
describe('batches fetch', () => {
  for (const [name, total, page, first, count, calls] of cases) {
    test(name, async () => {
      const { asked, fetch } = source(total);
      const rows: number[] = [];
      for await (const batch of batches(page, fetch)) rows.push(...batch);
      assert.deepEqual([rows[0] ?? null, rows.length, asked.length], [first, count, calls]);
    });
  }

  test('later batches by the last row instead of an offset', async () => {
    const { asked, fetch } = source(2000);
    for await (const _batch of batches({ limit: 700, page: 2 }, fetch));
    assert.deepEqual(asked, [
      [500, 700, null],
      [200, 0, 1200],
    ]);
  });

  test('further batches after a short one where the list says that it is not the last', async () => {
    const sizes = [2, 0, 1];
    const fetch = async () => Array<number>(sizes.shift() ?? 0).fill(7);
    const found: number[] = [];
    for await (const batch of batches({}, fetch, () => sizes.length === 0)) found.push(batch.length);
    assert.deepEqual(found, [2, 1]);
  });
});

describe('mapped batches', () => {
  async function* rows() {
    yield [1, 2];
    yield [3];
    return 'the end';
  }
  test('map every row and keep what the list returns', async () => {
    const mapped = mapBatches(rows(), (n) => n * 10);
    assert.deepEqual(await mapped.next(), { value: [10, 20], done: false });
    assert.deepEqual(await mapped.next(), { value: [30], done: false });
    assert.deepEqual(await mapped.next(), { value: 'the end', done: true });
  });
  test('close their source when the reader stops early', async () => {
    let isClosed = false;
    async function* closing() {
      try {
        yield [1];
        yield [2];
      } finally {
        isClosed = true;
      }
    }
    for await (const _batch of mapBatches(closing(), (n) => n)) break;
    assert.equal(isClosed, true);
  });
});
