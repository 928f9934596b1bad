import { bigint, jsonb, text, timestamp } from '../database/row.ts';
import { table } from '../database/table.ts';
import type { EffectSummary } from '../effects/effect-schema.ts';

export const auditLog = table('audit_log', {
  account_id: bigint(),
  id: bigint().identity(),
  at: timestamp().withDefault(),
  via: text(),
  agent_id: text().nullable(),
  action: text(),
  target: text().nullable(),
  outcome: text(),
  ip: text(),
  request_id: text(),
  person_id: bigint().nullable().withDefault(),
  effect: jsonb<EffectSummary>().nullable().withDefault(),
});
