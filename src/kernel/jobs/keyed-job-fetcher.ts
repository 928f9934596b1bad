import type { Database } from '../database/database.ts';
import type { Fetcher, FetchOptions, Occupancy } from './job-fetcher.ts';
import { type JobRow, leaseDueByKey } from './job-store.ts';

/**
 * Leases due jobs of every key that has none running on this node, a few of each, and of every account no more than its
 * share of the free slots. What is leased begins at once: jobs that waited for a slot would hold up those of other accounts.
 */
export class KeyedJobFetcher implements Fetcher {
  readonly #db: Database;
  readonly #options: Omit<FetchOptions, 'batch'> & { perKey: number };

  constructor(db: Database, options: Omit<FetchOptions, 'batch'> & { perKey: number }) {
    this.#db = db;
    this.#options = options;
  }

  async fetch(now: Date, { running, free }: Occupancy): Promise<JobRow[]> {
    if (free === 0) return [];
    const busyKeys = [...new Set(running.map(({ lane_key }) => lane_key ?? ''))];
    const busyAccounts = running.map(({ account_id }) => account_id);
    return leaseDueByKey(this.#db, { ...this.#options, now, free, busyKeys, busyAccounts });
  }
}
