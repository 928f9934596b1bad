import { z } from 'zod';

export function objectOf(schema: z.ZodType): z.ZodObject {
  if (schema instanceof z.ZodObject) return schema;
  throw new Error('Only an object has fields');
}

export function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  return objectOf(schema).shape;
}
