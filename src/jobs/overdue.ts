import { setTimeout as sleep } from 'node:timers/promises';
import { toPlainDate } from '../domain/values/dates.ts';
import type { Account } from '../kernel/access/account.ts';
import { runTransaction } from '../kernel/execute.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { markOverdueInvoices } from '../modules/invoices/overdue/mark-overdue-invoices.ts';
import { nextAccountWithOverdue, OVERDUE_BATCH } from '../modules/invoices/overdue/overdue-store.ts';
import { cronCaller, type LoadAccount } from './job-callers.ts';
import { unlessRefused } from './refused-writes.ts';
import { SeparateFailures } from './separate-failures.ts';

/** After each batch the task rests for this multiple of its duration: many invoices may fall due on one day. */
const REST = 3;

/** Writes the events of invoices whose due date has passed, once for each invoice. The next run goes on where it was stopped. */
export async function markOverdue(
  kernel: Kernel,
  now: Date,
  loadAccount: LoadAccount,
  stopping: AbortSignal,
): Promise<number> {
  const today = toPlainDate(now);
  const failures = new SeparateFailures();
  let marked = 0;
  let id = await nextAccountWithOverdue(kernel.db, today, 0);
  while (id !== null && !stopping.aborted) {
    const account = await loadAccount(id);
    if (account && !account.disabled)
      marked += await failures.run(() => markAll(kernel, account, now, stopping));
    id = await nextAccountWithOverdue(kernel.db, today, id);
  }
  failures.throwFirst();
  return marked;
}

async function markAll(kernel: Kernel, account: Account, now: Date, stopping: AbortSignal): Promise<number> {
  const caller = cronCaller(account, 'overdue', now);
  for (let sum = 0; ; ) {
    const since = performance.now();
    const batch = await unlessRefused(runTransaction(kernel, markOverdueInvoices, caller, {}));
    const marked = batch?.output.marked ?? 0;
    sum += marked;
    if (marked < OVERDUE_BATCH) return sum;
    await sleep(REST * (performance.now() - since), null, { signal: stopping }).catch(() => {});
    if (stopping.aborted) return sum;
  }
}
