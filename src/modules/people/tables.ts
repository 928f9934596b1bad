import { ROLES } from '../../domain/access/roles.ts';
import { LANGS } from '../../domain/values/codes.ts';
import { col } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const people = table('people', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  guid: col.uuid(),
  username: col.text(),
  name: col.text().withDefault(),
  email: col.text().withDefault(),
  role: col.oneOf(ROLES),
  main: col.boolean().withDefault(),
  lang: col.oneOf(LANGS).nullable().withDefault(),
  password_hash: col.text().nullable(),
  created_at: col.timestamp(),
  signed_in_at: col.timestamp().nullable().withDefault(),
  removed_at: col.timestamp().nullable().withDefault(),
  /** The row that holds the sign-in of a person of several companies; null where this one does. */
  login_account_id: col.bigint().nullable().withDefault(),
  login_id: col.bigint().nullable().withDefault(),
});

export const sessions = table('sessions', {
  account_id: col.bigint(),
  digest: col.bytea(),
  created_at: col.timestamp(),
  seen_at: col.timestamp(),
  person_id: col.bigint().nullable(),
});

export const invitations = table('invitations', {
  account_id: col.bigint(),
  guid: col.uuid(),
  email: col.text(),
  name: col.text(),
  role: col.oneOf(ROLES),
  digest: col.bytea(),
  invited_by: col.bigint().nullable(),
  created_at: col.timestamp(),
  expires_at: col.timestamp(),
});

export const passwordResets = table('password_resets', {
  account_id: col.bigint(),
  digest: col.bytea(),
  person_id: col.bigint(),
  expires_at: col.timestamp(),
});

export const secondFactors = table('second_factors', {
  account_id: col.bigint(),
  person_id: col.bigint(),
  secret: col.text(),
  last_step: col.bigint(),
  created_at: col.timestamp(),
});

export const recoveryCodes = table('recovery_codes', {
  account_id: col.bigint(),
  person_id: col.bigint(),
  digest: col.bytea(),
});

export const setupKeys = table('setup_keys', {
  digest: col.bytea(),
  expires_at: col.timestamp(),
  used_at: col.timestamp().nullable().withDefault(),
});
