import type { Database } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { JobFetcher, type JobRow } from './job-fetcher.ts';
import type { JobKind } from './job-kinds.ts';

/** Kinds that wait for each other, but for no other lane: a mail server that hangs keeps no claim from the bank. */
export interface Lane {
  kinds: readonly JobKind[];
  /** How many are done at the same time on a node. */
  concurrency: number;
  /** About how many a node takes at once; what it has not taken, another may. */
  batch: number;
}

export interface WorkerHooks {
  /** By what time it is said what is due; asked anew for each batch. */
  now(): Date;
  perform(row: JobRow, now: Date): Promise<void>;
  isStopping(): boolean;
  /** Resolves after a moment, or when the node stops. */
  pause(): Promise<void>;
  /** Called between batches, for work that takes long. */
  progress?(): Promise<void>;
  /** Take no more than one batch. */
  once?: boolean;
}

/** After a crash its jobs wait this long; while they are worked on, the lock is renewed thrice in that time. */
const LOCK_SECONDS = 60;

interface Taken {
  row: JobRow;
  now: Date;
}

/** Works off the jobs of a lane. One that takes long holds one of its places, and the others go on without it. */
export class QueueWorker {
  readonly #db: Database;
  readonly #concurrency: number;
  readonly #taker: JobFetcher;

  constructor(db: Database, { kinds, concurrency, batch }: Lane) {
    this.#db = db;
    this.#concurrency = concurrency;
    this.#taker = new JobFetcher(db, { kinds, batch, lockSeconds: LOCK_SECONDS });
  }

  /** Until nothing is due any more. Answers whether there was anything. When the node stops, the rest is given back. */
  async run(work: WorkerHooks): Promise<boolean> {
    const round = new WorkerRun(this.#taker, work);
    await round.refill();
    if (round.waiting.length === 0) return false;
    const keep = () => this.#keep([...round.atWork, ...round.waiting.map(({ row }) => row)]).catch(() => {});
    const timer = setInterval(keep, (LOCK_SECONDS * 1000) / 3).unref();
    try {
      await Promise.all(Array.from({ length: this.#concurrency }, () => round.work()));
      if (round.waiting.length > 0) await this.#giveBack(round.waiting.map(({ row }) => row));
    } finally {
      clearInterval(timer);
    }
    if (round.trouble) throw round.trouble.error;
    return true;
  }

  /** A job that another node took over meanwhile has had one more attempt, and is that node's. */
  async #keep(rows: JobRow[]): Promise<void> {
    await this.#db.query(sql`
      update jobs set locked_until = now() + make_interval(secs => ${LOCK_SECONDS})
      where (account_id, id, attempts) in (${heldBy(rows)})`);
  }

  async #giveBack(rows: JobRow[]): Promise<void> {
    await this.#db.query(sql`
      update jobs set attempts = attempts - 1, locked_until = null
      where (account_id, id, attempts) in (${heldBy(rows)})`);
  }
}

class WorkerRun {
  readonly waiting: Taken[] = [];
  readonly atWork = new Set<JobRow>();
  /** What ended the round early: jobs could not be taken, or what became of one not be written down. */
  trouble: { error: unknown } | null = null;
  readonly #taker: JobFetcher;
  readonly #work: WorkerHooks;
  #batches = 0;
  #refilling: Promise<void> | null = null;
  /** Places of the lane that have nothing to do until one of the others is free. */
  #idle: (() => void)[] = [];

  constructor(taker: JobFetcher, work: WorkerHooks) {
    this.#taker = taker;
    this.#work = work;
  }

  /**
   * What one place of the lane does: one job after another, until nothing is left and nobody is at work. When one meets
   * trouble the others finish what they are at, so that nobody is at work any more when the round is over.
   */
  async work(): Promise<void> {
    try {
      await this.#workOn();
    } catch (error) {
      this.trouble ??= { error };
      this.#wakeAll();
    }
  }

  async #workOn(): Promise<void> {
    while (!this.#work.isStopping() && !this.trouble) {
      if (this.waiting.length === 0) await this.refill();
      const next = this.waiting.shift();
      if (next) await this.#perform(next);
      else if (this.atWork.size === 0 || this.#isOver()) return;
      else await Promise.race([this.#work.pause(), new Promise<void>((wake) => this.#idle.push(wake))]);
    }
  }

  /** Whoever finds nothing waiting takes more, for all. */
  async refill(): Promise<void> {
    if (this.#isOver()) return;
    this.#refilling ??= this.#take().finally(() => {
      this.#refilling = null;
    });
    await this.#refilling;
  }

  async #take(): Promise<void> {
    if (this.#batches > 0) await this.#work.progress?.();
    this.#batches += 1;
    const now = this.#work.now();
    for (const row of await this.#taker.fetch(now)) this.waiting.push({ row, now });
  }

  #isOver(): boolean {
    return this.#work.once === true && this.#batches > 0;
  }

  async #perform({ row, now }: Taken): Promise<void> {
    this.atWork.add(row);
    try {
      await this.#work.perform(row, now);
    } finally {
      this.atWork.delete(row);
    }
    this.#wakeAll();
  }

  #wakeAll(): void {
    for (const wake of this.#idle.splice(0)) wake();
  }
}

function heldBy(rows: JobRow[]): Sql {
  const all = (of: (row: JobRow) => number) => rows.map(of);
  return sql`select * from unnest(${all((row) => row.account_id)}::bigint[], ${all((row) => row.id)}::bigint[],
    ${all((row) => row.attempts)}::int[])`;
}
