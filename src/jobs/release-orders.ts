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
import { inBatches, sumRecords } from './each-account.ts';
import type { LoadAccount } from './job-callers.ts';
import { unlessRefused } from './refused-writes.ts';

const BATCH = 200;

/** Releases one of the orders that a seller cancels in bulk. An order that was paid meanwhile stays. */
export async function handleReleaseOrder(
  kernel: Kernel,
  { payload, caller }: Job<'release-order'>,
): Promise<void> {
  await releaseIfDue(kernel, caller, payload);
}

/** Returns how many orders were released: none where it has changed state meanwhile. */
async function releaseIfDue(
  kernel: Kernel,
  caller: Caller,
  order: { guid: string; invoice_number: string },
): Promise<number> {
  const write = runWrite(kernel, releaseOrder, caller, { ...order, overdue_only: true });
  return (await unlessRefused(write)) === null ? 0 : 1;
}

/** Releases lapsed orders. Safe to run on several nodes at once and to be interrupted: each order is released once. */
export async function lapseOrders(kernel: Kernel, now: Date, loadAccount: LoadAccount): Promise<number> {
  const today = toPlainDate(now);
  await clearSettledDeadlines(kernel.db, today);
  const due = inBatches<OverdueOrder>(BATCH, (take, after) =>
    listOverdueOrders(kernel.db, today, take, after),
  );
  return sumRecords({ task: 'lapse-orders', now, loadAccount }, due, (caller, { guid, invoice_number }) =>
    releaseIfDue(kernel, caller, { guid, invoice_number }),
  );
}
