import { OWNERS } from '../../kernel/access/access.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { byWebhook, createdWebhook } from './schema.ts';
import { newWebhookSecret } from './signature.ts';
import { webhooks } from './tables.ts';
import { lockWebhookOrFail } from './update-webhook.ts';
import { rotateSecretStatement } from './webhook-store.ts';

const OVERLAP_MS = 24 * 3600 * 1000;

export const rotateWebhookSecret = defineWrite({
  name: 'rotate-webhook-secret',
  summary: 'Creates a new secret for a webhook; the old one stays valid for 24 hours.',
  description: 'The new secret is shown once. Each message has both signatures until the old secret expires.',
  access: { scope: null, roles: OWNERS, needsOwnKey: true },
  events: [],
  input: byWebhook,
  output: createdWebhook,
  refusals: ['own_key_required', 'webhook_not_found'],
  async run(ctx, { guid }) {
    const webhook = await lockWebhookOrFail(ctx, guid);
    const secret = newWebhookSecret();
    const until = new Date(ctx.now.getTime() + OVERLAP_MS);
    const sealed = ctx.secrets.seal(secret);
    const result = rotateSecretStatement(ctx.account.id, webhook, sealed, until, ctx.now);
    return ctx.finish({ target: guid, row: webhooks.pick('guid'), result, secret: { secret } });
  },
});
