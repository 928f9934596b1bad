import type { BankAccountNumber } from '../../domain/bank/account-number.ts';
import type { Statement } from '../../domain/bank/statement.ts';
import type { PlainDate } from '../../domain/values/dates.ts';

/** Who asks the bank, and by whose consent. */
export interface FeedAccess {
  accountId: number;
  /** The bank's id of the consent; null where the embedded bank is asked without one. */
  consentId: string | null;
}

/** An account at the bank, and whose it is. */
export interface FeedAccount extends BankAccountNumber, FeedAccess {
  currency: string;
  /** The bank's own id of the account; null where it is not known yet. */
  resourceId: string | null;
}

/** What a company asks the bank for, so that its accounts may be read. */
export interface ConsentRequest {
  accountId: number;
  /** The kennitala of the company. */
  registrationNo: string;
  accounts: readonly BankAccountNumber[];
  validTo: PlainDate;
  /** Where the bank sends the person back to, whatever was decided. */
  returnUrl: string;
  /** The address of the person, of whom the bank wants to know that the request is theirs. */
  ip: string;
}

/** What has become of a consent. */
export interface FeedConsent {
  state: 'asked' | 'given' | 'ended';
  validTo: PlainDate;
  /** How often a day the bank may be asked without the person. */
  frequency: number;
}

/** The bank that reports what happens on accounts. Rejects with `BankUnavailable` or `FeedRefused`, whose messages are for the account. */
export interface BankFeed {
  /** Whether the bank reports only with consent. The embedded bank, which the operator plays, also reports without. */
  needsConsent: boolean;
  /** Returns the bank's id of the consent, and the page of the bank on which a person gives it. */
  askConsent(request: ConsentRequest): Promise<{ consentId: string; url: string }>;
  findConsent(access: FeedAccess): Promise<FeedConsent>;
  /** Ends a consent at the bank. One that the bank no longer knows has ended. */
  revokeConsent(access: FeedAccess): Promise<void>;
  /** The bank's own ids of accounts, in their order; null for those that the consent does not open. */
  findResources(access: FeedAccess, accounts: readonly BankAccountNumber[]): Promise<(string | null)[]>;
  /**
   * All transactions that the bank has booked since a day, as one statement whose balances were followed. `countCall` is
   * awaited before each time that the list is read.
   */
  fetchStatement(account: FeedAccount, from: PlainDate, countCall: () => Promise<void>): Promise<Statement>;
}

/** The bank reports nothing of the account, or nothing that can be taken. */
export class FeedRefused extends Error {}

/** The bank does not report so far back. */
export class PeriodRefused extends FeedRefused {}

/** The consent has expired, was withdrawn, or is not of this account. */
export class ConsentEnded extends FeedRefused {}
