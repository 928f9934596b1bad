import { z } from 'zod';
import { failure } from '../../../kernel/failures/failure.ts';
import { suggestField } from '../../../kernel/fields/field-names.ts';
import { findUnknownFields, type UnknownField, unwrap } from '../../../kernel/fields/unknown-fields.ts';
import { isRecord } from '../../http/request/fields.ts';
import type { JsonSchema } from '../../http/wire/json-schema.ts';
import { shapeOf } from '../../http/wire/object-schema.ts';
import { MAX_ARGUMENT, toJsonSchema, valueSchema } from './json-schema.ts';
import { wrongArguments } from './wrong-arguments.ts';

/** Arguments by their names. */
export type Shape = Readonly<Record<string, z.ZodType>>;

/** The arguments of a tool as its `run` gets them. What an operation parses is passed on as it was sent. */
export type Parsed<S extends Shape, Required extends keyof S> = {
  readonly [Name in keyof S]?: z.output<S[Name]>;
} & { readonly [Name in Required]: z.output<S[Name]> };

/** The arguments of a tool: one schema for `tools/list` and for the check of a call. */
export interface ToolInput {
  schema: z.ZodObject;
  required: readonly string[];
  json: JsonSchema;
}

export function toolInput(shape: Shape, required: readonly string[] = []): ToolInput {
  const schema = z.strictObject(mapValues(shape, (one) => one.optional()));
  const { additionalProperties, ...json } = toJsonSchema(schema, 'input');
  return {
    schema,
    required,
    json: { ...json, ...(required.length > 0 && { required: [...required] }), additionalProperties },
  };
}

/** Every field of an operation as an argument, with its own description. */
export function operationInput(input: z.ZodType): ToolInput {
  const shape = shapeOf(input);
  const required = Object.keys(shape).filter((name) => !isOptional(shape[name]));
  return toolInput(
    mapValues(shape, (field) => toArgument(field)),
    required,
  );
}

function isOptional(field: z.ZodType | undefined): boolean {
  return field instanceof z.ZodOptional || field instanceof z.ZodNullable;
}

/**
 * Fields of an operation as arguments, with words for a model instead of those of the API's reference; an empty text leaves
 * a name that says enough.
 */
export function pickFields<Name extends string>(
  input: z.ZodType,
  descriptions: Readonly<Record<Name, string>>,
): Record<Name, z.ZodType> {
  return mapValues(descriptions, (description: string, name) => fieldOf(input, name, description));
}

/** One field as an argument, with its own description where no other is given. */
export function fieldOf(input: z.ZodType, name: string, description?: string): z.ZodType {
  const field = shapeOf(input)[name];
  if (!field) throw new Error(`There is no field ${name}`);
  return toArgument(field, description);
}

/** The record or the entries of the list in a field. */
export function recordIn(input: z.ZodType, name: string): z.ZodType {
  const field = shapeOf(input)[name];
  const record = field && unwrap(field);
  if (record instanceof z.ZodArray && record.element instanceof z.ZodType) return record.element;
  return record ?? z.never();
}

function toArgument(field: z.ZodType, description?: string): z.ZodType {
  const inner = unwrap(field);
  const text = description ?? field.description ?? inner.description ?? '';
  if (inner instanceof z.ZodObject)
    return record(
      mapValues(shapeOf(inner), (one) => toArgument(one)),
      text,
    );
  if (inner instanceof z.ZodArray && inner.element instanceof z.ZodType)
    return withDescription(listOf(toArgument(inner.element)), text);
  return sent(valueSchema(field, text));
}

/** A record whose fields are all optional: what it needs is for its operation to say. */
export function record(shape: Shape, description = ''): z.ZodType {
  const optional = mapValues(shape, (one) => one.optional());
  return withDescription(
    z.strictObject(optional, { error: ({ input }) => wrongStructure('must be an object', input) }),
    description,
  );
}

export function records(shape: Shape, description = ''): z.ZodType {
  return withDescription(listOf(record(shape)), description);
}

function withDescription(schema: z.ZodType, description: string): z.ZodType {
  return description ? schema.describe(description) : schema;
}

function listOf(entry: z.ZodType): z.ZodType {
  return z.array(entry, {
    error: ({ input }) => (isRecord(input) ? notAnObject('array') : wrongStructure('must be a list', input)),
  });
}

function wrongStructure(problem: string, input: unknown): string {
  return input === undefined || input === null || input === '' ? 'is required' : problem;
}

function notAnObject(...types: string[]): string {
  return `must be of type ${types.join(' or ')}, not an object`;
}

