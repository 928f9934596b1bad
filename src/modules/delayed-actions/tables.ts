import { bigint, jsonb, oneOf, text, timestamp, uuid } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';
import type { Problem } from './schema.ts';
import { ACTION_STATES } from './schema.ts';

export const delayedActions = table('delayed_actions', {
  account_id: bigint(),
  id: bigint().identity(),
  guid: uuid(),
  person_id: bigint(),
  operation: text(),
  input: jsonb<Record<string, unknown>>(),
  target: uuid().nullable(),
  ip: text(),
  state: oneOf(ACTION_STATES).withDefault(),
  created_at: timestamp(),
  run_at: timestamp(),
  ended_at: timestamp().nullable().withDefault(),
  answer: jsonb<Record<string, unknown>>().nullable().withDefault(),
  problems: jsonb<Problem[]>().nullable().withDefault(),
});
