import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { Failure, failure } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { toFailures } from '../../kernel/fields/input-fields.ts';
import type { Properties } from './json-schema.ts';

/** The arguments of a tool call, as they were sent. */
export type Arguments = Readonly<Record<string, unknown>>;

/** JSON-RPC error −32602: the arguments do not fit the schema of the tool, so the model must send others. */
export function wrongArguments(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

/** Refuses names that the tool does not have: a misspelled argument would otherwise be ignored. */
export function refuseUnknown(tool: string, args: Arguments, known: readonly string[]): void {
  const unknown = Object.keys(args).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const names =
    known.length > 0 ? `its arguments are: ${[...new Set(known)].join(', ')}` : 'it takes no arguments';
  throw wrongArguments(`${tool} has no argument ${unknown.join(', ')}; ${names}`);
}

/** Refuses a call without an argument that the schema of the tool requires, which its operation may take as a rule. */
export function refuseMissing(args: Arguments, required: readonly string[] = []): void {
  const missing = required.filter((name) => args[name] === undefined || args[name] === null);
  if (missing.length === 0) return;
  throw wrongArguments(missing.map((name) => failure('field_required', name).message).join('; '));
}

/** Refuses an object where the schema has a single value, such as a guid: a record that is looked for by an object is never found. */
export function refuseObjects(args: Arguments, properties: Properties = {}): void {
  for (const [name, value] of Object.entries(args)) {
    const { type } = properties[name] ?? {};
    if (!type || [type].flat().includes('object')) continue;
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      throw wrongArguments(`${name} must be of type ${[type].flat().join(' or ')}, not an object`);
  }
}

/** The most characters of any text argument whose schema names no bound of its own; no field of an operation takes more. */
const MAX_ARGUMENT = 20_000;

/**
 * Refuses texts that are longer than any tool takes, before a tool or an operation reads them: the body of a request may
 * have 8 MB, and not every argument is checked, such as a guid that is only looked for.
 */
export function refuseLong(args: Arguments, properties: Properties = {}): void {
  for (const [name, value] of Object.entries(args)) {
    const { maxLength = MAX_ARGUMENT } = properties[name] ?? {};
    if (typeof value === 'string') checkLength(name, value, Number(maxLength));
  }
}

function checkLength(name: string, value: string, max: number): void {
  if (value.length > max) throw wrongArguments(`${name.slice(0, 60)} must have at most ${max} characters`);
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
  checkLength(name, value, max);
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
