import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../account.ts';
import type { Caller } from '../context.ts';
import { sql } from '../database/sql.ts';
import type { Kernel } from '../execute.ts';
import type { Log } from '../log.ts';
import { backlog } from './backlog.ts';
import type { JobRow } from './job-fetcher.ts';
import type { JobKind, JobPayload } from './job-kinds.ts';
import { type Lane, QueueWorker } from './queue-worker.ts';

export interface Job<K extends JobKind = JobKind> {
  id: number;
  kind: K;
  payload: JobPayload[K];
  attempts: number;
  caller: Caller;
}

/** Must be safe to run twice: a crash after its effect and before its end runs it again. */
export type JobHandler<K extends JobKind> = (kernel: Kernel, job: Job<K>) => Promise<void>;
export type JobHandlers = { [K in JobKind]: JobHandler<K> };

/** Work that comes by the clock instead of after a change, done by one node at a time. */
export interface CronTask {
  name: string;
  everySeconds: number;
  /** Keeps the database in shape, and changes nothing that anyone could read; the operator never waits for it. */
  maintenance?: true;
  run(kernel: Kernel, now: Date): Promise<number>;
}

export interface RunSummary {
  ran: Record<string, number>;
  failed: number;
}

const BATCH = 20;
export const MAX_ATTEMPTS = 12;
const POLL_MS = 1000;
/** How often `drain` looks whether another node has finished the jobs that it holds. */
const GLANCE_MS = 25;
const REPORT_MS = 10_000;

export interface JobRunnerOptions {
  handlers: JobHandlers;
  chores: readonly CronTask[];
  /** Kinds that have a lane of their own; all others share one and are done one after another. */
  lanes?: readonly Lane[];
  loadAccount(accountId: number): Promise<Account | null>;
  log: Log;
}

export class JobRunner {
  readonly #kernel: Kernel;
  readonly #options: JobRunnerOptions;
  readonly #lanes: readonly QueueWorker[];
  /** What this node has done since it started, by kind. */
  readonly done: Readonly<Record<JobKind, { ran: number; failed: number }>>;
  readonly kinds: readonly JobKind[];
  #stopping = false;
  readonly #wakes = new Set<() => void>();
  /** The rounds that the loops are in just now. */
  readonly #underWay = new Set<Promise<RunSummary>>();
  #loops: Promise<unknown> = Promise.resolve();

  constructor(kernel: Kernel, options: JobRunnerOptions) {
    this.#kernel = kernel;
    this.#options = options;
    const own = options.lanes ?? [];
    const apart = new Set(own.flatMap(({ kinds }) => kinds));
    this.kinds = Object.keys(options.handlers) as JobKind[];
    const nothing = this.kinds.map((kind) => [kind, { ran: 0, failed: 0 }]);
    this.done = Object.fromEntries(nothing) as typeof this.done;
    const shared = this.kinds.filter((kind) => !apart.has(kind));
    const lanes = [{ kinds: shared, concurrency: 1, batch: BATCH }, ...own];
    this.#lanes = lanes.map((lane) => new QueueWorker(kernel.db, lane));
  }

  start(): void {
    this.#loops = Promise.all(
      this.#lanes.map((lane, n) => this.#work(lane, n === 0 ? this.#options.chores : [])),
    );
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    for (const wake of this.#wakes) wake();
    await this.#loops;
  }

  /**
   * Does all that is due at `now`, and what that work brings about in turn. What this node has begun by itself is
   * waited for and counted; what other nodes have begun may be waited for.
   */
  async runDue(now: Date, { patienceMs = 0 } = {}): Promise<RunSummary> {
    const done: RunSummary = { ran: {}, failed: 0 };
    for (const chore of this.#options.chores) {
      if (chore.maintenance) continue;
      done.ran[chore.name] = await this.#guarded(chore.name, done, () => chore.run(this.#kernel, now));
    }
    const until = performance.now() + patienceMs;
    const report = this.#reporter();
    for (;;) {
      const busy = await this.#drainLanes(now, done, () => report(done, true));
      await report(done, busy);
      if (this.#stopping) return done;
      if (busy) continue;
      if (this.#underWay.size > 0) for (const round of await Promise.all(this.#underWay)) add(done, round);
      else if (performance.now() >= until || !(await this.#othersAtWork(now))) return done;
      else await sleep(GLANCE_MS);
    }
  }

  async #drainLanes(now: Date, done: RunSummary, progress: () => Promise<void>): Promise<boolean> {
    let busy = false;
    for (const lane of this.#lanes) {
      const hadWork = await lane.run({ ...this.#workInto(done), now: () => now, progress });
      busy ||= hadWork;
    }
    return busy;
  }

  #workInto(done: RunSummary) {
    return {
      now: () => this.#kernel.clock(),
      isStopping: () => this.#stopping,
      pause: () => this.#pause(),
      perform: async (row: JobRow, now: Date) => {
        const ok = await this.#perform(row, now);
        if (ok) done.ran[row.kind] = (done.ran[row.kind] ?? 0) + 1;
        else done.failed += 1;
        this.done[row.kind][ok ? 'ran' : 'failed'] += 1;
      },
    };
  }

  async #othersAtWork(now: Date): Promise<boolean> {
    const rows = await this.#kernel.db.query(
      sql`select 1 from jobs where dead_at is null and run_at <= ${now} and locked_until >= now() limit 1`,
    );
    return rows.length > 0;
  }

  async #work(lane: QueueWorker, chores: readonly CronTask[]): Promise<void> {
    const sofar: RunSummary = { ran: {}, failed: 0 };
    const report = this.#reporter();
    while (!this.#stopping) {
      const tell = (round: RunSummary) => report(sumOf(sofar, round), true).catch(() => {});
      const underWay = this.#round(lane, chores, tell).catch((error: Error): RunSummary => {
        this.#options.log.warn({ reason: error.message }, 'jobs wait for the database');
        return { ran: {}, failed: 0 };
      });
      this.#underWay.add(underWay);
      const round = await underWay;
      this.#underWay.delete(underWay);
      add(sofar, round);
      const isBusy = round.failed > 0 || Object.keys(round.ran).length > 0;
      await report(sofar, isBusy).catch(() => {});
      if (!isBusy && !this.#stopping) await this.#pause();
    }
  }

