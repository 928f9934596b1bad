import {
  bigint,
  integer,
  jsonb,
  oneOf,
  text,
  textArray,
  timestamp,
  uuid,
} from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';
import type { WebhookAttempt } from './schema.ts';

const WEBHOOK_STATES = ['active', 'disabled'] as const;
const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;

export const webhooks = table('webhooks', {
  account_id: bigint(),
  id: bigint().identity(),
  guid: uuid(),
  url: text(),
  types: textArray(),
  description: text(),
  state: oneOf(WEBHOOK_STATES),
  disabled_reason: text().withDefault(),
  secret: text(),
  previous_secret: text().nullable().withDefault(),
  previous_until: timestamp().nullable().withDefault(),
  failures: integer().withDefault(),
  paused_until: timestamp().nullable().withDefault(),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const webhookDeliveries = table('webhook_deliveries', {
  account_id: bigint(),
  id: bigint().identity(),
  webhook_id: bigint(),
  event_id: uuid(),
  type: text(),
  state: oneOf(DELIVERY_STATES).withDefault(),
  attempts: integer().withDefault(),
  tries: jsonb<WebhookAttempt[]>().withDefault(),
  next_at: timestamp().nullable().withDefault(),
  created_at: timestamp(),
});
