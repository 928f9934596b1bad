import { col } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

/** `account_id` is the tenant. `bookkeeper_id` is null where nobody has the username that the tenant typed. */
export const bookkeepers = table('bookkeepers', {
  account_id: col.bigint(),
  bookkeeper_id: col.bigint().nullable(),
  key_digest: col.bytea().nullable().withDefault(),
  key_sealed: col.text().nullable().withDefault(),
  revoked: col.boolean().withDefault(),
  created_at: col.timestamp(),
  id: col.bigint().identity(),
  guid: col.uuid(),
  username: col.text(),
  accepted_at: col.timestamp().nullable().withDefault(),
  declined_at: col.timestamp().nullable().withDefault(),
});
