import { col } from '../../kernel/database/row.ts';
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
  account_id: col.bigint(),
  claim_id: col.text(),
  invoice_guid: col.uuid(),
  payload: col.jsonb<ClaimOrder>(),
  status: col.oneOf(['unpaid', 'paid', 'cancelled']),
  payment: col.jsonb<StoredPayment>().nullable().withDefault(),
  parts: col.jsonb<StoredPart[]>().withDefault(),
  created_at: col.timestamp().withDefault(),
});
