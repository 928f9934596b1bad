import type { Database } from '../database/database.ts';
import { col, emptyRow, type RowOf, row } from '../database/row.ts';
import { EMPTY, type Sql, sql } from '../database/sql.ts';
import { jobs } from '../database/tables.ts';
import { JOB_KINDS, type JobKind } from '../operations/job-kinds.ts';

// Writes insert their jobs in the final statement (write/jobs.ts); these are the statements of the job runner.
const job = jobs.pick('account_id', 'id', 'kind', 'payload', 'attempts', 'lane_key', 'trace');
/** The statements name the kinds that they want; jobs of other kinds, as another release may queue them, stay where they are. */
const jobRow = job.with({ kind: col.oneOf(JOB_KINDS) });
export type JobRow = RowOf<typeof jobRow>;

const fetchedJob = jobRow.with({ run_at: jobs.columns.run_at });
export type FetchedJob = RowOf<typeof fetchedJob>;

const dueKind = row({ kind: col.oneOf(JOB_KINDS) });

export interface DueQuery {
  kinds: readonly JobKind[];
  /** Only accounts above this id. */
  after: number;
  now: Date;
  /** How many accounts of each kind are visited. */
  accounts: number;
  /** How many rows are shared out among those accounts. */
  rows: number;
  maxAttempts: number;
  leaseSeconds: number;
}

/**
 * Leases due jobs. The accounts that have any are found by a loose index scan, one step per account, so an account with
 * a long queue costs no more than one with a single job. The caller says what time it is for `run_at`; leases go by the
 * clock of the database, which all nodes share.
 */
export function leaseDue(db: Database, query: DueQuery): Promise<FetchedJob[]> {
  const { kinds, after, now, accounts, rows, maxAttempts, leaseSeconds } = query;
  const isFree = sql`dead_at is null and run_at <= ${now} and (leased_until is null or leased_until < now())
    and attempts < ${maxAttempts}`;
  return db.query(
    fetchedJob,
    sql`with recursive waiting (kind, account_id, place) as (
      select k.kind, (select account_id from jobs where kind = k.kind and account_id > ${after} and ${isFree}
        order by kind, account_id, run_at limit 1), 1
      from unnest(${kinds}::text[]) as k (kind)
      union all
      select w.kind, (select account_id from jobs where kind = w.kind and account_id > w.account_id and ${isFree}
        order by kind, account_id, run_at limit 1), w.place + 1
      from waiting w where w.account_id is not null and w.place < ${accounts}::int),
    share as (select greatest(1, ${rows}::int / greatest(1, count(*)))::int as size from waiting
      where account_id is not null),
    chosen as (
      select mine.account_id, mine.id from waiting w cross join lateral (
        select account_id, id from jobs
        where kind = w.kind and account_id = w.account_id and ${isFree}
        order by run_at, id limit (select size from share) for update skip locked) mine)
    update jobs set attempts = attempts + 1, leased_until = now() + make_interval(secs => ${leaseSeconds})
    where account_id = any(array(select account_id from chosen)) and id = any(array(select id from chosen))
    returning ${job.list()}, run_at`,
  );
}

/** The kinds of which any job can be leased: one step in the index for each of them. */
export async function listDueKinds(
  db: Database,
  limits: ReadonlyMap<JobKind, number>,
  now: Date,
): Promise<ReadonlySet<JobKind>> {
  const rows = await db.query(
    dueKind,
    sql`select k.kind from unnest(${[...limits.keys()]}::text[], ${[...limits.values()]}::int[]) as k (kind, max_attempts)
      where (select account_id from jobs where kind = k.kind and account_id > 0 and dead_at is null and run_at <= ${now}
          and (leased_until is null or leased_until < now()) and attempts < k.max_attempts
        order by kind, account_id, run_at limit 1) is not null`,
  );
  return new Set(rows.map(({ kind }) => kind));
}

export interface KeyedDueQuery {
  kinds: readonly JobKind[];
  now: Date;
  /** How many jobs of one key are leased at once. */
  perKey: number;
  /** Keys of which this node runs jobs already. */
  busyKeys: readonly string[];
  /** The account of each job that this node runs already. */
  busyAccounts: readonly number[];
  /** How many slots are shared out by the rule of `hasShare`. */
  free: number;
  maxAttempts: number;
  leaseSeconds: number;
}

/**
 * Leases due jobs of lanes with keys: a few of every key, and those of accounts with few running ones first. The keys that
 * have any are found by a loose index scan, so a key with a long queue costs no more than one with a single job. Only the
 * chosen jobs are locked; of two nodes that choose the same, one goes without.
 */
