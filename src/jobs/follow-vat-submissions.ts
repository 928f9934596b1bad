import { runTransaction } from '../kernel/execute.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { TaxOfficeRefused, TaxOfficeUnavailable } from '../kernel/ports/tax-office.ts';
import { listLeftSubmissions } from '../modules/vat/submission-store.ts';
import { followVatSubmission } from '../modules/vat/submit-vat-return.ts';
import { sumRecords } from './each-account.ts';
import type { LoadAccount } from './job-callers.ts';
import { unlessRefused } from './refused-writes.ts';

/** Asks the tax office what became of the VAT returns whose answer was lost. */
export async function followVatSubmissions(
  kernel: Kernel,
  now: Date,
  loadAccount: LoadAccount,
): Promise<number> {
  const run = { task: 'follow-vat-submissions', now, loadAccount, isForClosed: true };
  return sumRecords(run, [await listLeftSubmissions(kernel.db, now)], async (caller, { to_date }) => {
    try {
      return (await unlessRefused(runTransaction(kernel, followVatSubmission, caller, { to_date }))) ? 1 : 0;
    } catch (error) {
      // It is asked again at the next run.
      if (error instanceof TaxOfficeUnavailable || error instanceof TaxOfficeRefused) return 0;
      throw error;
    }
  });
}
