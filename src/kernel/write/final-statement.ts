import { EMPTY, join, type Sql, sql } from '../database/sql.ts';
import type { FinalStep } from '../operations/context.ts';
import { auditWrite } from './audit.ts';
import { completeJob, enqueueJobs } from './jobs.ts';
import { countWrite } from './limits.ts';
import { openPeriodCte } from './locked-periods.ts';
import { storeReplay } from './replay.ts';
import type { FinalStepSource, OpenWrite } from './write-call.ts';

const emitEvents: FinalStepSource = ({ emitted, ctx }) => emitted.ctes(ctx.now);

const STEPS: readonly FinalStepSource[] = [
  emitEvents,
  auditWrite,
  enqueueJobs,
  completeJob,
  storeReplay,
  countWrite,
];

/** The last statement of a write: the operation's own steps, and those of the kernel. */
export function finalStatement(write: OpenWrite, end: FinalStep): Sql {
  const openPeriod = openPeriodCte(write, end);
  const own = [
    ...(openPeriod ? [openPeriod] : []),
    ...(end.ctes ? [end.ctes] : []),
    sql`answer as (${end.result})`,
  ];
  const added = STEPS.flatMap((step) => step(write, end));
  return sql`with ${join([...own, ...added], ', ')}
    select answer.*, audited.id as action_id from answer, audited${openPeriod ? sql`, open_period where is_open` : EMPTY}`;
}
