/** From a violation to the error of a zod type, and from there to a failure that names the field. */
import type { z } from 'zod';
import type { Violation } from '../../domain/values/violation.ts';
import { type Failure, failure } from '../failures/failure.ts';
import { InvalidInput } from '../failures/invalid-input.ts';
import { violation } from '../failures/violations.ts';

export const REQUIRED = 'is required';

/** Zod carries nothing but the text of an error: the violation is found again by it. */
const violationsByText = new Map<string, Violation>();

/** The text of a violation, as an error of a zod type. */
export function textOf(problem: Violation): string {
  violationsByText.set(problem.message, problem);
  return problem.message;
}

export function addViolation(ctx: z.RefinementCtx, reason: Violation): void {
  ctx.addIssue({ code: 'custom', message: reason.message, params: { reason } });
}

/** The options of a zod refinement that reports a violation. */
export function violationError(problem: Violation): { error: string; params: { reason: Violation } } {
  return { error: problem.message, params: { reason: problem } };
}

/** All violations as one failure, of which the APIs answer the first. */
export function toFailure(error: z.ZodError): InvalidInput {
  return new InvalidInput(toFailures(error));
}

/** What was sent, by its schema; throws all violations as one failure. */
export function parseSent<T>(schema: z.ZodType<T>, sent: unknown): T {
  const parsed = schema.safeParse(sent);
  if (!parsed.success) throw toFailure(parsed.error);
  return parsed.data;
}

/** All violations, for a form that shows each beside its field. */
export function toFailures(error: z.ZodError): Failure[] {
  return error.issues.map(toFieldFailure);
}

function toFieldFailure(issue: z.core.$ZodIssue): Failure {
  const path = issue.path.reduce<string>(
    (left, part) =>
      typeof part === 'number' ? `${left}[${part}]` : left ? `${left}.${String(part)}` : String(part),
    '',
  );
  // Updates nest their fields under `data` beside the guid; clients know the fields without that prefix.
  const name = path.replace(/^data\./, '') || 'data';
  return issue.message === REQUIRED
    ? failure('field_required', name)
    : failure('field_invalid', name, reasonOf(issue));
}

/** Zod's own texts are for programmers and in English alone, so none of them is passed on. */
function reasonOf(issue: z.core.$ZodIssue): Violation {
  const reason = issue.code === 'custom' ? (issue.params?.reason as Violation | undefined) : undefined;
  return reason ?? violationsByText.get(issue.message) ?? violation('invalid');
}
