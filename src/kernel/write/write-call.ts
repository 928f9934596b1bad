import type { LimitName } from '../../domain/access/program-limits.ts';
import type { Transaction } from '../database/database.ts';
import type { Sql } from '../database/sql.ts';
import type { PredictedEffect } from '../effects/describe-effect.ts';
import type { Effect } from '../effects/effect.ts';
import type { EmittedEvents } from '../events/emitted-events.ts';
import type { Fingerprint } from '../operations/call-fingerprint.ts';
import type { Caller } from '../operations/caller.ts';
import type { FinalStep, ReadContext } from '../operations/context.ts';
import type { Kernel } from '../operations/kernel.ts';
import type { InternalWrite, WriteOperation } from '../operations/operation.ts';

/**
 * Completes what was sent from the books, such as the amount of a credit note for all that is left. A repeated call is
 * answered before that, because what it was completed with may be different or refused by now.
 */
export type Completion = () => Promise<unknown>;

/** A write on its way through the layers, which add to it. */
export interface WriteCall<Out> {
  kernel: Kernel;
  op: WriteOperation<unknown, Out, unknown> | InternalWrite<unknown, Out, unknown>;
  caller: Caller;
  /** The input as it was sent, and from then on as it was completed. */
  raw: unknown;
  complete?: Completion;
  /** The input as the operation takes it; null until it is parsed. */
  input: unknown;
  /** Identifies a repeated call; null without an idempotency key, and in a dry run. */
  fingerprint: Fingerprint | null;
}

export interface FinishedWrite<Out> extends WriteOutcome {
  output: Out;
  /** The audit row of this call. */
  actionId: number;
  /** What a dry run would have done. */
  would?: PredictedEffect;
}

export interface WriteOutcome {
  /** Whether it was committed; a rehearsal and a write beyond the limits of a program are rolled back. */
  isKept: boolean;
  target: string | null;
  effect: Effect | null;
  /** The number that the record got, where it got one. */
  number: string | null;
  /** The types of the events that a rehearsal would emit; empty for a write that is kept. */
  events: readonly string[];
  /** The limits that the write of a program exceeds. */
  reasons: readonly LimitName[];
}

export type RunWrite = <Out>(call: WriteCall<Out>) => Promise<FinishedWrite<Out>>;

/** A layer around every write and around the layers that follow it. */
export type Layer = (next: RunWrite) => RunWrite;

/** A write inside of its transaction. */
export interface OpenWrite {
  call: WriteCall<unknown>;
  ctx: ReadContext;
  tx: Transaction;
  emitted: EmittedEvents;
  jobs: NewJob[];
  /** Whether something was stored before its last statement. */
  hasParts: boolean;
}

/** A job that follows the write. */
export interface NewJob {
  kind: string;
  payload: unknown;
  run_at: Date;
}

/** Steps that the kernel adds to the last statement of every write: CTEs that read `answer` and those before them. */
export type FinalStepSource = (write: OpenWrite, end: FinalStep) => readonly Sql[];
