import type { EinvoiceState } from '../../domain/invoices/einvoice-states.ts';
import type { Currency } from '../../domain/values/codes.ts';
import type { PlainDate } from '../../domain/values/dates.ts';
import type { RecordRef } from '../security/public-token.ts';
import type { BankFeed } from './bank-feed.ts';
import type { Documents } from './documents.ts';
import type { Outgoing } from './outgoing.ts';
import type { ReceiptReader } from './receipt-reader.ts';
import type { TaxOffice } from './tax-office.ts';

/** The services outside of the process, as operations and jobs use them. Each has an adapter and an embedded sandbox. */
export interface Ports {
  bank: Bank;
  /** Null where a real bank collects claims: it is not asked for transactions. */
  bankFeed: BankFeed | null;
  documents: Documents;
  receiptReader: ReceiptReader;
  mail: Mail;
  einvoice: EinvoiceNetwork;
  /** Null where KVITT_EINVOICE_INBOX_URL names none: received documents are pushed. */
  einvoiceInbox: EinvoiceInbox | null;
  tax: TaxOffice;
  /** Null where no payment provider is configured. */
  payments: Payments | null;
  outgoing: Outgoing;
  /** Null where KVITT_RATES_URL names no source. */
  rates: RateSource | null;
  register: CompanyRegister;
  modes: AdapterModes;
}

/** Whether each service is live, a sandbox of this installation, or not configured. */
interface AdapterModes {
  bank: 'live' | 'test';
  mail: 'live' | 'test';
  einvoice: 'live' | 'test';
  tax: 'live' | 'test';
  register: 'live' | 'test';
  payments: 'live' | 'test' | 'none';
}

/** ISK for one unit of a currency on a day, as decimal text. */
export interface PublishedRate {
  currency: Currency;
  date: PlainDate;
  rate: string;
}

/** Who publishes exchange rates, such as a central bank. */
export interface RateSource {
  /** The newest rate of each currency. Rejects with the reason for the operator. */
  fetchRates(): Promise<PublishedRate[]>;
}

/** A company as the register of companies has it. What the register leaves out is empty, except for the name. */
export interface RegisteredCompany {
  kennitala: string;
  name: string;
  address: string;
  zip: string;
  city: string;
}

/** The register of companies. It has no people. */
export interface CompanyRegister {
  /** Null where the register has no company with this kennitala. Rejects with `RegisterUnavailable`. */
  find(kennitala: string): Promise<RegisteredCompany | null>;
}

/** The register does not answer, or answers with something else. The message is for the operator. */
export class RegisterUnavailable extends Error {}

