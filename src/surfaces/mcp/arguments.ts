import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { Failure, failure } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { toFailures } from '../../kernel/fields/field-failures.ts';
import { suggestField } from '../../kernel/fields/field-names.ts';
import { type JsonSchema, MAX_ARGUMENT } from './json-schema.ts';

/** The arguments of a tool call, as they were sent. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Arguments that do not fit the tool: the model reads the message in a result and sends others. */
export class WrongArguments extends Error {}

export function wrongArguments(message: string): WrongArguments {
  return new WrongArguments(message);
}

/** JSON-RPC error −32602: the request itself is wrong, such as one for a tool that does not exist. */
export function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

/** Checks the arguments of a call by the schema of its tool, before anything is read or written. */
export function checkArguments(tool: string, schema: JsonSchema, args: Arguments): void {
  refuseMissing(args, schema.required);
  for (const problem of findProblems({ at: tool, isTop: true, schema, value: args }))
    throw wrongArguments(problem);
}

/** Refuses a call without an argument that the schema of the tool requires, which its operation may take as a rule. */
function refuseMissing(args: Arguments, required: readonly string[] = []): void {
  const missing = required.filter((name) => args[name] === undefined || args[name] === null);
  if (missing.length === 0) return;
  throw wrongArguments(missing.map((name) => failure('field_required', name).message).join('; '));
}

interface Place {
  /** The tool, or the path of the field. */
  at: string;
  isTop?: boolean;
  schema: JsonSchema;
  value: unknown;
}

/**
 * What the schema does not allow, at every depth: names that it does not have, which would otherwise be ignored; objects
 * where it has a single value, because a record that is looked for by an object is never found; and texts that are longer
 * than any operation takes, because the body of a request may have 8 MB.
 */
function* findProblems({ at, isTop = false, schema, value }: Place): Generator<string> {
  const { type, properties, items, maxLength = MAX_ARGUMENT } = schema;
  if (typeof value === 'string' && value.length > Number(maxLength))
    yield `${at.slice(0, 60)} must have at most ${maxLength} characters`;
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries())
      if (items) yield* findProblems({ at: `${at}[${index}]`, schema: items, value: one });
  } else if (typeof value === 'object' && value !== null) {
    const types = [type ?? 'object'].flat();
    if (!types.includes('object')) yield `${at} must be of type ${types.join(' or ')}, not an object`;
    if (properties) yield* unknownNames(at, isTop, Object.keys(properties), Object.keys(value));
    for (const [name, one] of Object.entries(value)) {
      // A name such as `constructor` is no property of the schema.
      const field = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
      // Updates nest their fields under `data` beside the guid; models know the fields without that prefix.
      if (field && isTop && name === 'data') yield* findProblems({ at, isTop, schema: field, value: one });
      else if (field) yield* findProblems({ at: isTop ? name : `${at}.${name}`, schema: field, value: one });
    }
  }
}

function* unknownNames(
  at: string,
  isTop: boolean,
  known: readonly string[],
  sent: readonly string[],
): Generator<string> {
  const unknown = sent.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const [noun, all] = isTop ? ['argument', 'arguments'] : ['field', 'fields'];
  const right = unknown.flatMap((name) => suggestField(name, known) ?? []);
  const names = unknown.map((name) => name.slice(0, 60)).join(', ');
  yield [
    `${at} has no ${noun} ${names}`,
    ...(right.length > 0 ? [`send ${[...new Set(right)].join(', ')} instead`] : []),
    known.length > 0 ? `its ${all} are: ${known.join(', ')}` : `it takes no ${all}`,
  ].join('; ');
}

/** Names of arguments by the fields of the operation that they become. */
export type FieldNames = Readonly<Record<string, string>>;

/** Checks an input by the operation's own schema, and names every argument that is wrong. */
export function checkInput(schema: z.ZodType, input: unknown, names: FieldNames = {}): void {
  const parsed = schema.safeParse(input);
  if (parsed.success) return;
  throw wrongArguments(
    toFailures(parsed.error)
      .map((one) => withArgumentNames(one, names).message)
      .join('; '),
  );
}

/** Runs an operation, whose rules name its fields. A model knows only the arguments of the tool. */
export async function withNamedRefusals<T>(names: FieldNames, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof Failure ? withArgumentNames(error, names) : error;
  }
}

/** The failure with the names of arguments instead of those of fields. */
function withArgumentNames(refusal: Failure, names: FieldNames): Failure {
  const [field = '', problem = ''] = refusal.details;
  const name = names[field];
  if (name === undefined) return refusal;
  if (refusal.code === 'field_required') return failure('field_required', name);
  if (refusal.code !== 'field_invalid') return refusal;
  // A rule about two fields names the other one in its reason.
  const [reason] = refusal.reasons;
  if (reason?.code !== 'after_field') return failure('field_invalid', name, problem);
  const [other = '', date = ''] = reason.values;
  return failure('field_invalid', name, violation('after_field', names[other] ?? other, date));
}

/** The most characters of a text that no operation checks, such as a cursor. */
export const MAX_TEXT = 500;

export function textArgument(args: Arguments, name: string, max = MAX_TEXT): string | undefined {
  const value = args[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw wrongArguments(`${name} must be text`);
  if (value.length > max) throw wrongArguments(`${name} must have at most ${max} characters`);
  return value;
}

export function requiredText(args: Arguments, name: string, max?: number): string {
  const value = textArgument(args, name, max)?.trim();
  if (value) return value;
  throw wrongArguments(`${name} is required`);
}

export function integerArgument(
  args: Arguments,
  name: string,
  [min, max]: [number, number],
): number | undefined {
  const value = args[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw wrongArguments(`${name} must be a whole number from ${min} to ${max}`);
}

export function choiceArgument<T extends string>(
  args: Arguments,
  name: string,
  values: readonly T[],
): T | undefined {
  const value = args[name];
  if (value === undefined || value === null) return undefined;
  const chosen = values.find((one) => one === value);
  if (chosen !== undefined) return chosen;
  throw wrongArguments(`${name} must be one of: ${values.join(', ')}`);
}
