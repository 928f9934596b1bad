import type { z } from 'zod';
import type { Violation } from '../../domain/values/violation.ts';
import type { Access } from '../access/access.ts';
import type { PredictedEffect } from '../effects/describe-effect.ts';
import type { EventType } from '../events/catalogue.ts';
import type { FailureCode } from '../failures/failure.ts';
import type { PersonCaller } from './caller.ts';
import type { ReadContext, WriteContext } from './context.ts';

/**
 * A verb on the account's books, defined once and served by every surface. A surface adds only its codec: the operation
 * owns the schema of the input, the rules and the answer.
 */
interface OperationBase<In, Out> {
  /** As audited and documented, for example `create-invoice`. */
  name: string;
  /** One sentence for the reference documentation. */
  summary: string;
  /** One to three sentences for the reference documentation: when to use it, and what happens next. */
  description?: string;
  access: Access;
  input: z.ZodType<In>;
  /** The shape of the answer, or of one row of a list, as documented. */
  output: z.ZodType<Out>;
  /** Names that the input does not have, whose silent loss would change what the call means; they are refused. */
  refusedFields?: Readonly<Record<string, Violation>>;
  /** Failure codes of this operation, besides those of every call; for the reference documentation. */
  refusals?: readonly FailureCode[];
}

/** What nodes keep in memory about an account; see `Kernel.caches`. */
export type CacheName = 'account';

/** One statement, no transaction. */
export interface ReadOperation<In, Out> extends OperationBase<In, Out> {
  kind: 'read';
  run(ctx: ReadContext, input: In): Promise<NoInfer<Out>>;
}

/**
 * Yields rows in batches, each fetched by one statement, so that a list of any length is streamed in constant memory.
 * Its return value, such as the total, goes into the footer of the list.
 */
export interface ListOperation<In, Row, End = unknown> extends OperationBase<In, Row> {
  kind: 'list';
  run(ctx: ReadContext, input: In): AsyncIterable<NoInfer<Row>[], End>;
}

interface WriteSteps<In, Out, Facts> {
  /** As audited, for example `create-invoice`. */
  name: string;
  /** The types that it may emit; empty where it changes nothing that has an event. */
  events: readonly EventType[];
  /**
   * Caches that hold what the write changes. The kernel invalidates them after the commit and before the answer,
   * on every node: a key that was revoked is refused everywhere from then on.
   */
  invalidates?: readonly CacheName[];
  /**
   * It books something by a day that it takes or implies, and is refused where a settlement period of VAT is locked. Its
   * `finish` gets the days as `bookedOn`, and the kernel throws where it does not.
   */
  books?: true;
  /** It locks a counter of the account before its last statement, so all of it waits for its turn; see `AccountTurns`. */
  inTurn?: true;
  /** The program that the call is about; the audit log lists the call under it. */
  auditsAgent?(input: In): string;
  prepare?(ctx: ReadContext, input: In): Promise<Facts>;
  run(ctx: WriteContext, input: In, facts: Facts): Promise<Out>;
}

/**
 * `prepare` reads, and may call services outside; `run` writes, in one transaction whose last statement is `ctx.finish`.
 * The row that `finish` returns is the operation's answer, also when the call is replayed by its idempotency key.
 */
export interface WriteOperation<In, Out, Facts>
  extends OperationBase<In, Out>,
    WriteSteps<In, NoInfer<Out>, Facts> {
  kind: 'write';
  /**
   * What it does to the session of the person who calls. `ends`: every session ends, so the surface starts a new one for the
   * calling browser. `changes`: the browser reads again what its session says.
   */
  session?: 'ends' | 'changes';
  /**
   * A person can undo it for some seconds, because it happens only then: it sends or settles a document, or deletes or closes
   * something for good. Everything else can be changed back by hand, or must take effect at once, as a revocation.
   */
  isUndoable?: true;
  /** Tells operations of one name apart, such as the two bodies of the agent API; see `operationKey`. */
  variant?: string;
  /** `prepare` changes something outside, so a program within limits is checked by a rehearsal before. */
  callsOutside?: true;
  /** Is stored together with the proposal, where the write of a program becomes one; it may emit the events of the write. */
  whenProposed?(ctx: WriteContext, input: In): Promise<void>;
}

/**
 * A transaction of the service itself, which jobs, public pages and sign-in run. Nobody calls it by its name, so it has no
 * schema and no permission: whoever runs it has checked both.
 */
export interface InternalWrite<In, Out, Facts> extends WriteSteps<In, Out, Facts> {
  kind: 'internal';
  /** Also runs for an account that is closed: it records what has happened outside, or ends something. */
  isAllowedWhenClosed?: true;
}

export interface WriteResult<Out> {
  output: Out;
  /** The audit row of this call. */
  actionId: number;
  /** What the write would do; only a dry run has it. */
  would?: PredictedEffect;
}

/** Any operation, as surfaces serve them: the input is unknown until the operation's schema has parsed it. */
export type Operation =
  | ReadOperation<unknown, unknown>
  | ListOperation<unknown, unknown>
  | WriteOperation<unknown, unknown, unknown>;

export function defineRead<In, Out>(verb: Omit<ReadOperation<In, Out>, 'kind'>): ReadOperation<In, Out> {
  return { kind: 'read', ...verb };
}

export function defineList<In, Row, End>(
  verb: Omit<ListOperation<In, Row, End>, 'kind'>,
): ListOperation<In, Row, End> {
  return { kind: 'list', ...verb };
}

export function defineWrite<In, Out, Facts = undefined>(
  verb: Omit<WriteOperation<In, Out, Facts>, 'kind'>,
): WriteOperation<In, Out, Facts> {
  return { kind: 'write', ...verb };
}

export function defineTransaction<In, Out, Facts = undefined>(
  steps: Omit<InternalWrite<In, Out, Facts>, 'kind'>,
): InternalWrite<In, Out, Facts> {
  return { kind: 'internal', ...steps };
}

/** A write as a part of another call, which has checked the permission and has its input as the operation takes it. */
export function asTransaction<In, Out, Facts>(
  operation: WriteOperation<In, Out, Facts>,
): InternalWrite<In, Out, Facts> {
  return { ...operation, kind: 'internal' };
}

/** What only people do: it runs other operations, each in a transaction of its own, so it needs the kernel. */
export interface Action<K, In, Out> {
  name: string;
  summary: string;
  input: z.ZodType<In>;
  output: z.ZodType<Out>;
  refusals?: readonly FailureCode[];
  run(kernel: K, caller: PersonCaller, input: In): Promise<NoInfer<Out>>;
  /** Finds out whether it would be refused now. An action that has it can be undone for some seconds. */
  rehearse?(kernel: K, caller: PersonCaller, input: In): Promise<void>;
}

export function defineAction<K, In, Out>(action: Action<K, In, Out>): Action<K, In, Out> {
  return action;
}
