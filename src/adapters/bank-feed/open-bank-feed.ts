import type { Database } from '../../kernel/database/database.ts';
import type { BankFeed } from '../../kernel/ports/bank-feed.ts';
import { EmbeddedAccounts, type SandboxAccount } from './embedded.ts';
import { embeddedAccountsTransport } from './embedded-transport.ts';
import { IobwsAccounts } from './iobws-accounts.ts';

interface FeedAdapter {
  bankFeed: BankFeed;
  embedded: EmbeddedAccounts;
}

/** The embedded bank, behind the client for real ones. */
export function openBankFeed(
  db: Database,
  accountsOf: (accountId: number) => Promise<SandboxAccount[]>,
): FeedAdapter {
  const embedded = new EmbeddedAccounts(db, accountsOf);
  const send = embeddedAccountsTransport(embedded);
  const bankFeed = new IobwsAccounts({ send, url: 'http://embedded.bank', timeoutMs: 30_000 });
  return { bankFeed, embedded };
}
