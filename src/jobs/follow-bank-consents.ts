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
import { cronCaller, type LoadAccount } from './job-callers.ts';

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
  let settled = 0;
  for (const { account_id, guid } of await listOpenRequests(kernel.db)) {
    const account = await loadAccount(account_id);
    if (!account || account.disabled) continue;
    const caller = cronCaller(account, 'follow-bank-consents', now);
    try {
      if (await settleConsent(kernel, caller, guid)) settled += 1;
    } catch (error) {
      // It is asked again at the next run, and the next request now.
      if (!(error instanceof BankUnavailable || error instanceof FeedRefused)) throw error;
    }
  }
  return settled + (await announceEndingConsents(kernel, now, loadAccount));
}

/** Has people notified of each consent that is to be renewed. */
async function announceEndingConsents(kernel: Kernel, now: Date, loadAccount: LoadAccount): Promise<number> {
  const by = addDays(toPlainDate(now), RENEWAL_DAYS);
  let announced = 0;
  for (const { account_id, ...ending } of await listEndingConsents(kernel.db, by)) {
    const account = await loadAccount(account_id);
    if (!account || account.disabled) continue;
    await runTransaction(
      kernel,
      announceEndingConsent,
      cronCaller(account, 'follow-bank-consents', now),
      ending,
    );
    announced += 1;
  }
  return announced;
}

/** Ends a consent at the bank that no account is read by any more. */
export async function revokeBankConsent(
  { ports }: Kernel,
  { payload, caller }: Job<'revoke-bank-consent'>,
): Promise<void> {
  await ports.bankFeed?.revokeConsent({ accountId: caller.account.id, consentId: payload.consent_id });
}
