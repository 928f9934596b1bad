import { z } from 'zod';
import { EVENT_TYPES, EVENTS } from '../../kernel/events/catalogue.ts';
import { typePatterns } from '../../kernel/events/type-patterns.ts';
import { integer, object, text } from '../../kernel/fields/input-fields.ts';
import { component, out, withInnerSchema } from '../../kernel/fields/output-fields.ts';

const MAX_LIMIT = 500;
export const DEFAULT_LIMIT = 100;
const MAX_WAIT_SECONDS = 25;

export const eventsInput = object({
  after: text(40, { examples: ['0'] }).optional(
    'The `next` of the answer before; left out, the list begins with the oldest event that is kept',
  ),
  types: typePatterns.describe('Only these types: names, or all types of a record, as in invoice.*'),
  limit: integer(1, MAX_LIMIT)
    .optional()
    .meta({
      description: `How many at most; ${DEFAULT_LIMIT} when left out`,
      examples: [DEFAULT_LIMIT],
    }),
  wait: integer(0, MAX_WAIT_SECONDS)
    .optional()
    .meta({
      description: `Seconds that the call waits for an event where there is none yet, up to ${MAX_WAIT_SECONDS}`,
      examples: [20],
    }),
});

const eventOutput = component('Event', {
  id: out.guid('Identifies the event; a webhook sends it as webhook-id'),
  type: out.code(EVENT_TYPES, 'Type of the event'),
  at: z.string().meta({
    format: 'date-time',
    description: 'When it happened, UTC',
    examples: ['2026-03-02T14:05:09.123Z'],
  }),
  data: withInnerSchema(
    z.record(z.string(), z.unknown()).meta({
      description: 'The guid and number of the record, and the fields of the type',
      examples: [{ guid: '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90', number: '108', kind: 'invoice' }],
    }),
    z.union(Object.values(EVENTS).map(({ data }) => data)),
  ),
});

export const eventPage = z.object({
  events: z.array(eventOutput).describe('The events, in the order in which they were committed'),
  next: out.own('The cursor after the last of them, for the `after` of the next call', '1043'),
});
export type EventPage = z.infer<typeof eventPage>;
