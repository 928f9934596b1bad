import type { Kernel } from '../kernel/operations/kernel.ts';
import { FeedRefused } from '../kernel/ports/bank-feed.ts';
import { BankUnavailable } from '../kernel/ports/ports.ts';
import { listOpenRequests } from '../modules/bank/consent-store.ts';
import { settleConsent } from '../modules/bank/settle-consent.ts';
import { cronCaller, type LoadAccount } from './job-callers.ts';

/**
 * Asks the bank what became of consents, because a person may give one and never come back from the page of the bank.
 * Returns how many have an end.
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
  return settled;
}
