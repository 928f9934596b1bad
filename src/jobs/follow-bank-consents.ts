import { RENEWAL_DAYS } from '../domain/bank/consent.ts';
import { addDays, toPlainDate } from '../domain/values/dates.ts';
import { runTransaction } from '../kernel/execute.ts';
import type { Job } from '../kernel/jobs/job-runner.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { FeedRefused } from '../kernel/ports/bank-feed.ts';
import { BankUnavailable } from '../kernel/ports/ports.ts';
import { announceEndingConsent } from '../modules/bank/announce-ending-consent.ts';
import { listEndingConsents, listOpenRequests } from '../modules/bank/consent-store.ts';
import { settleConsent } from '../modules/bank/settle-consent.ts';
import { sumRecords } from './each-account.ts';
import type { LoadAccount } from './job-callers.ts';

/**
 * Asks the bank what became of consents, because a person may give one and never come back from the page of the bank, and
 * announces those that end soon. Returns how many of both there were.
 */
export async function followBankConsents(
  kernel: Kernel,
  now: Date,
  loadAccount: LoadAccount,
): Promise<number> {
  if (!kernel.ports.bankFeed) return 0;
  const run = { task: 'follow-bank-consents', now, loadAccount };
  const settled = await sumRecords(run, [await listOpenRequests(kernel.db)], async (caller, { guid }) => {
    try {
      return (await settleConsent(kernel, caller, guid)) ? 1 : 0;
    } catch (error) {
      // It is asked again at the next run.
      if (error instanceof BankUnavailable || error instanceof FeedRefused) return 0;
      throw error;
    }
  });
  const ending = await listEndingConsents(kernel.db, addDays(toPlainDate(now), RENEWAL_DAYS));
  const announced = await sumRecords(run, [ending], async (caller, { account_id: _, ...consent }) => {
    await runTransaction(kernel, announceEndingConsent, caller, consent);
    return 1;
  });
  return settled + announced;
}

/** Ends a consent at the bank that no account is read by any more. */
export async function revokeBankConsent(
  { ports }: Kernel,
  { payload, caller }: Job<'revoke-bank-consent'>,
): Promise<void> {
  await ports.bankFeed?.revokeConsent({ accountId: caller.account.id, consentId: payload.consent_id });
}
