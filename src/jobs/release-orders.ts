import { toPlainDate } from '../domain/values/dates.ts';
import { runWrite } from '../kernel/execute.ts';
import type { Job } from '../kernel/jobs/job-runner.ts';
import type { Caller } from '../kernel/operations/caller.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { releaseOrder } from '../modules/product-sales/orders/release-order.ts';
import {
  clearSettledDeadlines,
  listOverdueOrders,
  type OverdueOrder,
} from '../modules/product-sales/orders/release-store.ts';
import { cronCaller, type LoadAccount } from './job-callers.ts';
import { unlessRefused } from './refused-writes.ts';
import { SeparateFailures } from './separate-failures.ts';

const BATCH = 200;

/** Releases one of the orders that a seller cancels in bulk. An order that was paid meanwhile stays. */
export async function handleReleaseOrder(
  kernel: Kernel,
  { payload, caller }: Job<'release-order'>,
): Promise<void> {
  await releaseIfDue(kernel, caller, payload);
}

/** False where the order has changed state meanwhile. */
async function releaseIfDue(
  kernel: Kernel,
  caller: Caller,
  order: { guid: string; invoice_number: string },
): Promise<boolean> {
  const write = runWrite(kernel, releaseOrder, caller, { ...order, overdue_only: true });
  return (await unlessRefused(write)) !== null;
}

/** Releases lapsed orders. Safe to run on several nodes at once and to be interrupted: each order is released once. */
export async function lapseOrders(kernel: Kernel, now: Date, loadAccount: LoadAccount): Promise<number> {
  const today = toPlainDate(now);
  await clearSettledDeadlines(kernel.db, today);
  const failures = new SeparateFailures();
  let lapsed = 0;
  let after: OverdueOrder | null = null;
  for (;;) {
    const due: OverdueOrder[] = await listOverdueOrders(kernel.db, today, BATCH, after);
    for (const { account_id, guid, invoice_number } of due) {
      const account = await loadAccount(account_id);
      if (!account || account.disabled) continue;
      const caller = cronCaller(account, 'lapse-orders', now);
      const release = () => releaseIfDue(kernel, caller, { guid, invoice_number });
      lapsed += await failures.run(async () => ((await release()) ? 1 : 0));
    }
    after = due.at(-1) ?? null;
    if (due.length === BATCH) continue;
    failures.throwFirst();
    return lapsed;
  }
}
