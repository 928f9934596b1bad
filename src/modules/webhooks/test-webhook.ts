import { z } from 'zod';
import { OWNERS } from '../../kernel/access/access.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { byWebhook } from './schema.ts';
import { lockWebhookOrFail } from './update-webhook.ts';
import { queueTestStatement } from './webhook-store.ts';

export const testWebhook = defineWrite({
  name: 'test-webhook',
  summary: 'Sends a signed test message of the type webhook.test to a webhook.',
  description:
    'The message is sent once, without a retry; get-webhook-deliveries shows the result. It is not an event.',
  access: { scope: null, roles: OWNERS, needsOwnKey: true },
  events: [],
  input: byWebhook,
  output: z.object({ event_id: out.guid('The webhook-id of the message') }),
  refusals: ['own_key_required', 'webhook_not_found', 'webhook_disabled'],
  async run(ctx, { guid }) {
    const webhook = await lockWebhookOrFail(ctx, guid);
    if (webhook.state === 'disabled') fail('webhook_disabled');
    return ctx.finish({
      target: guid,
      ...queueTestStatement(ctx.account.id, webhook, ctx.newGuid(), ctx.now),
    });
  },
});
