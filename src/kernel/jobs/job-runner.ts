import { setTimeout as sleep } from 'node:timers/promises';
import { secondsUntilJobRetry } from '../../domain/service/job-retry.ts';
import { toError } from '../../domain/values/errors.ts';
import { keysOf, recordOf } from '../../domain/values/records.ts';
import type { Account } from '../access/account.ts';
import type { Log } from '../node/log.ts';
import { inSpan } from '../node/tracing.ts';
import type { JobCaller } from '../operations/caller.ts';
import { JOB_PAYLOADS, type JobKind, type JobPayload, recordsOf } from '../operations/job-kinds.ts';
import type { Kernel } from '../operations/kernel.ts';
import { CronScheduler, type CronTask } from './cron.ts';
import {
  deleteJob,
  hasLeasedJobs,
  type JobRow,
  listDueKinds,
  markExhausted,
  recordFailure,
} from './job-store.ts';
import { type Lane, MAX_ATTEMPTS, QueueWorker } from './queue-worker.ts';
import { addSummary, emptySummary, isEmpty, progressReporter, type RunSummary } from './run-summary.ts';

export interface Job<K extends JobKind = JobKind> {
  id: number;
  kind: K;
  payload: JobPayload[K];
  attempts: number;
  caller: JobCaller;
}

/** Must be safe to run twice: a crash after its effect and before its end runs it again. */
export type JobHandler<K extends JobKind> = (kernel: Kernel, job: Job<K>) => Promise<void>;
export type JobHandlers = { [K in JobKind]: JobHandler<K> };

const BATCH = 20;
const POLL_MS = 1000;
/** How often a warning is logged while the database is unavailable. */
const OUTAGE_LOG_MS = 10_000;
/** How often `runDue` polls while another node finishes the jobs that it has leased. */
const WAIT_POLL_MS = 25;

export interface JobRunnerOptions {
  handlers: JobHandlers;
  cron: readonly CronTask[];
  /** Kinds without a lane share one, in which jobs run one after another. */
  lanes?: readonly Lane[];
  /** Called once when a job has become dead, also by the end of its process, to release what waits for the job. */
  onDead?: Partial<JobHandlers>;
  loadAccount(accountId: number): Promise<Account | null>;
  log: Log;
}

/** Runs the jobs and cron tasks of a node: every lane in a loop of its own, and every cron task by itself. */
export class JobRunner {
  readonly #kernel: Kernel;
  readonly #options: JobRunnerOptions;
  readonly #workers: readonly QueueWorker[];
  readonly #maxAttempts: ReadonlyMap<JobKind, number>;
  readonly #cron: CronScheduler;
  /** What this node has done since it started, by kind. */
  readonly done: Readonly<Record<JobKind, { ran: number; failed: number }>>;
  readonly kinds: readonly JobKind[];
  #isStopping = false;
  readonly #wakes = new Set<() => void>();
  /** The runs that the loops of this node are in at the moment. */
  readonly #runs = new Set<Promise<RunSummary>>();
  /** The next look of the idle lanes. */
  #looking: Promise<ReadonlySet<JobKind>> | null = null;
  #loops: Promise<unknown> = Promise.resolve();
  #loggedOutageAt = Number.NEGATIVE_INFINITY;

