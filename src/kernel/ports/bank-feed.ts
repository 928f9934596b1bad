import type { BankAccountNumber } from '../../domain/bank/account-number.ts';
import type { Statement } from '../../domain/bank/statement.ts';
import type { PlainDate } from '../../domain/values/dates.ts';

/** An account at the bank, and whose it is. */
export interface FeedAccount extends BankAccountNumber {
  accountId: number;
  currency: string;
}

/** The bank that reports what happens on accounts. */
export interface BankFeed {
  /**
   * All transactions that the bank has booked since a day, as one statement whose balances were followed. Rejects with
   * `BankUnavailable` or `FeedRefused`, whose messages are for the account.
   */
  fetchStatement(account: FeedAccount, from: PlainDate): Promise<Statement>;
}

/** The bank reports nothing of the account, or nothing that can be taken. */
export class FeedRefused extends Error {}

/** The bank does not report so far back. */
export class PeriodRefused extends FeedRefused {}
