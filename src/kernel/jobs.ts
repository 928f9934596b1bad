import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './account.ts';
import { backlog } from './backlog.ts';
import type { Caller } from './context.ts';
import { type Sql, sql } from './database/sql.ts';
import type { Kernel } from './execute.ts';
import type { JobKind, JobPayload } from './job-kinds.ts';
import type { Log } from './log.ts';

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

/** Kinds that wait for each other, but for no other lane: a mail server that hangs keeps no claim from the bank. */
export interface Lane {
  kinds: readonly JobKind[];
  /** How many are done at the same time on a node. */
  together: number;
  /** How many a node takes at once; what it has not taken, another may. */
  batch: number;
}

/** Work that comes by the clock instead of after a change, done by one node at a time. */
export interface Chore {
  name: string;
  everySeconds: number;
  /** Keeps the database in shape, and changes nothing that anyone could read; the operator never waits for it. */
  upkeep?: true;
  run(kernel: Kernel, now: Date): Promise<number>;
}

interface JobRow {
  account_id: number;
  id: number;
  kind: JobKind;
  payload: never;
  attempts: number;
}

export interface Drained {
  ran: Record<string, number>;
  failed: number;
}

/** After a crash its jobs wait this long; while they are worked on, the lock is renewed thrice in that time. */
const LOCK_SECONDS = 60;
const BATCH = 20;
export const MAX_ATTEMPTS = 12;
const POLL_MS = 1000;
/** How often `drain` looks whether another node has finished the jobs that it holds. */
const GLANCE_MS = 25;
const REPORT_MS = 10_000;

export interface JobsOptions {
  handlers: JobHandlers;
  chores: readonly Chore[];
  /** Kinds that have a lane of their own; all others share one and are done one after another. */
  lanes?: readonly Lane[];
  loadAccount(accountId: number): Promise<Account | null>;
  log: Log;
}

export class Jobs {
  readonly #kernel: Kernel;
  readonly #options: JobsOptions;
  readonly #lanes: readonly Lane[];
  /** What this node has done since it started, by kind. */
  readonly done: Readonly<Record<JobKind, { ran: number; failed: number }>>;
  readonly kinds: readonly JobKind[];
  #stopping = false;
  readonly #wakes = new Set<() => void>();
  /** The rounds that the loops are in just now. */
  readonly #underWay = new Set<Promise<Drained>>();
  #loops: Promise<unknown> = Promise.resolve();

