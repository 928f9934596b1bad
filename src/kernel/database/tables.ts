import { bigint, boolean, bytea, integer, jsonb, text, timestamp, uuid } from './row.ts';
import { table } from './table.ts';

export const schemaMigrations = table('schema_migrations', {
  version: integer(),
  name: text(),
  applied_at: timestamp().withDefault(),
});

export const jobs = table('jobs', {
  account_id: bigint(),
  id: bigint().identity(),
  kind: text(),
  payload: jsonb<unknown>(),
  run_at: timestamp(),
  attempts: integer().withDefault(),
  leased_until: timestamp().nullable().withDefault(),
  last_error: text().withDefault(),
  dead_at: timestamp().nullable().withDefault(),
  created_at: timestamp().withDefault(),
  /** Jobs with the same key share the slots of that key; see `Lane.perKey`. */
  lane_key: text().nullable().withDefault(),
  /** The `traceparent` of the call that it follows; null where no spans are recorded. */
  trace: text().nullable().withDefault(),
});

export const primaryTimeline = table('primary_timeline', {
  is_only: boolean().withDefault(),
  timeline: integer(),
});

export const cronTasks = table('cron_tasks', {
  name: text(),
  next_at: timestamp(),
});

export const idempotencyKeys = table('idempotency_keys', {
  account_id: bigint(),
  key: text(),
  digest: bytea(),
  answer: jsonb<Record<string, unknown>>(),
  created_at: timestamp(),
});

export const events = table('events', {
  account_id: bigint(),
  id: uuid().withDefault(),
  position: bigint().nullable().withDefault(),
  type: text(),
  at: timestamp(),
  data: jsonb<Record<string, unknown>>(),
});

export const eventCounters = table('event_counters', {
  account_id: bigint(),
  last: bigint(),
  pruned: bigint().withDefault(),
});

export const attempts = table('attempts', {
  subject: bytea(),
  count: integer(),
  until: timestamp(),
});
