import { z } from 'zod';
import { OWNERS } from '../../kernel/access/access.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { readCursor } from '../events/get-events.ts';
import { redelivery } from './schema.ts';
import { eventExists, redeliverStatement } from './webhook-store.ts';
import { lockWebhookOrFail } from './webhooks.ts';

export const redeliverWebhook = defineWrite({
  name: 'redeliver-webhook',
  summary:
    'Sends an event to a webhook again, or all stored events after a cursor or within a range of days.',
  description:
    'At most 10,000 events are sent at once. A message that waits for its next attempt is sent now. A message has the same webhook-id each time, so that the receiver can recognise it.',
  access: { scope: null, roles: OWNERS, needsOwnKey: true },
  events: [],
  input: redelivery,
  output: z.object({ queued: out.integer('Number of messages that were queued', 1) }),
  refusals: ['own_key_required', 'webhook_not_found', 'webhook_disabled', 'event_not_found'],
  async run(ctx, { guid, event_id: eventId = null, ...chosen }) {
    const { after, from_date: from = null, to_date: to = null, only_failed: onlyFailed = false } = chosen;
    if (eventId === null && !after && !from) fail('field_required', 'event_id');
    const [beside] = Object.entries(chosen).filter(([, value]) => value !== undefined);
    if (eventId !== null && beside) fail('field_invalid', beside[0], violation('left_out', 'event_id'));
    if (from && to && to < from)
      fail('field_invalid', 'to_date', violation('after_field', 'from_date', from));
    const webhook = await lockWebhookOrFail(ctx, guid);
    if (webhook.state === 'disabled') fail('webhook_disabled');
    if (eventId !== null && !(await eventExists(ctx.tx, ctx.account.id, eventId))) fail('event_not_found');
    const position = await readCursor(ctx.tx, ctx.account.id, after);
    const days = { from, to, onlyFailed };
    const range = { eventId, after: position ?? 0, types: webhook.types, ...days };
    const end = redeliverStatement(ctx.account.id, webhook, range, ctx.now);
    return ctx.finish({ target: guid, ...end });
  },
});
