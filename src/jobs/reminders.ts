import type { Account } from '../kernel/access/account.ts';
import { runTransaction } from '../kernel/execute.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { queueReminders } from '../modules/deliveries/queue-reminders.ts';
import { accountsWithReminders } from '../modules/deliveries/reminder-store.ts';
import { cronCaller, type LoadAccount } from './job-callers.ts';
import { sumUntilRefused } from './refused-writes.ts';
import { SeparateFailures } from './separate-failures.ts';

/** Queues the reminders of all accounts that have them enabled. */
export async function queueAllReminders(
  kernel: Kernel,
  now: Date,
  loadAccount: LoadAccount,
): Promise<number> {
  const failures = new SeparateFailures();
  let queued = 0;
  for (const { account_id } of await accountsWithReminders(kernel.db)) {
    const account = await loadAccount(account_id);
    if (account) queued += await failures.run(() => queueRemindersOf(kernel, account, now));
  }
  failures.throwFirst();
  return queued;
}

async function queueRemindersOf(kernel: Kernel, account: Account, now: Date): Promise<number> {
  const caller = cronCaller(account, 'reminders', now);
  const { reminder_days_before: before, reminder_days_after: after } = account.settings;
  let queued = 0;
  for (const [kind, days] of [
    ['before', before],
    ['after', after],
  ] as const) {
    if (typeof days === 'number' && days > 0)
      queued += await sumUntilRefused(
        async () => (await runTransaction(kernel, queueReminders, caller, { kind, days })).output.queued,
      );
  }
  return queued;
}
