import { PROGRAM_MODES, RECIPIENT_MODES } from '../../domain/access/program-limits.ts';
import type { Scope } from '../../kernel/access/scopes.ts';
import {
  bigint,
  boolean,
  bytea,
  date,
  integer,
  numeric,
  oneOf,
  text,
  textArray,
  timestamp,
} from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const clients = table('clients', {
  account_id: bigint(),
  client_id: text(),
  name: text(),
  description: text().withDefault(),
  redirect_uris: textArray(),
  secret_digest: bytea().nullable(),
  app_client: boolean().withDefault(),
  created_at: timestamp(),
  registered_by: bigint().nullable().withDefault(),
  metadata_read_at: timestamp().nullable().withDefault(),
});

export const grants = table('grants', {
  account_id: bigint(),
  id: bigint().identity(),
  client_id: text(),
  scopes: textArray<Scope>(),
  granted_at: timestamp(),
  revoked_at: timestamp().nullable().withDefault(),
  granted_by: bigint().nullable().withDefault(),
  mode: oneOf(PROGRAM_MODES).withDefault(),
  max_amount: numeric().nullable().withDefault(),
  max_amount_per_day: numeric().nullable().withDefault(),
  max_documents_per_day: integer().nullable().withDefault(),
  new_recipients: oneOf(RECIPIENT_MODES).withDefault(),
  frozen_at: timestamp().nullable().withDefault(),
});

export const programUses = table('program_uses', {
  account_id: bigint(),
  client_id: text(),
  day: date(),
  amount: numeric().withDefault(),
  documents: integer().withDefault(),
});

export const knownRecipients = table('known_recipients', {
  account_id: bigint(),
  receiver: text(),
  address: text(),
  known_at: timestamp(),
});

export const authorizations = table('authorizations', {
  account_id: bigint(),
  id: bigint().identity(),
  grant_id: bigint(),
  client_id: text(),
  scopes: textArray<Scope>(),
  redirect_uri: text(),
  code_digest: bytea(),
  code_challenge: text().nullable(),
  code_expires_at: timestamp(),
  exchanged_at: timestamp().nullable().withDefault(),
  revoked_at: timestamp().nullable().withDefault(),
  created_at: timestamp(),
  person_id: bigint().nullable().withDefault(),
  resource: text().nullable().withDefault(),
});

export const accessTokens = table('access_tokens', {
  account_id: bigint(),
  digest: bytea(),
  authorization_id: bigint(),
  scopes: textArray<Scope>(),
  expires_at: timestamp(),
  revoked_at: timestamp().nullable().withDefault(),
  resource: text().nullable().withDefault(),
});

export const refreshTokens = table('refresh_tokens', {
  account_id: bigint(),
  digest: bytea(),
  authorization_id: bigint(),
  scopes: textArray<Scope>(),
  expires_at: timestamp(),
  rotated_at: timestamp().nullable().withDefault(),
});
