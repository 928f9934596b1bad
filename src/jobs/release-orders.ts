import type { Account } from '../kernel/account.ts';
import type { Caller } from '../kernel/context.ts';
import { type Kernel, runWrite } from '../kernel/execute.ts';
import { Failure } from '../kernel/failures/failure.ts';
import type { Job } from '../kernel/jobs/job-runner.ts';
import { releaseOrder as release } from '../modules/product-sales/orders/release-order.ts';
import {
  clearSettledDeadlines,
  listOverdueOrders,
  type OverdueOrder,
} from '../modules/product-sales/orders/release-store.ts';

const BATCH = 200;

/** One of many that a seller takes back at once. Paid meanwhile, it stands. */
export async function releaseOrder(kernel: Kernel, { payload, caller }: Job<'release-order'>): Promise<void> {
  await released(kernel, caller, payload);
}

/** A refusal means that the order has moved on; that of one holds up no other. */
async function released(
  kernel: Kernel,
  caller: Caller,
  order: { guid: string; invoice_number: string },
): Promise<boolean> {
  try {
    await runWrite(kernel, release, caller, { ...order, overdue_only: true });
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** Takes back the orders that have lapsed. Two nodes may do so at once, or be cut off: each order goes once. */
export async function lapseOrders(
  kernel: Kernel,
  now: Date,
  loadAccount: (id: number) => Promise<Account | null>,
): Promise<number> {
  const today = now.toISOString().slice(0, 10);
  await clearSettledDeadlines(kernel.db, today);
  let lapsed = 0;
  let after: OverdueOrder | null = null;
  for (;;) {
    const due: OverdueOrder[] = await listOverdueOrders(kernel.db, today, BATCH, after);
    for (const { account_id, guid, invoice_number } of due) {
      const account = await loadAccount(account_id);
      if (!account || account.disabled) continue;
      const caller: Caller = { account, via: 'job', ip: '', requestId: 'lapse-orders', now };
      if (await released(kernel, caller, { guid, invoice_number })) lapsed += 1;
    }
    after = due.at(-1) ?? null;
    if (due.length < BATCH) return lapsed;
  }
}