  constructor(kernel: Kernel, options: JobsOptions) {
    this.#kernel = kernel;
    this.#options = options;
    const own = options.lanes ?? [];
    const apart = new Set(own.flatMap(({ kinds }) => kinds));
    this.kinds = Object.keys(options.handlers) as JobKind[];
    const nothing = this.kinds.map((kind) => [kind, { ran: 0, failed: 0 }]);
    this.done = Object.fromEntries(nothing) as typeof this.done;
    const shared = this.kinds.filter((kind) => !apart.has(kind));
    this.#lanes = [{ kinds: shared, together: 1, batch: BATCH }, ...own];
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
  async drain(now: Date, { patienceMs = 0 } = {}): Promise<Drained> {
    const done: Drained = { ran: {}, failed: 0 };
    for (const chore of this.#options.chores) {
      if (chore.upkeep) continue;
      done.ran[chore.name] = await this.#guarded(chore.name, done, () => chore.run(this.#kernel, now));
    }
    const until = performance.now() + patienceMs;
    const report = this.#reporter();
    for (;;) {
      const busy = await this.#drainLanes(now, done);
      await report(done, busy);
      if (this.#stopping) return done;
      if (busy) continue;
      if (this.#underWay.size > 0) for (const round of await Promise.all(this.#underWay)) add(done, round);
      else if (performance.now() >= until || !(await this.#othersAtWork(now))) return done;
      else await sleep(GLANCE_MS);
    }
  }

  async #drainLanes(now: Date, done: Drained): Promise<boolean> {
    let busy = false;
    for (const lane of this.#lanes) {
      const jobs = await this.#claim(now, lane);
      await this.#performAll(jobs, lane, now, done);
      busy ||= jobs.length > 0;
    }
    return busy;
  }

  async #othersAtWork(now: Date): Promise<boolean> {
    const rows = await this.#kernel.db.query(
      sql`select 1 from jobs where dead_at is null and run_at <= ${now} and locked_until >= now() limit 1`,
    );
    return rows.length > 0;
  }

  async #work(lane: Lane, chores: readonly Chore[]): Promise<void> {
    const sofar: Drained = { ran: {}, failed: 0 };
    const report = this.#reporter();
    while (!this.#stopping) {
      const underWay = this.#round(lane, chores).catch((error: Error): Drained => {
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

  async #round(lane: Lane, chores: readonly Chore[]): Promise<Drained> {
    const now = this.#kernel.clock();
    const done: Drained = { ran: {}, failed: 0 };
    for (const chore of chores) {
      if (await this.#choreIsDue(chore, now)) await this.#keepingOthersOff(chore, now, done);
    }
    const jobs = await this.#claim(now, lane);
    await this.#performAll(jobs, lane, now, done);
    return done;
  }

  /** Says how work that takes longer gets on, and what it came to. */
  #reporter(): (done: Drained, busy: boolean) => Promise<void> {
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

  async #guarded(name: string, done: Drained, work: () => Promise<number>): Promise<number> {
    try {
      return await work();
    } catch (error) {
      done.failed += 1;
      this.#options.log.error({ chore: name, reason: (error as Error).message }, 'chore failed');
      return 0;
    }
  }

  /** Of all nodes, the one that moves the due time forward does the chore. */
  async #choreIsDue(chore: Chore, now: Date): Promise<boolean> {
    const rows = await this.#kernel.db.query(sql`
      insert into chores (name, due_at) values (${chore.name}, ${after(now, chore.everySeconds)})
      on conflict (name) do update set due_at = excluded.due_at where chores.due_at <= ${now}
      returning name`);
    return rows.length > 0;
  }

  /** A chore may take longer than it is apart from its next turn, which is put off until it is done. */
  async #keepingOthersOff(chore: Chore, now: Date, done: Drained): Promise<void> {
    const putOff = async () => {
      const next = after(this.#kernel.clock(), chore.everySeconds);
      await this.#kernel.db.query(sql`update chores set due_at = ${next} where name = ${chore.name}`);
    };
    const timer = setInterval(() => putOff().catch(() => {}), chore.everySeconds * 500);
    await this.#guarded(chore.name, done, () => chore.run(this.#kernel, now));
    clearInterval(timer);
  }

  /** What is due is the caller's to say, but locks go by the database's clock, which all nodes share. */
  async #claim(now: Date, { kinds, batch }: Lane): Promise<JobRow[]> {
    return this.#kernel.db.query<JobRow>(sql`
      update jobs set attempts = attempts + 1, locked_until = now() + make_interval(secs => ${LOCK_SECONDS})
      where (account_id, id) in (
        select account_id, id from jobs
        where dead_at is null and run_at <= ${now} and (locked_until is null or locked_until < now())
          and kind = any(${kinds}::text[])
        order by run_at, id limit ${batch} for update skip locked)
      returning account_id, id, kind, payload, attempts`);
  }

  /**
   * As many at a time as the lane has room for, keeping the locks of those at work and of those that wait. When
   * the node stops, the latter are given back.
   */
  async #performAll(rows: JobRow[], { together }: Lane, now: Date, done: Drained): Promise<void> {
    const waiting = [...rows];
    const atWork = new Set<JobRow>();
    const keep = () => this.#keep([...atWork, ...waiting]).catch(() => {});
    const timer = setInterval(keep, (LOCK_SECONDS * 1000) / 3).unref();
    const take = async () => {
      while (!this.#stopping) {
        const row = waiting.shift();
        if (!row) return;
        atWork.add(row);
        const ok = await this.#perform(row, now);
        atWork.delete(row);
        if (ok) done.ran[row.kind] = (done.ran[row.kind] ?? 0) + 1;
        else done.failed += 1;
        this.done[row.kind][ok ? 'ran' : 'failed'] += 1;
      }
    };
    try {
      await Promise.all(Array.from({ length: Math.min(together, rows.length) }, take));
      if (waiting.length > 0) await this.#giveBack(waiting);
    } finally {
      clearInterval(timer);
    }
  }

  /** A job that another node took over meanwhile has had one more attempt, and is that node's. */
  async #keep(rows: JobRow[]): Promise<void> {
    await this.#kernel.db.query(sql`
      update jobs set locked_until = now() + make_interval(secs => ${LOCK_SECONDS})
      where (account_id, id, attempts) in (${heldBy(rows)})`);
  }

  async #giveBack(rows: JobRow[]): Promise<void> {
    await this.#kernel.db.query(sql`
      update jobs set attempts = attempts - 1, locked_until = null
      where (account_id, id, attempts) in (${heldBy(rows)})`);
  }

  async #perform(row: JobRow, now: Date): Promise<boolean> {
    try {
      const account = await this.#options.loadAccount(row.account_id);
      if (!account) throw new Error('The account is gone');
      const caller: Caller = {
        account,
        via: 'job',
        ip: '',
        requestId: `job-${row.id}`,
        job: { id: row.id },
        now,
      };
      const handler = this.#options.handlers[row.kind] as JobHandler<JobKind>;
      await handler(this.#kernel, { ...row, caller });
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

function heldBy(rows: JobRow[]): Sql {
  const all = (of: (row: JobRow) => number) => rows.map(of);
  return sql`select * from unnest(${all((row) => row.account_id)}::bigint[], ${all((row) => row.id)}::bigint[],
    ${all((row) => row.attempts)}::int[])`;
}

function add(total: Drained, { ran, failed }: Drained): void {
  for (const [name, count] of Object.entries(ran)) total.ran[name] = (total.ran[name] ?? 0) + count;
  total.failed += failed;
}

function after(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1000);
}
