import type { Database } from '../database/database.ts';
import { type Fetcher, type FetchOptions, interleave } from './job-fetcher.ts';
import { type JobRow, leaseDueByKey } from './job-store.ts';

/** Leases due jobs of every key that has none running on this node, a few of each. */
export class KeyedJobFetcher implements Fetcher {
  readonly #db: Database;
  readonly #options: FetchOptions & { perKey: number };

  constructor(db: Database, options: FetchOptions & { perKey: number }) {
    this.#db = db;
    this.#options = options;
  }

  async fetch(now: Date, running: readonly JobRow[]): Promise<JobRow[]> {
    const { batch: rows, ...options } = this.#options;
    const busyKeys = [...new Set(running.map(({ lane_key }) => lane_key ?? ''))];
    return interleave(await leaseDueByKey(this.#db, { ...options, now, rows, busyKeys }));
  }
}
