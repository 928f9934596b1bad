import { runTransaction } from '../kernel/execute.ts';
import type { JobCaller } from '../kernel/operations/caller.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import type { ClaimState } from '../kernel/ports/ports.ts';
import { listKnownPayments } from '../modules/claims/claim-store.ts';
import { settleClaim } from '../modules/claims/settle-claim.ts';
import { withoutJob } from './job-callers.ts';
import { unlessChanged } from './refused-writes.ts';

/**
 * Books the payments that the bank reports of a claim and that are not booked yet, each in a transaction of its own. The
 * last one of a paid claim closes it. Returns how many transactions changed something.
 */
export async function bookClaimPayments(
  kernel: Kernel,
  caller: JobCaller,
  claim: { invoice_guid: string; claim_id: string },
  { status, payments }: Pick<ClaimState, 'status' | 'payments'>,
): Promise<number> {
  if (payments.length === 0) return 0;
  const keys = payments.map(({ key }) => key);
  const known = new Set(await listKnownPayments(kernel.db, caller.account.id, keys));
  let changed = 0;
  for (const [index, payment] of payments.entries()) {
    const closes = status === 'paid' && index === payments.length - 1;
    if (known.has(payment.key) && !closes) continue;
    const input = { ...claim, payment, closes };
    if (await unlessChanged(runTransaction(kernel, settleClaim, withoutJob(caller), input))) changed += 1;
  }
  return changed;
}
