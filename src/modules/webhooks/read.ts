import { z } from 'zod';
import { OWNERS } from '../../kernel/access/access.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { object } from '../../kernel/fields/input-fields.ts';
import { defineRead } from '../../kernel/operations/operation.ts';
import { messageBody } from './message.ts';
import { deliveriesInput, deliveryOutput, webhookOutput } from './schema.ts';
import { type DeliveryRow, listDeliveries, listWebhooks, webhookExists } from './webhook-store.ts';

export const getWebhooks = defineRead({
  name: 'get-webhooks',
  summary: 'Lists the webhooks of the account.',
  description: 'Secrets are not shown. `disabled_reason` says why a webhook was disabled.',
  access: { scope: null, roles: OWNERS, needsOwnKey: true },
  input: object({}),
  output: z.array(webhookOutput),
  refusals: ['own_key_required'],
  run(ctx) {
    return listWebhooks(ctx.db, ctx.account.id);
  },
});

const DEFAULT_LIMIT = 100;

export const getWebhookDeliveries = defineRead({
  name: 'get-webhook-deliveries',
  summary: 'Lists the deliveries to a webhook and its answers, newest first.',
  description: 'The log is kept as long as the events, 90 days, with the last 20 attempts of each message.',
  access: { scope: null, roles: OWNERS, needsOwnKey: true },
  input: deliveriesInput,
  output: z.array(deliveryOutput),
  refusals: ['own_key_required', 'webhook_not_found'],
  async run(ctx, { guid, state, limit = DEFAULT_LIMIT, page = 1 }) {
    const rows = await listDeliveries(ctx.db, ctx.account.id, guid, { state, limit, page });
    if (rows.length === 0 && !(await webhookExists(ctx.db, ctx.account.id, guid))) fail('webhook_not_found');
    return rows.map(toDelivery);
  },
});

function toDelivery({ at, data, position, ...delivery }: DeliveryRow) {
  return { ...delivery, request: data && messageBody({ type: delivery.type, at, data, position }) };
}
