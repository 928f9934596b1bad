import { Failure } from '../../kernel/failures/failure.ts';
import type { Problem } from './schema.ts';

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
