import { ROLES } from '../../domain/access/roles.ts';
import { LANGS } from '../../domain/values/codes.ts';
import { bigint, boolean, bytea, oneOf, text, timestamp, uuid } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const people = table('people', {
  account_id: bigint(),
  id: bigint().identity(),
  guid: uuid(),
  username: text(),
  name: text().withDefault(),
  email: text().withDefault(),
  role: oneOf(ROLES),
  main: boolean().withDefault(),
  lang: oneOf(LANGS).nullable().withDefault(),
  password_hash: text().nullable(),
  created_at: timestamp(),
  signed_in_at: timestamp().nullable().withDefault(),
  removed_at: timestamp().nullable().withDefault(),
  /** The row that holds the sign-in of a person of several companies; null where this one does. */
  login_account_id: bigint().nullable().withDefault(),
  login_id: bigint().nullable().withDefault(),
});

export const sessions = table('sessions', {
  account_id: bigint(),
  digest: bytea(),
  created_at: timestamp(),
  seen_at: timestamp(),
  person_id: bigint().nullable(),
});

export const invitations = table('invitations', {
  account_id: bigint(),
  guid: uuid(),
  email: text(),
  name: text(),
  role: oneOf(ROLES),
  digest: bytea(),
  invited_by: bigint().nullable(),
  created_at: timestamp(),
  expires_at: timestamp(),
});

export const passwordResets = table('password_resets', {
  account_id: bigint(),
  digest: bytea(),
  person_id: bigint(),
  expires_at: timestamp(),
});

export const secondFactors = table('second_factors', {
  account_id: bigint(),
  person_id: bigint(),
  secret: text(),
  last_step: bigint(),
  created_at: timestamp(),
});

export const recoveryCodes = table('recovery_codes', {
  account_id: bigint(),
  person_id: bigint(),
  digest: bytea(),
});

export const setupKeys = table('setup_keys', {
  digest: bytea(),
  expires_at: timestamp(),
  used_at: timestamp().nullable().withDefault(),
});
