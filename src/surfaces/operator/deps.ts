import type { HubState } from '../../domain/invoices/einvoice-states.ts';
import type { NextTaxAnswer } from '../../domain/vat/tax-sandbox.ts';
import type { Account } from '../../kernel/access/account.ts';
import type { JobRunner } from '../../kernel/jobs/job-runner.ts';
import type { Caller } from '../../kernel/operations/caller.ts';
import type { Kernel } from '../../kernel/operations/kernel.ts';
import type { ClaimPayment } from '../../kernel/ports/ports.ts';
import type { RateLimiter } from '../../kernel/security/rate-limits.ts';
import type { AccountCache } from '../../modules/accounts/account-cache.ts';

export interface OperatorDeps {
  kernel: Kernel;
  accounts: AccountCache;
  jobs: JobRunner;
  rateLimiter: RateLimiter;
  token: string;
  /** Null where a real bank is connected. */
  claims: ClaimSandbox | null;
  /** The accounts at the embedded bank; null where a real one reports. */
  bank: AccountSandbox | null;
  /** Null where a mail server is configured. */
  mail: MailSandbox | null;
  /** Null where a real e-invoice hub is connected. */
  einvoices: EinvoiceSandbox | null;
  /** Null where the real tax office is connected. */
  tax: TaxSandbox | null;
  /** Null where a real provider of card payments is configured, or none. */
  payments: PaymentSandbox | null;
}

export interface OperatorCall {
  params: Record<string, string>;
  query: Record<string, string>;
  body: Record<string, unknown>;
  /** The body where it is a list. */
  list: readonly unknown[] | null;
  callerFor(account: Account): Caller;
  /** The account that the path names, or the query. */
  account(): Promise<Account>;
}

/** The embedded bank, as the operator controls it. */
interface ClaimSandbox {
  list(accountId: number): Promise<object[]>;
  currencyOf(claimId: string): Promise<string | null>;
  pay(
    claimId: string,
    payment: Omit<ClaimPayment, 'key' | 'transactionAmount' | 'principal' | 'isk'> & {
      amount?: string | undefined;
      rate?: string | undefined;
    },
  ): Promise<{ accountId: number; status: string } | null>;
  cancel(claimId: string): Promise<{ accountId: number } | null>;
  /** Updates the account's invoices at once, instead of at the next polling run. */
  follow(accountId: number): Promise<void>;
}

/** The accounts at the embedded bank, on which the operator makes transactions. */
interface AccountSandbox {
  /** The companies that have the account and are connected to the bank. */
  ownersOf(number: string): Promise<number[]>;
  add(
    accountId: number,
    number: string,
    transactions: readonly {
      booked_on: string;
      amount: string;
      text: string;
      reference: string;
      counterparty_name: string;
      counterparty_id: string;
      counterparty_account: string;
    }[],
  ): Promise<void>;
}

/** The test provider of card payments, as the operator controls it. */
interface PaymentSandbox {
  list(accountId: number): Promise<object[]>;
  /** Sends an event of Stripe to the webhook and returns its outcome; null if there is no such payment. */
  report(
    checkoutId: string,
    event: { type: string; status: string; id: string; amount?: string | undefined },
  ): Promise<string | null>;
}

/** The mailbox of an installation without a mail server. */
interface MailSandbox {
  list(to: string | undefined, limit: number): Promise<object[]>;
}

/** The embedded e-invoice hub, as the operator controls it. */
interface EinvoiceSandbox {
  list(accountId: number): Promise<object[]>;
  /** Updates the invoice at once. Returns false when the hub has no such document. */
  answer(invoiceGuid: string, status: HubState, reason: string): Promise<boolean>;
}

/** The embedded tax office, as the operator controls it. */
interface TaxSandbox {
  list(accountId: number): Promise<object[]>;
  /** What it does with the next return, of the account or of whoever files first. */
  play(next: NextTaxAnswer, message: string, accountId?: number): Promise<void>;
}
