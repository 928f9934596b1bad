import { requiredScope } from '../../kernel/access/access.ts';
import type { Scope } from '../../kernel/access/scopes.ts';
import type { Operation, WriteResult } from '../../kernel/operations/operation.ts';
import type { Answer } from './answer.ts';
import type { Arguments } from './arguments.ts';
import type { JsonSchema, Properties } from './json-schema.ts';
import { type ToolCall, writeFlags } from './tool-call.ts';

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
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
  run(call: ToolCall, args: Arguments): Promise<Answer>;
}

interface Words {
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
/** Changes a record. */
export const CHANGES: Hints = { ...READS, readOnlyHint: false, destructiveHint: true };

interface ReadTool extends Words {
  operations: readonly Operation[];
  properties?: Properties;
  required?: readonly string[];
  /** The schema of `result`. */
  result: JsonSchema;
  /** Answers text from outside as marked (`ToolCall.readMarked`). */
  run(call: ToolCall, args: Arguments): Promise<unknown>;
}

/** A tool that answers one record or report as `result`. */
export function readTool(
  name: string,
  { properties = {}, required = [], result, run, ...rest }: ReadTool,
): Tool {
  return {
    name,
    ...rest,
    annotations: READS,
    inputSchema: inputSchema(properties, required),
    outputSchema: answerSchema({ result }),
    async run(call, args) {
      return { status: true, result: await run(call, args) };
    },
  };
}

const WRITE_PROPERTIES: Properties = {
  dry_run: { type: 'boolean', description: 'Only say what would happen' },
  idempotency_key: { type: 'string', description: 'Makes a repeat safe' },
};

interface WriteTool extends Words {
  operations: readonly Operation[];
  annotations: Hints;
  properties: Properties;
  required?: readonly string[];
  /** `args` is without the flags of the write. */
  run(call: ToolCall, args: Arguments, flags: ReturnType<typeof writeFlags>): Promise<WriteResult<unknown>>;
}

/** A tool that writes. Its answer is also that of a dry run, or a proposal that waits for a person. */
export function writeTool(name: string, { properties, required = [], run, ...rest }: WriteTool): Tool {
  const known = { ...properties, ...WRITE_PROPERTIES };
  return {
    name,
    ...rest,
    inputSchema: inputSchema(known, required),
    outputSchema: WRITE_ANSWER,
    async run(call, args) {
      const { dry_run: _dryRun, idempotency_key: _key, ...fields } = args;
      return toWriteAnswer(await run(call, fields, writeFlags(args)));
    },
  };
}

export function toWriteAnswer({ output, actionId, would }: WriteResult<unknown>): Answer {
  return { status: true, ...(would && { dry_run: true, would }), result: output, action_id: actionId };
}

export function inputSchema(properties: Properties, required: readonly string[]): JsonSchema {
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required: [...required] }),
    additionalProperties: false,
  };
}

/** Refusals have only `status`, `code` and words, so nothing else is required. */
export function answerSchema(properties: Properties): JsonSchema {
  return {
    type: 'object',
    properties: { status: { type: 'boolean' }, ...properties },
    required: ['status'],
  };
}

const WRITE_ANSWER = answerSchema({
  result: {},
  would: { type: 'object' },
  proposal: { type: 'object' },
});

/** The scopes that a tool needs. */
export function scopesOfTool({ operations }: Tool): Scope[] {
  return [...new Set(operations.flatMap(({ access }) => requiredScope(access) ?? []))];
}
