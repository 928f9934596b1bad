import { z } from 'zod';
import { scopesFor } from '../../../kernel/access/access.ts';
import { Failure } from '../../../kernel/failures/failure.ts';
import { unwrap } from '../../../kernel/fields/unknown-fields.ts';
import { UploadedFile } from '../../../kernel/fields/uploaded-file.ts';
import type { Operation } from '../../../kernel/operations/operation.ts';
import { checkPermission } from '../../../kernel/operations/permission.ts';
import { objectSchema } from '../../http/answers/operation-schema.ts';
import { isRecord } from '../../http/request/fields.ts';
import type { JsonSchema } from '../../http/wire/json-schema.ts';
import { shapeOf } from '../../http/wire/object-schema.ts';
import { countFitting, MAX_CHARACTERS, sizeOf, type ToolAnswer } from '../call/answer.ts';
import type { CallableOperation, ToolCall } from '../call/tool-call.ts';
import {
  operationInput,
  ownInteger,
  type Parsed,
  parseArguments,
  requiredText,
  sent,
  type ToolInput,
  toolInput,
} from '../input/tool-input.ts';
import { wrongArguments } from '../input/wrong-arguments.ts';
import { findAdvice } from './search-advice.ts';
import { searchFor, wordsOf } from './search-words.ts';
import {
  answerSchema,
  FLAGS,
  READS,
  SENDS,
  type Tool,
  toFlags,
  toWriteAnswer,
  WRITE_ANSWER,
} from './tool.ts';

const MAX_FOUND = 20;
const DEFAULT_FOUND = 5;
const MAX_QUERY = 200;
/** Whether the caller may run the operation at all. */
function isAllowed({ operation }: CallableOperation, { caller }: ToolCall): boolean {
  try {
    checkPermission(operation, caller);
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

const inputs = new WeakMap<Operation, ToolInput>();

/** The input of an operation as models see it. */
function inputOf(operation: Operation): ToolInput {
  const known = inputs.get(operation);
  if (known) return known;
  const input = operationInput(operation.input);
  inputs.set(operation, input);
  return input;
}

interface Found {
  /** `isBest`: the first result has its whole input; the names of fields are enough to choose among the others. */
  describe(isBest: boolean): object;
  texts: readonly (readonly [text: string, weight: number])[];
}

function searchableOperation({ operation, section }: CallableOperation): Found {
  const { name, kind, summary, description, access } = operation;
  const scope = scopesFor(access).join(' or ');
  return {
    texts: [
      [name, 5],
      [section, 3],
      [summary, 2],
      [description ?? '', 1],
      [fieldNamesOf(operation).join(' '), 1],
    ],
    describe: (isBest) => ({
      operation: name,
      section,
      writes: kind === 'write',
      ...(scope && { scope }),
      description: isBest ? [summary, description].filter(Boolean).join(' ') : summary,
      ...(isBest
        ? { input: withoutInnerDescriptions(inputOf(operation).json) }
        : { fields: Object.keys(inputOf(operation).json.properties ?? {}) }),
    }),
  };
}

/** The fields of an operation, and those that an update nests under `data`. */
function fieldNamesOf(operation: Operation): string[] {
  const { shape } = objectSchema(operation);
  const { data } = shape;
  return Object.keys({ ...shape, ...(data instanceof z.ZodType && shapeOf(unwrap(data))) });
}

/** The fields of lines and customers say enough by their names. */
function withoutInnerDescriptions({ properties = {}, ...schema }: JsonSchema): JsonSchema {
  const outer = Object.entries(properties).map(([name, field]) => {
    const { description } = field;
    return [name, { ...withoutDescriptions(field), ...(description && { description }) }];
  });
  return { ...schema, properties: Object.fromEntries(outer) };
}

function withoutDescriptions({ description: _, properties, items, ...rest }: JsonSchema): JsonSchema {
  const inner = Object.entries(properties ?? {}).map(([name, field]) => [name, withoutDescriptions(field)]);
  return {
    ...rest,
    ...(properties && { properties: Object.fromEntries(inner) }),
    ...(items && { items: withoutDescriptions(items) }),
  };
}

function searchableTool({ name, title, description, input }: Tool): Found {
  const { properties = {} } = input.json;
  const words = Object.values(properties).map((field) => field.description ?? '');
  return {
    texts: [
      [name, 5],
      [title, 4],
      [description, 2],
      [words.join(' '), 1],
    ],
    describe: () => ({
      tool: name,
      description: `A tool of its own: call ${name} instead of operation_call.`,
    }),
  };
}

const NOTHING =
  'Nothing that you may call fits. Say so to the user, or search again with other words, such as "accept quote"';

const search = {
  query: requiredText({
    maxLength: MAX_QUERY,
    description: 'Search words in English or Icelandic, such as "accept quote", or the name of an operation',
  }),
  limit: ownInteger(1, MAX_FOUND, `1 to ${MAX_FOUND}; ${DEFAULT_FOUND} when left out`),
};

/** `tools`: those that the caller sees, which are found as well. */
export function createOperationSearch(tools: (call: ToolCall) => readonly Tool[]): Tool {
  return {
    name: 'operation_search',
    title: 'Find operations',
    description:
      'Finds operations that have no tool of their own, such as orders, drafts, accepting quotes, changing or stopping recurring invoices, attachments, statements, timers and bookkeeping; it says when nothing fits. The first result has its input for operation_call, the others the names of their fields.',
    operations: [],
    annotations: READS,
    input: toolInput(search, ['query']),
    outputSchema: answerSchema({ result: { type: 'array', items: { type: 'object' } } }),
    run: async (call: ToolCall, args: Parsed<typeof search, 'query'>) =>
      findOperations(call, args, tools(call)),
  };
}

function findOperations(
  call: ToolCall,
  { query, limit }: Parsed<typeof search, 'query'>,
  tools: readonly Tool[],
): ToolAnswer {
  const operations = [...call.deps.operations.values()].filter((one) => isAllowed(one, call));
  const named = operations.filter(({ operation }) => operation.name === query);
  const words = wordsOf(query);
  const advice = findAdvice(words);
  if (advice) return { status: true, message: advice, result: [] };
  const others = tools.filter(({ operations: own }) => own.length > 0);
  const all = [...others.map(searchableTool), ...operations.map(searchableOperation)];
  const found = named.length > 0 ? named.map(searchableOperation) : searchFor(words, all);
  const result = found.slice(0, limit ?? DEFAULT_FOUND).map((one, index) => one.describe(index === 0));
  if (result.length === 0) return { status: true, message: NOTHING, result };
  const more = found.length - result.length;
  return { status: true, ...(more > 0 && { message: `${more} more fit; send a larger limit` }), result };
}

/** The operation that a call names; undefined where there is none. */
export function namedOperation(
  operations: ReadonlyMap<string, CallableOperation>,
  name: unknown,
): Operation | undefined {
  return typeof name === 'string' ? operations.get(name)?.operation : undefined;
}

/**
 * The input with or without `data`: updates nest their fields under it beside the guid, and the APIs send new records
 * in it.
 */
function toInput(operation: Operation, sent: Record<string, unknown>): Record<string, unknown> {
  const { shape } = objectSchema(operation);
  if ('dry_run' in sent || 'idempotency_key' in sent)
    throw wrongArguments(
      'dry_run and idempotency_key stand beside input and not inside it; nothing was done',
    );
  const { data } = sent;
  if (!('data' in shape)) {
    const isWrapped = isRecord(data) && Object.keys(sent).length === 1;
    return isWrapped ? data : sent;
  }
  if (data !== undefined || !('guid' in shape)) return sent;
  const { guid, ...fields } = sent;
  return Object.keys(fields).length > 0 ? { guid, data: fields } : sent;
}

/** Files come as base64 text. */
function withFiles(operation: Operation, input: Record<string, unknown>): Record<string, unknown> {
  const { shape } = objectSchema(operation);
  const isFile = (name: string) =>
    Object.hasOwn(shape, name) && (shape[name] as z.ZodType).meta()?.format === 'binary';
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      typeof value === 'string' && value !== '' && isFile(name)
        ? new UploadedFile(name, Buffer.from(value, 'base64'))
        : value,
    ]),
  );
}

