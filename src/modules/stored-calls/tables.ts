import { AWAITED, CALL_STATES } from '../../domain/access/stored-call-states.ts';
import { col } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';
import type { EffectDescription } from '../../kernel/effects/effect-schema.ts';
import type { Problem } from './problems.ts';
import type { StoredFile } from './stored-input.ts';

export const storedCalls = table('stored_calls', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  guid: col.uuid(),
  waits_for: col.oneOf(AWAITED),
  client_id: col.text().nullable().withDefault(),
  person_id: col.bigint().nullable().withDefault(),
  ip: col.text(),
  request_id: col.text(),
  operation: col.text(),
  operation_key: col.text(),
  input: col.text(),
  files: col.jsonb<StoredFile[]>(),
  effect: col.jsonb<EffectDescription>().nullable(),
  number: col.text(),
  name: col.text(),
  target: col.uuid().nullable().withDefault(),
  reasons: col.textArray().withDefault(),
  idempotency_key: col.text().nullable().withDefault(),
  digest: col.bytea().nullable().withDefault(),
  state: col.oneOf(CALL_STATES).withDefault(),
  created_at: col.timestamp(),
  due_at: col.timestamp(),
  ended_at: col.timestamp().nullable().withDefault(),
  decided_by: col.bigint().nullable().withDefault(),
  reason: col.text().withDefault(),
  problems: col.jsonb<Problem[]>().nullable().withDefault(),
  answer: col.jsonb<Record<string, unknown>>().nullable().withDefault(),
});
