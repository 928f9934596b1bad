import { z } from 'zod';
import type { Operation, WriteResult } from '../../../kernel/operations/operation.ts';
import { IDEMPOTENCY_KEY_RULE, isIdempotencyKey } from '../../http/request/idempotency.ts';
import type { JsonSchema } from '../../http/wire/json-schema.ts';
import type { ToolAnswer } from '../call/answer.ts';
import type { ToolCall, WriteFlags } from '../call/tool-call.ts';
import type { Properties } from '../input/json-schema.ts';
import { own, type Parsed, type Shape, type ToolInput, toolInput } from '../input/tool-input.ts';

/** What a client may expect of a tool before it calls it. */
interface Hints {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** A tool as models see it, and the operations that it runs. */
export interface Tool {
  name: string;
  title: string;
  /** What it does, when to use it, what it needs and what happens next, in at most three sentences. */
  description: string;
  /** The operations behind it, which decide the scopes that it needs. */
  operations: readonly Operation[];
  annotations: Hints;
  input: ToolInput;
  outputSchema: JsonSchema;
  /** `args` have passed the check by `input`. */
  run(call: ToolCall, args: Readonly<Record<string, unknown>>): Promise<ToolAnswer>;
}

interface ToolTexts {
  title: string;
  description: string;
}

export const READS: Hints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
/** Creates something; nothing that is there changes. */
export const ADDS: Hints = { ...READS, readOnlyHint: false, idempotentHint: false };
/** Creates something that goes to somebody outside. */
export const SENDS: Hints = { ...ADDS, openWorldHint: true };
/** Records or pays back money: invoices are settled by it, and their claims at the bank follow. */
export const MOVES_MONEY: Hints = { ...SENDS, destructiveHint: true };
/** Changes a record. */
export const CHANGES: Hints = { ...READS, readOnlyHint: false, destructiveHint: true };

interface ReadTool<S extends Shape, Required extends keyof S & string> extends ToolTexts {
  operations: readonly Operation[];
  input?: S;
  required?: readonly Required[];
  /** The schema of `result`. */
  result: JsonSchema;
  /** Answers text from outside as marked (`ToolCall.readMarked`). */
  run(call: ToolCall, args: Parsed<S, Required>): Promise<unknown>;
}

/** A tool that answers one record or report as `result`. */
export function readTool<S extends Shape, Required extends keyof S & string = never>(
  name: string,
  tool: ReadTool<S, Required>,
): Tool;
export function readTool(
  name: string,
  { input = {}, required = [], result, run, ...rest }: ReadTool<Shape, string>,
): Tool {
  return {
    name,
    ...rest,
    annotations: READS,
    input: toolInput(input, required),
    outputSchema: answerSchema({ result }),
    run: async (call, args) => ({ status: true, result: await run(call, args) }),
  };
}

/**
 * The flags of a write. One that is neither true nor false is refused and never ignored. The instructions of the server
 * describe them once, because the same words at each tool would cost context.
 */
export const FLAGS = {
  dry_run: own({ type: 'boolean' }, z.boolean('must be true or false').optional()),
  idempotency_key: own(
    { type: 'string' },
    z.string(IDEMPOTENCY_KEY_RULE).refine(isIdempotencyKey, IDEMPOTENCY_KEY_RULE).optional(),
  ),
};

interface WriteTool<S extends Shape, Required extends keyof S & string> extends ToolTexts {
  operations: readonly Operation[];
  annotations: Hints;
  input: S;
  required?: readonly Required[];
  /** `args` is without the flags of the write. */
  run(call: ToolCall, args: Parsed<S, Required>, flags: WriteFlags): Promise<WriteResult<unknown>>;
}

/** A tool that writes. Its answer is also that of a dry run, or a proposal that waits for a person. */
export function writeTool<S extends Shape, Required extends keyof S & string = never>(
  name: string,
  tool: WriteTool<S, Required>,
): Tool;
export function writeTool(
  name: string,
  { input, required = [], run, ...rest }: WriteTool<Shape, string>,
): Tool {
  return {
    name,
    ...rest,
    input: toolInput({ ...input, ...FLAGS }, required),
    outputSchema: WRITE_ANSWER,
    async run(call, { dry_run, idempotency_key, ...args }: Parsed<typeof FLAGS & Shape, never>) {
      return toWriteAnswer(await run(call, args, toFlags({ dry_run, idempotency_key })));
    },
  };
}

export function toFlags({ dry_run = false, idempotency_key }: Parsed<typeof FLAGS, never>): WriteFlags {
  return { isDryRun: dry_run, idempotencyKey: idempotency_key };
}

export function toWriteAnswer({ output, actionId, would }: WriteResult<unknown>): ToolAnswer {
  return { status: true, ...(would && { dry_run: true, would }), result: output, action_id: actionId };
}

/** Refusals have only `status`, `code` and words, so nothing else is required. */
export function answerSchema(properties: Properties): JsonSchema {
  return {
    type: 'object',
    properties: { status: { type: 'boolean' }, message: { type: 'string' }, ...properties },
    required: ['status'],
  };
}

export const WRITE_ANSWER = answerSchema({
  result: {},
  dry_run: { type: 'boolean' },
  would: { type: 'object' },
  code: { type: 'string' },
  proposal: { type: 'object' },
});