export interface ClaimOrder {
  accountId: number;
  /** Also the idempotency key of the order, so that the bank never creates two claims. */
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

/** Identifies the invoice of a claim. */
export type ClaimOwner = Pick<ClaimOrder, 'reference' | 'payerKennitala'>;

export interface ClaimPayment {
  /** The same whenever the bank reports this payment, and different from that of every other one. */
  key: string;
  paidOn: string;
  /** What was paid of the claim itself, without fees and interest. */
  principal: string;
  capitalGainsTax: string;
  otherDefaultCosts: string;
  defaultCharge: string;
  defaultInterest: string;
  transactionAmount: string;
  /**
   * The payment of a claim in another currency that the bank reports in ISK: at which rate, and what `principal` was in ISK.
   * All other sums of the payment are in ISK then.
   */
  isk?: { rate: string; principal: string };
}

export interface ClaimState {
  /** `settling`: it was paid, but the bank does not show all of its payments yet. */
  status: 'unpaid' | 'paid' | 'cancelled' | 'unknown' | 'settling';
  /** What was paid of it, the oldest first; one or more parts may be paid before the rest is. */
  payments: readonly ClaimPayment[];
  /** What it still asks for, without fees and interest. */
  open: string;
}

export interface ClaimSpan {
  claimantId: string;
  /** First and last due date. */
  from: string;
  to: string;
}

/**
 * The bank that collects claims. Every call is idempotent. A refusal or a timeout of the bank is an error with a message
 * for the account.
 */
export interface Bank {
  /** Returns the claim's id at the bank. */
  createClaim(order: ClaimOrder): Promise<string>;
  /** Changes the amount of the claim, unless it is closed or, which makes its amount final, a part of it was paid. */
  changeClaim(
    accountId: number,
    claimId: string,
    amount: string,
  ): Promise<'changed' | 'part_paid' | 'paid' | 'cancelled' | 'unknown'>;
  /**
   * With `onlyFor`, a claim of another invoice that has this id counts as unknown. `part_paid`: the bank does not cancel
   * it, because a part of it was paid.
   */
  cancelClaim(
    accountId: number,
    claimId: string,
    onlyFor?: ClaimOwner,
  ): Promise<'cancelled' | 'part_paid' | 'paid' | 'unknown'>;
  /** Ids of claims of which nothing was paid. The list may be incomplete: `readClaim` is authoritative. */
  openClaims(accountId: number, span: ClaimSpan): Promise<Set<string>>;
  readClaim(accountId: number, claimId: string): Promise<ClaimState>;
}

/** The bank cannot be reached. A refusal by the bank is another kind of error. */
export class BankUnavailable extends Error {}

export interface MailMessage {
  /** The account that the mail is about; 0 for none. */
  accountId: number;
  /** The same for every attempt at the same mail. It becomes the Message-ID, by which recipients drop duplicates. */
  id: string;
  /** The `id` of the mail that this one follows, so that mail programs show them together. */
  inReplyTo?: string;
  /** The sender as the recipient sees it; the address is the installation's own. */
  fromName: string;
  /** The Reply-To address; empty for none. */
  replyTo: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  lang: string;
  /** With a `cid` the attachment is an inline picture of the HTML part. */
  attachments: { filename: string; contentType: string; content: Uint8Array; cid?: string }[];
  /** The envelope id for delivery status notifications; unset where nobody reads them. */
  delivery?: string;
}

export interface Mail {
  /** Resolves when the mail server has accepted the mail. Idempotent. Rejects with `DeliveryRejected`. */
  send(message: MailMessage): Promise<void>;
  close(): Promise<void>;
}

/** The root of the document. An ApplicationResponse answers a received one. */
export type EinvoiceDocument = 'Invoice' | 'CreditNote' | 'ApplicationResponse';

export interface EinvoiceOrder {
  accountId: number;
  /** The record that it was made of. */
  guid: string;
  /** The same for every attempt, so that the network accepts the document once. */
  transmission: string;
  document: EinvoiceDocument;
  senderKennitala: string;
  recipient: string;
  xml: string;
  createdAt: Date;
}

export interface EinvoiceUpdate {
  status: EinvoiceState;
  reason: string;
}

export interface EinvoiceNetwork {
  /** Returns the network's reference of the document and its state. Idempotent. */
  submit(order: EinvoiceOrder): Promise<EinvoiceUpdate & { reference: string }>;
  /** The states of documents. Documents that the network does not know are left out. */
  states(accountId: number, references: string[]): Promise<Map<string, EinvoiceUpdate>>;
}

/** The outcome of a received document: the cost that was created from it, or why it is refused for good. */
export type ReceivedEinvoice =
  | { received: true; outcome: 'taken'; guid: string }
  | { received: false; error_code: string; message: string };

/** Received documents that an access point keeps until they are fetched. Every call rejects with `DeliveryRejected`. */
export interface EinvoiceInbox {
  /** The ids of documents that wait, each once, in the order of the access point. */
  list(): Promise<string[]>;
  /** `too_large`: the document has more bytes than `maxBytes`. */
  fetch(id: string, maxBytes: number): Promise<Buffer | 'too_large'>;
  /** The access point need not keep the document any longer. Idempotent. */
  acknowledge(id: string, answer: ReceivedEinvoice): Promise<void>;
}

/** A delivery failed. The message is for the account, the cause for the operator's log. */
export class DeliveryRejected extends Error {
  /** The recipient's side has refused it, so a retry will hardly help. */
  readonly refused: boolean;

