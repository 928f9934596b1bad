import { z } from 'zod';
import { typePatterns } from '../../kernel/events/type-patterns.ts';
import { choice, date, flag, guid, integer, object, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';

const url = text(2000, { format: 'uri', examples: ['https://example.is/kvitt'] });
const description = text(200, { examples: ['Bókhaldskerfi'] })
  .optional()
  .describe('What it is for');
const types = typePatterns.describe('The types that are sent, as in get-events; all when left out');

export const newWebhook = object({
  url: url().describe('Where events are sent to: https, a public host'),
  types,
  description,
}).meta({ id: 'NewWebhook', examples: [{ url: 'https://example.is/kvitt', types: ['invoice.*'] }] });

export const webhookChanges = object({
  url: url.optional().describe('Where events are sent to from now on'),
  types,
  description,
  state: choice(['active', 'disabled'])
    .optional()
    .describe('disabled: nothing is sent; active: what happens from now on is sent'),
}).meta({ id: 'WebhookChanges', examples: [{ description: 'Bókhaldskerfi' }] });

export const byWebhook = object({ guid: guid().describe('The webhook') });

export const createdWebhook = z.object({
  guid: out.guid('The webhook'),
  secret: out.own('Verifies the signatures; it is not shown again', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'),
});

export const webhookOutput = z
  .object({
    guid: out.guid('The webhook'),
    url: out.own('Where events are sent to', 'https://example.is/kvitt'),
    types: z.array(out.own('A type or pattern', 'invoice.*')).describe('What is sent; empty: everything'),
    description: out.own('What it is for', 'Bókhaldskerfi'),
    state: out.code(['active', 'disabled'], 'Whether anything is sent'),
    disabled_reason: out.outside('Why nothing is sent; empty where it is'),
    waiting: out.integer('Deliveries that wait for a try', 0),
    created_at: out.time('When it was made'),
  })
  .meta({ id: 'Webhook' });

export const deliveriesInput = byWebhook.extend({
  state: choice(['waiting', 'delivered', 'failed']).optional().describe('Only those in this state'),
  limit: integer(1, 500)
    .optional()
    .meta({ description: 'How many at most; 100 when left out', examples: [100] }),
  page: integer(1, 1_000_000).optional().describe('Which page of that many; 1 when left out'),
});

const attempt = z.object({
  at: z
    .string()
    .meta({ format: 'date-time', description: 'When it was tried', examples: ['2026-03-02T14:05:09.123Z'] }),
  status: out.integer('The HTTP status of the answer; null without one', 200).nullable(),
  duration_ms: out.integer('How long it took', 120),
  error: out.outside('Why there was no answer; empty where there was'),
  answer: out.outside('The begin of the answer', 'ok'),
});
/** One attempt as the log keeps it, without secrets and signatures. */
export type WebhookAttempt = z.infer<typeof attempt>;

export const deliveryOutput = z
  .object({
    event_id: out.guid('The event, as sent in webhook-id'),
    type: out.own('Its type', 'invoice.paid'),
    state: out.code(['waiting', 'delivered', 'failed'], 'What became of it'),
    created_at: out.time('When it was queued'),
    next_at: out.time('When it is tried next; null: not any more').nullable(),
    request: out.own('The body that is sent; null when the event is not kept any more', '{}').nullable(),
    tries: z.array(attempt).describe('The last tries, oldest first'),
  })
  .meta({ id: 'WebhookDelivery' });

export const redelivery = byWebhook.extend({
  event_id: guid.optional().describe('This event'),
  after: text(40, { examples: ['0'] })
    .optional()
    .describe('All kept events after this cursor of get-events that the webhook wants'),
  from_date: date.optional().describe('All kept events of this day (UTC) and later that the webhook wants'),
  to_date: date.optional().describe('Only those up to this day (UTC)'),
  only_failed: flag.optional().describe('Only those whose delivery has failed'),
});
