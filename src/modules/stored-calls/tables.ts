import { AWAITED, CALL_STATES } from '../../domain/access/stored-call-states.ts';
import { bigint, bytea, jsonb, oneOf, text, textArray, timestamp, uuid } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';
import type { EffectDescription } from '../../kernel/effects/effect-schema.ts';
import type { Problem } from './problems.ts';
import type { StoredFile } from './stored-input.ts';

export const storedCalls = table('stored_calls', {
  account_id: bigint(),
  id: bigint().identity(),
  guid: uuid(),
  waits_for: oneOf(AWAITED),
  client_id: text().nullable().withDefault(),
  person_id: bigint().nullable().withDefault(),
  ip: text(),
  request_id: text(),
  operation: text(),
  operation_key: text(),
  input: text(),
  files: jsonb<StoredFile[]>(),
  effect: jsonb<EffectDescription>().nullable(),
  number: text(),
  name: text(),
  target: uuid().nullable().withDefault(),
  reasons: textArray().withDefault(),
  idempotency_key: text().nullable().withDefault(),
  digest: bytea().nullable().withDefault(),
  state: oneOf(CALL_STATES).withDefault(),
  created_at: timestamp(),
  due_at: timestamp(),
  ended_at: timestamp().nullable().withDefault(),
  decided_by: bigint().nullable().withDefault(),
  reason: text().withDefault(),
  problems: jsonb<Problem[]>().nullable().withDefault(),
  answer: jsonb<Record<string, unknown>>().nullable().withDefault(),
});