  /** A lane that looks after chores comes back to them after each batch. */
  async #round(
    lane: QueueWorker,
    chores: readonly CronTask[],
    tell: (round: RunSummary) => Promise<void>,
  ): Promise<RunSummary> {
    const done: RunSummary = { ran: {}, failed: 0 };
    for (const chore of chores) {
      const now = this.#kernel.clock();
      if (await this.#choreIsDue(chore, now)) await this.#keepingOthersOff(chore, now, done);
    }
    await lane.run({ ...this.#workInto(done), progress: () => tell(done), once: chores.length > 0 });
    return done;
  }

  /** Says how work that takes longer gets on, and what it came to. */
  #reporter(): (done: RunSummary, busy: boolean) => Promise<void> {
    let next = performance.now() + REPORT_MS;
    let reported = false;
    return async ({ ran, failed }, busy) => {
      const isTime = performance.now() >= next;
      if (isTime || !busy) next = performance.now() + REPORT_MS;
      if (busy ? !isTime : !reported) return;
      reported = busy;
      const { waiting } = await backlog(this.#kernel);
      this.#options.log.info({ ran: { ...ran }, failed, waiting }, busy ? 'jobs get on' : 'jobs are done');
    };
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#wakes.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, POLL_MS);
      this.#wakes.add(wake);
    });
  }

  async #guarded(name: string, done: RunSummary, work: () => Promise<number>): Promise<number> {
    try {
      return await work();
    } catch (error) {
      done.failed += 1;
      this.#options.log.error({ chore: name, reason: (error as Error).message }, 'chore failed');
      return 0;
    }
  }

  /** Of all nodes, the one that moves the due time forward does the chore. */
  async #choreIsDue(chore: CronTask, now: Date): Promise<boolean> {
    const rows = await this.#kernel.db.query(sql`
      insert into chores (name, due_at) values (${chore.name}, ${after(now, chore.everySeconds)})
      on conflict (name) do update set due_at = excluded.due_at where chores.due_at <= ${now}
      returning name`);
    return rows.length > 0;
  }

  /** A chore may take longer than it is apart from its next turn, which is put off until it is done. */
  async #keepingOthersOff(chore: CronTask, now: Date, done: RunSummary): Promise<void> {
    const putOff = async () => {
      const next = after(this.#kernel.clock(), chore.everySeconds);
      await this.#kernel.db.query(sql`update chores set due_at = ${next} where name = ${chore.name}`);
    };
    const timer = setInterval(() => putOff().catch(() => {}), chore.everySeconds * 500);
    await this.#guarded(chore.name, done, () => chore.run(this.#kernel, now));
    clearInterval(timer);
  }

  async #perform(row: JobRow, now: Date): Promise<boolean> {
    try {
      const account = await this.#options.loadAccount(row.account_id);
      if (!account) throw new Error('The account is gone');
      const job = { id: row.id, isDone: false };
      const caller: Caller = { account, via: 'job', ip: '', requestId: `job-${row.id}`, job, now };
      const handler = this.#options.handlers[row.kind] as JobHandler<JobKind>;
      await handler(this.#kernel, { ...row, caller });
      // Most jobs are gone by now, in the transaction that they have ended with.
      if (!job.isDone)
        await this.#kernel.db.query(
          sql`delete from jobs where account_id = ${row.account_id} and id = ${row.id}`,
        );
      return true;
    } catch (error) {
      await this.#postpone(row, now, error as Error);
      return false;
    }
  }

  /**
   * Tries again after 5 s, 10 s, 20 s … at most an hour; in the end leaves it for a person to see. If another
   * node has taken it over meanwhile, the job is that one's.
   */
  async #postpone(row: JobRow, now: Date, error: Error): Promise<void> {
    const wait = Math.min(3600, 5 * 2 ** (row.attempts - 1));
    const dead = row.attempts >= MAX_ATTEMPTS;
    this.#options.log.warn(
      {
        job: row.kind,
        attempts: row.attempts,
        dead,
        reason: error.message,
        ...(error.cause instanceof Error && { cause: error.cause.message }),
      },
      'job failed',
    );
    await this.#kernel.db.query(sql`
      update jobs set locked_until = null, run_at = ${after(now, wait)},
        last_error = ${error.message.slice(0, 500)}, dead_at = ${dead ? now : null}
      where account_id = ${row.account_id} and id = ${row.id} and attempts = ${row.attempts}`);
  }
}

function sumOf(...parts: RunSummary[]): RunSummary {
  const total: RunSummary = { ran: {}, failed: 0 };
  for (const part of parts) add(total, part);
  return total;
}

function add(total: RunSummary, { ran, failed }: RunSummary): void {
  for (const [name, count] of Object.entries(ran)) total.ran[name] = (total.ran[name] ?? 0) + count;
  total.failed += failed;
}

function after(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1000);
}
