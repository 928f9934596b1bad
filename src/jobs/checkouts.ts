import { runTransaction } from '../kernel/execute.ts';
import type { Job } from '../kernel/jobs/job-runner.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { endCheckout } from '../modules/payments/links/checkouts.ts';
import { findCheckoutsToEnd } from '../modules/payments/links/read.ts';
import { withoutJob } from './job-callers.ts';
import { unlessChanged } from './refused-writes.ts';

/**
 * Expires the checkouts at the payment provider on which an invoice could be paid twice, or with a wrong amount. If a
 * payer is quicker, the payment counts and the invoice says what to refund.
 */
export async function endCheckouts(kernel: Kernel, { payload, caller }: Job<'end-checkouts'>): Promise<void> {
  const { payments } = kernel.ports;
  if (!payments) return;
  for (const { provider, checkout_id } of await findCheckoutsToEnd(kernel, caller, payload.invoice_guid)) {
    if (provider !== payments.name) continue;
    await payments.expire(checkout_id);
    // The job must stay until the last checkout is expired.
    await unlessChanged(runTransaction(kernel, endCheckout, withoutJob(caller), { ...payload, checkout_id }));
  }
}
