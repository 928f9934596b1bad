import { type Kernel, runRead, runWrite } from '../kernel/execute.ts';
import type { Job } from '../kernel/jobs/job-runner.ts';
import { endCheckout } from '../modules/invoices/pay/end-checkout.ts';
import { checkoutsToEnd } from '../modules/invoices/pay/read.ts';
import { unlessRefused } from './claims.ts';

/**
 * Closes the pages of the payment provider on which an invoice could be paid twice, or a wrong amount. A payer who is
 * quicker has paid; the invoice then says what to refund.
 */
export async function endCheckouts(kernel: Kernel, { payload, caller }: Job<'end-checkouts'>): Promise<void> {
  const { payments } = kernel.ports;
  if (!payments) return;
  // Without the job, which is done when the last of them is closed.
  const { job: _job, ...as } = caller;
  for (const { provider, checkout_id } of await runRead(kernel, checkoutsToEnd, caller, payload)) {
    if (provider !== payments.name) continue;
    await payments.expire(checkout_id);
    await unlessRefused(runWrite(kernel, endCheckout, as, { ...payload, checkout_id }));
  }
}
