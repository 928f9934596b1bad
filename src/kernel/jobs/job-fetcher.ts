import type { Database } from '../database/database.ts';
import type { JobKind } from '../operations/job-kinds.ts';
import { type FetchedJob, type JobRow, leaseDue } from './job-store.ts';

export interface FetchOptions {
  kinds: readonly JobKind[];
  /** About how many jobs are leased at once. Where many accounts wait, each gets one of every kind. */
  batch: number;
  maxAttempts: number;
  leaseSeconds: number;
}

/** What a lane of this node does at the moment. */
export interface Occupancy {
  running: readonly JobRow[];
  /** Slots without a job. */
  free: number;
}

export interface Fetcher {
  fetch(now: Date, occupancy: Occupancy): Promise<JobRow[]>;
}

/**
 * Leases due jobs fairly: accounts take turns, so a thousand jobs of one account do not delay the single job of another.
 * Each batch continues after the account at which the batch before ended, so every account has its turn.
 */
export class JobFetcher implements Fetcher {
  readonly #db: Database;
  readonly #options: FetchOptions;
  /** The last account of the current pass over all accounts; 0 at its start. */
  #after = 0;

  constructor(db: Database, options: FetchOptions) {
    this.#db = db;
    this.#options = options;
  }

  async fetch(now: Date): Promise<JobRow[]> {
    let rows = await this.#fetchAfter(this.#after, now);
    if (rows.length === 0 && this.#after > 0) rows = await this.#fetchAfter(0, now);
    this.#after = endOfBatch(rows, this.#options.batch);
    return rows;
  }

  async #fetchAfter(after: number, now: Date): Promise<FetchedJob[]> {
    const { batch, ...options } = this.#options;
    // The accounts at the end of a pass are few; a full batch among them would be more than their share.
    const rows = after > 0 ? 1 : batch;
    return interleave(await leaseDue(this.#db, { ...options, after, now, accounts: batch, rows }));
  }
}

/** The oldest job of each account first, then the second of each, and so on. */
export function interleave(rows: FetchedJob[]): FetchedJob[] {
  const byAge = rows.toSorted((a, b) => compare(a.run_at, b.run_at) || a.id - b.id);
  const turns = new Map<number, number>();
  const withTurns = byAge.map((row) => {
    const turn = turns.get(row.account_id) ?? 0;
    turns.set(row.account_id, turn + 1);
    return { row, turn };
  });
  return withTurns.sort((a, b) => a.turn - b.turn).map(({ row }) => row);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * The account after which the next batch continues: the last one that every kind has reached. 0 where no kind has used
 * up its batch, so that the pass is complete.
 */
export function endOfBatch(rows: readonly Pick<FetchedJob, 'kind' | 'account_id'>[], batch: number): number {
  const ends: number[] = [];
  for (const ofKind of Map.groupBy(rows, ({ kind }) => kind).values()) {
    const accounts = new Set(ofKind.map(({ account_id }) => account_id));
    if (accounts.size >= batch) ends.push(Math.max(...accounts));
  }
  return ends.length > 0 ? Math.min(...ends) : 0;
}
