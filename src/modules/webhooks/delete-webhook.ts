import { OWNERS } from '../../kernel/access/access.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { byWebhook } from './schema.ts';
import { lockWebhookOrFail } from './update-webhook.ts';
import { deleteWebhookStatement } from './webhook-store.ts';

export const deleteWebhook = defineWrite({
  name: 'delete-webhook',
  summary: 'Deletes a webhook and its log of deliveries.',
  description: 'This cannot be undone. To stop a webhook for a while, set its state to disabled.',
  access: { scope: null, roles: OWNERS, needsOwnKey: true },
  isUndoable: true,
  events: [],
  input: byWebhook,
  output: createdRecord,
  refusals: ['own_key_required', 'webhook_not_found'],
  async run(ctx, { guid }) {
    const webhook = await lockWebhookOrFail(ctx, guid);
    return ctx.finish({ target: guid, ...deleteWebhookStatement(ctx.account.id, webhook) });
  },
});
