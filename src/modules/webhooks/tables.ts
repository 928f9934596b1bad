import { col } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';
import type { WebhookAttempt } from './schema.ts';

const WEBHOOK_STATES = ['active', 'disabled'] as const;
const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;

export const webhooks = table('webhooks', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  guid: col.uuid(),
  url: col.text(),
  types: col.textArray(),
  description: col.text(),
  state: col.oneOf(WEBHOOK_STATES),
  disabled_reason: col.text().withDefault(),
  secret: col.text(),
  previous_secret: col.text().nullable().withDefault(),
  previous_until: col.timestamp().nullable().withDefault(),
  failures: col.integer().withDefault(),
  paused_until: col.timestamp().nullable().withDefault(),
  created_at: col.timestamp(),
  updated_at: col.timestamp(),
});

export const webhookDeliveries = table('webhook_deliveries', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  webhook_id: col.bigint(),
  event_id: col.uuid(),
  type: col.text(),
  state: col.oneOf(DELIVERY_STATES).withDefault(),
  attempts: col.integer().withDefault(),
  tries: col.jsonb<WebhookAttempt[]>().withDefault(),
  next_at: col.timestamp().nullable().withDefault(),
  created_at: col.timestamp(),
});
