import { integer } from '../fields/input-fields.ts';

/** The largest `integer` of the database; a client that wants the whole list may ask for that many. */
export const MAX_ROWS = 2_147_483_647;

/** The two fields of every list. Without a limit, all records are returned. */
export const pageFields = {
  limit: integer(1, MAX_ROWS)
    .optional()
    .meta({ description: 'How many records at most; all when left out', examples: [10] }),
  page: integer(1, MAX_ROWS).optional('Which page of that many; 1 when left out'),
};

export interface Page {
  limit?: number | undefined;
  page?: number | undefined;
}

/** The footer of a list that says whether there are more rows. */
export interface PageEnd {
  hasMore: boolean;
  limit: number;
  page: number;
}

/** The footer of a list that counts all rows. */
export interface ListTotal {
  total: number;
  page: number;
}

/** Rows per statement: enough to amortize the round trip, few enough for constant memory. */
const BATCH = 500;

/** Which rows a batch consists of: `take` rows after the last one of the batch before, or in the first one after `skip` rows. */
export interface BatchRange<Row> {
  take: number;
  skip: number;
  after: Row | null;
}

/**
 * Fetches a page in batches by keyset pagination: only the first batch uses an offset, the others continue after the
 * last row, so that each costs the same at any depth and none keeps a transaction open. A short batch is the last one,
 * unless `isLast` says otherwise.
 */
export async function* batches<Row>(
  { limit, page = 1 }: Page,
  fetch: (range: BatchRange<Row>) => Promise<Row[]>,
  isLast: (rows: Row[], take: number) => boolean = (rows, take) => rows.length < take,
): AsyncGenerator<Row[], void> {
  if (limit === undefined && page > 1) return;
  let left = limit ?? Number.POSITIVE_INFINITY;
  let skip = limit === undefined ? 0 : (page - 1) * limit;
  let after: Row | null = null;
  while (left > 0) {
    const take = Math.min(left, BATCH);
    const rows = await fetch({ take, skip, after });
    if (rows.length > 0) yield rows;
    if (isLast(rows, take)) return;
    left -= rows.length;
    skip = 0;
    after = rows.at(-1) ?? null;
  }
}

/** Maps every row and passes the return value of the source on. */
export async function* mapBatches<A, B, End>(
  rows: AsyncIterable<A[], End>,
  map: (row: A) => B,
): AsyncGenerator<B[], End> {
  const source = rows[Symbol.asyncIterator]();
  try {
    for (;;) {
      const batch = await source.next();
      if (batch.done) return batch.value;
      yield batch.value.map(map);
    }
  } finally {
    await source.return?.();
  }
}
