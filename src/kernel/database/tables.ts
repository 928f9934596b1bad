import { col } from './row.ts';
import { table } from './table.ts';

export const schemaMigrations = table('schema_migrations', {
  version: col.integer(),
  name: col.text(),
  applied_at: col.timestamp().withDefault(),
});

export const jobs = table('jobs', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  kind: col.text(),
  payload: col.jsonb<unknown>(),
  run_at: col.timestamp(),
  attempts: col.integer().withDefault(),
  leased_until: col.timestamp().nullable().withDefault(),
  last_error: col.text().withDefault(),
  dead_at: col.timestamp().nullable().withDefault(),
  created_at: col.timestamp().withDefault(),
  /** Jobs with the same key share the slots of that key; see `Lane.perKey`. */
  lane_key: col.text().nullable().withDefault(),
  /** The `traceparent` of the call that it follows; null where no spans are recorded. */
  trace: col.text().nullable().withDefault(),
});

export const primaryTimeline = table('primary_timeline', {
  is_only: col.boolean().withDefault(),
  timeline: col.integer(),
});

export const cronTasks = table('cron_tasks', {
  name: col.text(),
  next_at: col.timestamp(),
});

export const idempotencyKeys = table('idempotency_keys', {
  account_id: col.bigint(),
  key: col.text(),
  digest: col.bytea(),
  answer: col.jsonb<Record<string, unknown>>(),
  created_at: col.timestamp(),
});

export const events = table('events', {
  account_id: col.bigint(),
  id: col.uuid().withDefault(),
  position: col.bigint().nullable().withDefault(),
  type: col.text(),
  at: col.timestamp(),
  data: col.jsonb<Record<string, unknown>>(),
});

export const eventCounters = table('event_counters', {
  account_id: col.bigint(),
  last: col.bigint(),
  pruned: col.bigint().withDefault(),
});

export const attempts = table('attempts', {
  subject: col.bytea(),
  count: col.integer(),
  until: col.timestamp(),
});
