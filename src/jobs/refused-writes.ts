import { Failure } from '../kernel/failures/failure.ts';

/** Null where the write is refused, whatever the reason. Other errors are thrown. */
export async function unlessRefused<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

/** Null where the record has changed state meanwhile or is gone. Any other refusal is thrown, so that the job is retried. */
export async function unlessChanged<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Failure && (error.kind === 'conflict' || error.kind === 'not_found')) return null;
    throw error;
  }
}

/** Repeats a write that handles one batch, until it is refused because nothing is left. Returns the sum of the counts. */
export async function sumUntilRefused(handleBatch: () => Promise<number>): Promise<number> {
  for (let sum = 0; ; ) {
    const count = await unlessRefused(handleBatch());
    if (count === null) return sum;
    sum += count;
  }
}
