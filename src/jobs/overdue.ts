import { toPlainDate } from '../domain/dates.ts';
import type { Account } from '../kernel/account.ts';
import type { Caller } from '../kernel/context.ts';
import { type Kernel, runWrite } from '../kernel/execute.ts';
import { Failure } from '../kernel/failures/failure.ts';
import { markOverdueInvoices } from '../modules/invoices/overdue/mark-overdue-invoices.ts';
import { nextAccountWithOverdue } from '../modules/invoices/overdue/overdue-store.ts';
import { SeparateFailures } from './separate-failures.ts';

/** Writes the events of invoices whose final due date has passed, once for each invoice. */
export async function markOverdue(
  kernel: Kernel,
  now: Date,
  loadAccount: (id: number) => Promise<Account | null>,
): Promise<number> {
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
  const caller: Caller = { account, via: 'job', ip: '', requestId: 'overdue', now };
  let marked = 0;
  try {
    for (;;) marked += (await runWrite(kernel, markOverdueInvoices, caller, {})).output.marked;
  } catch (error) {
    if (error instanceof Failure) return marked; // No more are due.
    throw error;
  }
}
