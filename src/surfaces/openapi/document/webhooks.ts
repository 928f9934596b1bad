import { z } from 'zod';
import { EVENT_TYPES, EVENTS, type EventType, readersOf } from '../../../kernel/events/catalogue.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import type { Schemas } from '../schema/json-schema.ts';
import type { DescribedWebhook, Parameter } from './document.ts';

const A_TIME = '2026-03-02T14:05:09.123Z';
const timestamp = z
  .string()
  .meta({ format: 'date-time', description: 'When it happened, UTC', examples: [A_TIME] });

const HEADERS: readonly Parameter[] = [
  {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'The id of the event, the same at every attempt: a receiver ignores ids that it has already',
    schema: { type: 'string', format: 'uuid' },
    example: '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90',
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'When it was sent, in seconds since 1970',
    schema: { type: 'integer' },
    example: 1772460309,
  },
  {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'One or more of v1 and the base64 of HMAC-SHA256 over id, timestamp and body with dots between them, separated by spaces',
    schema: { type: 'string' },
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
];

/** The messages that the service sends, by type of event: `webhooks` of the OpenAPI document. */
export function describeWebhooks(schemas: Schemas): Record<string, { post: DescribedWebhook }> {
  const events = EVENT_TYPES.map((type) => {
    const { summary, data } = EVENTS[type];
    return [type, { post: describeMessage(schemas, { type, summary, data, about: readers(type) }) }];
  });
  const test = describeMessage(schemas, {
    type: 'webhook.test',
    summary: 'Sent by test-webhook to test the receiver. It is not an event.',
    data: z.object({}),
    about: 'test-webhook sends it.',
  });
  return { ...Object.fromEntries(events), 'webhook.test': { post: test } };
}

const sequence = out
  .integer(
    'Its place among the events of the account, which get-events takes as after; a test has none',
    1043,
  )
  .optional();

interface Message {
  type: string;
  summary: string;
  data: z.ZodObject;
  about: string;
}

function describeMessage(schemas: Schemas, { type, summary, data, about }: Message): DescribedWebhook {
  const body = z.object({ type: z.literal(type).describe('Type of the event'), timestamp, data, sequence });
  return {
    operationId: `on-${type.replace(/[._]/g, '-')}`,
    tags: ['Webhooks'],
    summary,
    description: `${summary} ${about}`,
    security: [],
    parameters: [...HEADERS],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: schemas.of(body, 'output'),
          example: { type, timestamp: A_TIME, data: exampleOf(data) },
        },
      },
    },
    responses: {
      '2XX': { description: 'Accepted, within 15 seconds.' },
      '410': { description: 'The receiver is gone: the webhook is disabled.' },
      '4XX': { description: 'Sent again; after 429 with Retry-After not before its time.' },
      '5XX': { description: 'Sent again; after 503 with Retry-After not before its time.' },
    },
  };
}

function exampleOf(data: z.ZodObject): Record<string, unknown> {
  const fields = Object.entries(data.shape as Record<string, z.ZodType>);
  return Object.fromEntries(
    fields.map(([name, field]) => {
      const inner = field instanceof z.ZodNullable ? (field.unwrap() as z.ZodType) : field;
      const [example = null] = (inner.meta()?.examples ?? []) as unknown[];
      return [name, example];
    }),
  );
}

function readers(type: EventType): string {
  const scopes = readersOf(type);
  if (scopes === 'nobody') return 'No program sees it in get-events, only the account.';
  if (scopes === 'own') return 'In get-events a program sees those that it made.';
  return `In get-events programs with the scope ${scopes.join(' or ')} see it.`;
}
