import { Readable } from 'node:stream';

export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * A JSON document that contains a list. A list of one batch is sent as a string; a longer one is streamed batch by
 * batch with backpressure, so memory use does not grow with the list. `tail` writes what follows the list and gets the
 * return value of the iterator, such as the total.
 */
export async function jsonWithList(
  head: string,
  rows: AsyncIterable<unknown[]>,
  tail: (end: unknown) => string,
): Promise<string | Readable> {
  const batches = rows[Symbol.asyncIterator]();
  const first = await batches.next();
  const second = first.done ? first : await batches.next();
  const opening = `${head}[${first.done ? '' : encodeRows(first.value)}`;
  if (second.done) return `${opening}]${tail(second.value)}`;
  return Readable.from(
    (async function* () {
      yield opening;
      let batch: IteratorResult<unknown[]> = second;
      for (; !batch.done; batch = await batches.next()) yield `,${encodeRows(batch.value)}`;
      yield `]${tail(batch.value)}`;
    })(),
  );
}

/** Waits for the first batch, so that a refusal is thrown before any byte of the answer has been sent. */
export async function startList<Row, End>(rows: AsyncIterable<Row, End>): Promise<AsyncGenerator<Row, End>> {
  const source = rows[Symbol.asyncIterator]();
  return resume(await source.next(), source);
}

async function* resume<Row, End>(
  first: IteratorResult<Row, End>,
  source: AsyncIterator<Row, End>,
): AsyncGenerator<Row, End> {
  try {
    for (let next = first; ; next = await source.next()) {
      if (next.done) return next.value;
      yield next.value;
    }
  } finally {
    await source.return?.();
  }
}

function encodeRows(batch: unknown[]): string {
  return batch.map((row) => JSON.stringify(row)).join(',');
}
