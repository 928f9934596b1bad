import { setTimeout as sleep } from 'node:timers/promises';
import { SerializationFailure } from './database.ts';

interface RetryOptions {
  maxAttempts: number;
  pauseMs?: number;
}

/** Runs a transaction again when it conflicts with others. The conflict of the last attempt is thrown. */
export async function retryOnConflict<T>(
  work: () => Promise<T>,
  { maxAttempts, pauseMs }: RetryOptions,
): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SerializationFailure) || attempts === maxAttempts) throw error;
      if (pauseMs) await sleep(pauseMs);
    }
  }
}
