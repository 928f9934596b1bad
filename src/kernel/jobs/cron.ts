import { toError } from '../../domain/values/errors.ts';
import { emptyRow } from '../database/row.ts';
import { sql } from '../database/sql.ts';
import { cronTasks } from '../database/tables.ts';
import type { Log } from '../node/log.ts';
import { inSpan } from '../node/tracing.ts';
import type { Kernel } from '../operations/kernel.ts';

/** Work that runs by the clock instead of after a change, on one node at a time. */
export interface CronTask {
  name: string;
  everySeconds: number;
  /** Maintains the database and changes nothing that an account could read; the operator never waits for it. */
  maintenance?: true;
  /** Returns how many records it changed. `stopping` is aborted when the node stops: a task of many steps ends after this one. */
  run(kernel: Kernel, now: Date, stopping: AbortSignal): Promise<number>;
}

/** Starts each task when it is due. Tasks run side by side: one that waits for a bank delays no other. */
export class CronScheduler {
  readonly #kernel: Kernel;
  readonly #tasks: readonly CronTask[];
  readonly #log: Log;
  readonly #running = new Map<CronTask, Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(kernel: Kernel, tasks: readonly CronTask[], log: Log) {
    this.#kernel = kernel;
    this.#tasks = tasks;
    this.#log = log;
  }

  /** The tasks that run on this node at the moment. */
  get running(): readonly Promise<void>[] {
    return [...this.#running.values()];
  }

  /** Those of them that the operator waits for. */
  get awaited(): readonly Promise<void>[] {
    return [...this.#running].filter(([task]) => !task.maintenance).map(([, run]) => run);
  }

  /** Starts the tasks that are due and waits for none of them. */
  async startDue(): Promise<void> {
    const now = this.#kernel.clock();
    const idle = this.#tasks.filter((task) => !this.#running.has(task));
    const leased = await this.#lease(idle, now);
    for (const task of idle) {
      if (!leased.has(task.name)) continue;
      const run = this.#withLease(task, now).finally(() => void this.#running.delete(task));
      this.#running.set(task, run);
    }
  }

  /** Resolves when no task runs any more. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.running);
  }

  /** Runs a task once. Returns null where it failed, which is logged. */
  async run(task: CronTask, now: Date): Promise<number | null> {
    try {
      const run = () => task.run(this.#kernel, now, this.#stopping.signal);
      return await inSpan({ name: `cron ${task.name}`, kind: 'internal', parent: {} }, run);
    } catch (error) {
      this.#log.error({ task: task.name, reason: toError(error).message }, 'cron task failed');
      return null;
    }
  }

  /**
   * Of all nodes, the one that moves the due time forward runs the task. A due time that lies further ahead than the
   * interval was written by a clock that was wrong, and would stop the task until then. The day allows for nodes whose
   * clocks differ: with less, they would take the task from each other all the time. A task that is not due is left out before
   * the insert, which would lock its row, and so write to disk each second.
   */
  async #lease(tasks: readonly CronTask[], now: Date): Promise<Set<string>> {
    const names = tasks.map(({ name }) => name);
    const next = tasks.map(({ everySeconds }) => after(now, everySeconds));
    const rows = await this.#kernel.db.query(
      cronTasks.pick('name'),
      sql`insert into cron_tasks (name, next_at)
        select name, next_at from unnest(${names}::text[], ${next}::timestamptz[]) as task (name, next_at)
        where not exists (select from cron_tasks waiting where waiting.name = task.name
          and waiting.next_at > ${now} and waiting.next_at <= task.next_at + interval '1 day')
        on conflict (name) do update set next_at = excluded.next_at
          where cron_tasks.next_at <= ${now} or cron_tasks.next_at > excluded.next_at + interval '1 day'
        returning name`,
    );
    return new Set(rows.map(({ name }) => name));
  }

  /** Extends the lease while a task runs longer than its interval, so that no other node starts it. */
  async #withLease(task: CronTask, now: Date): Promise<void> {
    const extend = async () => {
      const next_at = after(this.#kernel.clock(), task.everySeconds);
      await this.#kernel.db.query(emptyRow, sql`${cronTasks.update({ next_at })} where name = ${task.name}`);
    };
    const timer = setInterval(() => extend().catch(() => {}), task.everySeconds * 500);
    await this.run(task, now);
    clearInterval(timer);
  }
}

function after(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1000);
}
