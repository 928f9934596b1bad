import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { LIMITS } from '../../console/src/api/limits.ts';
import { operations } from '../../src/surfaces/console/routes.ts';

interface JsonSchema {
  maxLength?: number;
  properties?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
}

/** The maximum length of a field, in whichever part of the input schema it is declared. */
function maxLengthOf(schema: JsonSchema, field: string, $defs = schema.$defs ?? {}): number | undefined {
  const maxLength = schema.properties?.[field]?.maxLength;
  if (maxLength !== undefined) return maxLength;
  const referenced = schema.$ref && $defs[schema.$ref.replace('#/$defs/', '')];
  const parts = [
    ...(schema.anyOf ?? []),
    ...(schema.allOf ?? []),
    ...(referenced ? [referenced] : []),
    ...(schema.properties?.data ? [schema.properties.data] : []),
  ];
  return parts.map((part) => maxLengthOf(part, field, $defs)).find((max) => max !== undefined);
}

describe('text limits of the console', () => {
  for (const [name, fields] of Object.entries(LIMITS)) {
    it(`match the input schema of ${name}`, () => {
      const { input } = operations[name as keyof typeof LIMITS];
      const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
      for (const [field, max] of Object.entries(fields))
        assert.equal(max, maxLengthOf(schema, field), `${name}: ${field}`);
    });
  }
});
