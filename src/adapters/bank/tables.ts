import { bigint, jsonb, oneOf, text, timestamp, uuid } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const sandboxClaims = table('sandbox_claims', {
  account_id: bigint(),
  claim_id: text(),
  invoice_guid: uuid(),
  payload: jsonb<object>(),
  status: oneOf(['unpaid', 'paid', 'cancelled']),
  payment: jsonb<object>().nullable(),
  created_at: timestamp(),
});
