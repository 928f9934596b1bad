import { Readable } from 'node:stream';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Of a longer answer each copy costs more than sending it apart from its headers. */
const LARGE = 65_536;

/**
 * A JSON document that contains a list. A list of one batch is sent at once; a longer one is streamed batch by
 * batch with backpressure, so memory use does not grow with the list. `tail` writes what follows the list and gets the
 * return value of the iterator, such as the total.
 */
export async function jsonWithList(
  head: string,
  rows: AsyncIterable<unknown[]>,
  tail: (end: unknown) => string,
): Promise<string | Buffer | Readable> {
  const batches = rows[Symbol.asyncIterator]();
  const first = await batches.next();
  const second = first.done ? first : await batches.next();
  const opening = [`${head}[`, ...(first.done ? [] : encodeRows(first.value, ''))];
  if (second.done) return join([...opening, `]${tail(second.value)}`]);
  return Readable.from(
    (async function* () {
      yield join(opening);
      let batch: IteratorResult<unknown[]> = second;
      for (; !batch.done; batch = await batches.next()) yield join(encodeRows(batch.value, ','));
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

/** `before`: what comes before the first row. */
function encodeRows(batch: unknown[], before: string): string[] {
  return batch.flatMap((row, index) => [index === 0 ? before : ',', JSON.stringify(row)]);
}

/** A long text as the bytes that are sent, so that it is not joined as text, measured and encoded once more. */
function join(parts: readonly string[]): string | Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length < LARGE) return parts.join('');
  const bytes = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0));
  let end = 0;
  for (const part of parts) end += bytes.write(part, end);
  return bytes;
}
