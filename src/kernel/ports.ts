import type { Named } from './public-name.ts';
import type { ReceiptReader } from './reader.ts';

/** The outside world, as operations and jobs see it. Adapters implement these; each has an embedded stand-in. */
export interface Ports {
  bank: Bank;
  reader: ReceiptReader;
  /** Null where nobody takes payments by card. */
  payments: Payments | null;
}

export interface ClaimOrder {
  accountId: number;
  /** Also the key by which a repeated order is known, so that the bank never makes two. */
  invoiceGuid: string;
  payerKennitala: string;
  payeeKennitala: string;
  bankAccount: string;
  amount: string;
  currency: string;
  dueDate: string;
  finalDueDate: string;
  reference: string;
  paymentFee: string;
  /** The agreement with the bank that the claim falls under; null for the one of the installation. */
  templateCode: string | null;
}

/** By what a claim is known to be that of an invoice. */
export type ClaimOwner = Pick<ClaimOrder, 'reference' | 'payerKennitala'>;

export interface ClaimPayment {
  paidOn: string;
  /** What was paid of the claim itself, without fees and interest. */
  principal: string;
  capitalGainsTax: string;
  otherDefaultCosts: string;
  defaultCharge: string;
  defaultInterest: string;
  transactionAmount: string;
}

/** `settling`: it was paid, but the bank does not show the payment yet. */
export type ClaimState =
  | { status: 'unpaid' | 'cancelled' | 'unknown' | 'settling' }
  | { status: 'paid'; payment: ClaimPayment };

export interface ClaimSpan {
  claimantId: string;
  /** First and last due date. */
  from: string;
  to: string;
}

/**
 * The bank that collects claims. Everything is safe to repeat. What the bank refuses, or leaves unanswered,
 * is an error whose message a person can read.
 */
export interface Bank {
  /** Answers the claim's id at the bank. */
  createClaim(order: ClaimOrder): Promise<string>;
  /** Makes it a claim for this amount, unless it is closed. */
  changeClaim(
    accountId: number,
    claimId: string,
    amount: string,
  ): Promise<'changed' | 'paid' | 'cancelled' | 'unknown'>;
  /** With `onlyFor`, another claim that happens to have this id is unknown. */
  cancelClaim(
    accountId: number,
    claimId: string,
    onlyFor?: ClaimOwner,
  ): Promise<'cancelled' | 'paid' | 'unknown'>;
  /** Ids of claims that are unpaid. One that is left out may still be: `readClaim` tells for sure. */
  openClaims(accountId: number, span: ClaimSpan): Promise<Set<string>>;
  readClaim(accountId: number, claimId: string): Promise<ClaimState>;
}

/** Nobody is there to ask, or not just now; a refusal is an error of another kind. */
export class BankAway extends Error {}

export interface CheckoutOrder {
  /** Comes back with what is told of the checkout. */
  invoice: Named;
  amount: string;
  currency: string;
  description: string;
  lang: 'is' | 'en';
  successUrl: string;
  cancelUrl: string;
  /** The same for every repetition of an order that must not be carried out twice. */
  idempotencyKey: string;
}

export interface Checkout {
  checkoutId: string;
  /** Where the payer goes. */
  url: string;
  expiresAt: Date;
}

/** What a provider tells. `pending`: paid, and the money is on its way; `closed`: nothing will be paid. */
export type PaymentNews =
  | { kind: 'paid'; checkoutId: string; invoice: Named; amount: string; currency: string; paidAt: Date }
  | { kind: 'pending' | 'closed'; checkoutId: string; invoice: Named }
  | { kind: 'other' };

/** Who takes payments for invoices on pages of its own, and tells of them by messages that it signs. */
export interface Payments {
  /** Where its pages may be, in the words of a content security policy, beside our own. */
  readonly formTargets: readonly string[];
  /** Rejects with `PaymentsAway` when no checkout was made. */
  start(order: CheckoutOrder): Promise<Checkout>;
  /** Null when the message was not signed by the provider just now, or cannot be read. */
  hear(body: Buffer, headers: Readonly<Record<string, unknown>>): PaymentNews | null;
}

/** The provider refused, or is not there. The message is for the log, not for the payer. */
export class PaymentsAway extends Error {}
