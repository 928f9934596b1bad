import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { Failure, failure } from '../../../kernel/failures/failure.ts';
import { InvalidInput } from '../../../kernel/failures/invalid-input.ts';
import { violation } from '../../../kernel/failures/violations.ts';

/** Arguments that do not fit the tool: the model reads the message in a result and sends others. */
export class WrongArguments extends Error {}

export function wrongArguments(message: string): WrongArguments {
  return new WrongArguments(message);
}

/** JSON-RPC error −32602: the request itself is wrong, such as one for a tool that does not exist. */
export function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

/** Names of arguments by the fields of the operation that they become. */
export type FieldNames = Readonly<Record<string, string>>;

/** Arguments by the names of the fields that they become. */
export function toFields(
  args: Readonly<Record<string, unknown>>,
  names: FieldNames = {},
): Record<string, unknown> {
  const fields = new Map(Object.entries(names).map(([field, name]) => [name, field]));
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [fields.get(name) ?? name, value]));
}

/** Runs an operation, whose schema and rules name its fields. A model knows only the arguments of the tool. */
export async function withNamedRefusals<T>(names: FieldNames, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof InvalidInput)
      throw wrongArguments(
        [error, ...error.further].map((one) => withArgumentNames(one, names).message).join('; '),
      );
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