  constructor(message: string, options: { refused: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.refused = options.refused;
  }
}

export interface CheckoutOrder {
  /** Returned with the events of the checkout. */
  invoice: RecordRef;
  amount: string;
  currency: string;
  description: string;
  lang: 'is' | 'en';
  successUrl: string;
  cancelUrl: string;
  /** The idempotency key of the order. */
  idempotencyKey: string;
}

/** A checkout of the embedded test provider, as the payer sees it. */
export interface TestCheckout extends Omit<CheckoutOrder, 'invoice' | 'idempotencyKey'> {
  status: 'open' | 'paid' | 'refused';
}

export interface Checkout {
  checkoutId: string;
  /** The page to which the payer is redirected. */
  url: string;
  expiresAt: Date;
}

export interface PaidCheckout {
  checkoutId: string;
  invoice: RecordRef;
  amount: string;
  currency: string;
  paidAt: Date;
  /** The id of the payment at the provider; empty where it is not known. */
  reference: string;
}

/** The outcome of a payment at the provider. */
export interface PaymentReport {
  /** The refund or dispute. */
  reportId: string;
  /** `taken`: refunded, or withdrawn for a dispute. `returned`: that money is back. `opened`, `lost`: a dispute. */
  what: 'taken' | 'returned' | 'opened' | 'lost';
  /** What the provider calls the payment. */
  reference: string;
  amount: string;
  currency: string;
  at: Date;
  reason: string;
}

/**
 * An event of a checkout. `pending`: paid, and the money has not arrived yet; `closed`: nothing will be paid; `charged`: the
 * provider may know by now what it keeps; `paid_out`: it has sent money to the bank.
 */
export type PaymentUpdate =
  | ({ kind: 'paid' } & PaidCheckout)
  | { kind: 'pending' | 'closed'; checkoutId: string; invoice: RecordRef }
  | ({ kind: 'report' } & PaymentReport)
  | { kind: 'charged'; reference: string; invoice: RecordRef }
  | { kind: 'paid_out'; payoutId: string }
  | { kind: 'other' };

/** A payment or refund in a payout of the provider. */
export interface PaidOut {
  invoice: RecordRef;
  /** Its id at the provider. */
  reference: string;
  /** The fee of the provider for the payment; null of a refund. */
  fee: string | null;
}

/** A provider that takes payments on its own pages and reports them by signed webhooks. */
export interface Payments {
  /** A checkout is valid only at the provider of this name. */
  readonly name: 'stripe' | 'test';
  /** Sources for the content security policy of our pages that redirect to its pages. */
  readonly formTargets: readonly string[];
  /** Rejects with `PaymentsUnavailable` when no checkout was created. */
  start(order: CheckoutOrder): Promise<Checkout>;
  /** Expires a checkout that is not paid yet. Idempotent. Rejects with `PaymentsUnavailable`. */
  expire(checkoutId: string): Promise<void>;
  /** The checkout of a payment, by what the provider calls it. Null if it was not made here. Rejects with `PaymentsUnavailable`. */
  findCheckout(reference: string, at: Date): Promise<PaidCheckout | null>;
  /** The fee of the provider for a payment. Null while it is not known. Rejects with `PaymentsUnavailable`. */
  findFee(reference: string): Promise<string | null>;
  /** What a payout consists of. Rejects with `PaymentsUnavailable`. */
  listPayout(payoutId: string): Promise<PaidOut[]>;
  /** Null when the signature is missing, wrong or too old, or the message cannot be parsed. */
  parseWebhook(body: Buffer, headers: Readonly<Record<string, unknown>>): PaymentUpdate | null;
}

/** The provider refused or cannot be reached. The message is for the log, not for the payer. */
export class PaymentsUnavailable extends Error {}
