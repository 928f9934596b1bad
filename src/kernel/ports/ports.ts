import type { EinvoiceState } from '../../domain/einvoice-states.ts';
import type { RecordRef } from '../security/public-token.ts';
import type { ReceiptReader } from './receipt-reader.ts';

/** The outside world, as operations and jobs see it. Adapters implement these; each has an embedded stand-in. */
export interface Ports {
  bank: Bank;
  receiptReader: ReceiptReader;
  mail: Mail;
  einvoice: EinvoiceNetwork;
  /** Null where nobody takes payments by card. */
  payments: Payments | null;
  modes: AdapterModes;
}

/** Whether each is the real thing, a stand-in of this installation, or nobody at all. */
export interface AdapterModes {
  bank: 'live' | 'test';
  mail: 'live' | 'test';
  einvoice: 'live' | 'test';
  payments: 'live' | 'test' | 'none';
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
export class BankUnavailable extends Error {}

export interface MailMessage {
  /** Whose mail it is; 0 when it is about no account's books. */
  accountId: number;
  /** The same for every try at the same mail. It becomes the Message-ID, by which repeated ones are known. */
  id: string;
  /** The sender as the recipient sees it; the address is the installation's own. */
  fromName: string;
  /** Where an answer goes; empty: nowhere. */
  replyTo: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  lang: string;
  /** With a `cid` it is a picture that the page shows by that name. */
  attachments: { filename: string; contentType: string; content: Uint8Array; cid?: string }[];
  /** What a notice should call it that says that it has not arrived; none: nobody would read that notice. */
  delivery?: string;
}

/** What other mail servers say of a mail that was taken over before. */
export interface MailBounce {
  delivery: string;
  /** It came back for good, or is tried further. */
  outcome: 'bounced' | 'delayed';
  reason: string;
}

export interface Mail {
  /** Resolves when the mail was taken over for delivery. Safe to repeat. Rejects with `Undelivered`. */
  send(message: MailMessage): Promise<void>;
  /** Reads a mail that has arrived. Null when it is no notice about a mail of ours that has not. */
  hear(message: Uint8Array): MailBounce | null;
  close(): Promise<void>;
}

export interface EinvoiceOrder {
  accountId: number;
  invoiceGuid: string;
  /** The same for every try, so that the network takes the document once. */
  transmission: string;
  document: 'Invoice' | 'CreditNote';
  senderKennitala: string;
  recipientKennitala: string;
  xml: string;
  createdAt: Date;
}

export interface EinvoiceUpdate {
  status: EinvoiceState;
  reason: string;
}

export interface EinvoiceNetwork {
  /** Answers the network's own name for the document, and where it stands. Safe to repeat. */
  submit(order: EinvoiceOrder): Promise<EinvoiceUpdate & { reference: string }>;
  /** Where documents stand. What the network does not know is left out. */
  states(accountId: number, references: string[]): Promise<Map<string, EinvoiceUpdate>>;
}

/** Something could not be delivered. The message is fit for the account's own eyes, the cause for the operator's. */
export class DeliveryRejected extends Error {
  /** Trying the same again will hardly help: the other side has looked at it and said no. */
  readonly refused: boolean;

  constructor(message: string, options: { refused: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.refused = options.refused;
  }
}

export interface CheckoutOrder {
  /** Comes back with what is told of the checkout. */
  invoice: RecordRef;
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
export type PaymentUpdate =
  | { kind: 'paid'; checkoutId: string; invoice: RecordRef; amount: string; currency: string; paidAt: Date }
  | { kind: 'pending' | 'closed'; checkoutId: string; invoice: RecordRef }
  | { kind: 'other' };

/** Who takes payments for invoices on pages of its own, and tells of them by messages that it signs. */
export interface Payments {
  /** A checkout at another provider is worth nothing here. */
  readonly name: 'stripe' | 'test';
  /** Where its pages may be, in the words of a content security policy, beside our own. */
  readonly formTargets: readonly string[];
  /** Rejects with `PaymentsAway` when no checkout was made. */
  start(order: CheckoutOrder): Promise<Checkout>;
  /** Sees to it that nothing is paid there any more, unless it was before. Safe to repeat. Rejects with `PaymentsAway`. */
  expire(checkoutId: string): Promise<void>;
  /** Null when the message was not signed by the provider just now, or cannot be read. */
  hear(body: Buffer, headers: Readonly<Record<string, unknown>>): PaymentUpdate | null;
}

/** The provider refused, or is not there. The message is for the log, not for the payer. */
export class PaymentsUnavailable extends Error {}
