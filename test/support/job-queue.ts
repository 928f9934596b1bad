import { handlers } from '../../src/jobs/all.ts';
import { sql } from '../../src/kernel/database/sql.ts';
import type { CronTask } from '../../src/kernel/jobs/cron.ts';
import { type Job, type JobHandlers, JobRunner } from '../../src/kernel/jobs/job-runner.ts';
import type { Lane } from '../../src/kernel/jobs/queue-worker.ts';
import type { JobKind } from '../../src/kernel/operations/job-kinds.ts';
import type { Engine } from '../../src/service.ts';
import { select } from './select.ts';

const START = Date.parse('2026-03-02T12:00:00Z');

/** A moment of the clock of job tests. */
export const at = (seconds: number) => new Date(START + seconds * 1000);

export interface QueuedJob {
  id: number;
  attempts: number;
  last_error: string;
  dead: boolean;
  locked: boolean;
  /** Seconds until its lease ends. */
  lock_left: number | null;
  run_at: string;
}

/** The payload fields that a job kind needs besides the guid of its record. */
const OTHER_FIELDS: Partial<Record<JobKind, object>> = {
  'send-mail': { series: 'issue', about: 'invoice' },
  'send-einvoice': { series: 'issue' },
};

/** The job table of an engine, processed by handlers of the test. */
export class JobQueue {
  readonly #engine: Engine;
  /** The accounts of the jobs that its workers started, in order. */
  readonly startedAccounts: number[] = [];

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Inserts jobs as operations do, and returns their ids. */
  async insertJobs(
    username: string,
    count: number,
    runAt: Date,
    kind: JobKind = 'send-claim',
  ): Promise<number[]> {
    const rows = await select<{ id: number }>(
      this.#engine.kernel.db,
      sql`
      insert into jobs (account_id, kind, payload, run_at)
      select account_id, ${kind}, ${JSON.stringify(OTHER_FIELDS[kind] ?? {})}::jsonb
        || jsonb_build_object(${kind.endsWith('-cost') ? 'cost_guid' : 'invoice_guid'}::text, n::text), ${runAt}
      from accounts, generate_series(1, ${count}::int) n where username = ${username}
      returning id`,
    );
    return rows.map(({ id }) => id);
  }

  /** Inserts deliveries of webhooks: `count` for each of `keys` receivers of an account. */
  async insertDeliveries(username: string, keys: number, count: number, runAt: Date): Promise<void> {
    await select(
      this.#engine.kernel.db,
      sql`
      insert into jobs (account_id, kind, payload, run_at, lane_key)
      select account_id, 'deliver-webhook',
        jsonb_build_object('webhook_guid', username || k, 'event_id', n::text), ${runAt}, username || k
      from accounts, generate_series(1, ${keys}::int) k, generate_series(1, ${count}::int) n
      where username = ${username}`,
    );
  }

  readJobs(): Promise<QueuedJob[]> {
    return select<QueuedJob>(
      this.#engine.kernel.db,
      sql`
      select id, attempts, last_error, dead_at is not null as dead, coalesce(leased_until > now(), false) as locked,
        extract(epoch from leased_until - now())::int as lock_left, run_at
      from jobs order by id`,
    );
  }

  async clear(): Promise<void> {
    this.startedAccounts.length = 0;
    await select(this.#engine.kernel.db, sql`delete from jobs`);
    await select(this.#engine.kernel.db, sql`delete from cron_tasks`);
  }

  /** Deletes the jobs of a kind. */
  async deleteKind(kind: string): Promise<void> {
    await select(this.#engine.kernel.db, sql`delete from jobs where kind = ${kind}`);
  }

  /** Ends the leases of all jobs, as if their time had passed. */
  async expireLeases(): Promise<void> {
    await select(
      this.#engine.kernel.db,
      sql`update jobs set leased_until = now() - interval '1 second' where leased_until is not null`,
    );
  }

  /** Creates a job runner as a node has it, with one handler for all kinds. */
  createRunner(
    handle: (job: Job) => Promise<void>,
    cron: CronTask[] = [],
    lanes: Lane[] = [],
    warn: (line: object) => void = () => {},
  ): JobRunner {
    const { kernel, accounts } = this.#engine;
    const handler = (_kernel: unknown, job: Job) => handle(job);
    return new JobRunner(kernel, {
      handlers: Object.fromEntries(
        Object.keys(handlers).map((kind) => [kind, handler]),
      ) as unknown as JobHandlers,
      cron,
      lanes,
      loadAccount: (id) => {
        this.startedAccounts.push(id);
        return accounts.byId(id);
      },
      log: { info: () => {}, warn, error: () => {} },
    });
  }
}
