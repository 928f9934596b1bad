import type { z } from 'zod';
import type { Violation } from '../../domain/values/violation.ts';
import { failure, joinFailures } from '../failures/failure.ts';
import { toFailure } from '../fields/input-fields.ts';
import { findSynonyms, findUnknownFields } from '../fields/unknown-fields.ts';
import type { Layer } from './write-call.ts';

export const parseInput: Layer = (next) => async (call) => {
  const { op } = call;
  if (op.kind === 'internal') return next({ ...call, input: call.raw });
  const raw = call.complete ? await call.complete() : call.raw;
  return next({ ...call, raw, input: parse(op, raw) });
};

interface ParsedBy<T> {
  input: z.ZodType<T>;
  refusedFields?: Readonly<Record<string, Violation>>;
}

export function parse<T>({ input, refusedFields = {} }: ParsedBy<T>, raw: unknown): T {
  const sent = Object.keys(Object(raw)).filter((name) => Object.hasOwn(refusedFields, name));
  const misnamed = joinFailures([
    ...sent.map((name) => failure('field_invalid', name, refusedFields[name] ?? '')),
    ...findSynonyms(findUnknownFields(input, raw)),
  ]);
  if (misnamed) throw misnamed;
  const parsed = input.safeParse(raw);
  if (!parsed.success) throw toFailure(parsed.error);
  return parsed.data;
}