/**
 * A value that an operation parses. What no operation refuses is refused here: objects, because a record that is looked for
 * by an object is never found, and texts longer than any operation takes, because the body of a request may have 8 MB.
 */
export function sent(schema: JsonSchema): z.ZodType {
  const types = [schema.type ?? 'object'].flat();
  const { maxLength = MAX_ARGUMENT } = schema;
  const check = (value: unknown, ctx: z.RefinementCtx) => {
    if (isRecord(value) && !types.includes('object')) ctx.addIssue(notAnObject(...types));
    if (typeof value === 'string' && value.length > maxLength)
      ctx.addIssue(`must have at most ${maxLength} characters`);
  };
  return z.unknown().superRefine(check).meta(schema);
}

/** A value that the tool itself reads, by a schema whose messages say what to send. */
export function own<T>(schema: JsonSchema, read: z.ZodType<T>): z.ZodType<T> {
  return sent(schema).pipe(read);
}

/** The most characters of a text that no operation checks, such as a cursor. */
export const MAX_TEXT = 500;

/** A text that the tool itself reads; its schema tells a bound other than the usual one. */
export function ownText(schema: JsonSchema = {}): z.ZodType<string | null | undefined> {
  return own({ type: 'string', ...schema }, boundedText(schema.maxLength).nullish());
}

/** The same for a text without which the tool can do nothing. */
export function requiredText(schema: JsonSchema = {}): z.ZodType<string> {
  const visible = z.string().trim().min(1, 'is required');
  return own({ type: 'string', ...schema }, boundedText(schema.maxLength).pipe(visible));
}

function boundedText(max = MAX_TEXT): z.ZodType<string, string> {
  return z.string('must be text').refine((text) => text.length <= max, `must have at most ${max} characters`);
}

export function ownInteger(
  min: number,
  max: number,
  description: string,
): z.ZodType<number | null | undefined> {
  const error = `must be a whole number from ${min} to ${max}`;
  return own({ type: 'integer', description }, z.int({ error }).min(min, error).max(max, error).nullish());
}

export function ownChoice<const T extends string>(
  values: readonly T[],
  description: string,
): z.ZodType<T | null | undefined> {
  const error = `must be one of: ${values.join(', ')}`;
  const described = description && { description };
  return own({ type: 'string', enum: [...values], ...described }, z.enum(values, { error }).nullish());
}

/** Checks the arguments of a call, before anything is read or written. `name`: the tool or operation that takes them. */
export function parseArguments(
  name: string,
  { schema, required }: ToolInput,
  args: unknown,
): Record<string, unknown> {
  const missing = required.filter((one) => isRecord(args) && (args[one] === undefined || args[one] === null));
  if (missing.length > 0)
    throw wrongArguments(missing.map((one) => failure('field_required', one).message).join('; '));
  const unknown = findUnknownFields(schema, args);
  if (unknown.length > 0) throw wrongArguments(describeUnknown(name, unknown));
  const parsed = schema.safeParse(args);
  if (parsed.success) return parsed.data;
  throw wrongArguments(
    parsed.error.issues
      .map(({ path, message }) => `${withoutData(z.core.toDotPath(path)).slice(0, 60)} ${message}`)
      .join('; '),
  );
}

/** The unknown names of the first object that has some. */
function describeUnknown(tool: string, unknown: readonly UnknownField[]): string {
  const placeOf = ({ path, name }: UnknownField) =>
    withoutData(path.slice(0, path.length - name.length)).replace(/\.$/, '');
  const [first] = unknown;
  const place = first ? placeOf(first) : '';
  const known = first?.known ?? [];
  const names = unknown.filter((one) => placeOf(one) === place).map(({ name }) => name);
  const [noun, all] = place ? ['field', 'fields'] : ['argument', 'arguments'];
  const right = names.flatMap((name) => suggestField(name, known) ?? []);
  return [
    `${place || tool} has no ${noun} ${names.map((name) => name.slice(0, 60)).join(', ')}`,
    ...(right.length > 0 ? [`send ${[...new Set(right)].join(', ')} instead`] : []),
    known.length > 0 ? `its ${all} are: ${known.join(', ')}` : `it takes no ${all}`,
  ].join('; ');
}

/** Updates nest their fields under `data` beside the guid; models know the fields without that prefix. */
function withoutData(path: string): string {
  return path.replace(/^data\./, '');
}

export function mapValues<Name extends string, A, B>(
  values: Readonly<Record<Name, A>>,
  map: (value: A, name: string) => B,
): Record<Name, B>;
export function mapValues<A, B>(
  values: Readonly<Record<string, A>>,
  map: (value: A, name: string) => B,
): Record<string, B> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]));
}
