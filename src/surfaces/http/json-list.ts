import { Readable } from 'node:stream';

export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * A JSON document with a list in it. A list that fits one batch is sent whole; a longer one is streamed batch
 * by batch as the reader takes it, so memory stays flat however long it is. What follows the list may depend on what
 * the rows return at their end.
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

/** The same rows, once the first of them are here: whatever refuses a list refuses it before it is answered. */
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
