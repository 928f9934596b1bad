import { bigint, jsonb, oneOf, text, timestamp, uuid } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';
import type { ClaimOrder, ClaimPayment } from '../../kernel/ports/ports.ts';

/** The choices of the payer. The other figures of the payment are computed from the claim. */
export type PayerChoices = Omit<ClaimPayment, 'transactionAmount' | 'principal'>;
type StoredPayment = PayerChoices & { transactionAmount: string };

export const sandboxClaims = table('sandbox_claims', {
  account_id: bigint(),
  claim_id: text(),
  invoice_guid: uuid(),
  payload: jsonb<ClaimOrder>(),
  status: oneOf(['unpaid', 'paid', 'cancelled']),
  payment: jsonb<StoredPayment>().nullable().withDefault(),
  created_at: timestamp().withDefault(),
});
