import { z } from 'zod';

/** As much of JSON Schema 2020-12 as the reference uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  additionalProperties?: boolean | JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  pattern?: string;
  contentEncoding?: string;
  contentMediaType?: string;
  contentSchema?: JsonSchema;
  [keyword: string]: unknown;
}

const COMPONENTS = '#/components/schemas/';

/** Turns zod schemas into JSON Schema; those that have an id become components, which the others refer to. */
export class Schemas {
  readonly components: Record<string, JsonSchema> = {};

  of(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    // Wrapped, so that a schema with an id is a reference here too.
    const { properties, $defs = {} } = z.toJSONSchema(z.object({ it: schema }), {
      io,
      unrepresentable: 'any',
      override({ zodSchema, jsonSchema }) {
        // Zod leaves out the examples of what it transforms, as they might be those of its output; ours never are.
        const examples = z.globalRegistry.get(zodSchema)?.examples;
        if (examples) Object.assign(jsonSchema, { examples });
      },
    }) as JsonSchema & { $defs?: Record<string, JsonSchema> };
    for (const [id, definition] of Object.entries($defs)) this.components[id] ??= toPublished(definition, io);
    return toPublished(properties?.it ?? {}, io);
  }

  resolve(schema: JsonSchema): JsonSchema {
    return resolve(this.components, schema);
  }
}

/** The schema itself, where it is only referred to; what stands beside the reference counts too. */
export function resolve(components: Record<string, JsonSchema>, schema: JsonSchema): JsonSchema {
  if (!schema.$ref) return schema;
  const { $ref, ...beside } = schema;
  return { ...components[$ref.slice(COMPONENTS.length)], ...beside };
}

export function refName(schema: JsonSchema): string | undefined {
  return schema.$ref?.slice(COMPONENTS.length);
}

/** As it is published: without what zod adds for itself, and with components where zod has definitions. */
function toPublished(schema: JsonSchema, io: 'input' | 'output'): JsonSchema {
  const { $ref, id: _id, properties, items, additionalProperties, anyOf, ...rest } = schema;
  const within = (inner: JsonSchema) => toPublished(inner, io);
  return mergeNull(io, {
    ...($ref && { $ref: $ref.replace('#/$defs/', COMPONENTS) }),
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, within(one)])),
    }),
    ...(items && { items: within(items) }),
    // Answers may get more fields at any time, so they are not closed.
    ...(typeof additionalProperties === 'object' && { additionalProperties: within(additionalProperties) }),
    ...(anyOf && { anyOf: anyOf.map(within) }),
  });
}

/** What may be null is one type, not two schemas. In requests null is as good as nothing, so it is not told. */
function mergeNull(io: 'input' | 'output', schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  const [value, nothing] = anyOf ?? [];
  if (anyOf?.length !== 2 || !value || nothing?.type !== 'null') return schema;
  if (io === 'input') return { ...value, ...rest };
  return typeof value.type === 'string' ? { ...value, ...rest, type: [value.type, 'null'] } : schema;
}
