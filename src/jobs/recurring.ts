import { limitsOnSchedule } from '../domain/access/program-limits.ts';
import { toPlainDate } from '../domain/values/dates.ts';
import { runWrite } from '../kernel/execute.ts';
import { Failure, fail } from '../kernel/failures/failure.ts';
import type { Caller } from '../kernel/operations/caller.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { ApprovalRequired } from '../kernel/operations/program-gate.ts';
import { findGrant } from '../modules/agents/grants/grant-store.ts';
import { issueRecurringInvoice } from '../modules/recurring/issue-recurring-invoice.ts';
import { pauseRecurringInvoice } from '../modules/recurring/move-recurring-invoice.ts';
import { type DueSchedule, listDueSchedules } from '../modules/recurring/store.ts';
import { inBatches, sumRecords } from './each-account.ts';
import type { LoadAccount } from './job-callers.ts';
import { unlessRefused } from './refused-writes.ts';

const BATCH = 200;

/**
 * Issues every recurring invoice that is due. Safe to run on several nodes at once and to be interrupted anywhere. The
 * first error is thrown at the end, so that it does not stop the other schedules.
 */
export async function issueRecurring(kernel: Kernel, now: Date, loadAccount: LoadAccount): Promise<number> {
  const today = toPlainDate(now);
  const due = inBatches<DueSchedule>(BATCH, (take, after) => listDueSchedules(kernel.db, today, take, after));
  return sumRecords({ task: 'recurring', now, loadAccount }, due, (caller, schedule) =>
    issueAll(kernel, caller, schedule),
  );
}

async function issueAll(
  kernel: Kernel,
  clock: Caller,
  { guid, next_index, client_id }: DueSchedule,
): Promise<number> {
  let issued = 0;
  try {
    const caller = client_id === null ? clock : await programCaller(kernel, clock, client_id);
    for (let occurrence = next_index, more = true; more; occurrence += 1) {
      const { output } = await runUnlessProposed(kernel, caller, { guid, occurrence });
      more = output.more;
      issued += output.issued;
    }
  } catch (error) {
    // Another node was quicker, or the schedule cannot be issued as it is; then it is paused with the reason. The day is locked
    // only where it is over for another node; it is the next one when this runs again.
    if (!(error instanceof Failure)) throw error;
    if (error.code !== 'recurring_invoice_not_found' && error.code !== 'period_locked')
      await pause(kernel, clock, guid, error.message);
  }
  return issued;
}

/** The clock issues for the program that has set up the template, within its bounds. */
async function programCaller(kernel: Kernel, clock: Caller, agentId: string): Promise<Caller> {
  const grant = await findGrant(kernel.db, clock.account.id, agentId);
  if (!grant) fail('access_revoked');
  if (grant.frozen) fail('agent_frozen');
  const limits = limitsOnSchedule(grant.limits);
  const { account, ip, requestId, now = kernel.clock() } = clock;
  return { by: 'program', via: 'job', account, ip, requestId, now, agentId, limits };
}

/** An invoice beyond the bounds waits for a person; the next date may be due as well. */
async function runUnlessProposed(
  kernel: Kernel,
  caller: Caller,
  input: { guid: string; occurrence: number },
): Promise<{ output: { issued: number; more: boolean } }> {
  try {
    return await runWrite(kernel, issueRecurringInvoice, caller, input);
  } catch (error) {
    if (error instanceof ApprovalRequired) return { output: { issued: 0, more: true } };
    throw error;
  }
}

async function pause(kernel: Kernel, caller: Caller, guid: string, reason: string): Promise<void> {
  await unlessRefused(
    runWrite(kernel, pauseRecurringInvoice, caller, { guid, reason: reason.slice(0, 500) }),
  );
}
