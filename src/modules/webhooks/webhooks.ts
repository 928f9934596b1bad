import { z } from 'zod';
import { OWNERS } from '../../kernel/access/access.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { createdRecord, out } from '../../kernel/fields/output-fields.ts';
import type { ReadContext, WriteContext } from '../../kernel/operations/context.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { byWebhook, createdWebhook, newWebhook, webhookChanges } from './schema.ts';
import { newWebhookSecret } from './signature.ts';
import { webhooks } from './tables.ts';
import {
  countWebhooks,
  deleteWebhookStatement,
  insertWebhook,
  type LockedWebhook,
  lockWebhook,
  queueTestStatement,
  rotateSecretStatement,
  updateWebhookStatement,
} from './webhook-store.ts';

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

async function checkAddress({ ports }: Pick<ReadContext, 'ports'>, url: string): Promise<void> {
  const problem = await ports.outgoing.findProblem(url);
  if (problem) fail('field_invalid', 'url', violation(`address_${problem}`));
}

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
