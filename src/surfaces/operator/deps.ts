import type { z } from 'zod';
import type { HubState } from '../../domain/einvoice-states.ts';
import type { Account } from '../../kernel/account.ts';
import type { Caller } from '../../kernel/context.ts';
import type { Kernel } from '../../kernel/execute.ts';
import type { FailureCode } from '../../kernel/failures/failure.ts';
import type { JobRunner } from '../../kernel/jobs/job-runner.ts';
import type { ClaimPayment } from '../../kernel/ports/ports.ts';
import type { FailedAttemptLimiter } from '../../kernel/security/rate-limits.ts';
import type { AccountDirectory } from '../../modules/accounts/directory.ts';

export interface OperatorDeps {
  kernel: Kernel;
  accounts: AccountDirectory;
  jobs: JobRunner;
  attempts: FailedAttemptLimiter;
  token: string;
  /** Present where the embedded bank serves. */
  claims: ClaimSandbox | null;
  /** Present where no mail server is configured. */
  mail: MailSandbox | null;
  /** Present where the embedded e-invoice hub serves. */
  einvoices: EinvoiceSandbox | null;
}

export interface OperatorCall {
  params: Record<string, string>;
  query: Record<string, string>;
  body: Record<string, unknown>;
  callerFor(account: Account): Caller;
}

export interface Answer {
  body: unknown;
}

/** What the reference documentation says of a call: an operation, or as much of one. */
export interface OperationDescription {
  summary: string;
  input: z.ZodType;
  output: z.ZodType;
  refusals?: readonly FailureCode[] | undefined;
}

/** What the embedded bank lets the operator see and play. */
export interface ClaimSandbox {
  list(accountId: number): Promise<object[]>;
  pay(
    claimId: string,
    payment: Omit<ClaimPayment, 'transactionAmount' | 'principal'>,
  ): Promise<{ accountId: number } | null>;
  cancel(claimId: string): Promise<{ accountId: number } | null>;
  /** Lets the account's invoices hear the news at once instead of at the next round. */
  follow(accountId: number): Promise<void>;
}

/** The mailbox of an installation without a mail server. */
export interface MailSandbox {
  list(to: string | undefined, limit: number): Promise<object[]>;
}

/** What the embedded e-invoice hub lets the operator see and play. */
export interface EinvoiceSandbox {
  list(accountId: number): Promise<object[]>;
  /** The invoice hears of it at once. False when the hub has no such document. */
  answer(invoiceGuid: string, status: HubState, reason: string): Promise<boolean>;
}
