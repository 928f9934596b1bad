import { z } from 'zod';
import { Failure } from '../failures/failure.ts';
import { InvalidInput } from '../failures/invalid-input.ts';
import { toFailure } from './field-failures.ts';
import { findMisnamed } from './unknown-fields.ts';

/**
 * A record of a list whose records are accepted or refused one by one: its value, or the refusal that it would get as the
 * input of a call of its own. It is documented as the record.
 */
export function refusedAlone<T>(record: z.ZodType<T>): z.ZodType<T | Failure> {
  // Zod also asks for the value without a call, to document it.
  const toRefusal = (call?: { input: unknown; error: z.core.$ZodError }) =>
    call && (call.input instanceof Failure ? call.input : toFailure(call.error as z.ZodError));
  const refused: z.ZodType<T | Failure> = record.catch(toRefusal as () => never);
  return z.preprocess((sent) => {
    const misnamed = findMisnamed(record, sent);
    return misnamed.length > 0 ? new InvalidInput(misnamed) : sent;
  }, refused);
}
