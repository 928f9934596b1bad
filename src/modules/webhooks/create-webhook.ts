import { OWNERS } from '../../kernel/access/access.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import type { ReadContext } from '../../kernel/operations/context.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { createdWebhook, newWebhook } from './schema.ts';
import { newWebhookSecret } from './signature.ts';
import { webhooks } from './tables.ts';
import { countWebhooks, insertWebhook } from './webhook-store.ts';

const MAX_WEBHOOKS = 20;

export const createWebhook = defineWrite({
  name: 'create-webhook',
  summary: 'Creates a webhook: events are posted to its address from now on.',
  description:
    'The answer has the secret that verifies the signatures; it is shown once. Each event is posted as `{type, timestamp, data}` with the headers of Standard Webhooks. Answer 2xx within 15 seconds; otherwise the event is sent again for about three days.',
  access: { scope: null, roles: OWNERS, needsOwnKey: true },
  events: [],
  input: newWebhook,
  output: createdWebhook,
  refusals: ['own_key_required', 'webhooks_full'],
  async prepare(ctx, { url }) {
    if ((await countWebhooks(ctx.db, ctx.account.id)) >= MAX_WEBHOOKS) fail('webhooks_full', MAX_WEBHOOKS);
    await checkAddress(ctx, url);
  },
  async run(ctx, { url, types = [], description = '' }) {
    const guid = ctx.newGuid();
    const secret = newWebhookSecret();
    const record = { guid, url, types, description, secret: ctx.secrets.seal(secret) };
    const result = insertWebhook(ctx.account.id, record, ctx.now);
    return ctx.finish({ target: guid, row: webhooks.pick('guid'), result, secret: { secret } });
  },
});

export async function checkAddress({ ports }: Pick<ReadContext, 'ports'>, url: string): Promise<void> {
  const problem = await ports.outgoing.findProblem(url);
  if (problem) fail('field_invalid', 'url', violation(`address_${problem}`));
}
