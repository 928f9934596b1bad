import { bigint, jsonb, oneOf, text, timestamp } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const sandboxCheckouts = table('sandbox_checkouts', {
  account_id: bigint(),
  checkout_id: text(),
  idempotency_key: text(),
  payload: jsonb<Record<string, string>>(),
  status: oneOf(['open', 'paid', 'refused']),
  created_at: timestamp(),
});
