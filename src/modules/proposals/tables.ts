import { PROPOSAL_STATES } from '../../domain/access/proposal-states.ts';
import {
  bigint,
  boolean,
  bytea,
  jsonb,
  oneOf,
  text,
  textArray,
  timestamp,
  uuid,
} from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';
import type { EffectDescription } from '../../kernel/effects/effect-schema.ts';
import type { StoredFile } from './stored-input.ts';

export const proposals = table('proposals', {
  account_id: bigint(),
  guid: uuid(),
  client_id: text(),
  operation: text(),
  operation_key: text(),
  input: text(),
  has_file: boolean(),
  files: jsonb<StoredFile[]>().withDefault(),
  preview: jsonb<EffectDescription>(),
  reasons: textArray(),
  target: text().nullable(),
  ip: text(),
  request_id: text(),
  idempotency_key: text().nullable(),
  digest: bytea().nullable(),
  state: oneOf(PROPOSAL_STATES).withDefault(),
  created_at: timestamp(),
  expires_at: timestamp(),
  ended_at: timestamp().nullable().withDefault(),
  decided_by: bigint().nullable().withDefault(),
  reason: text().withDefault(),
  refusal: jsonb<{ code: string; message: string }>().nullable().withDefault(),
  answer: jsonb<Record<string, unknown>>().nullable().withDefault(),
});
