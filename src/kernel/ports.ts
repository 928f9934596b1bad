import type { EinvoiceState } from '../domain/einvoice-states.ts';

/** The outside world, as operations and jobs see it. Adapters implement these; each has an embedded stand-in. */
export interface Ports {
  bank: Bank;
  mail: Mail;
  einvoice: EinvoiceNetwork;
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
}

export interface ClaimPayment {
  paidOn: string;
  capitalGainsTax: string;
  otherDefaultCosts: string;
  defaultCharge: string;
  defaultInterest: string;
  transactionAmount: string;
}

export type ClaimState =
  | { status: 'unpaid' }
  | { status: 'cancelled' }
  | { status: 'paid'; payment: ClaimPayment };

export interface Bank {
  /** Answers the claim's id at the bank. Safe to repeat. */
  createClaim(order: ClaimOrder): Promise<string>;
  /** False when the bank refuses, as it does for a claim that was paid. Safe to repeat. */
  cancelClaim(accountId: number, claimId: string): Promise<boolean>;
  claimStates(accountId: number, claimIds: string[]): Promise<Map<string, ClaimState>>;
}

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
  attachments: { filename: string; contentType: string; content: Uint8Array }[];
}

export interface Mail {
  /** Resolves when the mail was taken over for delivery. Safe to repeat. Rejects with `Undelivered`. */
  send(message: MailMessage): Promise<void>;
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

export interface EinvoiceNews {
  status: EinvoiceState;
  reason: string;
}

export interface EinvoiceNetwork {
  /** Answers the network's own name for the document, and where it stands. Safe to repeat. */
  submit(order: EinvoiceOrder): Promise<EinvoiceNews & { reference: string }>;
  /** Where documents stand. What the network does not know is left out. */
  states(accountId: number, references: string[]): Promise<Map<string, EinvoiceNews>>;
}

/** Something could not be delivered. The message is fit for the account's own eyes, the cause for the operator's. */
export class Undelivered extends Error {
  /** Trying the same again will hardly help: the other side has looked at it and said no. */
  readonly refused: boolean;

  constructor(message: string, options: { refused: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.refused = options.refused;
  }
}
