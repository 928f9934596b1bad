import { z } from 'zod';

export function objectOf(schema: z.ZodType): z.ZodObject {
  if (schema instanceof z.ZodObject) return schema;
  throw new Error('Only an object has fields');
}

/** The value with the fields of its objects in the order of their schema. */
export function inSchemaOrder(schema: z.ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return inSchemaOrder(schema.unwrap() as z.ZodType, value);
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((one) => inSchemaOrder(schema.element as z.ZodType, one));
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value;
  const sent = value as Record<string, unknown>;
  const known = Object.entries(schema.shape).filter(([name]) => Object.hasOwn(sent, name));
  return Object.fromEntries(known.map(([name, field]) => [name, inSchemaOrder(field, sent[name])]));
}

export function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  return objectOf(schema).shape;
}