export function leaseDueByKey(db: Database, query: KeyedDueQuery): Promise<FetchedJob[]> {
  const { kinds, now, perKey, busyKeys, busyAccounts, free, maxAttempts, leaseSeconds } = query;
  const isFree = sql`j.dead_at is null and j.run_at <= ${now} and (j.leased_until is null or j.leased_until < now())
    and j.attempts < ${maxAttempts}`;
  return db.query(
    fetchedJob,
    sql`with recursive keys (kind, account_id, lane_key) as (
      select first.* from unnest(${kinds}::text[]) as k (kind) cross join lateral (
        select j.kind, j.account_id, j.lane_key from jobs j
        where j.kind = k.kind and j.account_id > 0 and j.lane_key is not null and j.dead_at is null
        order by j.kind, j.account_id, j.lane_key limit 1) first
      union all
      select next.* from keys w cross join lateral (
        select j.kind, j.account_id, j.lane_key from jobs j
        where j.kind = w.kind and (j.account_id, j.lane_key) > (w.account_id, w.lane_key)
          and j.lane_key is not null and j.dead_at is null
        order by j.kind, j.account_id, j.lane_key limit 1) next),
    busy as (select account_id, count(*) as held from unnest(${busyAccounts}::bigint[]) as b (account_id) group by 1),
    due as (
      select mine.*, coalesce(busy.held, 0)
        + row_number() over (partition by mine.account_id order by mine.run_at, mine.id) as held
      from keys w cross join lateral (
        select j.account_id, j.id, j.run_at from jobs j
        where j.kind = w.kind and j.account_id = w.account_id and j.lane_key = w.lane_key and ${isFree}
        order by j.run_at, j.id limit ${perKey}) mine
      left join busy on busy.account_id = mine.account_id
      where w.lane_key <> all(${busyKeys}::text[])),
    shared_out as (
      select account_id, id from (select *, row_number() over (order by held, run_at, id) as place from due) ranked
      where held + place <= ${free}::int + 1),
    chosen as (
      select j.account_id, j.id from jobs j join shared_out s on j.account_id = s.account_id and j.id = s.id
      where ${isFree} for update of j skip locked)
    update jobs set attempts = attempts + 1, leased_until = now() + make_interval(secs => ${leaseSeconds})
    where account_id = any(array(select account_id from chosen)) and id = any(array(select id from chosen))
    returning ${job.list()}, run_at`,
  );
}

/** The attempt number is part of the key: a job whose lease another node took over is that node's. */
export async function renewLeases(
  db: Database,
  rows: readonly JobRow[],
  leaseSeconds: number,
): Promise<void> {
  await db.query(
    emptyRow,
    sql`update jobs set leased_until = now() + make_interval(secs => ${leaseSeconds})
      where (account_id, id, attempts) in (${keysOf(rows)})`,
  );
}

/** Returns jobs that were leased and not begun, without counting an attempt. */
export async function returnLeases(db: Database, rows: readonly JobRow[]): Promise<void> {
  await db.query(
    emptyRow,
    sql`update jobs set attempts = attempts - 1, leased_until = null
      where (account_id, id, attempts) in (${keysOf(rows)})`,
  );
}

/** For a database that only this process can be using: the process that held a lease has ended. */
export async function releaseLeases(db: Database): Promise<void> {
  await db.query(emptyRow, sql`update jobs set leased_until = null where leased_until is not null`);
}

export async function deleteJob(db: Database, { account_id, id }: JobRow): Promise<void> {
  await db.query(emptyRow, sql`delete from jobs where account_id = ${account_id} and id = ${id}`);
}

export interface FailedAttempt {
  error: string;
  retryAt: Date;
  /** Set when there is no further attempt. */
  deadAt: Date | null;
}

export async function recordFailure(
  db: Database,
  { account_id, id, attempts }: JobRow,
  { error, retryAt, deadAt }: FailedAttempt,
): Promise<void> {
  const state = { leased_until: null, run_at: retryAt, last_error: error.slice(0, 500), dead_at: deadAt };
  await db.query(
    emptyRow,
    sql`${jobs.update(state)} where account_id = ${account_id} and id = ${id} and attempts = ${attempts}`,
  );
}

/**
 * Marks jobs as dead whose process ended during their last attempt: only a handler that returns can record a failure,
 * so nothing else would ever end them.
 */
export function markExhausted(
  db: Database,
  limits: ReadonlyMap<JobKind, number>,
  now: Date,
): Promise<JobRow[]> {
  return db.query(
    jobRow,
    sql`with exhausted as (
      select account_id, id from jobs join unnest(${[...limits.keys()]}::text[], ${[...limits.values()]}::int[])
        as of_kind (kind, max_attempts) using (kind)
      where dead_at is null and attempts >= max_attempts and (leased_until is null or leased_until < now())
      for update of jobs skip locked)
    update jobs set dead_at = ${now}, leased_until = null, last_error = left(
      format('The process ended during attempt %s, the last one', attempts)
        || case when last_error = '' then '' else '; the error before that: ' || last_error end, 500)
    where account_id = any(array(select account_id from exhausted)) and id = any(array(select id from exhausted))
    returning ${job.list()}`,
  );
}

