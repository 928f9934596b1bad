import { z } from 'zod';
import { outsideSource } from '../../../kernel/fields/output-fields.ts';
import type { JsonSchema } from '../../http/wire/json-schema.ts';

export type Properties = Record<string, JsonSchema>;

/** The most characters of any text argument whose schema names no bound of its own. */
export const MAX_ARGUMENT = 20_000;
/** The base64 of the largest file, 5 MB, with line breaks. */
export const MAX_FILE_TEXT = 7_500_000;

/** Longer lists of values, such as currencies, cost more of a model's context than they help. */
const MAX_ENUM = 30;
const UNLISTED = new Set(['ISK']);

/** A field of an operation for a model: one type, without the spellings that only forms need. */
export function valueSchema(field: z.ZodType, description: string): JsonSchema {
  const { anyOf, ...schema } = toJsonSchema(field, 'input');
  const [value, nothing] = anyOf ?? [];
  const isFile = schema.format === 'binary';
  const described = description && { description: isFile ? `In base64. ${description}` : description };
  if (value && nothing?.type === 'null') return { ...oneType(value), ...described };
  // A field that takes a number or a text, such as days or a date, takes the number as text too.
  if (anyOf) return { ...(anyOf.some(({ type }) => type === 'string') && { type: 'string' }), ...described };
  return { ...oneType(schema), ...described };
}

function oneType({ type: types, format, maxLength, enum: all, items }: JsonSchema): JsonSchema {
  if (items) return { type: 'array', items: oneType(items) };
  const type = Array.isArray(types) ? types[0] : types;
  const values = all?.filter((one) => type === 'boolean' || typeof one === jsType(type));
  const isListed =
    values && type !== 'boolean' && values.length <= MAX_ENUM && !UNLISTED.has(String(values[0]));
  if (format === 'binary') return { type, maxLength: MAX_FILE_TEXT };
  return {
    ...(type && { type }),
    ...(isListed && { enum: values }),
    ...(format === 'date' && { format }),
    ...(Number(maxLength) > MAX_ARGUMENT && { maxLength }),
  };
}

function jsType(type: string | undefined): string {
  return type === 'integer' ? 'number' : (type ?? 'string');
}

type Definitions = JsonSchema & { $defs?: Properties };

/** A text that may have come from outside is a text or the object that marks it, so its type is left open. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Definitions {
  const { $schema: _schema, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (outsideSource(zodSchema)) delete jsonSchema.type;
    },
  }) as Definitions;
  return json;
}

function resolve(schema: JsonSchema, { $defs = {} }: Definitions): JsonSchema {
  return typeof schema.$ref === 'string' ? ($defs[schema.$ref.replace('#/$defs/', '')] ?? {}) : schema;
}

/** Fields of an answer with their types, and words for those that could be misread. Records within it are not described: the model sees them. */
export function outputSchema(
  output: z.ZodType,
  fields?: readonly string[],
  descriptions: Readonly<Record<string, string>> = {},
): JsonSchema {
  const root = toJsonSchema(output, 'output');
  const schema = shallowSchema(resolve(root, root), fields && [...fields, ...Object.keys(descriptions)]);
  for (const [name, description] of Object.entries(descriptions))
    schema.properties = { ...schema.properties, [name]: { ...schema.properties?.[name], description } };
  return schema;
}

/** The same for a row of a search, whose answer has `rows`. */
export function rowSchema(output: z.ZodType, fields: readonly string[]): JsonSchema {
  const root = toJsonSchema(output, 'output');
  return shallowSchema(resolve(root.properties?.rows?.items ?? {}, root), fields);
}

function shallowSchema({ properties = {} }: JsonSchema, fields?: readonly string[]): JsonSchema {
  const shallow = (fields ?? Object.keys(properties)).map((name) => [
    name,
    shallowType(properties[name] ?? {}),
  ]);
  return { type: 'object', properties: Object.fromEntries(shallow) };
}

function shallowType(schema: JsonSchema): JsonSchema {
  if (typeof schema.type === 'string') return { type: schema.type };
  const types = schema.anyOf?.map(({ type }) => type);
  return types?.every((type) => typeof type === 'string') ? { type: types as string[] } : {};
}
