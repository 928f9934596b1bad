import { z } from 'zod';
import { type Failure, failure } from '../failures/failure.ts';
import { violation } from '../failures/violations.ts';
import { decisiveField, suggestField } from './field-names.ts';

/** A name in the input that the schema does not have. */
export interface UnknownField {
  /** `items[0].colour` */
  path: string;
  name: string;
  /** The names that the object may have. */
  known: readonly string[];
  /** Those of them that it has. */
  sent: readonly string[];
}

/** The names of an input that its schema does not have, at every depth. Zod drops them silently. */
export function findUnknownFields(schema: z.ZodType, input: unknown): UnknownField[] {
  const found: UnknownField[] = [];
  collect(schema, input, '', found, () => true);
  return found;
}

/** The refusals of names that stand for a field which is missing. Records that are refused one by one have their own. */
export function findMisnamed(schema: z.ZodType, input: unknown): Failure[] {
  const found: UnknownField[] = [];
  collect(schema, input, '', found, (inner) => !isRefusedAlone(inner));
  return findSynonyms(found);
}

/** Whether the schema is one of `refusedAlone`. */
function isRefusedAlone(schema: z.ZodType): boolean {
  return schema instanceof z.ZodPipe && schema.def.out instanceof z.ZodCatch;
}

/** More than any program sends by mistake; a hostile one is not worth a longer list. */
const MAX_FOUND = 50;

function collect(
  schema: z.ZodType,
  input: unknown,
  at: string,
  found: UnknownField[],
  isWanted: (schema: z.ZodType) => boolean,
): void {
  if (typeof input !== 'object' || input === null || !isWanted(schema)) return;
  const { element, object } = partsOf(schema);
  if (element && Array.isArray(input))
    for (const [index, one] of input.entries()) collect(element, one, `${at}[${index}]`, found, isWanted);
  if (!object || Array.isArray(input)) return;
  const { fields, known } = object;
  const isSent = (name: string) => (input as Record<string, unknown>)[name] !== undefined;
  for (const [name, value] of Object.entries(input)) {
    if (found.length >= MAX_FOUND) return;
    const field = fields.get(name);
    if (field && typeof value !== 'object') continue;
    const path = at ? `${at}.${name}` : name;
    if (field) collect(field, value, path, found, isWanted);
    else if (!object.isOpen) found.push({ path, name, known, sent: known.filter(isSent) });
  }
}

/** What a schema takes, if that is a list or an object. */
interface SchemaParts {
  element?: z.ZodType;
  object?: { fields: ReadonlyMap<string, z.ZodType>; known: readonly string[]; isOpen: boolean };
}

/** Every call looks at all of its fields, and Zod derives the shape of an object anew each time. */
const parts = new WeakMap<z.ZodType, SchemaParts>();

function partsOf(schema: z.ZodType): SchemaParts {
  const known = parts.get(schema);
  if (known) return known;
  const found = findParts(unwrap(schema));
  parts.set(schema, found);
  return found;
}

function findParts(inner: z.ZodType): SchemaParts {
  if (inner instanceof z.ZodArray) return { element: inner.element as z.ZodType };
  if (!(inner instanceof z.ZodObject)) return {};
  const fields = new Map(Object.entries(inner.shape as Record<string, z.ZodType>));
  return { object: { fields, known: [...fields.keys()], isOpen: isOpen(inner) } };
}

/** Whether the object takes names that its schema does not have. */
function isOpen({ def: { catchall } }: z.ZodObject): boolean {
  return catchall !== undefined && !(catchall instanceof z.ZodNever);
}

/** The schema inside optional, nullable and converting ones. */
export function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodReadonly)
    return unwrap(schema.def.innerType as z.ZodType);
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodCatch)
    return unwrap(schema.def.innerType as z.ZodType);
  if (!(schema instanceof z.ZodPipe)) return schema;
  const { in: first, out: last } = schema.def;
  return unwrap((first instanceof z.ZodTransform ? last : first) as z.ZodType);
}

/** Dropping these would invoice another price or sum. */
function findSynonyms(unknown: readonly UnknownField[]): Failure[] {
  return unknown.flatMap(({ path, name, known, sent }) => {
    const meant = decisiveField(name, known);
    return meant && !sent.includes(meant)
      ? [failure('field_invalid', toFieldName(path), violation('other_name', meant))]
      : [];
  });
}

/** The refusals of all of them, for callers that ask for strictness. */
export function refuseUnknown(unknown: readonly UnknownField[]): Failure[] {
  return unknown.map(({ path, name, known }) => {
    const meant = suggestField(name, known);
    const reason = meant ? violation('other_name', meant) : violation('unknown_name', known.join(', '));
    return failure('field_invalid', toFieldName(path), reason);
  });
}

/** Updates nest their fields under `data` beside the guid; clients know the fields without that prefix. */
export function toFieldName(path: string): string {
  return path
    .replace(/^data\./, '')
    .slice(0, 100)
    .toWellFormed();
}
