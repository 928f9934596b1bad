import { toPlainDate } from '../domain/dates.ts';
import type { Account } from '../kernel/account.ts';
import type { Caller } from '../kernel/context.ts';
import { type Kernel, runWrite } from '../kernel/execute.ts';
import { Failure } from '../kernel/failures/failure.ts';
import { issueRecurringInvoice } from '../modules/recurring/issue-recurring-invoice.ts';
import { pauseRecurringInvoice } from '../modules/recurring/pause-recurring-invoice.ts';
import { type DueSchedule, listDueSchedules } from '../modules/recurring/store.ts';
import { cronCaller, type LoadAccount } from './job-callers.ts';
import { unlessRefused } from './refused-writes.ts';
import { SeparateFailures } from './separate-failures.ts';

const BATCH = 200;

/**
 * Issues every recurring invoice that is due. Safe to run on several nodes at once and to be interrupted anywhere. The
 * first error is thrown at the end, so that it does not stop the other schedules.
 */
export async function issueRecurring(kernel: Kernel, now: Date, loadAccount: LoadAccount): Promise<number> {
  const today = toPlainDate(now);
  let issued = 0;
  const failures = new SeparateFailures();
  let after: DueSchedule | null = null;
  for (;;) {
    const due: DueSchedule[] = await listDueSchedules(kernel.db, today, BATCH, after);
    for (const { account_id, guid } of due) {
      issued += await failures.run(async () => {
        const account = await loadAccount(account_id);
        return account && !account.disabled ? issueAll(kernel, account, guid, now) : 0;
      });
    }
    after = due.at(-1) ?? null;
    if (due.length === BATCH) continue;
    failures.throwFirst();
    return issued;
  }
}

async function issueAll(kernel: Kernel, account: Account, guid: string, now: Date): Promise<number> {
  const caller = cronCaller(account, 'recurring', now);
  let issued = 0;
  try {
    for (let more = true; more; ) {
      const { output } = await runWrite(kernel, issueRecurringInvoice, caller, { guid });
      more = output.more;
      issued += output.issued;
    }
  } catch (error) {
    // Another node was quicker, or the schedule cannot be issued as it is; then it is paused with the reason.
    if (!(error instanceof Failure)) throw error;
    if (error.code !== 'recurring_invoice_not_found') await pause(kernel, caller, guid, error.message);
  }
  return issued;
}

async function pause(kernel: Kernel, caller: Caller, guid: string, reason: string): Promise<void> {
  await unlessRefused(
    runWrite(kernel, pauseRecurringInvoice, caller, { guid, reason: reason.slice(0, 500) }),
  );
}
