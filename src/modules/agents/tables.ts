import { PROGRAM_MODES, RECIPIENT_MODES } from '../../domain/access/program-limits.ts';
import type { Scope } from '../../kernel/access/scopes.ts';
import { col } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const clients = table('clients', {
  account_id: col.bigint(),
  client_id: col.text(),
  name: col.text(),
  description: col.text().withDefault(),
  redirect_uris: col.textArray(),
  secret_digest: col.bytea().nullable(),
  app_client: col.boolean().withDefault(),
  created_at: col.timestamp(),
  registered_by: col.bigint().nullable().withDefault(),
  metadata_read_at: col.timestamp().nullable().withDefault(),
});

export const grants = table('grants', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  client_id: col.text(),
  scopes: col.textArray<Scope>(),
  granted_at: col.timestamp(),
  revoked_at: col.timestamp().nullable().withDefault(),
  granted_by: col.bigint().nullable().withDefault(),
  mode: col.oneOf(PROGRAM_MODES).withDefault(),
  max_amount: col.numeric().nullable().withDefault(),
  max_amount_per_day: col.numeric().nullable().withDefault(),
  max_documents_per_day: col.integer().nullable().withDefault(),
  new_recipients: col.oneOf(RECIPIENT_MODES).withDefault(),
  frozen_at: col.timestamp().nullable().withDefault(),
});

export const programUses = table('program_uses', {
  account_id: col.bigint(),
  client_id: col.text(),
  day: col.date(),
  amount: col.numeric().withDefault(),
  documents: col.integer().withDefault(),
});

export const knownRecipients = table('known_recipients', {
  account_id: col.bigint(),
  receiver: col.text(),
  address: col.text(),
  known_at: col.timestamp(),
});

export const authorizations = table('authorizations', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  grant_id: col.bigint(),
  client_id: col.text(),
  scopes: col.textArray<Scope>(),
  redirect_uri: col.text(),
  code_digest: col.bytea(),
  code_challenge: col.text().nullable(),
  code_expires_at: col.timestamp(),
  exchanged_at: col.timestamp().nullable().withDefault(),
  revoked_at: col.timestamp().nullable().withDefault(),
  created_at: col.timestamp(),
  person_id: col.bigint().nullable().withDefault(),
  resource: col.text().nullable().withDefault(),
});

export const accessTokens = table('access_tokens', {
  account_id: col.bigint(),
  digest: col.bytea(),
  authorization_id: col.bigint(),
  scopes: col.textArray<Scope>(),
  expires_at: col.timestamp(),
  revoked_at: col.timestamp().nullable().withDefault(),
  resource: col.text().nullable().withDefault(),
});

export const refreshTokens = table('refresh_tokens', {
  account_id: col.bigint(),
  digest: col.bytea(),
  authorization_id: col.bigint(),
  scopes: col.textArray<Scope>(),
  expires_at: col.timestamp(),
  rotated_at: col.timestamp().nullable().withDefault(),
});
