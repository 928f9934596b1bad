import { z } from 'zod';
import type { Form } from '../../../kernel/fields/forms.ts';
import type { JsonSchema } from '../../http/wire/json-schema.ts';

const COMPONENTS = '#/components/schemas/';

/** Converts zod schemas to JSON Schema. Schemas with an id become components, and others refer to them. */
export class Schemas {
  readonly components: Record<string, JsonSchema> = {};

  of(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    // Wrapped in an object, because zod inlines the root schema even when it has an id.
    const { properties, $defs = {} } = z.toJSONSchema(z.object({ it: schema }), {
      io,
      unrepresentable: 'any',
      override({ zodSchema, jsonSchema }) {
        // Zod drops the examples of a transformed schema, as they could be output examples; ours are always input.
        const examples = z.globalRegistry.get(zodSchema)?.examples;
        if (examples) Object.assign(jsonSchema, { examples });
      },
    }) as JsonSchema & { $defs?: Record<string, JsonSchema> };
    for (const [id, definition] of Object.entries($defs))
      this.components[id] ??= this.#splitForms(toPublished(definition, io));
    return this.#splitForms(toPublished(properties?.it ?? {}, io));
  }

  /** Publishes each form of a record as a component, and the record as one of them. */
  #splitForms(schema: JsonSchema): JsonSchema {
    const { forms, discriminator, type: _type, properties = {}, required: _required, ...rest } = schema;
    if (!forms) return schema;
    const references = (forms as Form[]).map((form) => {
      this.components[form.id] ??= formSchema(form, properties);
      return { form, $ref: COMPONENTS + form.id };
    });
    const mapping = references.flatMap(({ form, $ref }) =>
      (form.values?.[String(discriminator)] ?? []).map((value) => [String(value), $ref]),
    );
    return {
      ...rest,
      oneOf: references.map(({ $ref }) => ({ $ref })),
      ...(typeof discriminator === 'string' && {
        discriminator: { propertyName: discriminator, mapping: Object.fromEntries(mapping) },
      }),
    };
  }

  resolve(schema: JsonSchema): JsonSchema {
    return resolve(this.components, schema);
  }
}

/** Follows a $ref. Keywords beside the reference override those of the component. */
export function resolve(components: Record<string, JsonSchema>, schema: JsonSchema): JsonSchema {
  if (!schema.$ref) return schema;
  const { $ref, ...beside } = schema;
  return { ...components[$ref.slice(COMPONENTS.length)], ...beside };
}

export function refName(schema: JsonSchema): string | undefined {
  return schema.$ref?.slice(COMPONENTS.length);
}

/** Closed against other fields, so that exactly one form of a record fits. */
function formSchema(form: Form, properties: Record<string, JsonSchema>): JsonSchema {
  const { description, required, without = [], values = {} } = form;
  const own = Object.entries(properties)
    .filter(([name]) => !without.includes(name))
    .map(([name, schema]) => [name, values[name] ? { ...schema, enum: [...values[name]] } : schema]);
  return {
    type: 'object',
    description,
    properties: Object.fromEntries(own),
    required: [...required],
    additionalProperties: false,
  };
}

/** Removes what zod adds for itself, and points references to components instead of $defs. */
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
    // `additionalProperties: false` is dropped, because answers may get more fields at any time.
    ...(typeof additionalProperties === 'object' && { additionalProperties: within(additionalProperties) }),
    ...(anyOf && { anyOf: anyOf.map(within) }),
  });
}

/** Writes a nullable value as one type instead of anyOf. Requests omit null, which means the same as no value. */
function mergeNull(io: 'input' | 'output', schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  const [value, nothing] = anyOf ?? [];
  if (anyOf?.length !== 2 || !value || nothing?.type !== 'null') return schema;
  if (io === 'input') return { ...value, ...rest };
  return typeof value.type === 'string' ? { ...value, ...rest, type: [value.type, 'null'] } : schema;
}
