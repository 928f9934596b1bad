import type { z } from 'zod';
import { Failure, joinFailures } from '../failures/failure.ts';
import { isComparison } from '../failures/violations.ts';
import { toFailures } from '../fields/field-failures.ts';
import { retryConflicts } from './retry-conflicts.ts';
import { runInTransaction } from './transaction.ts';
import type { WriteCall } from './write-call.ts';

type Path = readonly PropertyKey[];

const rehearse = retryConflicts(runInTransaction);

/**
 * The refusal of an input that its schema does not take, with all that the rules refuse as well: a person who sees one
 * wrong field at a time fills in the form twice. The rules are tried in a rehearsal without the wrong fields; the
 * example of the documentation stands in for those that the operation cannot do without.
 */
export async function withFurtherProblems<Out>(
  call: WriteCall<Out>,
  schema: z.ZodType,
  error: z.ZodError,
): Promise<Failure | null> {
  const problems = toFailures(error);
  const input = parseWithout(schema, call.raw, error);
  const refusal = input === undefined ? null : await findRefusal(call, input);
  const wrong = problems.map(fieldOf);
  const further = refusal ? [refusal, ...refusal.further] : [];
  const isNew = (one: Failure) =>
    isSent(call.raw, fieldOf(one)) && !wrong.some((field) => isPartOf(field, fieldOf(one)));
  return joinFailures([...problems, ...further.filter((one) => isIndependent(one) && isNew(one))]);
}

/** Of the rules, those about one field alone: a comparison with a field that was left out says nothing. */
function isIndependent({ code, reasons }: Failure): boolean {
  if (code !== 'field_required' && code !== 'field_invalid') return false;
  return !reasons.some((reason) => isComparison(reason.code));
}

function fieldOf({ details: [field = ''] }: Failure): string {
  return field;
}

/** A field that the form does not have may be missing only because another one was left out. */
function isSent(raw: unknown, field: string): boolean {
  const [name = ''] = field.split(/[.[]/);
  const { data } = Object(raw);
  return name in Object(raw) || name in Object(data);
}

/** `limits.mode` is a part of `limits`. */
function isPartOf(field: string, whole: string): boolean {
  return field === whole || field.startsWith(`${whole}.`) || field.startsWith(`${whole}[`);
}

async function findRefusal<Out>(call: WriteCall<Out>, input: unknown): Promise<Failure | null> {
  const { caller } = call;
  try {
    await rehearse({ ...call, input, fingerprint: null, caller: { ...caller, isDryRun: true } });
    return null;
  } catch (refusal) {
    if (refusal instanceof Failure) return refusal;
    throw refusal;
  }
}

/** The input without the fields that the schema refuses; undefined where nothing can stand in for one of them. */
function parseWithout(schema: z.ZodType, raw: unknown, { issues }: z.ZodError): unknown {
  const bare = issues.reduce((left, { path }) => withValue(left, path, undefined), raw);
  const first = schema.safeParse(bare);
  if (first.success) return first.data;
  const filled = first.error.issues.reduce(
    (left, { path }) => withValue(left, path, exampleOf(schema, path)),
    bare,
  );
  return schema.safeParse(filled).data;
}

/** A copy with another value at the path. */
function withValue(of: unknown, [name, ...rest]: Path, value: unknown): unknown {
  if (name === undefined) return value;
  if (typeof of !== 'object' || of === null) return of;
  const inner = withValue(Reflect.get(of, name), rest, value);
  return Array.isArray(of) ? of.with(Number(name), inner) : { ...of, [name]: inner };
}

function exampleOf(schema: z.ZodType, path: Path): unknown {
  const [example] = (schema.meta()?.examples ?? []) as readonly unknown[];
  return path.reduce(
    (of, name) => (typeof of === 'object' && of ? Reflect.get(of, name) : undefined),
    example,
  );
}
