import type { z } from 'zod';
import { Failure } from '../../../kernel/failures/failure.ts';
import { UploadedFile } from '../../../kernel/fields/uploaded-file.ts';
import type { Operation } from '../../../kernel/operation.ts';
import { checkPermission } from '../../../kernel/permission.ts';
import { objectSchema } from '../../http/operation-schema.ts';
import { type Answer, countFitting, MAX_CHARACTERS, sizeOf } from '../answer.ts';
import {
  type Arguments,
  checkArguments,
  integerArgument,
  requiredText,
  wrongArguments,
} from '../arguments.ts';
import { inputProperties, type JsonSchema, requiredNames } from '../json-schema.ts';
import { inputSchema, readTool, SENDS, type Tool, toWriteAnswer, writeTool } from '../tool.ts';
import { type CallableOperation, type ToolCall, writeFlags } from '../tool-call.ts';

const MAX_FOUND = 20;
const DEFAULT_FOUND = 5;
const MAX_QUERY = 200;
/** Each word is looked for in every text of every operation. */
const MAX_WORDS = 20;

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

/** How well an operation fits the words: its name counts most. */
function rank(
  { operation: { name, summary, description = '' }, section }: CallableOperation,
  words: string[],
): number {
  const texts: [text: string, weight: number][] = [
    [name, 5],
    [section.toLowerCase(), 3],
    [summary.toLowerCase(), 2],
    [description.toLowerCase(), 1],
  ];
  return words.reduce(
    (sum, word) => sum + texts.reduce((best, [text, weight]) => best + (text.includes(word) ? weight : 0), 0),
    0,
  );
}

/** Words of a query, each once, in the singular, because operations name one record or many. */
function wordsOf(query: string): string[] {
  const words = query
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word.length > 1)
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));
  return [...new Set(words)].slice(0, MAX_WORDS);
}

const schemas = new WeakMap<Operation, JsonSchema>();

/** The input of an operation as models see it. */
function schemaOf(operation: Operation): JsonSchema {
  const known = schemas.get(operation);
  if (known) return known;
  const schema = inputSchema(inputProperties(operation.input), requiredNames(operation.input));
  schemas.set(operation, schema);
  return schema;
}

function describe({ operation, section }: CallableOperation) {
  const { name, kind, summary, description, scope } = operation;
  return {
    operation: name,
    section,
    writes: kind === 'write',
    ...(scope && { scope }),
    description: [summary, description].filter(Boolean).join(' '),
    input: schemaOf(operation),
  };
}

export const operationSearch: Tool = readTool('operation_search', {
  title: 'Find operations',
  description:
    'Finds operations of the books that have no tool of their own, such as orders, drafts, accepting quotes, stopping recurring invoices, timers and bookkeeping. It answers their names and inputs, which operation_call takes.',
  operations: [],
  properties: {
    query: { type: 'string', maxLength: MAX_QUERY, description: 'English words, as "accept quote"' },
    limit: { type: 'integer', description: `1 to ${MAX_FOUND}; ${DEFAULT_FOUND} when left out` },
  },
  required: ['query'],
  result: { type: 'array', items: { type: 'object' } },
  async run(call, args) {
    const words = wordsOf(requiredText(args, 'query', MAX_QUERY));
    const limit = integerArgument(args, 'limit', [1, MAX_FOUND]) ?? DEFAULT_FOUND;
    const ranked = [...call.deps.operations.values()]
      .filter((one) => isAllowed(one, call))
      .map((one) => ({ one, score: rank(one, words) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
    const found = ranked.slice(0, limit).map(({ one }) => describe(one));
    return found.slice(0, countFitting(found));
  },
});

/** The operation that a call names; undefined where there is none. */
export function namedOperation(
  operations: ReadonlyMap<string, CallableOperation>,
  args: Arguments,
): Operation | undefined {
  return operations.get(String(args.operation))?.operation;
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
  const isFile = (name: string) => (shape[name] as z.ZodType | undefined)?.meta()?.format === 'binary';
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      typeof value === 'string' && value !== '' && isFile(name)
        ? new UploadedFile(name, Buffer.from(value, 'base64'))
        : value,
    ]),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function runOperation(call: ToolCall, args: Arguments): Promise<Answer> {
  const operation = namedOperation(call.deps.operations, args);
  if (!operation) throw wrongArguments('There is no such operation; find its name with operation_search');
  checkPermission(operation, call.caller);
  const { input = {} } = args;
  if (!isRecord(input)) throw wrongArguments('input must be an object with the fields of the operation');
  const sent = toInput(operation, input);
  const { required: _checkedByOperation, ...schema } = schemaOf(operation);
  checkArguments(operation.name, schema, sent);
  const raw = withFiles(operation, sent);
  if (operation.kind === 'write')
    return call.mark(toWriteAnswer(await call.write(operation, raw, writeFlags(args))));
  if (args.dry_run !== undefined || args.idempotency_key !== undefined)
    throw wrongArguments(`${operation.name} only reads; leave dry_run and idempotency_key out`);
  if (operation.kind === 'read')
    return { status: true, result: await call.mark(await call.read(operation, raw)) };
  return listAnswer(await listRows(call, operation, raw), raw);
}

async function listRows(
  call: ToolCall,
  operation: Extract<Operation, { kind: 'list' }>,
  raw: Record<string, unknown>,
) {
  const isEnough = (rows: readonly unknown[]) => sizeOf(rows) > MAX_CHARACTERS;
  return call.mark(await call.list(operation, raw, { isEnough }));
}

function listAnswer(rows: unknown[], { page = 1 }: Record<string, unknown>): Answer {
  const count = countFitting(rows);
  const result = rows.slice(0, count);
  if (count === rows.length) return { status: true, result };
  const message = `Only the first ${count} fit. Call it again with limit ${count} in input, and page ${Number(page) + 1} for the next ones`;
  return { status: true, message, result };
}

const callable = writeTool('operation_call', {
  title: 'Call operation',
  description:
    'Runs one operation of the books by its name, with the input that operation_search describes. Prefer the tool of its own where there is one. Rehearse writes with dry_run.',
  operations: [],
  annotations: { ...SENDS, destructiveHint: true },
  properties: { operation: { type: 'string' }, input: { type: 'object' } },
  required: ['operation'],
  run: async () => {
    throw new Error('operation_call has a run of its own');
  },
});

export const operationCall: Tool = {
  ...callable,
  run: runOperation,
};
