import type { SourceRecord } from '../../../domain/imports/other-account.ts';
import { namedIn, type RecordsHere } from '../../../domain/imports/other-documents.ts';
import { Failure } from '../../../kernel/failures/failure.ts';
import type { ReadContext, WriteContext } from '../../../kernel/operations/context.ts';
import { type Arrival, type ArrivedRecord, leftOut, refused } from './arrival.ts';
import { listRecordsHere } from './import-store.ts';

/** Creates a record by the operations for it, and returns its guid; `message`: the part of it that is not imported. */
interface Making {
  make(ctx: WriteContext): Promise<string>;
  message: string;
}

type Prepared = Making | { refusal: string } | 'left_out';
/** The outcomes of the records of a page, by their guids there. */
export type PreparedRecords = ReadonlyMap<string, Prepared>;

/** Prepares each record by itself; one that is refused does not hold up the others. */
export async function prepareEach(
  ctx: ReadContext,
  sources: readonly SourceRecord[],
  prepare: (source: SourceRecord, here: RecordsHere) => Promise<Prepared>,
): Promise<PreparedRecords> {
  const named = sources.map(namedIn);
  const { db, account } = ctx;
  const here = {
    customers: await listRecordsHere(
      db,
      account.id,
      'customers',
      named.map(({ customer }) => customer).filter(Boolean),
    ),
    items: await listRecordsHere(
      db,
      account.id,
      'items',
      named.flatMap(({ items }) => items),
    ),
  };
  const prepared = new Map<string, Prepared>();
  for (const source of sources) prepared.set(source.guid, await unlessRefused(() => prepare(source, here)));
  return prepared;
}

/** Makes the records, the oldest first, as their lists have the newest first. */
export async function arriveMade(
  ctx: WriteContext,
  sources: readonly SourceRecord[],
  prepared: PreparedRecords,
): Promise<Arrival> {
  const records: ArrivedRecord[] = [];
  for (const source of sources.toReversed()) {
    const one = prepared.get(source.guid) ?? 'left_out';
    if (one === 'left_out') records.push(leftOut(source));
    else if ('refusal' in one) records.push(refused(source, one.refusal));
    else {
      const made = await unlessRefused(async () => ({ guid: await one.make(ctx) }));
      records.push(
        'refusal' in made
          ? refused(source, made.refusal)
          : { source, fate: 'new', guid: made.guid, message: one.message },
      );
    }
  }
  return { records, ctes: [] };
}

async function unlessRefused<T>(work: () => Promise<T>): Promise<T | { refusal: string }> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { refusal: [error, ...error.further].map(({ message }) => message).join('; ') };
  }
}