export async function hasLeasedJobs(db: Database, now: Date): Promise<boolean> {
  const rows = await db.query(
    emptyRow,
    sql`select from jobs where dead_at is null and run_at <= ${now} and leased_until >= now() limit 1`,
  );
  return rows.length > 0;
}

export interface Backlog {
  waiting: number;
  dead: number;
}

/** By kind: how many jobs wait, and for how many seconds the oldest has been due. */
export interface WaitingJobs {
  kinds: Record<string, number>;
  ages: Record<string, number>;
}

/** How many jobs wait and how many are dead, over all nodes. */
export async function backlog(db: Database, now: Date): Promise<Backlog & WaitingJobs> {
  const rows = await db.query(
    jobs.pick('kind').with({ waiting: col.bigint(), dead: col.bigint(), age: col.bigint() }),
    sql`select kind, count(*) filter (where dead_at is null) as waiting,
      count(*) filter (where dead_at is not null) as dead,
      greatest(0, extract(epoch from ${now}::timestamptz - min(run_at) filter (where dead_at is null)))::bigint as age
    from jobs group by kind`,
  );
  const sum = (state: keyof Backlog) => rows.reduce((total, row) => total + row[state], 0);
  const kinds = Object.fromEntries(rows.map(({ kind, waiting }) => [kind, waiting]));
  const ages = Object.fromEntries(rows.map(({ kind, age }) => [kind, age]));
  return { waiting: sum('waiting'), dead: sum('dead'), kinds, ages };
}

export interface JobFilter {
  id?: number | undefined;
  kind?: string | undefined;
  /** A username, or the number of an account. */
  account?: string | undefined;
  isDead?: boolean | undefined;
}

const jobColumns = jobs.omit('leased_until', 'created_at', 'lane_key', 'trace');
const listedJob = jobColumns.with({ username: col.text().nullable(), is_running: col.boolean() });
export type ListedJob = RowOf<typeof listedJob>;

/** For the operator: the oldest first. */
export function listJobs(db: Database, filter: JobFilter, limit: number): Promise<ListedJob[]> {
  return db.query(
    listedJob,
    sql`select ${jobColumns.list('j')}, a.username, coalesce(j.leased_until > now(), false) as is_running
      from jobs j left join accounts a using (account_id)
      where ${matches(filter)} order by j.id limit ${limit}`,
  );
}

/** Whether there is such an account, by username or number, or a job that one of that number left behind. */
export async function isKnownAccount(db: Database, account: string): Promise<boolean> {
  const found = await db.query(
    emptyRow,
    sql`select from accounts where lower(username) = lower(${account}) or account_id::text = ${account}
      union all select from jobs where account_id::text = ${account} limit 1`,
  );
  return found.length > 0;
}

const changedJob = jobs.pick('id', 'kind');

/** Lets jobs run now with all their attempts; one that runs already is left alone. */
export function retryJobs(db: Database, filter: JobFilter) {
  return db.query(
    changedJob,
    sql`update jobs j set dead_at = null, attempts = 0, run_at = now(), leased_until = null
    from (select j.account_id, j.id from jobs j left join accounts a using (account_id) where ${matches(filter)}) chosen
    where j.account_id = chosen.account_id and j.id = chosen.id and (j.leased_until is null or j.leased_until < now())
    returning ${changedJob.list('j')}`,
  );
}

/** Removes a job for good; one that runs is left alone. */
export function dropJob(db: Database, id: number) {
  return db.query(
    changedJob,
    sql`delete from jobs j where j.id = ${id} and (j.leased_until is null or j.leased_until < now())
      returning ${changedJob.list('j')}`,
  );
}

function matches({ id, kind, account, isDead }: JobFilter): Sql {
  return sql`true ${id === undefined ? EMPTY : sql`and j.id = ${id}`}
    ${kind === undefined ? EMPTY : sql`and j.kind = ${kind}`}
    ${account === undefined ? EMPTY : sql`and (lower(a.username) = lower(${account}) or j.account_id::text = ${account})`}
    ${isDead === undefined ? EMPTY : sql`and (j.dead_at is not null) = ${isDead}`}`;
}

function keysOf(rows: readonly JobRow[]): Sql {
  const all = (of: (row: JobRow) => number) => rows.map(of);
  return sql`select * from unnest(${all((row) => row.account_id)}::bigint[], ${all((row) => row.id)}::bigint[],
    ${all((row) => row.attempts)}::int[])`;
}
