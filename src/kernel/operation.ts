import type { z } from 'zod';
import type { ReadContext, WriteContext } from './context.ts';
import type { FailureCode } from './failures/failure.ts';
import type { Scope } from './scopes.ts';

/**
 * A verb on the account's books, written once and served by every surface. A surface adds only its
 * codec: the operation owns the input's schema, the rules and the answer.
 */
interface OperationBase<In, Out> {
  /** As audited and documented, for example `create-invoice`. */
  name: string;
  /** One sentence for the reference documentation. */
  summary: string;
  /** What a delegated program must have been granted; null: not open to such programs. */
  scope: Scope | null;
  input: z.ZodType<In>;
  /** The shape of the answer, or of one row where it is a list. It is what the documentation promises. */
  output: z.ZodType<Out>;
  /** What it may be refused with, besides what any call can meet; for the reference documentation. */
  refusals?: readonly FailureCode[];
  /** Of the account's people only owners may do it: it decides who gets in, or what the company is. */
  owners?: true;
  /** In a browser the password is asked for again: it gives away access that would outlive the session. */
  confirm?: true;
}

/** What nodes keep in memory about an account; see `Kernel.caches`. */
export type CacheName = 'account';

/** One statement, no transaction. */
export interface ReadOperation<In, Out> extends OperationBase<In, Out> {
  kind: 'read';
  run(ctx: ReadContext, input: In): Promise<NoInfer<Out>>;
}

/**
 * Rows in batches, each one statement, so that a list of any length passes through flat memory. A list that tells
 * more than its rows, such as how many there are in all, returns it after the last of them.
 */
export interface ListOperation<In, Row> extends OperationBase<In, Row> {
  kind: 'list';
  run(ctx: ReadContext, input: In): AsyncIterable<NoInfer<Row>[]>;
}

/**
 * `prepare` looks (and may speak to the outside world); `run` writes, in one transaction whose last
 * statement is `ctx.finish`. What `finish` answers is the operation's answer, now and when it is replayed.
 */
export interface WriteOperation<In, Out, Facts> extends OperationBase<In, Out> {
  kind: 'write';
  /**
   * Caches that hold what the operation changes. The kernel invalidates them after the commit and before the answer,
   * on every node: a key that was revoked is refused everywhere from then on.
   */
  invalidates?: readonly CacheName[];
  /** It ends every session of the person who calls; a browser that called gets a new one. */
  renewsSession?: true;
  /** The program that the call is about. The audit log lists the call among those of that program. */
  auditsAgent?(input: In): string;
  prepare?(ctx: ReadContext, input: In): Promise<Facts>;
  run(ctx: WriteContext, input: In, facts: Facts): Promise<NoInfer<Out>>;
}

/** Any of them, as surfaces serve them: what is sent is unknown until its own schema has parsed it. */
export type Operation =
  | ReadOperation<unknown, unknown>
  | ListOperation<unknown, unknown>
  | WriteOperation<unknown, unknown, unknown>;

export function defineRead<In, Out>(verb: Omit<ReadOperation<In, Out>, 'kind'>): ReadOperation<In, Out> {
  return { kind: 'read', ...verb };
}

export function defineList<In, Row>(verb: Omit<ListOperation<In, Row>, 'kind'>): ListOperation<In, Row> {
  return { kind: 'list', ...verb };
}

export function defineWrite<In, Out, Facts = undefined>(
  verb: Omit<WriteOperation<In, Out, Facts>, 'kind'>,
): WriteOperation<In, Out, Facts> {
  return { kind: 'write', ...verb };
}
