import { runTransaction } from '../kernel/execute.ts';
import type { JobCaller } from '../kernel/operations/caller.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { queueReminders } from '../modules/deliveries/queue-reminders.ts';
import { accountsWithReminders } from '../modules/deliveries/reminder-store.ts';
import { sumRecords } from './each-account.ts';
import type { LoadAccount } from './job-callers.ts';
import { sumUntilRefused } from './refused-writes.ts';

/** Queues the reminders of all accounts that have them enabled. */
export async function queueAllReminders(
  kernel: Kernel,
  now: Date,
  loadAccount: LoadAccount,
): Promise<number> {
  const accounts = await accountsWithReminders(kernel.db);
  return sumRecords({ task: 'reminders', now, loadAccount }, [accounts], (caller) =>
    queueRemindersOf(kernel, caller),
  );
}

async function queueRemindersOf(kernel: Kernel, caller: JobCaller): Promise<number> {
  const { reminder_days_before: before, reminder_days_after: after } = caller.account.settings;
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
