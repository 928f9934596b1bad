import { bigint, boolean, bytea, text, timestamp } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const bookkeepers = table('bookkeepers', {
  account_id: bigint(),
  bookkeeper_id: bigint(),
  key_digest: bytea().nullable().withDefault(),
  key_sealed: text().nullable().withDefault(),
  revoked: boolean().withDefault(),
  created_at: timestamp(),
});
