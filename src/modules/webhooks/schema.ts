import { z } from 'zod';
import { typePatterns } from '../../kernel/events/type-patterns.ts';
import { choice, date, flag, guid, integer, object, text } from '../../kernel/fields/input-fields.ts';
import { component, out } from '../../kernel/fields/output-fields.ts';

const url = text(2000, { format: 'uri', examples: ['https://example.is/kvitt'] });
const description = text(200, { examples: ['Bókhaldskerfi'] }).optional('What it is for');
const types = typePatterns.describe('Types of events that are sent, as in get-events; all when left out');

export const newWebhook = object({
  url: url('Where events are sent to: https, a public host'),
  types,
  description,
}).meta({ id: 'NewWebhook', examples: [{ url: 'https://example.is/kvitt', types: ['invoice.*'] }] });

export const webhookChanges = object({
  url: url.optional('Where events are sent to from now on'),
  types,
  description,
  state: choice(['active', 'disabled']).optional(
    'disabled: nothing is sent; active: events from now on are sent',
  ),
}).meta({ id: 'WebhookChanges', examples: [{ description: 'Bókhaldskerfi' }] });

export const byWebhook = object({ guid: guid('The webhook') });

export const createdWebhook = z.object({
  guid: out.guid('The webhook'),
  secret: out.own('Verifies the signatures; it is not shown again', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'),
});

export const webhookOutput = component('Webhook', {
  guid: out.guid('The webhook'),
  url: out.own('Where events are sent to', 'https://example.is/kvitt'),
  types: z
    .array(out.own('A type or pattern', 'invoice.*'))
    .describe('Types of events that are sent; empty: all'),
  description: out.own('What it is for', 'Bókhaldskerfi'),
  state: out.code(['active', 'disabled'], 'Whether anything is sent'),
  disabled_reason: out.outside('Why it was disabled; empty where it is active'),
  waiting: out.integer('Number of deliveries that wait for an attempt', 0),
  created_at: out.time('When it was made'),
});

export const deliveriesInput = byWebhook.extend({
  state: choice(['waiting', 'delivered', 'failed']).optional('Only those in this state'),
  limit: integer(1, 500)
    .optional()
    .meta({ description: 'How many at most; 100 when left out', examples: [100] }),
  page: integer(1, 1_000_000).optional('Which page of that many; 1 when left out'),
});

const attempt = z.object({
  at: z.string().meta({
    format: 'date-time',
    description: 'Time of the attempt',
    examples: ['2026-03-02T14:05:09.123Z'],
  }),
  status: out.integer('The HTTP status of the answer; null without one', 200).nullable(),
  duration_ms: out.integer('How long it took', 120),
  error: out.outside('Why there was no answer; empty where there was'),
  answer: out.outside('The beginning of the answer', 'ok'),
});
/** One attempt as the log keeps it, without secrets and signatures. */
export type WebhookAttempt = z.infer<typeof attempt>;

export const deliveryOutput = component('WebhookDelivery', {
  event_id: out.guid('The event, as sent in webhook-id'),
  type: out.own('Its type', 'invoice.paid'),
  state: out.code(['waiting', 'delivered', 'failed'], 'What became of it'),
  created_at: out.time('When it was queued'),
  next_at: out.time('Time of the next attempt; null: there is none').nullable(),
  request: out.own('The body that is sent; null when the event is not kept any more', '{}').nullable(),
  tries: z.array(attempt).describe('The last attempts, oldest first'),
});

export const redelivery = byWebhook.extend({
  event_id: guid.optional('This event'),
  after: text(40, { examples: ['0'] }).optional(
    'All stored events after this cursor of get-events that match the types of the webhook',
  ),
  from_date: date.optional(
    'All stored events of this day (UTC) and later that match the types of the webhook',
  ),
  to_date: date.optional('Only those up to this day (UTC)'),
  only_failed: flag.optional('Only those whose delivery has failed'),
});
