import { sql } from '../database/sql.ts';
import { jobs } from '../database/tables.ts';
import { traceParent } from '../node/tracing.ts';
import type { FinalStepSource } from './write-call.ts';

/** Stores the jobs that follow the write. */
export const enqueueJobs: FinalStepSource = (write) => {
  if (write.jobs.length === 0) return [];
  const shared = { account_id: write.ctx.account.id, trace: traceParent() };
  return [sql`queued as (${jobs.insertEach(shared, write.jobs)}, answer)`];
};

/** Deletes the job that the write completes. */
export const completeJob: FinalStepSource = ({ ctx: { account, caller } }) => {
  if (!caller.job) return [];
  return [
    sql`job_done as (delete from jobs using answer where account_id = ${account.id} and jobs.id = ${caller.job.id})`,
  ];
};
