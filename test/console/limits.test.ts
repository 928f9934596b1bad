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

/** The longest text of a field, in whichever body of the operation has it. */
function maxLengthOf(schema: JsonSchema, field: string, $defs = schema.$defs ?? {}): number | undefined {
  const own = schema.properties?.[field]?.maxLength;
  if (own !== undefined) return own;
  const named = schema.$ref && $defs[schema.$ref.replace('#/$defs/', '')];
  const parts = [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(named ? [named] : [])];
  return parts.map((part) => maxLengthOf(part, field, $defs)).find((max) => max !== undefined);
}

describe('the text limits of the console', () => {
  for (const [name, fields] of Object.entries(LIMITS)) {
    it(`are those of the schema of ${name}`, () => {
      const { input } = operations[name as keyof typeof LIMITS];
      const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
      for (const [field, max] of Object.entries(fields))
        assert.equal(max, maxLengthOf(schema, field), `${name}: ${field}`);
    });
  }
});
