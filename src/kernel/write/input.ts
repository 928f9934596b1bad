import type { z } from 'zod';
import type { Violation } from '../../domain/values/violation.ts';
import { failure, joinFailures } from '../failures/failure.ts';
import { toFailure } from '../fields/field-failures.ts';
import { findMisnamed } from '../fields/unknown-fields.ts';
import { withFurtherProblems } from './further-problems.ts';
import type { Layer } from './write-call.ts';

export const parseInput: Layer = (next) => async (call) => {
  const { op } = call;
  if (op.kind === 'internal') return next({ ...call, input: call.raw });
  const raw = call.complete ? await call.complete() : call.raw;
  const parsed = parseKnown(op, raw);
  if (parsed.success) return next({ ...call, raw, input: parsed.data });
  const isForm = call.caller.by === 'person';
  throw isForm
    ? await withFurtherProblems({ ...call, raw }, op.input, parsed.error)
    : toFailure(parsed.error);
};

interface ParsedBy<T> {
  input: z.ZodType<T>;
  refusedFields?: Readonly<Record<string, Violation>>;
}

export function parse<T>(op: ParsedBy<T>, raw: unknown): T {
  const parsed = parseKnown(op, raw);
  if (!parsed.success) throw toFailure(parsed.error);
  return parsed.data;
}

/** Refuses names that the input does not have, and parses the others. */
function parseKnown<T>({ input, refusedFields = {} }: ParsedBy<T>, raw: unknown): z.ZodSafeParseResult<T> {
  const sent = Object.keys(Object(raw)).filter((name) => Object.hasOwn(refusedFields, name));
  const misnamed = joinFailures([
    ...sent.map((name) => failure('field_invalid', name, refusedFields[name] ?? '')),
    ...findMisnamed(input, raw),
  ]);
  if (misnamed) throw misnamed;
  return input.safeParse(raw);
}
