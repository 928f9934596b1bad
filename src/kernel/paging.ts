import { integer } from './fields/input-fields.ts';

/** As far as the database counts; whoever wants all of a list may ask for that many. */
export const MOST_ROWS = 2_147_483_647;

/** The two fields of every list. Without a limit, all records come. */
export const pageFields = {
  limit: integer(1, MOST_ROWS)
    .optional()
    .meta({ description: 'How many records at most; all when left out', examples: [10] }),
  page: integer(1, MOST_ROWS).optional().describe('Which page of that many; 1 when left out'),
};

export interface Page {
  limit?: number | undefined;
  page?: number | undefined;
}

/** What a list that tells more than its rows returns after the last of them. */
export interface PageEnd {
  hasMore: boolean;
  limit: number;
  page: number;
}

/** The same for a list that tells how many there are in all. */
export interface ListTotal {
  total: number;
  page: number;
}

/** How many rows one statement fetches: enough to be quick, few enough to hold. */
const BATCH = 500;

/**
 * Fetches a page in batches. The first batch skips to the page; the others go on after the last row seen,
 * so that each costs the same however deep the list, and none keeps a transaction open. A batch that is short is
 * the last one, unless the list knows better.
 */
export async function* batches<Row>(
  { limit, page = 1 }: Page,
  fetch: (take: number, skip: number, after: Row | null) => Promise<Row[]>,
  isLast: (rows: Row[], take: number) => boolean = (rows, take) => rows.length < take,
): AsyncGenerator<Row[]> {
  if (limit === undefined && page > 1) return;
  let left = limit ?? Number.POSITIVE_INFINITY;
  let skip = limit === undefined ? 0 : (page - 1) * limit;
  let after: Row | null = null;
  while (left > 0) {
    const take = Math.min(left, BATCH);
    const rows = await fetch(take, skip, after);
    if (rows.length > 0) yield rows;
    if (isLast(rows, take)) return;
    left -= rows.length;
    skip = 0;
    after = rows.at(-1) ?? null;
  }
}

/** Each row as something else; what the rows return at their end stays. */
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
