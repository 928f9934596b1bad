import { runTransaction } from '../kernel/execute.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { TaxOfficeRefused, TaxOfficeUnavailable } from '../kernel/ports/tax-office.ts';
import { listLeftSubmissions } from '../modules/vat/submission-store.ts';
import { followVatSubmission } from '../modules/vat/submit-vat-return.ts';
import { cronCaller, type LoadAccount } from './job-callers.ts';
import { unlessRefused } from './refused-writes.ts';

/** Asks the tax office what became of the VAT returns whose answer was lost. */
export async function followVatSubmissions(
  kernel: Kernel,
  now: Date,
  loadAccount: LoadAccount,
): Promise<number> {
  let ended = 0;
  for (const { account_id, to_date } of await listLeftSubmissions(kernel.db, now)) {
    const account = await loadAccount(account_id);
    if (!account) continue;
    const caller = cronCaller(account, 'follow-vat-submissions', now);
    try {
      if (await unlessRefused(runTransaction(kernel, followVatSubmission, caller, { to_date }))) ended += 1;
    } catch (error) {
      // It is asked again at the next run, and the next account now.
      if (!(error instanceof TaxOfficeUnavailable || error instanceof TaxOfficeRefused)) throw error;
    }
  }
  return ended;
}