const called = { operation: sent({ type: 'string' }), input: sent({ type: 'object' }), ...FLAGS };

async function runOperation(
  call: ToolCall,
  { operation: name, input = {}, ...flags }: Parsed<typeof called, never>,
): Promise<ToolAnswer> {
  const operation = namedOperation(call.deps.operations, name);
  if (!operation) throw wrongArguments('There is no such operation; find its name with operation_search');
  checkPermission(operation, call.caller);
  if (!isRecord(input)) throw wrongArguments('input must be an object with the fields of the operation');
  // The operation itself says what is missing.
  const fields = { ...inputOf(operation), required: [] };
  const raw = withFiles(operation, parseArguments(operation.name, fields, toInput(operation, input)));
  if (operation.kind === 'write') return toWriteAnswer(await call.write(operation, raw, toFlags(flags)));
  if (flags.dry_run !== undefined || flags.idempotency_key !== undefined)
    throw wrongArguments(`${operation.name} only reads; leave dry_run and idempotency_key out`);
  if (operation.kind === 'read') return { status: true, result: await call.readMarked(operation, raw) };
  return listAnswer(await listRows(call, operation, raw), raw);
}

async function listRows(
  call: ToolCall,
  operation: Extract<Operation, { kind: 'list' }>,
  raw: Record<string, unknown>,
) {
  const isEnough = (rows: readonly unknown[]) => sizeOf(rows) > MAX_CHARACTERS;
  return call.mark(z.array(operation.output), await call.list(operation, raw, { isEnough }));
}

function listAnswer(rows: unknown[], { page = 1 }: Record<string, unknown>): ToolAnswer {
  const count = countFitting(rows);
  const result = rows.slice(0, count);
  if (count === rows.length) return { status: true, result };
  const message = `Only the first ${count} fit. Call it again with limit ${count} in input, and page ${Number(page) + 1} for the next ones`;
  return { status: true, message, result };
}

export const operationCall: Tool = {
  name: 'operation_call',
  title: 'Call operation',
  description:
    'Runs one operation by its name, with the input that operation_search describes. Prefer the tool for it where there is one. Try writes with dry_run.',
  operations: [],
  annotations: { ...SENDS, destructiveHint: true },
  input: toolInput(called, ['operation']),
  outputSchema: WRITE_ANSWER,
  run: runOperation,
};
