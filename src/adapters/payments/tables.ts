import { col } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const sandboxCheckouts = table('sandbox_checkouts', {
  account_id: col.bigint(),
  checkout_id: col.text(),
  idempotency_key: col.text(),
  payload: col.jsonb<Record<string, string>>(),
  status: col.oneOf(['open', 'paid', 'refused']),
  created_at: col.timestamp(),
});
