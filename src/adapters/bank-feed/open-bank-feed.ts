import type { Config } from '../../config.ts';
import { toPlainDate } from '../../domain/values/dates.ts';
import type { Kernel } from '../../kernel/operations/kernel.ts';
import type { BankFeed } from '../../kernel/ports/bank-feed.ts';
import { httpTransport } from '../bank/http-transport.ts';
import { EmbeddedAccounts, type SandboxAccount } from './embedded.ts';
import { EmbeddedConsents } from './embedded-consents.ts';
import { embeddedAccountsTransport } from './embedded-transport.ts';
import { IobwsAccounts } from './iobws-accounts.ts';

interface FeedAdapter {
  bankFeed: BankFeed;
  /** Null if a real bank is configured. */
  embedded: { accounts: EmbeddedAccounts; consents: EmbeddedConsents } | null;
}

interface FeedDeps extends Pick<Kernel, 'db' | 'clock' | 'newGuid' | 'policy'> {
  accountsOf: (accountId: number) => Promise<SandboxAccount[]>;
}

/** The embedded bank may be asked at any time. */
const ONCE_A_SECOND = 86_400;

/** The configured bank, or the embedded one. The same client talks to both. */
export function openBankFeed(
  config: Config['bankAccounts'],
  { db, clock, newGuid, policy, accountsOf }: FeedDeps,
): FeedAdapter {
  if (config) {
    const bankFeed = new IobwsAccounts({ ...config, send: httpTransport(config), needsConsent: true });
    return { bankFeed, embedded: null };
  }
  const accounts = new EmbeddedAccounts(db, accountsOf);
  const consents = new EmbeddedConsents({
    db,
    newGuid,
    today: () => toPlainDate(clock()),
    urlOf: (consentId) => `${policy.baseUrl}/test-bank/${consentId}`,
  });
  const bankFeed = new IobwsAccounts({
    send: embeddedAccountsTransport(accounts, consents),
    url: 'http://embedded.bank',
    timeoutMs: 30_000,
    needsConsent: false,
    frequency: ONCE_A_SECOND,
  });
  return { bankFeed, embedded: { accounts, consents } };
}
