import { bigint, jsonb, oneOf, text, timestamp, uuid } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';
import type { ClaimOrder, ClaimPayment } from '../../kernel/ports/ports.ts';

type LateCosts = Pick<ClaimPayment, 'otherDefaultCosts' | 'defaultCharge' | 'defaultInterest'>;

/** What a payer does. The costs are those that are due with this payment. */
export interface PayerChoices extends LateCosts {
  paidOn: string;
  capitalGainsTax: string;
  /** All that is paid; what is due when left out. */
  amount?: string | undefined;
  /** ISK for one unit of the currency of the claim: the payer pays in ISK, and the bank reports it so. */
  rate?: string | undefined;
}

export interface StoredPart extends LateCosts {
  paidOn: string;
  capitalGainsTax: string;
  fee: string;
  principal: string;
  transactionAmount: string;
  rate?: string | undefined;
  /** Costs of late payment that were due and for which it was too little. */
  unpaid: LateCosts;
}

/** The payment that has closed a claim. Those of earlier releases have fewer figures. */
export type StoredPayment = Omit<StoredPart, 'unpaid' | 'fee' | 'principal'> &
  Partial<Pick<StoredPart, 'fee' | 'principal'>>;

export const sandboxClaims = table('sandbox_claims', {
  account_id: bigint(),
  claim_id: text(),
  invoice_guid: uuid(),
  payload: jsonb<ClaimOrder>(),
  status: oneOf(['unpaid', 'paid', 'cancelled']),
  payment: jsonb<StoredPayment>().nullable().withDefault(),
  parts: jsonb<StoredPart[]>().withDefault(),
  created_at: timestamp().withDefault(),
});