  constructor(kernel: Kernel, options: JobRunnerOptions) {
    this.#kernel = kernel;
    this.#options = options;
    this.kinds = keysOf(options.handlers);
    this.done = recordOf(this.kinds, () => ({ ran: 0, failed: 0 }));
    const own = options.lanes ?? [];
    const shared = this.kinds.filter((kind) => !own.some(({ kinds }) => kinds.includes(kind)));
    const lanes = shared.length > 0 ? [{ kinds: shared, concurrency: 1, batch: BATCH }, ...own] : own;
    this.#workers = lanes.map((lane) => new QueueWorker(kernel.db, lane));
    this.#maxAttempts = new Map(
      lanes.flatMap(({ kinds, maxAttempts = MAX_ATTEMPTS }: Lane) =>
        kinds.map((kind) => [kind, maxAttempts]),
      ),
    );
    const sweep: CronTask = {
      name: 'exhausted-jobs',
      everySeconds: 60,
      maintenance: true,
      run: (_kernel, now) => this.#sweepExhausted(now),
    };
    this.#cron = new CronScheduler(kernel, [...options.cron, sweep], options.log);
  }

  start(): void {
    this.#loops = Promise.all([this.#scheduleCron(), ...this.#workers.map((worker) => this.#work(worker))]);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const wake of this.#wakes) wake();
    await this.#loops;
    await this.#cron.stop();
  }

  /**
   * Runs all cron tasks and all jobs that are due at `now`, and the jobs that those enqueue in turn. Waits for what this
   * node has begun by itself and counts it; waits up to `patienceMs` for the jobs that other nodes have leased.
   */
  async runDue(now: Date, { patienceMs = 0 } = {}): Promise<RunSummary> {
    const done = emptySummary();
    for (const task of this.#options.cron) {
      if (task.maintenance) continue;
      const changed = await this.#cron.run(task, now);
      done.ran[task.name] = changed ?? 0;
      if (changed === null) done.failed += 1;
    }
    await this.#sweepExhausted(now);
    const until = performance.now() + patienceMs;
    const report = progressReporter(this.#kernel, this.#options.log);
    for (;;) {
      const isBusy = await this.#runLanes(now, done, () => report(done, true));
      await report(done, isBusy);
      if (this.#isStopping) return done;
      if (isBusy) continue;
      if (this.#runs.size > 0) for (const run of await Promise.all(this.#runs)) addSummary(done, run);
      else if (this.#cron.awaited.length > 0) await Promise.all(this.#cron.awaited);
      else if (performance.now() >= until || !(await hasLeasedJobs(this.#kernel.db, now))) return done;
      else await sleep(WAIT_POLL_MS);
    }
  }

  async #runLanes(now: Date, done: RunSummary, progress: () => Promise<void>): Promise<boolean> {
    let isBusy = false;
    for (const worker of this.#workers) {
      const hadJobs = await worker.run({ ...this.#hooksInto(done), now: () => now, progress });
      isBusy ||= hadJobs;
    }
    return isBusy;
  }

  #hooksInto(done: RunSummary) {
    return {
      now: () => this.#kernel.clock(),
      isStopping: () => this.#isStopping,
      pause: () => this.#pause(),
      perform: async (row: JobRow, now: Date) => {
        const start = {
          name: `job ${row.kind}`,
          kind: 'consumer',
          parent: { traceparent: row.trace },
        } as const;
        const isOk = await inSpan(start, () => this.#perform(row, now));
        if (isOk) done.ran[row.kind] = (done.ran[row.kind] ?? 0) + 1;
        else done.failed += 1;
        this.done[row.kind][isOk ? 'ran' : 'failed'] += 1;
      },
    };
  }

  async #scheduleCron(): Promise<void> {
    while (!this.#isStopping) {
      await this.#cron.startDue().catch((error: Error) => this.#logDatabase(error));
      await this.#pause();
    }
  }

  async #work(worker: QueueWorker): Promise<void> {
    const total = emptySummary();
    const report = progressReporter(this.#kernel, this.#options.log);
    while (!this.#isStopping) {
      const done = emptySummary();
      const progress = async () => {
        const sofar = emptySummary();
        for (const part of [total, done]) addSummary(sofar, part);
        await report(sofar, true).catch(() => {});
      };
      const run = worker
        .run({ ...this.#hooksInto(done), progress })
        .catch((error: Error) => this.#logDatabase(error))
        .then(() => done);
      this.#runs.add(run);
      await run;
      this.#runs.delete(run);
      addSummary(total, done);
      await report(total, !isEmpty(done)).catch(() => {});
      if (isEmpty(done)) await this.#untilDue(worker);
    }
  }

  /** Resolves when a lane has jobs that are due, or when the node stops. */
  async #untilDue({ kinds }: QueueWorker): Promise<void> {
    while (!this.#isStopping) {
      const due = await this.#look();
      if (kinds.some((kind) => due.has(kind))) return;
    }
  }

  /** Idle lanes look together, once a second: a statement of each would cost an idle node most of its processor time. */
  #look(): Promise<ReadonlySet<JobKind>> {
    this.#looking ??= this.#lookAfterPause().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #lookAfterPause(): Promise<ReadonlySet<JobKind>> {
    await this.#pause();
    if (this.#isStopping) return new Set();
    try {
      return await listDueKinds(this.#kernel.db, this.#maxAttempts, this.#kernel.clock());
    } catch (error) {
      this.#logDatabase(toError(error));
      return new Set();
    }
  }

  /** One line for all lanes, which each try again every second. */
  #logDatabase(error: Error): void {
    const now = performance.now();
    if (now - this.#loggedOutageAt < OUTAGE_LOG_MS) return;
    this.#loggedOutageAt = now;
    this.#options.log.warn({ reason: error.message }, 'job queue waits for the database');
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isStopping) return resolve();
      const wake = () => {
        clearTimeout(timer);
        this.#wakes.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, POLL_MS);
      this.#wakes.add(wake);
    });
  }

  async #perform(row: JobRow, now: Date): Promise<boolean> {
    let account: Account | null = null;
    try {
      account = await this.#options.loadAccount(row.account_id);
      if (!account) throw new Error('The account does not exist any more');
      const job = { id: row.id, isDone: false };
      const handler = this.#options.handlers[row.kind] as JobHandler<JobKind>;
      await handler(this.#kernel, toJob(row, account, now, job));
      // Most jobs are deleted by now, in the transaction of the write that they end with.
      if (!job.isDone) await deleteJob(this.#kernel.db, row);
      return true;
    } catch (error) {
      await this.#fail(row, account, now, toError(error));
      return false;
    }
  }

  /** Retries with exponential backoff. The last failure is final. */
  async #fail(row: JobRow, account: Account | null, now: Date, error: Error): Promise<void> {
    const { attempts } = row;
    const isDead =
      error instanceof InvalidPayload || attempts >= (this.#maxAttempts.get(row.kind) ?? MAX_ATTEMPTS);
    this.#logFailure(row, account, isDead, error);
    const retryAt = new Date(now.getTime() + secondsUntilJobRetry(attempts) * 1000);
    const deadAt = isDead ? now : null;
    await recordFailure(this.#kernel.db, row, { error: error.message, retryAt, deadAt });
    if (isDead) await this.#release(row, account, now);
  }

  async #sweepExhausted(now: Date): Promise<number> {
    const rows = await markExhausted(this.#kernel.db, this.#maxAttempts, now);
    for (const row of rows) {
      const account = await this.#options.loadAccount(row.account_id);
      this.#logFailure(row, account, true, new Error('The process ended during the last attempt'));
      await this.#release(row, account, now);
    }
    return rows.length;
  }

  async #release(row: JobRow, account: Account | null, now: Date): Promise<void> {
    const release = this.#options.onDead?.[row.kind] as JobHandler<JobKind> | undefined;
    if (!release || !account) return;
    try {
      await release(this.#kernel, toJob(row, account, now));
    } catch (error) {
      this.#logFailure(row, account, true, toError(error));
    }
  }

  #logFailure(row: JobRow, account: Account | null, isDead: boolean, error: Error): void {
    const { kind, id, attempts, payload } = row;
    this.#options.log.warn(
      {
        job: kind,
        job_id: id,
        account: account?.username ?? row.account_id,
        records: recordsOf(payload),
        attempts,
        dead: isDead,
        reason: maskAddresses(error.message),
        ...(error.cause instanceof Error && { cause: maskAddresses(error.cause.message) }),
      },
      'job failed',
    );
  }
}

/** Mail servers repeat the recipient in their answer. The log keeps the domain; the record, which it names, has the rest. */
function maskAddresses(text: string): string {
  return text.replaceAll(/[^\s<>@"'(),:;]+@(?=[^\s<>@"'(),:;])/g, '…@');
}

/** A payload that its handler could not work with: no further attempt would help. */
class InvalidPayload extends Error {}

function toJob(
  { id, kind, attempts, ...row }: JobRow,
  account: Account,
  now: Date,
  job?: NonNullable<JobCaller['job']>,
): Job {
  const parsed = JOB_PAYLOADS[kind].safeParse(row.payload);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new InvalidPayload(`The payload does not fit its kind: ${problems.join('; ')}`);
  }
  const caller: JobCaller = {
    by: 'job',
    account,
    via: 'job',
    ip: '',
    requestId: `job-${id}`,
    now,
    ...(job && { job }),
  };
  return { id, kind, attempts, payload: parsed.data as Job['payload'], caller };
}
