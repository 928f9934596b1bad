import { bigint, boolean, bytea, text, timestamp, uuid } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

/** `account_id` is the tenant. `bookkeeper_id` is null where nobody has the username that the tenant typed. */
export const bookkeepers = table('bookkeepers', {
  account_id: bigint(),
  bookkeeper_id: bigint().nullable(),
  key_digest: bytea().nullable().withDefault(),
  key_sealed: text().nullable().withDefault(),
  revoked: boolean().withDefault(),
  created_at: timestamp(),
  id: bigint().identity(),
  guid: uuid(),
  username: text(),
  accepted_at: timestamp().nullable().withDefault(),
  declined_at: timestamp().nullable().withDefault(),
});
