import type { Database } from '../database/database.ts';
import type { JobKind } from '../operations/job-kinds.ts';
import { type Fetcher, JobFetcher } from './job-fetcher.ts';
import { type JobRow, renewLeases, returnLeases } from './job-store.ts';
import { KeyedJobFetcher } from './keyed-job-fetcher.ts';

/**
 * Kinds of jobs that wait for the same thing. Lanes do not wait for each other: a mail server that hangs delays mail,
 * and no claim.
 */
export interface Lane {
  kinds: readonly JobKind[];
  /** How many of its jobs run at the same time on a node. */
  concurrency: number;
  /**
   * About how many jobs a node leases at once; other nodes may take the rest. Accounts take turns in it. A lane with keys
   * leases what it can begin.
   */
  batch?: number;
  /**
   * How many jobs of one `lane_key` run at the same time on a node. Every key then has a lane of its own: jobs that hang
   * for one key hold up those of no other. Accounts have no more than their share of the slots (`hasShare`).
   */
  perKey?: number;
  /** After so many attempts a job is dead; `MAX_ATTEMPTS` where it is not set. */
  maxAttempts?: number;
}

export const MAX_ATTEMPTS = 12;

export interface WorkerHooks {
  /** The time by which jobs are due; asked again for each batch. */
  now(): Date;
  perform(row: JobRow, now: Date): Promise<void>;
  isStopping(): boolean;
  /** Resolves after one poll interval, or when the node stops. */
  pause(): Promise<void>;
  /** Called between batches, to report on long work. */
  progress?(): Promise<void>;
}

/** Jobs of a node that crashed wait this long. A lease is renewed three times within it while its job runs. */
const LEASE_SECONDS = 60;

/**
 * Works off the jobs of a lane. A slow job occupies one of its slots, and the other slots continue. In a lane with keys,
 * the next jobs of a key begin when all of its running ones have ended.
 */
export class QueueWorker {
  readonly kinds: readonly JobKind[];
  readonly #db: Database;
  readonly #concurrency: number;
  readonly #fetcher: Fetcher;

  constructor(
    db: Database,
    { kinds, concurrency, batch = concurrency, perKey, maxAttempts = MAX_ATTEMPTS }: Lane,
  ) {
    this.kinds = kinds;
    this.#db = db;
    this.#concurrency = concurrency;
    const limits = { kinds, maxAttempts, leaseSeconds: LEASE_SECONDS };
    this.#fetcher = perKey
      ? new KeyedJobFetcher(db, { ...limits, perKey })
      : new JobFetcher(db, { ...limits, batch });
  }

  /** Runs jobs until none is due. Returns whether there were any. A node that stops returns those it has not begun. */
  async run(hooks: WorkerHooks): Promise<boolean> {
    const run = new WorkerRun(this.#fetcher, hooks, this.#concurrency);
    await run.refill();
    if (run.waiting.length === 0) return false;
    const renew = () => renewLeases(this.#db, run.leased, LEASE_SECONDS).catch(() => {});
    const timer = setInterval(renew, (LEASE_SECONDS * 1000) / 3).unref();
    try {
      await run.work();
      if (run.waiting.length > 0) await returnLeases(this.#db, run.leased);
    } finally {
      clearInterval(timer);
    }
    if (run.failure) throw run.failure.error;
    return true;
  }
}

class WorkerRun {
  readonly waiting: { row: JobRow; now: Date }[] = [];
  /** Ends the run early: jobs could not be fetched, or the outcome of one could not be written. */
  failure: { error: unknown } | null = null;
  readonly #running = new Set<JobRow>();
  readonly #fetcher: Fetcher;
  readonly #hooks: WorkerHooks;
  readonly #concurrency: number;
  #batches = 0;
  #isPolling = false;
  /** Resolves when a job has ended, or when it is time to look for new ones. */
  #change = Promise.withResolvers<void>();

  constructor(fetcher: Fetcher, hooks: WorkerHooks, concurrency: number) {
    this.#fetcher = fetcher;
    this.#hooks = hooks;
    this.#concurrency = concurrency;
  }

  get leased(): JobRow[] {
    return [...this.#running, ...this.waiting.map(({ row }) => row)];
  }

  /** Keeps the slots busy until no job waits and none runs. After a failure it begins no other, and waits for those that run. */
  async work(): Promise<void> {
    for (;;) {
      // Before the next look, so that a job that ends during it is not missed.
      this.#change = Promise.withResolvers();
      if (this.#mayBegin && this.waiting.length === 0)
        await this.refill().catch((error) => this.#fail(error));
      while (this.#mayBegin && this.#running.size < this.#concurrency) {
        const next = this.waiting.shift();
        if (!next) break;
        void this.#perform(next.row, next.now);
      }
      if (this.#running.size === 0) return;
      void this.#poll();
      await this.#change.promise;
    }
  }

  get #mayBegin(): boolean {
    return !this.#hooks.isStopping() && !this.failure;
  }

  async refill(): Promise<void> {
    if (this.#batches > 0) await this.#hooks.progress?.();
    this.#batches += 1;
    const now = this.#hooks.now();
    const occupancy = {
      running: [...this.#running],
      free: this.#concurrency - this.#running.size,
    };
    for (const row of await this.#fetcher.fetch(now, occupancy)) this.waiting.push({ row, now });
  }

  async #perform(row: JobRow, now: Date): Promise<void> {
    this.#running.add(row);
    try {
      await this.#hooks.perform(row, now);
    } catch (error) {
      this.#fail(error);
    }
    this.#running.delete(row);
    this.#change.resolve();
  }

  #fail(error: unknown): void {
    this.failure ??= { error };
  }

  /** One timer for all slots. A run that begins nothing more waits for its jobs alone. */
  async #poll(): Promise<void> {
    if (this.#isPolling || !this.#mayBegin) return;
    this.#isPolling = true;
    await this.#hooks.pause();
    this.#isPolling = false;
    this.#change.resolve();
  }
}
