import { OWNERS } from '../../kernel/access/access.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { checkAddress } from './create-webhook.ts';
import { byWebhook, webhookChanges } from './schema.ts';
import { type LockedWebhook, lockWebhook, updateWebhookStatement } from './webhook-store.ts';

export const updateWebhook = defineWrite({
  name: 'update-webhook',
  summary: 'Changes, disables or enables a webhook.',
  description:
    'Send only what changes; an empty list of types means all. Disabling a webhook cancels the messages that wait; after it is enabled, redeliver-webhook sends them.',
  access: { scope: null, roles: OWNERS, needsOwnKey: true },
  events: [],
  input: byWebhook.extend({ data: webhookChanges }),
  output: createdRecord,
  refusals: ['own_key_required', 'webhook_not_found'],
  async prepare(ctx, { data }) {
    if (data.url !== undefined) await checkAddress(ctx, data.url);
  },
  async run(ctx, { guid, data: { url, types, description, state } }) {
    const webhook = await lockWebhookOrFail(ctx, guid);
    const change = { url: url === '' ? undefined : url, types, description, state };
    const end = updateWebhookStatement(ctx.account.id, webhook, change, ctx.now);
    return ctx.finish({ target: guid, ...end });
  },
});

export async function lockWebhookOrFail(ctx: WriteContext, guid: string): Promise<LockedWebhook> {
  return (await lockWebhook(ctx.tx, ctx.account.id, guid)) ?? fail('webhook_not_found');
}
