import { col } from '../database/row.ts';
import { table } from '../database/table.ts';
import type { EffectSummary } from '../effects/effect-schema.ts';

export const auditLog = table('audit_log', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  at: col.timestamp().withDefault(),
  via: col.text(),
  agent_id: col.text().nullable(),
  action: col.text(),
  target: col.text().nullable(),
  outcome: col.text(),
  ip: col.text(),
  request_id: col.text(),
  person_id: col.bigint().nullable().withDefault(),
  effect: col.jsonb<EffectSummary>().nullable().withDefault(),
});
