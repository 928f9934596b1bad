import type { Account } from '../kernel/account.ts';
import type { Caller } from '../kernel/context.ts';
import { sql } from '../kernel/database/sql.ts';
import { type Kernel, runWrite } from '../kernel/execute.ts';
import { Failure } from '../kernel/failures/failure.ts';
import { accounts } from '../modules/accounts/tables.ts';
import { queueReminders } from '../modules/invoices/deliver/queue-reminders.ts';
import { SeparateFailures } from './separate-failures.ts';

/** Queues the reminders of all accounts that have them enabled. */
export async function queueAllReminders(
  kernel: Kernel,
  now: Date,
  loadAccount: (id: number) => Promise<Account | null>,
): Promise<number> {
  const enabled = await kernel.db.query(
    accounts.pick('account_id'),
    sql`select account_id from accounts
      where not disabled and settings ?| array['reminder_days_before', 'reminder_days_after'] order by account_id`,
  );
  const failures = new SeparateFailures();
  let queued = 0;
  for (const { account_id } of enabled) {
    const account = await loadAccount(account_id);
    if (account) queued += await failures.run(() => queueRemindersOf(kernel, account, now));
  }
  failures.throwFirst();
  return queued;
}

async function queueRemindersOf(kernel: Kernel, account: Account, now: Date): Promise<number> {
  const caller: Caller = { account, via: 'job', ip: '', requestId: 'reminders', now };
  const { reminder_days_before: before, reminder_days_after: after } = account.settings;
  let queued = 0;
  for (const [kind, days] of [
    ['before', before],
    ['after', after],
  ] as const) {
    if (typeof days === 'number' && days > 0)
      queued += await queueRemindersOfKind(kernel, caller, kind, days);
  }
  return queued;
}

async function queueRemindersOfKind(
  kernel: Kernel,
  caller: Caller,
  kind: string,
  days: number,
): Promise<number> {
  let queued = 0;
  try {
    for (;;) queued += (await runWrite(kernel, queueReminders, caller, { kind, days })).output.queued;
  } catch (error) {
    if (error instanceof Failure) return queued; // No more are due.
    throw error;
  }
}
