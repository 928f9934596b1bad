import { z } from 'zod';
import type { FailureCode } from '../../../kernel/failures/failure.ts';
import type { Operation } from '../../../kernel/operations/operation.ts';

/** The input schema of an operation. Every operation that a program can call takes an object. */
export function objectSchema({ name, input }: Operation): z.ZodObject {
  if (input instanceof z.ZodObject) return input;
  throw new Error(`${name} takes no object`);
}

/** The refusals that follow from the fields of a request alone, before any rule of the operation runs. */
export function commonRefusals(input: z.ZodObject, { kind }: Operation): FailureCode[] {
  const fields = Object.values(input.shape);
  return [
    ...(fields.some((field) => !(field instanceof z.ZodOptional)) ? (['field_required'] as const) : []),
    ...(fields.length > 0 ? (['field_invalid'] as const) : []),
    ...('data' in input.shape ? (['invalid_data'] as const) : []),
    ...(kind === 'write' ? (['idempotency_key_reused'] as const) : []),
  ];
}
