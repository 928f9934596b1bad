import type { Database } from '../database/database.ts';
import { type Fetcher, JobFetcher } from './job-fetcher.ts';
import type { JobKind } from './job-kinds.ts';
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
  /** About how many jobs a node leases at once; other nodes may take the rest. */
  batch: number;
  /**
   * How many jobs of one `lane_key` run at the same time on a node. Every key then has a lane of its own: jobs that hang
   * for one key hold up those of no other.
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
  readonly #db: Database;
  readonly #concurrency: number;
  readonly #fetcher: Fetcher;

  constructor(db: Database, { kinds, concurrency, batch, perKey, maxAttempts = MAX_ATTEMPTS }: Lane) {
    this.#db = db;
    this.#concurrency = concurrency;
    const limits = { kinds, batch, maxAttempts, leaseSeconds: LEASE_SECONDS };
    this.#fetcher = perKey ? new KeyedJobFetcher(db, { ...limits, perKey }) : new JobFetcher(db, limits);
  }

  /** Runs jobs until none is due. Returns whether there were any. A node that stops returns those it has not begun. */
  async run(hooks: WorkerHooks): Promise<boolean> {
    const run = new WorkerRun(this.#fetcher, hooks);
    await run.refill();
    if (run.waiting.length === 0) return false;
    const renew = () =>
      renewLeases(this.#db, [...run.running, ...run.waiting.map(({ row }) => row)], LEASE_SECONDS).catch(
        () => {},
      );
    const timer = setInterval(renew, (LEASE_SECONDS * 1000) / 3).unref();
    try {
      await Promise.all(Array.from({ length: this.#concurrency }, () => run.work()));
      if (run.waiting.length > 0)
        await returnLeases(
          this.#db,
          run.waiting.map(({ row }) => row),
        );
    } finally {
      clearInterval(timer);
    }
    if (run.failure) throw run.failure.error;
    return true;
  }
}

class WorkerRun {
  readonly waiting: { row: JobRow; now: Date }[] = [];
  readonly running = new Set<JobRow>();
  /** Ends the run early: jobs could not be fetched, or the outcome of one could not be written. */
  failure: { error: unknown } | null = null;
  readonly #fetcher: Fetcher;
  readonly #hooks: WorkerHooks;
  #batches = 0;
  #refilling: Promise<void> | null = null;
  /** Slots without a job, which wait until another slot is free. */
  #idle: (() => void)[] = [];

  constructor(fetcher: Fetcher, hooks: WorkerHooks) {
    this.#fetcher = fetcher;
    this.#hooks = hooks;
  }

  /**
   * One slot of the lane: it runs one job after another until none waits and no slot is running. When one slot fails, the
   * others finish their job first, so that nothing runs any more when the run is over.
   */
  async work(): Promise<void> {
    try {
      while (!this.#hooks.isStopping() && !this.failure) {
        if (this.waiting.length === 0) await this.refill();
        const next = this.waiting.shift();
        if (next) await this.#perform(next.row, next.now);
        else if (this.running.size === 0) return;
        else await Promise.race([this.#hooks.pause(), new Promise<void>((wake) => this.#idle.push(wake))]);
      }
    } catch (error) {
      this.failure ??= { error };
      this.#wakeAll();
    }
  }

  /** Fetches the next batch, once for all slots that ask meanwhile. */
  async refill(): Promise<void> {
    this.#refilling ??= this.#fetchBatch().finally(() => {
      this.#refilling = null;
    });
    await this.#refilling;
  }

  async #fetchBatch(): Promise<void> {
    if (this.#batches > 0) await this.#hooks.progress?.();
    this.#batches += 1;
    const now = this.#hooks.now();
    for (const row of await this.#fetcher.fetch(now, [...this.running])) this.waiting.push({ row, now });
  }

  async #perform(row: JobRow, now: Date): Promise<void> {
    this.running.add(row);
    try {
      await this.#hooks.perform(row, now);
    } finally {
      this.running.delete(row);
    }
    this.#wakeAll();
  }

  #wakeAll(): void {
    for (const wake of this.#idle.splice(0)) wake();
  }
}
