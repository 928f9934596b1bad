import { z } from 'zod';
import { Failure } from '../../kernel/failures/failure.ts';
import { out } from '../../kernel/fields/output-fields.ts';

/** Why a stored call was refused when it was to run. */
export const problem = z.object({
  code: out.own('Code of the refusal', 'invoice_locked'),
  message: out.own('Why, in English'),
  details: z.array(z.string()).describe('The values in the message'),
  reasons: out.list('The rules that were violated', {
    code: out.own('Code'),
    values: z.array(z.string()).describe('Its values'),
  }),
});
export type Problem = z.infer<typeof problem>;

/** A refusal by a rule, which a repeat would meet again; not one of a busy or broken service. */
export function isFinal(error: unknown): error is Failure {
  return error instanceof Failure && error.kind !== 'busy' && error.kind !== 'internal';
}

export function toProblems(refusal: Failure): Problem[] {
  return [refusal, ...refusal.further].map(({ code, message, details, reasons }) => ({
    code,
    message,
    details: [...details],
    reasons: reasons.map(({ code: reason, values }) => ({ code: reason, values: [...values] })),
  }));
}
