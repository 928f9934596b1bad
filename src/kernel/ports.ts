import type { ReceiptReader } from './reader.ts';

/** The outside world, as operations and jobs see it. Adapters implement these; each has an embedded stand-in. */
export interface Ports {
  bank: Bank;
  reader: ReceiptReader;
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
