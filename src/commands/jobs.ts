import { parseArgs } from 'node:util';
import { readBooks } from '../config.ts';
import type { Database } from '../kernel/database/database.ts';
import {
  dropJob,
  isKnownAccount,
  type JobFilter,
  type ListedJob,
  listJobs,
  retryJobs,
} from '../kernel/jobs/job-store.ts';
import { OperatorError } from '../kernel/node/operator-error.ts';
import { JOB_PAYLOADS, recordsOf } from '../kernel/operations/job-kinds.ts';
import { JOBS_USAGE } from './jobs-usage.ts';
import { withDatabase } from './with-database.ts';

const MAX_LISTED = 1000;

export const JOBS_HELP = `list shows the jobs that wait, run or are dead, the oldest first, at most ${MAX_LISTED}.
retry runs a job now and resets its attempts; with --all-dead, every dead job that matches the filters.
drop deletes a job for good: its work is not done.
A job that runs at the moment is neither retried nor dropped. With the embedded database the service must be stopped.
Kinds: ${Object.keys(JOB_PAYLOADS).join(', ')}.`;

export async function jobsCommand(args: string[], books = readBooks()): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      kind: { type: 'string' },
      account: { type: 'string' },
      dead: { type: 'boolean' },
      'all-dead': { type: 'boolean' },
    },
  });
  const [verb = '', id, ...rest] = positionals;
  const { kind, account, dead, 'all-dead': isAllDead } = values;
  if (kind !== undefined && !(kind in JOB_PAYLOADS))
    throw new OperatorError(`There is no kind "${kind}"; see kvitt jobs --help`);
  if (rest.length > 0) throw new OperatorError(`kvitt jobs ${verb} was given "${rest.join(' ')}" too`);
  const filter: JobFilter = { kind, account };
  const run = (): ((db: Database) => Promise<void>) => {
    if (verb === 'list' && id === undefined && !isAllDead)
      return (db) => list(db, { ...filter, ...(dead && { isDead: true }) });
    if (verb === 'retry' && isAllDead && id === undefined) return (db) => retryDead(db, filter);
    const isPlain = kind === undefined && account === undefined && !dead && !isAllDead;
    if (verb === 'retry' && id !== undefined && isPlain) return (db) => retryOne(db, numberOf(id));
    if (verb === 'drop' && id !== undefined && isPlain) return (db) => drop(db, numberOf(id));
    throw new OperatorError(`Usage: kvitt ${JOBS_USAGE}`);
  };
  await withDatabase(books, run());
}

/** "0 jobs" for a misspelt name would read as if nothing was wrong with that account. */
async function refuseUnknownAccount(db: Database, { account }: JobFilter): Promise<void> {
  if (account !== undefined && !(await isKnownAccount(db, account)))
    throw new OperatorError(`There is no account "${account}"`);
}

async function list(db: Database, filter: JobFilter): Promise<void> {
  await refuseUnknownAccount(db, filter);
  const jobs = await listJobs(db, filter, MAX_LISTED);
  for (const job of jobs) console.log(lineOf(job));
  console.log(`${jobs.length} jobs${jobs.length === MAX_LISTED ? ' or more' : ''}`);
}

function lineOf(job: ListedJob): string {
  const { id, kind, username, account_id, attempts, run_at, dead_at, is_running, last_error } = job;
  const records = Object.entries(recordsOf(job.payload)).map(([name, guid]) => `${name}=${guid}`);
  const state = dead_at ? `dead since ${dead_at}` : is_running ? 'running' : `waits until ${run_at}`;
  const facts = [id, kind, `account=${username ?? account_id}`, ...records, `attempts=${attempts}`, state];
  return `${facts.join('  ')}${last_error ? `\n    ${last_error}` : ''}`;
}

async function retryDead(db: Database, filter: JobFilter): Promise<void> {
  await refuseUnknownAccount(db, filter);
  const retried = await retryJobs(db, { ...filter, isDead: true });
  console.log(`${retried.length} jobs run again`);
}

async function retryOne(db: Database, id: number): Promise<void> {
  const [job] = await retryJobs(db, { id });
  console.log(`Job ${id} (${(job ?? (await explain(db, id))).kind}) runs again`);
}

async function drop(db: Database, id: number): Promise<void> {
  const [job] = await dropJob(db, id);
  console.log(`Job ${id} (${(job ?? (await explain(db, id))).kind}) is dropped`);
}

async function explain(db: Database, id: number): Promise<never> {
  const [job] = await listJobs(db, { id }, 1);
  throw new OperatorError(job ? `Job ${id} is running; wait until it has ended` : `There is no job ${id}`);
}

function numberOf(id: string): number {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new OperatorError(`"${id}" is not the number of a job`);
  return Number(id);
}
