import type { z } from 'zod';
import { effectDescription } from '../../../kernel/effects/effect-schema.ts';
import { runList, runRead, runWrite } from '../../../kernel/execute.ts';
import type { AuditTrail } from '../../../kernel/operations/audit-log.ts';
import type { Caller } from '../../../kernel/operations/caller.ts';
import { keyOfClient } from '../../../kernel/operations/idempotency-key.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import type {
  ListOperation,
  Operation,
  ReadOperation,
  WriteOperation,
  WriteResult,
} from '../../../kernel/operations/operation.ts';
import { listOutsideCustomers } from '../../../modules/product-sales/visitors/outside-store.ts';
import { isRecord } from '../../http/request/fields.ts';
import { type FieldNames, withNamedRefusals, wrongArguments } from '../input/wrong-arguments.ts';
import { customersIn, markUntrusted } from './untrusted.ts';

/** An operation that tools offer by its name, and how its input is written beside other arguments. */
export interface CallableOperation {
  operation: Operation;
  section: string;
}

export interface McpDeps {
  kernel: Kernel;
  audit: AuditTrail;
  /** Every operation of the APIs by its name. */
  operations: ReadonlyMap<string, CallableOperation>;
}

/** The flags of a write, beside its input. */
export interface WriteFlags {
  isDryRun: boolean;
  idempotencyKey: string | undefined;
}

/** The operations that one tool call runs, as the caller of the request. */
export class ToolCall {
  readonly deps: McpDeps;
  readonly caller: Caller;

  constructor(deps: McpDeps, caller: Caller) {
    this.deps = deps;
    this.caller = caller;
  }

  /** Runs a read and records it in the audit log. */
  async read<In, Out>(
    operation: ReadOperation<In, Out>,
    input: Record<string, unknown>,
    names: FieldNames = {},
  ): Promise<Out> {
    const sent = withDiscount(input);
    const output = await withNamedRefusals(names, () =>
      runRead(this.deps.kernel, operation, this.caller, sent),
    );
    await this.#record(operation, input.guid);
    return output;
  }

  /** Reads one page of a list, and stops when `isEnough`. */
  async list<In, Row>(
    operation: ListOperation<In, Row>,
    input: Record<string, unknown>,
    {
      names = {},
      isEnough = () => false,
    }: { names?: FieldNames; isEnough?: (rows: readonly Row[]) => boolean } = {},
  ): Promise<Row[]> {
    const rows: Row[] = [];
    await withNamedRefusals(names, async () => {
      for await (const batch of runList(this.deps.kernel, operation, this.caller, input)) {
        rows.push(...batch);
        if (isEnough(rows)) break;
      }
    });
    await this.#record(operation, input.guid);
    return rows;
  }

  /** Runs a write, or rehearses it. The kernel records it. */
  async write<In, Out, Facts>(
    operation: WriteOperation<In, Out, Facts>,
    input: Record<string, unknown>,
    flags: WriteFlags,
    names: FieldNames = {},
  ): Promise<WriteResult<Out>> {
    const sent = withDiscount(input);
    const caller = { ...this.caller, ...this.#flagsOf(flags) };
    const written = await withNamedRefusals(names, () => runWrite(this.deps.kernel, operation, caller, sent));
    return this.#markWritten(operation.output, written);
  }

  /** Runs a write whose input is completed from the books; a repeated call is recognised by what was sent. */
  async writeCompleted<In, Out, Facts>(
    operation: WriteOperation<In, Out, Facts>,
    sent: Readonly<Record<string, unknown>>,
    complete: () => Promise<Record<string, unknown>>,
    flags: WriteFlags,
  ): Promise<WriteResult<Out>> {
    const caller = { ...this.caller, ...this.#flagsOf(flags) };
    const completed = async () => withDiscount(await complete());
    const written = await withNamedRefusals({}, () =>
      runWrite(this.deps.kernel, operation, caller, sent, completed),
    );
    return this.#markWritten(operation.output, written);
  }

  /** Idempotency keys are scoped by program, as in the agent API. */
  #flagsOf({ isDryRun, idempotencyKey: key }: WriteFlags): Pick<Caller, 'idempotencyKey' | 'isDryRun'> {
    return {
      ...(isDryRun && { isDryRun: true as const }),
      ...(key !== undefined && { idempotencyKey: keyOfClient(key, this.caller) }),
    };
  }

  /** Marks the text of an answer that came from outside, as its schema declares it. */
  async mark<T>(schema: z.ZodType, answer: T): Promise<T> {
    const guids = customersIn(schema, answer);
    const { db } = this.deps.kernel;
    const outside = guids.length === 0 ? [] : await listOutsideCustomers(db, this.caller.account.id, guids);
    return markUntrusted(schema, answer, new Set(outside)) as T;
  }

  /** Reads what a model will see. */
  async readMarked<In, Out>(
    operation: ReadOperation<In, Out>,
    input: Record<string, unknown>,
    names: FieldNames = {},
  ): Promise<Out> {
    return this.mark(operation.output, await this.read(operation, input, names));
  }

  /** The answer of a write, as a model sees it. */
  async #markWritten<Out>(schema: z.ZodType<Out>, written: WriteResult<Out>): Promise<WriteResult<Out>> {
    const { output, would, ...rest } = written;
    return {
      ...rest,
      output: await this.mark(schema, output),
      ...(would && { would: await this.mark(effectDescription, would) }),
    };
  }

  async #record({ name: action }: Operation, target: unknown): Promise<void> {
    const entry = { action, target: typeof target === 'string' ? target : null, outcome: 'ok' };
    await this.deps.audit.record(this.caller, entry);
  }
}

/**
 * A discount on a whole document counts when its value is sent. The APIs ask for `is_discount` as well, and ignore a value
 * without it unless the customer usually has a discount; a model would not see that.
 */
function withDiscount(input: Record<string, unknown>): Record<string, unknown> {
  const { data, is_discount, discount_value: value } = input;
  if (isRecord(data)) return { ...input, data: withDiscount(data) };
  // A list or an object is left to the schema: not every one can be converted to a number.
  if (value === undefined || value === null || (typeof value !== 'object' && Number(value) === 0))
    return input;
  if (is_discount === false)
    throw wrongArguments('is_discount is false beside a discount_value; leave one of them out');
  return { ...input, is_discount: true };
}
