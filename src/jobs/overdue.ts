import { toPlainDate } from '../domain/values/dates.ts';
import type { Account } from '../kernel/access/account.ts';
import { runTransaction } from '../kernel/execute.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { markOverdueInvoices } from '../modules/invoices/overdue/mark-overdue-invoices.ts';
import { nextAccountWithOverdue } from '../modules/invoices/overdue/overdue-store.ts';
import { cronCaller, type LoadAccount } from './job-callers.ts';
import { sumUntilRefused } from './refused-writes.ts';
import { SeparateFailures } from './separate-failures.ts';

/** Writes the events of invoices whose due date has passed, once for each invoice. */
export async function markOverdue(kernel: Kernel, now: Date, loadAccount: LoadAccount): Promise<number> {
  const today = toPlainDate(now);
  const failures = new SeparateFailures();
  let marked = 0;
  let id = await nextAccountWithOverdue(kernel.db, today, 0);
  while (id !== null) {
    const account = await loadAccount(id);
    if (account && !account.disabled) marked += await failures.run(() => markAll(kernel, account, now));
    id = await nextAccountWithOverdue(kernel.db, today, id);
  }
  failures.throwFirst();
  return marked;
}

async function markAll(kernel: Kernel, account: Account, now: Date): Promise<number> {
  const caller = cronCaller(account, 'overdue', now);
  return sumUntilRefused(
    async () => (await runTransaction(kernel, markOverdueInvoices, caller, {})).output.marked,
  );
}
